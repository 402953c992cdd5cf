import { setTimeout as wait } from 'node:timers/promises';
import type { ClaimResult, ClaimedItem, LeasedQueue } from '../queue/queueRunner.ts';
import { measure } from '../metrics/measure.ts';
import { inSpan } from '../tracing/span.ts';
import { isDatabaseDown, isTransient } from '../storage/errors.ts';
import { Batcher } from '../storage/batcher.ts';
import type { ClaimedJob, CompletedJob, JobStore } from './jobStore.ts';
import { JobError, type JobChange, type JobContext, type JobDefinition, type JobOutcome } from './types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** A job's progress is stored and published this often at most. */
const PROGRESS_INTERVAL_MS = 500;
/** The longest delay that `setTimeout` supports. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Jobs that one statement completes. */
const MAX_COMPLETIONS_PER_STATEMENT = 500;
/** Wait before a result is stored again while the database is unavailable. */
const OUTAGE_RETRY_MS = 1_000;
const DEFAULT_TIMEOUT = '10m';
const DEFAULT_RETRIES = 3;
const DEFAULT_BACKOFF_S = 5;
const UNEXPECTED_FAILURE = storedText('Oops! something went wrong');

type RunningJob = ClaimedItem<ClaimedJob>;

interface JobRunnerOptions {
  name: string;
  definition: JobDefinition<object>;
  store: JobStore;
  /** Milliseconds that a timed-out job has to stop. */
  stopGraceMs: number;
  /** Publishes a change of a job to the person who started it. */
  publish(by: string | null, change: JobChange): void;
  /** Records that a person's job has written, before its end is published: reads from a replica wait for those writes. */
  recordWrites(by: string): Promise<void>;
  /** Called with errors for the log. */
  onError(error: unknown): void;
}

/** Runs the jobs of one kind in this process, at most `concurrency` at once. */
export class JobRunner implements LeasedQueue<ClaimedJob> {
  readonly name: string;
  readonly leases: JobStore;
  private readonly timeoutMs: number;
  private readonly concurrency: number;
  /** Batches the statements that complete jobs. */
  private readonly completions: Batcher<CompletedJob, void>;

  constructor(private readonly options: JobRunnerOptions) {
    const { name, definition, store } = options;
    this.name = name;
    this.leases = store;
    this.timeoutMs = parseDuration(definition.timeout ?? DEFAULT_TIMEOUT);
    this.concurrency = definition.concurrency ?? 2;
    const label = definition.showsOutcome ? storedText(definition.label ?? name) : undefined;
    this.completions = new Batcher((completed) => store.complete(completed, label), {
      maxWeight: MAX_COMPLETIONS_PER_STATEMENT,
    });
  }

  idOf({ id }: ClaimedJob): string {
    return id;
  }

  async claim(working: readonly ClaimedJob[]): Promise<ClaimResult<ClaimedJob>> {
    const { name, store } = this.options;
    const free = this.concurrency - working.length;
    if (free <= 0) return { items: [] };
    const items = await store.claim(name, free);
    return { items, hasMore: items.length === free, nextInMs: () => store.nextDueInMs(name) };
  }

  async process(run: RunningJob): Promise<number> {
    const { store, onError } = this.options;
    this.publish(run, { state: 'running' });
    const startedAt = performance.now();
    const measureAttempt = (outcome: 'done' | 'failed' | 'stopped'): void =>
      measure('console_job_seconds', (performance.now() - startedAt) / 1000, { name: this.name, outcome });
    try {
      const outcome = await inSpan(
        () => ({ name: this.name, kind: 'consumer', parent: run.item.trace ?? '' }),
        () => this.attempt(run),
      );
      if (!run.isLost) {
        const { id, by } = run.item;
        const completed = { id, outcome: outcome ?? {}, isWatched: by !== null };
        await this.retryDuringOutage(run, () => this.completions.enqueue(completed));
        this.publish(run, { state: 'done' });
      }
      measureAttempt('done');
    } catch (error) {
      measureAttempt(run.signal.aborted && !(error instanceof JobError) ? 'stopped' : 'failed');
      if (!run.isLost && !run.signal.aborted && !(error instanceof JobError)) onError(error);
      await this.retryDuringOutage(run, () => this.fail(run, error)).catch(onError);
    }
    // The job may have ended before it received the cancellation. Only a job with a key blocks others.
    if (run.item.key !== null) await store.releaseCancelled(run.item.id).catch(onError);
    return 0;
  }

  async release(jobs: readonly ClaimedJob[]): Promise<void> {
    await this.options.store.release(jobs.map(({ id }) => id));
  }

