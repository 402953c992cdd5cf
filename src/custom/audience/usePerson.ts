import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useRecordContext } from 'react-admin';
import { useState } from 'react';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { BulkEdit } from '../../dataProvider/entityVerbs.ts';
import { messageOf } from '../../resources/actions/failures.ts';

export type Person = Profile & EntityRecord;

/** The person whose page is open. @throws outside of one */
export function usePerson(): Person {
  const person = useRecordContext<Person>();
  if (!person) throw new Error('There is no person here.');
  return person;
}

/** Changes the person's record in place, item by item, so that what others change meanwhile stays. */
export const useChangePerson = () => {
  const person = usePerson();
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const may = useMay();
  const [isBusy, setBusy] = useState(false);
  /** @returns what was refused, in words; nothing where it is stored */
  const change = async (edit: Omit<BulkEdit, 'records'>, version?: number): Promise<string | undefined> => {
    setBusy(true);
    try {
      const records = [{ id: person.id, ...(version !== undefined && { version }) }];
      const { failed } = await provider.editMany('profile', { ...edit, records });
      const fault = failed[person.id];
      await queries.invalidateQueries({ queryKey: ['profile'] });
      return fault && (Object.values(fault.fields ?? {})[0] ?? fault.message);
    } catch (error) {
      return messageOf(error);
    } finally {
      setBusy(false);
    }
  };
  return { change, isBusy, mayChange: may('profile', 'edit') };
};
