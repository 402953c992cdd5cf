import type { Database } from '../storage/database.ts';
import { LEASE_TTL_S } from './leaseTable.ts';
import { POLL_MS, QueueRunner, type LeasedQueue, type LeaseStore } from './queueRunner.ts';

/** Heard by every process: the name of a queue in which something is due. */
export const QUEUE_CHANNEL = 'queue_due';
/** Milliseconds between two renewals of what this process holds, and two looks for what dead processes hold. */
const RENEW_MS = (LEASE_TTL_S * 1_000) / 3;

/** Runs all leased queues of a process: one timer renews what they hold, one notification wakes them. */
export class QueueSupervisor {
  private readonly runners = new Map<string, QueueRunner<never>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | undefined;
  private readonly renewals = new WeakMap<LeaseStore, Renewal>();

  constructor(
    private readonly db: Database,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Begins to run a queue. */
  async add<Item>(queue: LeasedQueue<Item>): Promise<void> {
    if (this.runners.has(queue.name)) throw new Error(`Two queues are named "${queue.name}"`);
    const isFirst = ![...this.runners.values()].some((other) => other.queue.leases === queue.leases);
    // The embedded database has one process: whatever is held belongs to one that is gone.
    if (isFirst) await queue.leases.recover(this.db.engine === 'embedded');
    const runner = new QueueRunner(queue, this.onFault);
    this.runners.set(queue.name, runner as unknown as QueueRunner<never>);
    if (this.runners.size === 1) await this.start();
    runner.notify();
  }

  /** Ends queues; those that are left go on. @param graceMs that what is worked on has to end, before it is given back */
  async remove(names: readonly string[], graceMs: number): Promise<void> {
    const ended = names.flatMap((name) => this.runners.get(name) ?? []);
    // First of all: while a busy database is waited for, work would go on, with calls to platforms for instance.
    await Promise.all(ended.map((runner) => runner.stop(graceMs)));
    for (const { queue } of ended) this.runners.delete(queue.name);
    if (this.runners.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    const stopListening = this.stopListening;
    this.stopListening = undefined;
    await stopListening?.();
  }

  /** Whatever queue it is of, this item is to stop. */
  lose(id: string): void {
    for (const runner of this.runners.values()) runner.lose(id);
  }

  private async start(): Promise<void> {
    const notifyAll = (): void => {
      for (const runner of this.runners.values()) runner.notify();
    };
    this.timers.push(
      setInterval(() => this.renew(), RENEW_MS).unref(),
      setInterval(notifyAll, POLL_MS).unref(),
    );
    this.stopListening = await this.db.listen(
      QUEUE_CHANNEL,
      (name) => this.runners.get(name)?.notify(),
      notifyAll,
    );
  }

  /** Stores do not wait for each other. */
  private renew(): void {
    const held = new Map<LeaseStore, string[]>();
    for (const { queue, ids } of this.runners.values())
      held.set(queue.leases, [...(held.get(queue.leases) ?? []), ...ids]);
    for (const [leases, ids] of held) {
      const renewal = this.renewals.get(leases) ?? new Renewal(this.db, leases);
      this.renewals.set(leases, renewal);
      renewal.run(ids, (id) => this.lose(id)).catch(this.onFault);
    }
  }
}

/** Renews what this process holds of one store, then frees what dead processes hold. */
class Renewal {
  private isRenewing = false;
  private isRecovering = false;
  /** The last renewal succeeded. */
  private isRenewed = true;

  constructor(
    private readonly db: Database,
    private readonly leases: LeaseStore,
  ) {}

  /** Does nothing while an earlier renewal is waited for. */
  async run(ids: readonly string[], lose: (id: string) => void): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    const wasRenewed = this.isRenewed;
    this.isRenewed = false;
    try {
      if (ids.length > 0) for (const id of await this.leases.renew(ids)) lose(id);
      else if (!wasRenewed) await this.db.check();
      this.isRenewed = true;
    } finally {
      this.isRenewing = false;
    }
    // Where the database was away, every process first has the time to renew what it holds.
    if (this.db.engine === 'server' && wasRenewed) await this.recover();
  }

  private async recover(): Promise<void> {
    if (this.isRecovering) return;
    this.isRecovering = true;
    try {
      await this.leases.recover(false);
    } catch (error) {
      this.isRenewed = false;
      throw error;
    } finally {
      this.isRecovering = false;
    }
  }
}
