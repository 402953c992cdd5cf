import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../engine/modules/module.ts';
import { CAPACITY } from './capacity.ts';
import { converse } from './converse.ts';
import { DUE, KEEP_MS, Leases, LostLease, type CallerLoad, type Conversation } from './leases.ts';

/** Milliseconds between two looks while a caller has as many conversations as it may. */
const HELD_BACK_MS = 100;
/** Milliseconds between two looks at everything, in case a notice was lost. */
const POLL_MS = 30_000;
/** Milliseconds after which a fault of the database is tried again. */
const FAULT_MS = 1_000;
/** Milliseconds that conversations have to come to a stop. */
const GRACE_MS = 10_000;

/** Goes on with the conversations that have something to do: one process with each, in the order of what came in. */
export class Worker {
  private readonly leases: Leases;
  private readonly running = new Map<string, { channel: string; caller?: number; stop: AbortController }>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;
  /** There is more to do than is gone on with: whoever comes to an end makes room. */
  private isFull = false;
  private isPumping = false;
  private again = false;
  private stopping = false;
  private pumping: Promise<void> = Promise.resolve();

  constructor(private readonly context: Context) {
    this.leases = new Leases(context.db, randomUUID());
  }

  async start(): Promise<void> {
    const { db, onFault } = this.context;
    // The embedded database has one process: whatever was gone on with belonged to one that is gone.
    if (db.engine === 'embedded') await this.leases.giveBack(true);
    this.stopListening = await db.listen(
      DUE,
      () => this.wake(),
      () => this.wake(),
    );
    this.timers.push(
      setInterval(() => this.wake(), POLL_MS).unref(),
      setInterval(() => void this.keep().catch(onFault), KEEP_MS).unref(),
    );
    this.wake();
  }

  /** Takes nothing more; what is under way comes to the next point at which it can be left. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    for (const timer of this.timers) clearInterval(timer);
    await this.stopListening?.();
    await this.pumping;
    const until = Date.now() + GRACE_MS;
    while (this.running.size > 0 && Date.now() < until) await pause(10);
    for (const { stop } of this.running.values()) stop.abort();
    await this.leases.giveBack();
  }

  wake(): void {
    this.again = true;
    if (!this.isPumping && !this.stopping) this.pumping = this.pump();
  }

  private async pump(): Promise<void> {
    this.isPumping = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        clearTimeout(this.timer);
        this.wakesAt = Infinity;
        const { most, without, callers } = this.room();
        this.isFull = most <= 0 || without.length > 0;
        if (most <= 0) break;
        const claimed = await this.leases.claim(most, without, callers);
        for (const conversation of claimed) void this.goOn(conversation);
        // Of a caller that has as many as it may, more may wait.
        const isHeldBack = [...this.room().callers.counts.values()].some((count) => count >= callers.max);
        if (isHeldBack) this.isFull = true;
        if (claimed.length === most) this.isFull = this.again = true;
        else {
          const wait = await this.leases.nextIn(without);
          this.wakeIn(wait !== undefined && isHeldBack ? Math.max(wait, HELD_BACK_MS) : wait);
        }
      }
    } catch (error) {
      this.context.onFault(error);
      this.wakeIn(FAULT_MS);
    } finally {
      this.isPumping = false;
    }
  }

  /** How many may be taken, so that no channel gets more than its share, the channels that have theirs, and what callers have. */
  private room(): { most: number; without: string[]; callers: CallerLoad } {
    const { conversations, perChannel, perCaller } = CAPACITY[this.context.db.engine];
    const running = [...this.running.values()];
    const counts = countOf(running.map(({ channel }) => channel));
    const without = [...counts].flatMap(([channel, count]) => (count >= perChannel ? [channel] : []));
    const largest = Math.max(0, ...[...counts.values()].filter((count) => count < perChannel));
    const callers = running.flatMap(({ caller }) => (caller === undefined ? [] : [caller]));
    return {
      most: Math.min(conversations - this.running.size, perChannel - largest),
      without,
      callers: { counts: countOf(callers), max: perCaller },
    };
  }

  private wakeIn(ms: number | undefined): void {
    if (ms === undefined || this.stopping) return;
    const wait = Math.min(Math.max(ms, 0) + 2, POLL_MS);
    if (Date.now() + wait >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = Date.now() + wait;
    this.timer = setTimeout(() => this.wake(), wait).unref();
  }

  private async goOn(conversation: Conversation): Promise<void> {
    const { profile, channel, caller } = conversation;
    const stop = new AbortController();
    this.running.set(profile, { channel, stop, ...(caller !== undefined && { caller }) });
    let wait: number | undefined;
    try {
      const isOver = () => this.stopping || stop.signal.aborted;
      wait = await converse(this.context, this.leases, conversation, isOver, () => this.isFull);
    } catch (error) {
      if (!(error instanceof LostLease)) {
        this.context.onFault(error);
        await this.leases.release(conversation, FAULT_MS).catch(this.context.onFault);
        wait = FAULT_MS;
      }
    } finally {
      this.running.delete(profile);
      if (this.isFull) this.wake();
      else this.wakeIn(wait);
    }
  }

  private async keep(): Promise<void> {
    if (this.running.size === 0) return;
    for (const profile of await this.leases.keep([...this.running.keys()]))
      this.running.get(profile)?.stop.abort();
  }
}

function countOf<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
