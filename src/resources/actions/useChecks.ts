import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { CheckLevel, CheckResult } from '../../../schemas/model/responses.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';

/** Records that are checked in parallel. */
const CONCURRENT_RECORDS = 4;
const LEVELS: CheckLevel[] = ['stop', 'warning', 'ok'];

/** The results of one check at its worst level. */
export interface CheckGroup {
  id: string;
  label: string;
  /** The worst level among the records. */
  level: CheckLevel;
  worstResults: { record: ListRecord; result: CheckResult }[];
}

/** Runs the checks of an action on the records, and groups the results by check, the worst first. */
export function useChecks(resource: string, action: ActionModel, records: readonly ListRecord[]) {
  const provider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    // Not under the entity's query key: invalidating the entity must not re-run the checks while the action runs. The
    // services run them again.
    queryKey: ['checks', resource, action.id, records.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const found: CheckGroup['worstResults'][] = [];
      const queue = [...records.entries()];
      const drain = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [index, record] = next;
          const answer = await provider.query(resource, record.id, `checks/${action.id}`, {
            body: {},
            signal,
          });
          const { checks } = answer as unknown as { checks: CheckResult[] };
          found[index] = checks.map((result) => ({ record, result }));
        }
      };
      try {
        await Promise.all(Array.from({ length: CONCURRENT_RECORDS }, drain));
      } finally {
        // After a failure nobody waits for the others.
        queue.length = 0;
      }
      return groupByCheck(action.checks ?? [], found.flat());
    },
    // Never cached: results are valid only while the dialog is open.
    ...{ gcTime: 0, staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
  });
}

function groupByCheck(checkIds: readonly string[], found: CheckGroup['worstResults']): CheckGroup[] {
  const groups = checkIds.flatMap((id): CheckGroup[] => {
    const results = found.filter(({ result }) => result.id === id);
    const level = LEVELS.find((one) => results.some(({ result }) => result.level === one));
    const label = results[0]?.result.label;
    if (level === undefined || label === undefined) return [];
    return [{ id, label, level, worstResults: results.filter(({ result }) => result.level === level) }];
  });
  return LEVELS.flatMap((level) => groups.filter((group) => group.level === level));
}
