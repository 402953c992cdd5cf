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

/** Days after which ended jobs are deleted. */
const RETENTION_DAYS = 14;
const RETENTION_CHECK_MS = 3_600_000;

export interface JobsOptions {
  /** Milliseconds that running jobs have to end when the process stops; default 10,000. */
  graceMs?: number;
  /** Milliseconds that a timed-out job has to stop before it fails for good; default 60,000. */
  stopGraceMs?: number;
  /** Seals the data of jobs, which may hold secrets; without it they are stored in the clear. */
  secretBox?: SecretBox;
}

/**
 * Background jobs: added in the caller's transaction, run by any process on the database but by one at a time, retried
 * after failures, taken over from processes that die.
 */
export class Jobs {
  private readonly definitions = new Map<string, JobDefinition<object>>();
  private readonly schedules = new Map<string, Schedule>();
  /** Runs the jobs, and other leased queues of this process. */
  readonly supervisor: QueueSupervisor;
  private readonly store: JobStore;
  private retentionTimer: NodeJS.Timeout | undefined;
  private stopListening: (() => Promise<void>) | undefined;
  private changeListener: (by: string, change: JobChange) => void = () => undefined;
  private errorListener: (error: unknown) => void = () => undefined;
  private readonly reportError = (error: unknown): void => this.errorListener(error);

  /** Expects the tables of `JOB_TABLES`. */
  constructor(
    private readonly db: Database,
    private readonly options: JobsOptions = {},
  ) {
    this.store = new JobStore(db, randomUUID(), options.secretBox);
    this.supervisor = new QueueSupervisor(db, this.reportError);
  }

  /** Defines a kind of job. To be called before `start`. */
  register<Data extends object>(name: string, definition: JobDefinition<Data>): void {
    if (this.definitions.has(name)) throw new Error(`Jobs named "${name}" are registered twice`);
    this.definitions.set(name, definition);
  }

  /** The label of a kind, in English; its name if it has none. */
  labelOf(name: string): string {
    return this.definitions.get(name)?.label ?? name;
  }

  /**
   * Runs jobs of a kind on a schedule, without data: once each time over all processes. A time at which no process was up
   * is made up for at the next start. To be called before `start`.
   */
  schedule(name: string, schedule: Schedule): void {
    this.schedules.set(name, schedule);
  }

  /** Sets the listener for errors that no caller waits for. */
  onError(listener: (error: unknown) => void): void {
    this.errorListener = listener;
  }

  /** Sets the listener for changes of jobs that people started. */
  onChange(listener: (by: string, change: JobChange) => void): void {
    this.changeListener = listener;
  }

  /** Sets the listener for the end of jobs that people started; it runs in the transaction that stores the end. */
  onEnd(listener: EndListener): void {
    this.store.onEnd = listener;
  }

  /**
   * Adds a job in the caller's transaction: it runs once that is committed.
   * @returns its id, or that of the job that already waits under its key
   */
  async enqueue(tx: Queryable, name: string, data: object, options: EnqueueOptions = {}): Promise<string> {
    if (!this.definitions.has(name))
      throw new Error(unknownNameMessage('job', name, this.definitions.keys()));
    return this.store.enqueue(tx, name, data, options);
  }

  /** Cancels the waiting and running jobs of a key, in the caller's transaction. */
  async cancel(tx: Queryable, key: string): Promise<void> {
    await this.store.cancel(tx, 'key = $1', [key]);
  }

  /** Cancels a job. @returns false when it had already ended */
  async cancelOne(tx: Queryable, id: string): Promise<boolean> {
    const cancelled = await this.store.cancel(tx, 'id = $1::uuid', [id]);
    for (const { by } of cancelled) if (by !== null) this.changeListener(by, { id, state: 'cancelled' });
    return cancelled.length > 0;
  }

  /** Whether a process works on a job of the key, including a cancelled one that has not stopped yet. */
  isHeld(key: string): Promise<boolean> {
    return this.store.isHeld(key);
  }

  /** Starts running due jobs. */
  async start(): Promise<void> {
    const { db, store, supervisor, reportError: onError } = this;
    const stopGraceMs = this.options.stopGraceMs ?? 60_000;
    const publish = (by: string | null, change: JobChange): void => {
      if (by !== null) this.changeListener(by, change);
    };
    const recordWrites = async (by: string): Promise<void> => db.replica?.recordWrite(by);
    const runners = [...this.definitions].map(([name, definition]) => {
      const scheduled = this.schedules.has(name) ? this.withNextRun(name, definition) : definition;
      return new JobRunner({
        name,
        definition: scheduled,
        store,
        stopGraceMs,
        publish,
        recordWrites,
        onError,
      });
    });
    for (const name of this.schedules.keys()) await this.enqueueNext(name);
    this.stopListening = await db.listen(JOB_CANCELLED_CHANNEL, (id) => supervisor.abort(id));
    for (const runner of runners) await supervisor.add(runner);
    this.retentionTimer = setInterval(
      () => void store.deleteEnded(RETENTION_DAYS).catch(onError),
      RETENTION_CHECK_MS,
    ).unref();
  }

  /** Aborts the running jobs, and hands those that do not end within the grace time back for other processes. */
  async stop(): Promise<void> {
    clearInterval(this.retentionTimer);
    await this.supervisor.remove([...this.definitions.keys()], this.options.graceMs ?? 10_000);
    await this.stopListening?.();
  }

  /** Enqueues the next run before the work of this one, so that a failure does not end the schedule. */
  private withNextRun(name: string, { run, ...definition }: JobDefinition<object>): JobDefinition<object> {
    const enqueueAndRun = async (context: JobContext<object>): Promise<JobOutcome | void> => {
      await this.enqueueNext(name);
      return run(context);
    };
    return { ...definition, run: enqueueAndRun };
  }

  /** Enqueues the next run with its time as key, so that processes add it once. */
  private async enqueueNext(name: string): Promise<void> {
    const schedule = this.schedules.get(name);
    if (!schedule) return;
    const at = nextTime(schedule, await databaseNow(this.db));
    await this.db.transaction((tx) => this.enqueue(tx, name, {}, { key: at.toISOString(), at }));
  }
}
