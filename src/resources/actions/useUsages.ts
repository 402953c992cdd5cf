import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { usageKey } from '../live/recordCache.ts';

const STALE_TIME_MS = 60_000;

/**
 * Fetches where a record is used; undefined while loading and where it fails.
 * @param id undefined disables the request
 * @param fresh ignores the cache
 */
export function useUsages(
  entity: string,
  id: string | undefined,
  { fresh = false } = {},
): RecordUses | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: usageKey(entity, id ?? ''),
    queryFn: ({ signal }) => provider.usedBy(entity, id ?? '', { signal }),
    enabled: id !== undefined,
    retry: false,
    staleTime: STALE_TIME_MS,
    refetchOnMount: fresh ? 'always' : true,
  });
  return data;
}
