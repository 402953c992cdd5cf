import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';

/** Records that one call asks for. */
const MAX_PER_CALL = 100;
/** Milliseconds that rows stay in view before they are asked for: those that are scrolled past are not. */
const WAIT_MS = 80;

/** What the services answer: numbers by id, and the ids of those that are estimated. */
interface AskedNumbers {
  values: Record<string, number>;
  about: string[];
}
/** `null`: it could not be found out. */
export type FoundNumber = { value: number; isAbout: boolean } | null;

interface Waiting {
  id: string;
  signal: AbortSignal;
  resolve: (found: FoundNumber) => void;
  reject: (error: unknown) => void;
}
interface Queue {
  waiting: Waiting[];
  isRunning: boolean;
}

/** By what is asked: react-admin makes a provider for each component. */
const queues = new Map<string, Queue>();

function queueOf(entity: string, verb: string): Queue {
  const name = `${entity} ${verb}`;
  const queue = queues.get(name) ?? { waiting: [], isRunning: false };
  queues.set(name, queue);
  return queue;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

/** Asks for what waits, one call after the other. */
async function run(queue: Queue, call: (ids: string[]) => Promise<AskedNumbers>): Promise<void> {
  queue.isRunning = true;
  while (queue.waiting.length > 0) {
    await pause();
    const wanted = queue.waiting.splice(0, MAX_PER_CALL).filter(({ signal }) => !signal.aborted);
    if (wanted.length === 0) continue;
    try {
      const { values, about } = await call(wanted.map(({ id }) => id));
      for (const { id, resolve } of wanted) {
        const value = values[id];
        resolve(value === undefined ? null : { value, isAbout: about.includes(id) });
      }
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }
  queue.isRunning = false;
}

/** The number of one record by a verb of its collection; what is asked for at about the same time is one call. */
export function askNumber(
  provider: Pick<ConsoleDataProvider, 'query'>,
  { entity, verb }: { entity: string; verb: string },
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<FoundNumber> {
  const queue = queueOf(entity, verb);
  const found = new Promise<FoundNumber>((resolve, reject) =>
    queue.waiting.push({ id, signal, resolve, reject }),
  );
  if (!queue.isRunning)
    void run(queue, async (ids) => {
      const answer = await provider.query(entity, null, verb, { body: { ids } });
      return answer as unknown as AskedNumbers;
    });
  return found;
}
