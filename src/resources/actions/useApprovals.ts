import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { approvalKey, askApproval, isAskedAbout, type ApprovalBlocks } from './useApproval.ts';

/** Records that are asked about at a time. */
const CONCURRENT_RECORDS = 4;
/** An answer counts this long for a selection that others join, in milliseconds. */
const FRESH_MS = 30_000;

/**
 * Why rules of approval keep the person from actions with each of several records, by record and action.
 * @returns undefined while it is not known
 */
export function useApprovals(
  model: ConsoleEntity,
  records: readonly ListRecord[],
): ReadonlyMap<string, ApprovalBlocks> | undefined {
  const provider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const asked = records.filter((record) => isAskedAbout(model, record));
  const { data, isError } = useQuery({
    queryKey: [model.name, 'approvals', asked.map(({ id, version }) => `${id} ${version}`)],
    queryFn: async ({ signal }) => {
      const found = new Map<string, ApprovalBlocks>();
      const waiting = [...asked];
      const worker = async (): Promise<void> => {
        for (let record = waiting.shift(); record && !signal.aborted; record = waiting.shift()) {
          const { id } = record;
          const refused = await client.fetchQuery({
            queryKey: approvalKey(model, record),
            queryFn: (one) => askApproval(provider, model, id, one.signal),
            staleTime: FRESH_MS,
            retry: false,
          });
          found.set(id, refused);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_RECORDS }, worker));
      return found;
    },
    enabled: asked.length > 0,
    retry: false,
  });
  return asked.length > 0 && !isError ? data : NONE;
}

const NONE: ReadonlyMap<string, ApprovalBlocks> = new Map();
