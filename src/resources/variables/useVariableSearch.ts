import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useCallback } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { hasEntity } from '../product.ts';
import { askPersonNames, useMayAskNames, withPersonVariables } from './personNames.ts';
import { toVariable, type Variable, VARIABLE } from './useVariables.ts';

/** Variables that are offered at once. */
const MAX_SUGGESTIONS = 8;
/** Milliseconds for which an answer holds. */
const FRESH_MS = 30_000;

/** Asks for the variables whose names or values have what was typed, with those of people; none where they may not be read or do not come. */
export function useVariableSearch(): (typed: string) => Promise<Variable[]> {
  const may = useMay();
  const provider = useDataProvider<ConsoleDataProvider>();
  const mayAskNames = useMayAskNames();
  const client = useQueryClient();
  const isOpen = hasEntity(VARIABLE) && may(VARIABLE, 'read');
  return useCallback(
    async (typed) => {
      if (!isOpen) return [];
      try {
        return await client.fetchQuery({
          queryKey: ['variableSearch', typed],
          queryFn: async () => {
            const open = mayAskNames ? askPersonNames(provider, { keyword: typed }).catch(() => []) : [];
            const { data } = await provider.getList<EntityRecord>(VARIABLE, {
              filter: typed === '' ? {} : { keyword: typed },
              pagination: { page: 1, perPage: MAX_SUGGESTIONS },
              sort: { field: 'name', order: 'ASC' },
            });
            return withPersonVariables(data.map(toVariable), typed, await open);
          },
          staleTime: FRESH_MS,
          retry: false,
        });
      } catch {
        return [];
      }
    },
    [isOpen, provider, client, mayAskNames],
  );
}
