import { setTimeout as wait } from 'node:timers/promises';
import { LeaseLostError } from './leaseTable.ts';

/** Milliseconds between two polls, in case a notification was lost. */
export const POLL_MS = 30_000;
/** Wait before the next poll after an error. */
const ERROR_RETRY_MS = 1_000;
/** Added to the wait for the next due item, so that a poll never comes just before it is due. */
const CLOCK_SLACK_MS = 2;

/** The result of one claim. */
export interface ClaimResult<Item> {
  items: Item[];
  /** More items may be due that there is room for: the queue claims again at once. */
  hasMore?: boolean;
  /** Called once work on the items has begun: milliseconds until the next item is due; undefined when none waits. */
  nextInMs?(): Promise<number | undefined>;
}

/** An item that this process works on. */
export interface ClaimedItem<Item> {
  readonly item: Item;
  /** Aborted when the lease is lost, and when the process stops. */
  readonly signal: AbortSignal;
  /** The lease is lost or the item no longer wanted: this process must not store anything of it. */
  readonly isLost: boolean;
}

/** Renews the leases of this process and frees those of dead ones. Several queues may share one store. */
export interface LeaseStore {
  /** @returns ids whose lease is lost */
  renew(ids: readonly string[]): Promise<string[]>;
  /**
   * Frees expired leases.
   * @param all frees every lease: no other process can be at work
   */
  recover(all: boolean): Promise<void>;
}

/** A queue that processes share: each item is claimed by one process, and by another when that one dies. */
export interface LeasedQueue<Item> {
  /** Unique; the payload of the notification that an item is due. */
  name: string;
  leases: LeaseStore;
  idOf(item: Item): string;
  /** Claims as many due items as there is room for. @param working the items that this process already works on */
  claim(working: readonly Item[]): Promise<ClaimResult<Item>>;
  /**
   * Works on an item and stores the result and the end of its lease.
   * @returns milliseconds until the next poll, if known; 0 claims again at once
   */
  process(claimed: ClaimedItem<Item>): Promise<number | undefined>;
  /** Hands back items that did not end in time when the process stops. */
  release(items: readonly Item[]): Promise<void>;
}

interface WorkingItem<Item> extends ClaimedItem<Item> {
  stop: AbortController;
  isLost: boolean;
}

/** Claims the items of one queue as they fall due, and works on them. */
export class QueueRunner<Item> {
  private readonly working = new Map<string, WorkingItem<Item>>();
  private polling: Promise<void> = Promise.resolve();
  private isPolling = false;
  private isPollRequested = false;
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
  private timerFiresAt = Infinity;

  constructor(
    readonly queue: LeasedQueue<Item>,
    private readonly onError: (error: unknown) => void,
  ) {}

  get ids(): string[] {
    return [...this.working.keys()];
  }

  /** Claims due items until no more are due or there is no room. */
  notify(): void {
    this.isPollRequested = true;
    if (!this.isPolling && !this.isStopping) this.polling = this.poll();
  }

  /** Aborts the work on an item whose lease is lost. */
  abort(id: string): void {
    const working = this.working.get(id);
    if (!working) return;
    working.isLost = true;
    working.stop.abort(new LeaseLostError(id));
  }

  /** Stops claiming, aborts the items at work, and hands back those that do not end in time. */
  async stop(graceMs: number): Promise<void> {
    const abortAll = (): void => {
      for (const { stop } of this.working.values()) stop.abort(new Error('The process is stopping'));
    };
    this.isStopping = true;
    clearTimeout(this.timer);
    abortAll();
    await this.polling;
    // Also the items that the last poll has claimed.
    abortAll();
    const until = Date.now() + graceMs;
    while (this.working.size > 0 && Date.now() < until) await wait(10);
    const unfinished = [...this.working.values()].filter(({ isLost }) => !isLost);
    for (const one of unfinished) one.isLost = true;
    if (unfinished.length > 0) await this.queue.release(unfinished.map(({ item }) => item));
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    try {
      while (this.isPollRequested && !this.isStopping) {
        this.isPollRequested = false;
        clearTimeout(this.timer);
        this.timerFiresAt = Infinity;
        const working = [...this.working.values()].map(({ item }) => item);
        const { items, hasMore = false, nextInMs } = await this.queue.claim(working);
        for (const item of items) void this.work(item);
        if (hasMore) this.isPollRequested = true;
        else this.scheduleNotify(await nextInMs?.());
      }
    } catch (error) {
      this.onError(error);
      this.scheduleNotify(ERROR_RETRY_MS);
    } finally {
      this.isPolling = false;
    }
  }

  private scheduleNotify(ms: number | undefined): void {
    if (ms === undefined || this.isStopping) return;
    const delay = Math.min(Math.max(ms, 0) + CLOCK_SLACK_MS, POLL_MS);
    if (Date.now() + delay >= this.timerFiresAt) return;
    clearTimeout(this.timer);
    this.timerFiresAt = Date.now() + delay;
    this.timer = setTimeout(() => this.notify(), delay).unref();
  }

  private async work(item: Item): Promise<void> {
    const stop = new AbortController();
    const working: WorkingItem<Item> = { item, stop, signal: stop.signal, isLost: false };
    const id = this.queue.idOf(item);
    // Its lease was lost unnoticed, and it was claimed here again: abort the earlier attempt.
    this.abort(id);
    this.working.set(id, working);
    let nextInMs: number | undefined = ERROR_RETRY_MS;
    try {
      nextInMs = await this.queue.process(working);
    } catch (error) {
      this.onError(error);
    } finally {
      if (this.working.get(id) === working) this.working.delete(id);
      if (nextInMs === 0) this.notify();
      else this.scheduleNotify(nextInMs);
    }
  }
}
