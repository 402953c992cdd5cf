import { setImmediate as nextTick } from 'node:timers/promises';
import { captureSpan, type WithinSpan } from '../tracing/span.ts';
import { StorageError } from './database.ts';

interface QueuedCall<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Runs work below the span in which the call was made. */
  within?: WithinSpan | undefined;
}

interface BatcherOptions<Item> {
  /** Total weight of one batch; a heavier item has a batch of its own. */
  maxWeight: number;
  /** By default every item weighs 1. */
  weigh?: (item: Item) => number;
  /** Milliseconds between the starts of two batches: under load more calls share each, and a single call never waits. */
  minIntervalMs?: number;
}

/**
 * Batches concurrent calls into one, so that many callers share a transaction. Calls made in the same tick, or while a
 * batch runs, form the next batch. When a batch is rejected for its content, its items are retried one by one, so that
 * none fails because of another. When the database itself is down, the whole batch is rejected at once.
 */
export class Batcher<Item, Result> {
  private queue: QueuedCall<Item, Result>[] = [];
  private isRunning = false;
  /** Start of the last batch, by the process's clock. */
  private startedAt = -Infinity;

  /** @param run all or nothing; returns a result for each item, in their order */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatcherOptions<Item>,
  ) {}

  enqueue(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject, within: captureSpan() });
      if (!this.isRunning) void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    const { maxWeight, weigh = () => 1, minIntervalMs = 0 } = this.options;
    this.isRunning = true;
    await nextTick();
    while (this.queue.length > 0) {
      const wait = this.startedAt + minIntervalMs - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.startedAt = performance.now();
      let weight = 0;
      let count = 0;
      for (const { item } of this.queue) {
        if (count > 0 && weight + weigh(item) > maxWeight) break;
        weight += weigh(item);
        count += 1;
      }
      await this.runBatch(this.queue.splice(0, count));
    }
    this.isRunning = false;
  }

  private async runBatch(batch: QueuedCall<Item, Result>[]): Promise<void> {
    try {
      const results = await this.runWithin(batch);
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) for (const { reject } of batch) reject(error);
      else await this.runOneByOne(batch);
    }
  }

  /** A batch belongs to the span of its first call: whoever began to run batches may have ended long ago. */
  private runWithin(batch: readonly QueuedCall<Item, Result>[]): Promise<readonly Result[]> {
    const run = (): Promise<readonly Result[]> => this.run(batch.map(({ item }) => item));
    const within = batch[0]?.within;
    return within ? within(run) : run();
  }

  private async runOneByOne(batch: readonly QueuedCall<Item, Result>[]): Promise<void> {
    let outage: unknown;
    for (const call of batch) {
      const { resolve, reject } = call;
      if (outage !== undefined) reject(outage);
      else
        try {
          const [result] = await this.runWithin([call]);
          resolve(result as Result);
        } catch (error) {
          reject(error);
          if (isOutage(error)) outage = error;
        }
    }
  }
}

/** Whether the database itself is down, as opposed to a conflict with another change. */
export const isOutage = (error: unknown): boolean => error instanceof StorageError && !error.retryable;
