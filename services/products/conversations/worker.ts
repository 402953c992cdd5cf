import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../engine/modules/module.ts';
import { CAPACITY } from './capacity.ts';
import { processConversation } from './processConversation.ts';
import {
  DUE_NOTICE,
  RENEW_INTERVAL_MS,
  Leases,
  LeaseLostError,
  type CallerLoad,
  type ClaimedConversation,
} from './leases.ts';

/** Between two polls while a caller has as many conversations as it may. */
const THROTTLED_POLL_MS = 100;
/** Between two polls, in case a notice was lost. */
const POLL_INTERVAL_MS = 30_000;
/** Before a poll or a conversation is tried again after an error. */
const ERROR_RETRY_MS = 1_000;
/** That running conversations have to stop. */
const STOP_TIMEOUT_MS = 10_000;

/** Claims conversations that have work and processes them, one process for each conversation. */
export class Worker {
  private readonly leases: Leases;
  private readonly running = new Map<string, { channel: string; caller?: number; stop: AbortController }>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private nextPollAt = Infinity;
  /** More work waits than there is capacity for: whenever a conversation ends, it polls again. */
  private isFull = false;
  private isPolling = false;
  private isNotified = false;
  private stopping = false;
  private polling: Promise<void> = Promise.resolve();

  constructor(private readonly context: Context) {
    this.leases = new Leases(context.db, randomUUID());
  }

  async start(): Promise<void> {
    const { db, onFault } = this.context;
    // The embedded database has one process: every lease belongs to one that is gone.
    if (db.engine === 'embedded') await this.leases.releaseAll(true);
    this.stopListening = await db.listen(
      DUE_NOTICE,
      () => this.notify(),
      () => this.notify(),
    );
    this.timers.push(
      setInterval(() => this.notify(), POLL_INTERVAL_MS).unref(),
      setInterval(() => void this.renewLeases().catch(onFault), RENEW_INTERVAL_MS).unref(),
    );
    this.notify();
  }

  /** Claims nothing more; running conversations stop at the next point where nothing is lost. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    for (const timer of this.timers) clearInterval(timer);
    await this.stopListening?.();
    await this.polling;
    const until = Date.now() + STOP_TIMEOUT_MS;
    while (this.running.size > 0 && Date.now() < until) await pause(10);
    for (const { stop } of this.running.values()) stop.abort();
    await this.leases.releaseAll();
  }

  notify(): void {
    this.isNotified = true;
    if (!this.isPolling && !this.stopping) this.polling = this.poll();
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    try {
      while (this.isNotified && !this.stopping) {
        this.isNotified = false;
        clearTimeout(this.timer);
        this.nextPollAt = Infinity;
        const { max, fullChannels, callers } = this.freeCapacity();
        this.isFull = max <= 0 || fullChannels.length > 0;
        if (max <= 0) break;
        const claimed = await this.leases.claim(max, fullChannels, callers);
        for (const conversation of claimed) void this.run(conversation);
        // A caller at its limit may have more waiting.
        const isThrottled = [...this.freeCapacity().callers.counts.values()].some(
          (count) => count >= callers.max,
        );
        if (isThrottled) this.isFull = true;
        if (claimed.length === max) this.isFull = this.isNotified = true;
        else {
          const wait = await this.leases.msUntilNext(fullChannels);
          this.notifyIn(wait !== undefined && isThrottled ? Math.max(wait, THROTTLED_POLL_MS) : wait);
        }
      }
    } catch (error) {
      this.context.onFault(error);
      this.notifyIn(ERROR_RETRY_MS);
    } finally {
      this.isPolling = false;
    }
  }

  /** How many more may be claimed without any channel exceeding its share, which channels are full, and each caller's load. */
  private freeCapacity(): { max: number; fullChannels: string[]; callers: CallerLoad } {
    const { conversations, perChannel, perCaller } = CAPACITY[this.context.db.engine];
    const running = [...this.running.values()];
    const counts = countEach(running.map(({ channel }) => channel));
    const fullChannels = [...counts].flatMap(([channel, count]) => (count >= perChannel ? [channel] : []));
    const largest = Math.max(0, ...[...counts.values()].filter((count) => count < perChannel));
    const callers = running.flatMap(({ caller }) => (caller === undefined ? [] : [caller]));
    return {
      max: Math.min(conversations - this.running.size, perChannel - largest),
      fullChannels,
      callers: { counts: countEach(callers), max: perCaller },
    };
  }

  private notifyIn(ms: number | undefined): void {
    if (ms === undefined || this.stopping) return;
    const wait = Math.min(Math.max(ms, 0) + 2, POLL_INTERVAL_MS);
    if (Date.now() + wait >= this.nextPollAt) return;
    clearTimeout(this.timer);
    this.nextPollAt = Date.now() + wait;
    this.timer = setTimeout(() => this.notify(), wait).unref();
  }

  private async run(conversation: ClaimedConversation): Promise<void> {
    const { profile, channel, caller } = conversation;
    const stop = new AbortController();
    this.running.set(profile, { channel, stop, ...(caller !== undefined && { caller }) });
    let wait: number | undefined;
    try {
      const shouldStop = () => this.stopping || stop.signal.aborted;
      wait = await processConversation(
        this.context,
        this.leases,
        conversation,
        shouldStop,
        () => this.isFull,
      );
    } catch (error) {
      if (!(error instanceof LeaseLostError)) {
        this.context.onFault(error);
        await this.leases.release(conversation, ERROR_RETRY_MS).catch(this.context.onFault);
        wait = ERROR_RETRY_MS;
      }
    } finally {
      this.running.delete(profile);
      if (this.isFull) this.notify();
      else this.notifyIn(wait);
    }
  }

  private async renewLeases(): Promise<void> {
    if (this.running.size === 0) return;
    for (const profile of await this.leases.renew([...this.running.keys()]))
      this.running.get(profile)?.stop.abort();
  }
}

function countEach<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
