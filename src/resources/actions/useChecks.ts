import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { CheckLevel, CheckResult } from '../../../schemas/model/answers.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';

/** Records that are checked in parallel. */
const CONCURRENT_RECORDS = 4;
const LEVELS: CheckLevel[] = ['stop', 'warning', 'ok'];

/** What one check has found of one record, or of each of several. */
export interface CheckGroup {
  id: string;
  label: string;
  /** The worst of the records. */
  level: CheckLevel;
  found: { record: ListRecord; result: CheckResult }[];
}

/** What the checks of an action find of the records by now, the worst first. */
export function useChecks(resource: string, action: ActionModel, records: readonly ListRecord[]) {
  const provider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    // Beside what is kept of the entity: once the action is under way, there is nothing to check any more. What changes
    // meanwhile is found by the services, which check again.
    queryKey: ['checks', resource, action.id, records.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const found: CheckGroup['found'][] = [];
      const queue = [...records.entries()];
      const checkQueued = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const [index, record] = next;
          const answer = await provider.ask(resource, record.id, `checks/${action.id}`, { body: {}, signal });
          const { checks } = answer as unknown as { checks: CheckResult[] };
          found[index] = checks.map((result) => ({ record, result }));
        }
      };
      try {
        await Promise.all(Array.from({ length: CONCURRENT_RECORDS }, checkQueued));
      } finally {
        // After a failure nobody waits for the others.
        queue.length = 0;
      }
      return groupsOf(action.checks ?? [], found.flat());
    },
    // They are true for the moment at which somebody decides.
    ...{ gcTime: 0, staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
  });
}

function groupsOf(order: readonly string[], found: CheckGroup['found']): CheckGroup[] {
  const groups = order.flatMap((id): CheckGroup[] => {
    const own = found.filter(({ result }) => result.id === id);
    const level = LEVELS.find((one) => own.some(({ result }) => result.level === one));
    const label = own[0]?.result.label;
    if (level === undefined || label === undefined) return [];
    return [{ id, label, level, found: own.filter(({ result }) => result.level === level) }];
  });
  return LEVELS.flatMap((level) => groups.filter((group) => group.level === level));
}
