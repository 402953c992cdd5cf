import { randomUUID } from 'node:crypto';
import { QueueSupervisor } from '../queue/queueSupervisor.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { JobRunner } from './jobRunner.ts';
import { JOB_CANCELLED_CHANNEL, JobStore } from './jobStore.ts';
import { databaseNow, nextTime, type Schedule } from './schedules.ts';
import type {
  EndListener,
  EnqueueOptions,
  JobChange,
  JobContext,
  JobDefinition,
  JobOutcome,
} from './types.ts';
import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import type { SecretBox } from '../resources/secretBox.ts';

/** Days for which jobs that have ended are shown. */
const RETENTION_DAYS = 14;
const RETENTION_CHECK_MS = 3_600_000;

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
  /** Runs the jobs, and the leased queues of others in this process. */
  readonly supervisor: QueueSupervisor;
  private readonly store: JobStore;
  private retentionTimer: NodeJS.Timeout | undefined;
  private stopListening: (() => Promise<void>) | undefined;
  private listener: (by: string, change: JobChange) => void = () => undefined;
  private faultListener: (error: unknown) => void = () => undefined;
  private readonly onFaultOfOurs = (error: unknown): void => this.faultListener(error);

  /** The tables of `JOB_TABLES` are there. */
  constructor(
    private readonly db: Database,
    private readonly options: JobsOptions = {},
  ) {
    this.store = new JobStore(db, randomUUID(), options.secretBox);
    this.supervisor = new QueueSupervisor(db, this.onFaultOfOurs);
  }

  /** Says how jobs of that name run. To be called before `start`. */
  register<Data extends object>(name: string, definition: JobDefinition<Data>): void {
    if (this.definitions.has(name)) throw new Error(`Jobs named "${name}" are registered twice`);
    this.definitions.set(name, definition);
  }

  /** What jobs of that name are called, in English; their name where nobody said it. */
  labelOf(name: string): string {
    return this.definitions.get(name)?.label ?? name;
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

  /** Hears of the end of jobs that people started, in the transaction that stores it; one listener. */
  onEnd(listener: EndListener): void {
    this.store.onEnd = listener;
  }

  /**
   * Adds a job in the transaction of the change: it runs when that is committed, and never was when it is rolled back.
   * @returns its id; with a key under which one waits already, that one's
   */
  async enqueue(tx: Queryable, name: string, data: object, options: EnqueueOptions = {}): Promise<string> {
    if (!this.definitions.has(name))
      throw new Error(unknownNameMessage('job', name, this.definitions.keys()));
    return this.store.enqueue(tx, name, data, options);
  }

  /** Ends the jobs of a key that wait or run, in the transaction of the change. */
  async cancel(tx: Queryable, key: string): Promise<void> {
    await this.store.cancel(tx, 'key = $1', [key]);
  }

  /** Ends one job that waits or runs. @returns whether it did */
  async cancelOne(tx: Queryable, id: string): Promise<boolean> {
    const ended = await this.store.cancel(tx, 'id = $1::uuid', [id]);
    for (const { by } of ended) if (by !== null) this.listener(by, { id, state: 'cancelled' });
    return ended.length > 0;
  }

  /** Whether a process works on a job of the key, one that was cancelled and has not stopped yet included. */
  isHeld(key: string): Promise<boolean> {
    return this.store.isHeld(key);
  }

  /** Begins to run what is due. */
  async start(): Promise<void> {
    const { db, store, supervisor, onFaultOfOurs: onFault } = this;
    const stopGraceMs = this.options.stopGraceMs ?? 60_000;
    const publish = (by: string | null, change: JobChange): void => {
      if (by !== null) this.listener(by, change);
    };
    const noteWrites = async (by: string): Promise<void> => db.replica?.wrote(by);
    const runners = [...this.definitions].map(([name, given]) => {
      const definition = this.schedules.has(name) ? this.repeated(name, given) : given;
      return new JobRunner({ name, definition, store, stopGraceMs, publish, noteWrites, onFault });
    });
    for (const name of this.schedules.keys()) await this.enqueueNext(name);
    this.stopListening = await db.listen(JOB_CANCELLED_CHANNEL, (id) => supervisor.lose(id));
    for (const runner of runners) await supervisor.add(runner);
    this.retentionTimer = setInterval(
      () => void store.deleteEnded(RETENTION_DAYS).catch(onFault),
      RETENTION_CHECK_MS,
    ).unref();
  }

  /** Lets running jobs end, for a time; what has not ended by then is given back for other processes to claim. */
  async stop(): Promise<void> {
    clearInterval(this.retentionTimer);
    await this.supervisor.remove([...this.definitions.keys()], this.options.graceMs ?? 10_000);
    await this.stopListening?.();
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
}
