import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useRecordContext } from 'react-admin';
import { useState } from 'react';
import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { BulkEdit } from '../../dataProvider/entityVerbs.ts';
import { messageOf } from '../../resources/actions/failures.ts';
import { FULL_RECORD_META } from '../../resources/wholeRecord.ts';

export type Person = Profile & EntityRecord;

/** The person whose page is open. @throws outside of one */
export function usePerson(): Person {
  const person = useRecordContext<Person>();
  if (!person) throw new Error('There is no person here.');
  return person;
}

/** Why a change was not stored. */
export interface Refusal {
  message: string;
  /** The person as they are now, where somebody else came first. */
  current?: Person;
}

/** Changes the person's record in place, item by item, so that what others change meanwhile stays. */
export const useChangePerson = () => {
  const person = usePerson();
  const provider = useDataProvider<ConsoleDataProvider>();
  const queries = useQueryClient();
  const may = useMay();
  const [isBusy, setBusy] = useState(false);
  /** @returns what was refused; nothing where it is stored */
  const changeFrom = async (
    version: number | undefined,
    edit: Omit<BulkEdit, 'records'>,
  ): Promise<Refusal | undefined> => {
    setBusy(true);
    try {
      const records = [{ id: person.id, ...(version !== undefined && { version }) }];
      const { failed } = await provider.editMany('profile', { ...edit, records });
      const fault = failed[person.id];
      await queries.invalidateQueries({ queryKey: ['profile'] });
      if (!fault) return undefined;
      const message = Object.values(fault.fields ?? {})[0] ?? fault.message;
      if (fault.code !== 'STALE') return { message };
      const { data: current } = await provider.getOne<Person>('profile', {
        id: person.id,
        meta: FULL_RECORD_META,
      });
      return { message, current };
    } catch (error) {
      return { message: messageOf(error) };
    } finally {
      setBusy(false);
    }
  };
  /** Lays the change over whatever the record is. @returns what was refused, in words */
  const change = async (edit: Omit<BulkEdit, 'records'>): Promise<string | undefined> =>
    (await changeFrom(undefined, edit))?.message;
  return { change, changeFrom, isBusy, mayChange: may('profile', 'edit') };
};
