import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useCallback } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { hasEntity } from '../product.ts';
import { fetchPersonNames, useMayReadNames, withPersonVariables } from './personNames.ts';
import { toVariable, type Variable, VARIABLE } from './useVariables.ts';

const MAX_SUGGESTIONS = 8;
const STALE_TIME_MS = 30_000;

/** Searches variables by name or value, with those of people; none without the right to read them, or after an error. */
export function useVariableSearch(): (typed: string) => Promise<Variable[]> {
  const may = useMay();
  const provider = useDataProvider<ConsoleDataProvider>();
  const mayReadNames = useMayReadNames();
  const client = useQueryClient();
  const mayRead = hasEntity(VARIABLE) && may(VARIABLE, 'read');
  return useCallback(
    async (typed) => {
      if (!mayRead) return [];
      try {
        return await client.fetchQuery({
          queryKey: ['variableSearch', typed],
          queryFn: async () => {
            const customNames = mayReadNames
              ? fetchPersonNames(provider, { keyword: typed }).catch(() => [])
              : [];
            const { data } = await provider.getList<EntityRecord>(VARIABLE, {
              filter: typed === '' ? {} : { keyword: typed },
              pagination: { page: 1, perPage: MAX_SUGGESTIONS },
              sort: { field: 'name', order: 'ASC' },
            });
            return withPersonVariables(data.map(toVariable), typed, await customNames);
          },
          staleTime: STALE_TIME_MS,
          retry: false,
        });
      } catch {
        return [];
      }
    },
    [mayRead, provider, client, mayReadNames],
  );
}
