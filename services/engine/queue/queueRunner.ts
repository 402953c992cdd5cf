import { setTimeout as wait } from 'node:timers/promises';
import { LeaseLostError } from './leaseTable.ts';

/** Milliseconds between two polls, in case a notification was lost. */
export const POLL_MS = 30_000;
/** Milliseconds after which a fault of the database is tried again. */
const FAULT_MS = 1_000;
/** Milliseconds that an item is claimed after its time, by the process's clock: none is claimed before it. */
const CLOCK_SLACK_MS = 2;

/** What one claim has brought. */
export interface Claimed<Item> {
  items: Item[];
  /** More may be due that there is room for: it is claimed again at once. */
  hasMore?: boolean;
  /** Asked once work on the items has begun: milliseconds until the next one is due; undefined where none waits. */
  nextInMs?(): Promise<number | undefined>;
}

/** An item that this process works on. */
export interface ClaimedItem<Item> {
  readonly item: Item;
  /** Aborted when the item is lost, and when the process is to end. */
  readonly signal: AbortSignal;
  /** Another process has it by now, or nobody wants it any more: nothing of it is this process's to store. */
  readonly isLost: boolean;
}

/** Renews what a process holds, and frees what dead processes hold. Several queues may share one. */
export interface LeaseStore {
  /** @returns ids that are lost */
  renew(ids: readonly string[]): Promise<string[]>;
  /**
   * Frees what processes hold that have not renewed it in time.
   * @param all whatever is held: no other process can be working on it
   */
  recover(all: boolean): Promise<void>;
}

/** A kind of work that processes share: each item is claimed by one of them, and by another one when that dies. */
export interface LeasedQueue<Item> {
  /** Unique; what a notification says when something is due. */
  name: string;
  leases: LeaseStore;
  idOf(item: Item): string;
  /** Claims what is due and there is room for. @param working what this process works on already */
  claim(working: readonly Item[]): Promise<Claimed<Item>>;
  /**
   * Works on an item and stores what came of it, its end included.
   * @returns milliseconds after which something is due again, as far as that is known; 0 claims again at once
   */
  process(claimed: ClaimedItem<Item>): Promise<number | undefined>;
  /** Gives back what has not ended in time when the process is to end. */
  release(items: readonly Item[]): Promise<void>;
}

interface Working<Item> extends ClaimedItem<Item> {
  stop: AbortController;
  isLost: boolean;
}

/** Claims the items of one queue as they fall due, and works on them. */
export class QueueRunner<Item> {
  private readonly working = new Map<string, Working<Item>>();
  private polling: Promise<void> = Promise.resolve();
  private isPolling = false;
  private again = false;
  private stopping = false;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  private wakesAt = Infinity;

  constructor(
    readonly queue: LeasedQueue<Item>,
    private readonly onFault: (error: unknown) => void,
  ) {}

  get ids(): string[] {
    return [...this.working.keys()];
  }

  /** Claims what is due now, until nothing more is or there is no room. */
  notify(): void {
    this.again = true;
    if (!this.isPolling && !this.stopping) this.polling = this.poll();
  }

  /** The item is to stop here. */
  lose(id: string): void {
    const one = this.working.get(id);
    if (!one) return;
    one.isLost = true;
    one.stop.abort(new LeaseLostError(id));
  }

  /** Claims nothing more, tells what is worked on to stop, and gives back what has not ended in time. */
  async stop(graceMs: number): Promise<void> {
    const abort = (): void => {
      for (const { stop } of this.working.values()) stop.abort(new Error('The process is to end'));
    };
    this.stopping = true;
    clearTimeout(this.timer);
    abort();
    await this.polling;
    // What was being claimed.
    abort();
    const until = Date.now() + graceMs;
    while (this.working.size > 0 && Date.now() < until) await wait(10);
    const left = [...this.working.values()].filter(({ isLost }) => !isLost);
    for (const one of left) one.isLost = true;
    if (left.length > 0) await this.queue.release(left.map(({ item }) => item));
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        clearTimeout(this.timer);
        this.wakesAt = Infinity;
        const working = [...this.working.values()].map(({ item }) => item);
        const { items, hasMore = false, nextInMs } = await this.queue.claim(working);
        for (const item of items) void this.work(item);
        if (hasMore) this.again = true;
        else this.wakeIn(await nextInMs?.());
      }
    } catch (error) {
      this.onFault(error);
      this.wakeIn(FAULT_MS);
    } finally {
      this.isPolling = false;
    }
  }

  private wakeIn(ms: number | undefined): void {
    if (ms === undefined || this.stopping) return;
    const delay = Math.min(Math.max(ms, 0) + CLOCK_SLACK_MS, POLL_MS);
    if (Date.now() + delay >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = Date.now() + delay;
    this.timer = setTimeout(() => this.notify(), delay).unref();
  }

  private async work(item: Item): Promise<void> {
    const stop = new AbortController();
    const one: Working<Item> = { item, stop, signal: stop.signal, isLost: false };
    const id = this.queue.idOf(item);
    // It was lost without this process having noticed, and has come back.
    this.lose(id);
    this.working.set(id, one);
    let nextInMs: number | undefined = FAULT_MS;
    try {
      nextInMs = await this.queue.process(one);
    } catch (error) {
      this.onFault(error);
    } finally {
      if (this.working.get(id) === one) this.working.delete(id);
      if (nextInMs === 0) this.notify();
      else this.wakeIn(nextInMs);
    }
  }
}
