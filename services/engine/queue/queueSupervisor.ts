import type { Database } from '../storage/database.ts';
import { LEASE_TTL_S } from './leaseTable.ts';
import { POLL_MS, QueueRunner, type LeasedQueue, type LeaseStore } from './queueRunner.ts';

/** Notification to every process: the name of a queue in which an item is due. */
export const QUEUE_CHANNEL = 'queue_due';
/** Milliseconds between two rounds, each of which renews the leases of this process and frees those of dead ones. */
const RENEW_MS = (LEASE_TTL_S * 1_000) / 3;

/** Runs the leased queues of a process: one timer renews their leases, one notification channel wakes them. */
export class QueueSupervisor {
  private readonly runners = new Map<string, QueueRunner<never>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private stopListening: (() => Promise<void>) | undefined;
  private readonly renewers = new WeakMap<LeaseStore, LeaseRenewer>();

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts running a queue. */
  async add<Item>(queue: LeasedQueue<Item>): Promise<void> {
    if (this.runners.has(queue.name)) throw new Error(`Two queues are named "${queue.name}"`);
    const isFirst = ![...this.runners.values()].some((other) => other.queue.leases === queue.leases);
    // The embedded database has one process: every lease is of an earlier one.
    if (isFirst) await queue.leases.recover(this.db.engine === 'embedded');
    const runner = new QueueRunner(queue, this.onError);
    this.runners.set(queue.name, runner as unknown as QueueRunner<never>);
    if (this.runners.size === 1) await this.start();
    runner.notify();
  }

  /** Stops queues; the others go on. @param graceMs time that items at work have to end before they are handed back */
  async remove(names: readonly string[], graceMs: number): Promise<void> {
    const removed = names.flatMap((name) => this.runners.get(name) ?? []);
    // First of all: during a wait for a busy database, work such as calls to platforms would go on.
    await Promise.all(removed.map((runner) => runner.stop(graceMs)));
    for (const { queue } of removed) this.runners.delete(queue.name);
    if (this.runners.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    const stopListening = this.stopListening;
    this.stopListening = undefined;
    await stopListening?.();
  }

  /** Aborts the work on an item, whichever queue it is of. */
  abort(id: string): void {
    for (const runner of this.runners.values()) runner.abort(id);
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

  /** Renews the leases of each store, independently of the others. */
  private renew(): void {
    const idsByStore = new Map<LeaseStore, string[]>();
    for (const { queue, ids } of this.runners.values())
      idsByStore.set(queue.leases, [...(idsByStore.get(queue.leases) ?? []), ...ids]);
    for (const [leases, ids] of idsByStore) {
      const renewer = this.renewers.get(leases) ?? new LeaseRenewer(this.db, leases);
      this.renewers.set(leases, renewer);
      renewer.run(ids, (id) => this.abort(id)).catch(this.onError);
    }
  }
}

/** Renews the leases that this process has in one store, then frees those of dead processes. */
class LeaseRenewer {
  private isRenewing = false;
  private isRecovering = false;
  /** Whether the last renewal succeeded. */
  private lastSucceeded = true;

  constructor(
    private readonly db: Database,
    private readonly leases: LeaseStore,
  ) {}

  /** Does nothing while an earlier renewal is running. */
  async run(ids: readonly string[], lose: (id: string) => void): Promise<void> {
    if (this.isRenewing) return;
    this.isRenewing = true;
    const previousSucceeded = this.lastSucceeded;
    this.lastSucceeded = false;
    try {
      if (ids.length > 0) for (const id of await this.leases.renew(ids)) lose(id);
      else if (!previousSucceeded) await this.db.check();
      this.lastSucceeded = true;
    } finally {
      this.isRenewing = false;
    }
    // After an outage of the database, every process first gets a round to renew its leases.
    if (this.db.engine === 'server' && previousSucceeded) await this.recover();
  }

  private async recover(): Promise<void> {
    if (this.isRecovering) return;
    this.isRecovering = true;
    try {
      await this.leases.recover(false);
    } catch (error) {
      this.lastSucceeded = false;
      throw error;
    } finally {
      this.isRecovering = false;
    }
  }
}
