import { setImmediate as others } from 'node:timers/promises';
import { StorageError } from '../storage/database.ts';

interface Waiting<In, Out> {
  asked: In;
  resolve(out: Out): void;
  reject(error: unknown): void;
}

export interface TogetherOptions<In> {
  /** What one turn takes, by `sizeOf`; one that is bigger has a turn of its own. */
  most: number;
  sizeOf?: (one: In) => number;
  /** Milliseconds between the beginnings of two turns: in a rush more share each, and who comes alone never waits. */
  apart?: number;
}

/**
 * Does together what is asked for at the same time: whatever is asked for in one round of the event loop, and what
 * arrives while one turn is under way goes into the next one, so that many who wait share a transaction. What fails
 * together is tried one by one: nobody fails for another's sake. Where the database itself is at fault, all that were
 * asked for together fail at once.
 */
export class Together<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private isBusy = false;
  /** When the last turn began, by the process's clock. */
  private begunAt = -Infinity;

  /** @param work does all or nothing; gives an outcome for each, in their order */
  constructor(
    private readonly work: (all: readonly In[]) => Promise<readonly Out[]>,
    private readonly options: TogetherOptions<In>,
  ) {}

  ask(asked: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject });
      if (!this.isBusy) void this.doAll();
    });
  }

  private async doAll(): Promise<void> {
    const { most, sizeOf = () => 1, apart = 0 } = this.options;
    this.isBusy = true;
    await others();
    while (this.waiting.length > 0) {
      const wait = this.begunAt + apart - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.begunAt = performance.now();
      let size = 0;
      let count = 0;
      for (const { asked } of this.waiting) {
        if (count > 0 && size + sizeOf(asked) > most) break;
        size += sizeOf(asked);
        count += 1;
      }
      await this.turn(this.waiting.splice(0, count));
    }
    this.isBusy = false;
  }

  private async turn(all: Waiting<In, Out>[]): Promise<void> {
    try {
      const outcomes = await this.work(all.map(({ asked }) => asked));
      all.forEach(({ resolve }, at) => resolve(outcomes[at] as Out));
    } catch (error) {
      if (all.length === 1 || isOutage(error)) for (const { reject } of all) reject(error);
      else await this.oneByOne(all);
    }
  }

  private async oneByOne(all: readonly Waiting<In, Out>[]): Promise<void> {
    let outage: unknown;
    for (const { asked, resolve, reject } of all) {
      if (outage !== undefined) reject(outage);
      else
        try {
          const [outcome] = await this.work([asked]);
          resolve(outcome as Out);
        } catch (error) {
          reject(error);
          if (isOutage(error)) outage = error;
        }
    }
  }
}

/** Whether the database is at fault, whatever was asked of it; not where another change was in the way. */
export const isOutage = (error: unknown): boolean => error instanceof StorageError && !error.retryable;
