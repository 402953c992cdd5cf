import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import {
  approvalQueryKey,
  fetchApprovalBlocks,
  mayNeedApproval,
  type ApprovalBlocks,
} from './useApproval.ts';

const CONCURRENT_RECORDS = 4;
/** Reused when the selection grows. */
const STALE_TIME_MS = 30_000;

/**
 * The reasons why approval rules block actions on each of several records, by record and action.
 * @returns undefined while loading
 */
export function useApprovals(
  model: ConsoleEntity,
  records: readonly ListRecord[],
): ReadonlyMap<string, ApprovalBlocks> | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const candidates = records.filter((record) => mayNeedApproval(model, record));
  const { data, isError } = useQuery({
    queryKey: [model.name, 'approvals', candidates.map(({ id, version }) => `${id} ${version}`)],
    queryFn: async ({ signal }) => {
      const blocksById = new Map<string, ApprovalBlocks>();
      const queue = [...candidates];
      const worker = async (): Promise<void> => {
        for (let record = queue.shift(); record && !signal.aborted; record = queue.shift()) {
          const { id } = record;
          const refused = await client.fetchQuery({
            queryKey: approvalQueryKey(model, record),
            queryFn: (one) => fetchApprovalBlocks(provider, model, id, one.signal),
            staleTime: STALE_TIME_MS,
            retry: false,
          });
          blocksById.set(id, refused);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_RECORDS }, worker));
      return blocksById;
    },
    enabled: candidates.length > 0,
    retry: false,
  });
  return candidates.length > 0 && !isError ? data : NONE;
}

const NONE: ReadonlyMap<string, ApprovalBlocks> = new Map();
