import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { JobRunner } from './jobRunner.ts';
import { JOB_ADDED_CHANNEL, JOB_CANCELLED_CHANNEL, LEASE_TTL_S, JobStore } from './jobStore.ts';
import { Queue } from './queue.ts';
import { databaseNow, nextTime, type Schedule } from './schedules.ts';
import type { EnqueueOptions, JobChange, JobContext, JobDefinition, JobOutcome } from './types.ts';
import { unknownWord } from '../../../schemas/model/nearest.ts';
import type { SecretBox } from '../resources/secretBox.ts';

/** Milliseconds between two looks at everything, in case a notification was lost. */
const POLL_MS = 30_000;
/** Milliseconds between two looks for running jobs: ours, that they still run, and those of processes that died. */
const WATCH_MS = (LEASE_TTL_S * 1_000) / 3;
/** Days for which jobs that have ended are shown. */
const KEPT_DAYS = 14;
const SWEEP_MS = 3_600_000;

export interface JobsOptions {
  /** Milliseconds that running jobs have to end when the process is to end; default 10,000. */
  graceMs?: number;
  /** Milliseconds that a job past its time has to stop before it fails for good; default 60,000. */
  stopGraceMs?: number;
  /** Seals what jobs are about, for that may hold secrets; without one it is stored in the clear. */
  secretBox?: SecretBox;
}

/**
 * Background work: added in the transaction of the change that wants it, run by any process on the database, by none
 * twice at a time, tried again after failures, taken over from processes that die.
 */
export class Jobs {
  private readonly definitions = new Map<string, JobDefinition<object>>();
  private readonly schedules = new Map<string, Schedule>();
  private readonly lanes = new Map<string, JobRunner>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly stopListening: (() => Promise<void>)[] = [];
  private listener: (by: string, change: JobChange) => void = () => undefined;
  private faultListener: (error: unknown) => void = () => undefined;

  private constructor(
    private readonly db: Database,
    private readonly queue: Queue,
    private readonly ledger: JobStore,
    private readonly graceMs: number,
    private readonly stopGraceMs: number,
  ) {}

  /** The tables of `JOB_TABLES` are there; the library's own are made. */
  static async open(
    db: Database,
    { graceMs = 10_000, stopGraceMs = 60_000, secretBox }: JobsOptions = {},
  ): Promise<Jobs> {
    const queue = await Queue.open(db);
    return new Jobs(db, queue, new JobStore(db, queue, randomUUID(), secretBox), graceMs, stopGraceMs);
  }

  /** Makes the library's tables and the queues of jobs, so that the first `start` on the database finds them. */
  static async prepare(db: Database, names: string[]): Promise<void> {
    await (await Queue.open(db)).create(names);
  }

  /** Says how jobs of that name run. To be called before `start`. */
  register<Data extends object>(name: string, definition: JobDefinition<Data>): void {
    if (this.definitions.has(name)) throw new Error(`Jobs named "${name}" are registered twice`);
    this.definitions.set(name, definition);
  }

  /**
   * Says when jobs of that name run by themselves, with no data: each time once, whichever process does it, and a time
   * at which none was up as soon as one is. To be called before `start`.
   */
  schedule(name: string, schedule: Schedule): void {
    this.schedules.set(name, schedule);
  }

  /** Hears of faults that no caller waits for; one listener. */
  onFault(listener: (error: unknown) => void): void {
    this.faultListener = listener;
  }

  /** Hears of the changes of jobs that people started, wherever they can be told; one listener. */
  onChange(listener: (by: string, change: JobChange) => void): void {
    this.listener = listener;
  }

  /**
   * Adds a job in the transaction of the change: it runs when that is committed, and never was when it is rolled back.
   * @returns its id; with a key under which one waits already, that one's
   */
  async enqueue(tx: Queryable, name: string, data: object, options: EnqueueOptions = {}): Promise<string> {
    const definition = this.definitions.get(name);
    if (!definition) throw new Error(unknownWord('job', name, this.definitions.keys()));
    return this.ledger.add(tx, name, data, { ...options, backoff: definition.backoff });
  }

