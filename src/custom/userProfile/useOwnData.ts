import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useGetOne, useNotify } from 'ra-core';
import { useCallback } from 'react';
import type { EntityRecord, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { useRefreshAccess } from '../../authProvider/AccessContext.ts';
import { fieldErrors } from '../../dataProvider/errors.ts';
import { chooseLocale } from '../../i18n/locale.ts';
import { messageOf } from '../../resources/actions/failures.ts';
import { formByName } from '../../resources/product.ts';
import { chooseMode } from '../../theme/mode.ts';

/** Whoever is signed in, in the address of a member. */
const ME = 'me';

/** The signed-in person's own record, and how to change what is their own in it. */
export const useOwnData = () => {
  const { data, error, refetch } = useGetOne<EntityRecord>('member', { id: ME });
  const dataProvider = useDataProvider();
  const queries = useQueryClient();
  const refreshAccess = useRefreshAccess();
  const notify = useNotify();

  /** Resolves to the faults of the input, or to nothing once it is stored and has taken effect. */
  const save = useCallback(
    async (values: JsonObject): Promise<FieldErrors | undefined> => {
      // What is not sent stays as it is, so an emptied field travels blank.
      const own = formByName('user-profile').fields.map(({ name }) => [name, values[name] ?? '']);
      try {
        const sent = { ...Object.fromEntries(own), version: data?.version };
        const answer = await dataProvider.update('member', { id: ME, data: sent, previousData: data });
        const { language, theme } = answer.data as {
          language?: 'en' | 'th';
          theme?: 'system' | 'light' | 'dark';
        };
        if (language) chooseLocale(language);
        if (theme) chooseMode(theme);
      } catch (failure) {
        const faults = fieldErrors(failure);
        if (Object.keys(faults).length === 0) notify(messageOf(failure), { type: 'error' });
        // A newer state of the record is what the next attempt builds on.
        await queries.invalidateQueries({ queryKey: ['member'] });
        return faults;
      }
      notify('User profile saved', { type: 'success' });
      await Promise.all([queries.invalidateQueries({ queryKey: ['member'] }), refreshAccess()]);
      return undefined;
    },
    [data, dataProvider, queries, refreshAccess, notify],
  );
  return { me: data, error, refetch, save };
};
