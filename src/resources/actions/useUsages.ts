import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { usageKey } from '../live/recordCache.ts';

/** Milliseconds for which an answer stands. */
const STALE_MS = 60_000;

/**
 * Where a record is used; undefined as long as that is not known, and where it cannot be told.
 * @param id undefined asks nothing
 * @param fresh does not make do with what was answered before
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
    staleTime: STALE_MS,
    refetchOnMount: fresh ? 'always' : true,
  });
  return data;
}