  /** Ends the jobs of a key that wait or run, in the transaction of the change. */
  async cancel(tx: Queryable, key: string): Promise<void> {
    await this.ledger.cancel(tx, 'key = $1', [key]);
  }

  /** Ends one job that waits or runs. @returns whether it did */
  async cancelOne(tx: Queryable, id: string): Promise<boolean> {
    const ended = await this.ledger.cancel(tx, 'id = $1::uuid', [id]);
    for (const { by } of ended) if (by !== null) this.listener(by, { id, state: 'cancelled' });
    return ended.length > 0;
  }

  /** Begins to run what is due. */
  async start(): Promise<void> {
    const { db, ledger, definitions, stopGraceMs } = this;
    const onFault = (error: unknown): void => this.faultListener(error);
    await this.queue.create([...definitions.keys()]);
    for (const [name, given] of definitions) {
      const definition = this.schedules.has(name) ? this.repeated(name, given) : given;
      const tell = (by: string | null, change: JobChange): void => {
        if (by !== null) this.listener(by, change);
      };
      this.lanes.set(name, new JobRunner({ name, definition, ledger, stopGraceMs, tell, onFault }));
    }
    await ledger.queueMissing();
    for (const name of this.schedules.keys()) await this.enqueueNext(name);
    // The embedded database has one process: whatever ran belonged to one that is gone.
    await this.takeBack(db.engine === 'embedded');
    this.stopListening.push(
      await db.listen(JOB_ADDED_CHANNEL, (name) => this.lanes.get(name)?.wake()),
      await db.listen(JOB_CANCELLED_CHANNEL, (id) => this.lose([id])),
    );
    const wakeAll = (): void => {
      for (const lane of this.lanes.values()) lane.wake();
    };
    const poll = (): void => {
      wakeAll();
      this.takeBack().catch(onFault);
    };
    this.timers.push(
      setInterval(poll, POLL_MS).unref(),
      setInterval(() => void this.watch().catch(onFault), WATCH_MS).unref(),
      setInterval(() => void ledger.sweep(KEPT_DAYS).catch(onFault), SWEEP_MS).unref(),
    );
    wakeAll();
  }

  /** Lets running jobs end, for a time; what has not ended by then is handed back for other processes to take up. */
  async stop(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    // Until they end the jobs are still ours.
    const keeping = setInterval(() => void this.keep().catch(this.faultListener), WATCH_MS);
    try {
      // First of all: while a busy database is waited for, a job would go on, with calls to platforms for instance.
      await Promise.all([...this.lanes.values()].map((lane) => lane.stop(this.graceMs)));
    } finally {
      clearInterval(keeping);
    }
    for (const stop of this.stopListening.splice(0)) await stop();
  }

  /** Each time sees to the next one first, so that it comes whatever becomes of this one. */
  private repeated(name: string, { run, ...definition }: JobDefinition<object>): JobDefinition<object> {
    const next = async (context: JobContext<object>): Promise<JobOutcome | void> => {
      await this.enqueueNext(name);
      return run(context);
    };
    return { ...definition, run: next };
  }

  /** The time is the key: while it waits, no process adds it again. */
  private async enqueueNext(name: string): Promise<void> {
    const schedule = this.schedules.get(name);
    if (!schedule) return;
    const at = nextTime(schedule, await databaseNow(this.db));
    await this.db.transaction((tx) => this.enqueue(tx, name, {}, { key: at.toISOString(), at }));
  }

  private async watch(): Promise<void> {
    await this.keep();
    if (this.db.engine === 'server') await this.takeBack();
  }

  private async keep(): Promise<void> {
    const ids = [...this.lanes.values()].flatMap((lane) => lane.ids);
    if (ids.length > 0) this.lose(await this.ledger.keep(ids));
  }

  private async takeBack(all = false): Promise<void> {
    for (const name of await this.ledger.lapsed(all)) await this.ledger.takeBackLapsed(name, all);
  }

  private lose(ids: string[]): void {
    for (const id of ids) for (const lane of this.lanes.values()) lane.lose(id);
  }
}
