import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';

const MAX_RECORDS_PER_CALL = 100;
/** Rows that leave the view within this time are not requested. */
const BATCH_DELAY_MS = 80;

/** Numbers by id, and the ids of those that are estimates. */
interface NumbersResponse {
  values: Record<string, number>;
  about: string[];
}
/** `null` where it could not be computed. */
export type NumberResult = { value: number; isEstimate: boolean } | null;

interface PendingCall {
  id: string;
  signal: AbortSignal;
  resolve: (found: NumberResult) => void;
  reject: (error: unknown) => void;
}
interface Queue {
  pending: PendingCall[];
  isRunning: boolean;
}

/** By entity and verb; module-wide, since react-admin wraps the provider for each component. */
const queues = new Map<string, Queue>();

function openQueue(entity: string, verb: string): Queue {
  const name = `${entity} ${verb}`;
  const queue = queues.get(name) ?? { pending: [], isRunning: false };
  queues.set(name, queue);
  return queue;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, BATCH_DELAY_MS));

/** Sends the pending calls in batches, one batch after the other. */
async function runQueue(queue: Queue, call: (ids: string[]) => Promise<NumbersResponse>): Promise<void> {
  queue.isRunning = true;
  while (queue.pending.length > 0) {
    await pause();
    const batch = queue.pending.splice(0, MAX_RECORDS_PER_CALL).filter(({ signal }) => !signal.aborted);
    if (batch.length === 0) continue;
    try {
      const { values, about } = await call(batch.map(({ id }) => id));
      for (const { id, resolve } of batch) {
        const value = values[id];
        resolve(value === undefined ? null : { value, isEstimate: about.includes(id) });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  queue.isRunning = false;
}

/** Fetches the number of a record by a verb of its collection; batches concurrent calls into one request. */
export function fetchNumber(
  provider: Pick<ConsoleDataProvider, 'query'>,
  { entity, verb }: { entity: string; verb: string },
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<NumberResult> {
  const queue = openQueue(entity, verb);
  const found = new Promise<NumberResult>((resolve, reject) =>
    queue.pending.push({ id, signal, resolve, reject }),
  );
  if (!queue.isRunning)
    void runQueue(queue, async (ids) => {
      const answer = await provider.query(entity, null, verb, { body: { ids } });
      return answer as unknown as NumbersResponse;
    });
  return found;
}
