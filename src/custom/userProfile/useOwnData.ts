import { useCallback } from 'react';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { useRefreshAccess } from '../../authProvider/AccessContext.ts';
import { type Outcome, useRecordMutation } from '../../resources/actions/useRecordMutation.ts';
import { formByName } from '../../resources/product.ts';
import { useWholeRecord } from '../../resources/wholeRecord.ts';

/** Whoever is signed in, in the address of a member. */
const ME = 'me';

/** The signed-in person's own record, and how to change what is their own in it. */
export const useOwnData = () => {
  const { data, error, refetch } = useWholeRecord<EntityRecord>('member', ME);
  const mutate = useRecordMutation('member');
  const refreshAccess = useRefreshAccess();

  /** Resolves once it is stored and has taken effect. */
  const save = useCallback(
    async (values: JsonObject): Promise<Outcome<EntityRecord>> => {
      // What is not sent stays as it is, so an emptied field travels blank.
      const own = formByName('user-profile').fields.map(({ name }) => [name, values[name] ?? '']);
      const sent = { ...Object.fromEntries(own), version: values['version'] };
      const outcome = await mutate(
        async (provider) =>
          (await provider.update<EntityRecord>('member', { id: ME, data: sent, previousData: data })).data,
        { id: ME },
      );
      // Name, theme and language of this page follow the rights' answer, which holds them.
      if (outcome.answer) await refreshAccess();
      return outcome;
    },
    [data, mutate, refreshAccess],
  );
  return { me: data, error, refetch, save };
};