  private async attempt(run: RunningJob): Promise<JobOutcome | void> {
    const { definition, store } = this.options;
    const { claimedAt, failures } = run.item;
    const progress = this.createProgressReporter(run);
    const timeout = this.startTimeout();
    const context: JobContext<object> = {
      data: store.openData(run.item),
      claimedAt,
      signal: AbortSignal.any([run.signal, timeout.signal]),
      attempt: failures + 1,
      progress: progress.report,
      assertHeld: (tx) => store.assertHeld(tx, run.item),
      fail: (reason) => {
        throw new JobError(reason, true);
      },
    };
    try {
      return await Promise.race([definition.run(context), timeout.notStopped]);
    } catch (error) {
      throw timeout.timeoutError() ?? error;
    } finally {
      timeout.clear();
      await progress.flush();
      const { by } = run.item;
      if (by !== null) await this.options.recordWrites(by).catch(this.options.onError);
    }
  }

  /**
   * Aborts a job that exceeds its timeout and waits until it stops: a retry beside it would run it twice. A job that does
   * not stop within the grace time fails for good.
   */
  private startTimeout(): {
    /** Aborted at the timeout. */
    signal: AbortSignal;
    /** Rejects when the job does not stop within the grace time. */
    notStopped: Promise<never>;
    /** The error of a job that timed out. */
    timeoutError(): JobError | undefined;
    clear(): void;
  } {
    const time = this.options.definition.timeout ?? DEFAULT_TIMEOUT;
    const stop = new AbortController();
    let timeoutError: JobError | undefined;
    let timer: NodeJS.Timeout | undefined;
    const notStopped = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        timeoutError = new JobError(storedText('It took longer than %{time}', { time }));
        stop.abort(timeoutError);
        timer = setTimeout(() => {
          timeoutError = new JobError(
            storedText('It took longer than %{time} and did not stop', { time }),
            true,
          );
          reject(timeoutError);
        }, this.options.stopGraceMs);
      }, this.timeoutMs);
    });
    return {
      signal: stop.signal,
      notStopped,
      timeoutError: () => timeoutError,
      clear: () => clearTimeout(timer),
    };
  }

  /** Repeats `store` while the database is unavailable, until it succeeds or the job is no longer this process's. */
  private async retryDuringOutage(run: RunningJob, store: () => Promise<void>): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await store();
      } catch (error) {
        const isOver = (): boolean => run.isLost || run.signal.aborted;
        if (!isTransient(error) || isOver()) throw error;
        if (isFirst) this.options.onError(error);
        await wait(OUTAGE_RETRY_MS, undefined, { signal: run.signal }).catch(() => undefined);
        if (isOver()) throw error;
      }
    }
  }

  private async fail(run: RunningJob, error: unknown): Promise<void> {
    const { name, store, definition } = this.options;
    if (run.isLost) return;
    const { id, failures } = run.item;
    const isForPeople = error instanceof JobError;
    // Aborted because the process ends: no failure.
    if (run.signal.aborted && !isForPeople) return store.release([id]);
    const backoff = definition.backoff ?? DEFAULT_BACKOFF_S;
    // The database is down, not the job: no failure is counted.
    if (!isForPeople && isDatabaseDown(error)) {
      await store.postpone(id, backoff);
      this.publish(run, { state: 'waiting' });
      return;
    }
    const reason = isForPeople ? error.message : UNEXPECTED_FAILURE;
    const isFinal = (isForPeople && error.isFinal) || failures >= (definition.retry ?? DEFAULT_RETRIES);
    if (isFinal) await store.fail(id, reason, storedText(definition.label ?? name));
    else await store.retry(run.item, reason, backoff);
    this.publish(run, { state: isFinal ? 'failed' : 'waiting' });
  }

  /** Stores and publishes the latest progress, throttled. */
  private createProgressReporter(run: RunningJob): {
    report: JobContext<object>['progress'];
    flush(): Promise<void>;
  } {
    const { store, onError } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let latest: Parameters<JobContext<object>['progress']> | undefined;
    let writing: Promise<void> = Promise.resolve();
    const write = (): void => {
      timer = undefined;
      if (!latest || run.isLost) return;
      const [done, total, note] = latest;
      latest = undefined;
      writing = store.storeProgress(run.item.id, done, total, note).catch(onError);
      this.publish(run, { state: 'running', done, total, note });
    };
    return {
      report: (...progress) => {
        latest = progress;
        timer ??= setTimeout(write, PROGRESS_INTERVAL_MS);
      },
      flush: async () => {
        clearTimeout(timer);
        write();
        await writing;
      },
    };
  }

  private publish({ item: { id, title, by } }: RunningJob, change: Omit<JobChange, 'id'>): void {
    if (title !== null && by !== null) this.options.publish(by, { id, ...change });
  }
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** "30s", "10m" or "2h" in milliseconds. */
function parseDuration(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0 && ms <= MAX_TIMER_MS)) throw new Error(`"${text}" is no time such as 30s, 10m or 2h`);
  return ms;
}
