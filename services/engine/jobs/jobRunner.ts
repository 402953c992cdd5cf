import { setTimeout as wait } from 'node:timers/promises';
import type { Claimed, ClaimedItem, LeasedQueue } from '../queue/queueRunner.ts';
import { measure } from '../metrics/measure.ts';
import { inSpan } from '../tracing/span.ts';
import { isAway, mayPass } from '../storage/errors.ts';
import { Batcher } from '../storage/batcher.ts';
import type { ClaimedJob, CompletedJob, JobStore } from './jobStore.ts';
import { JobError, type JobChange, type JobContext, type JobDefinition, type JobOutcome } from './types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Milliseconds between two notes of a job's progress. */
const PROGRESS_MS = 500;
/** Longest delay that timers know. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Jobs whose ends one statement stores. */
const MAX_COMPLETED = 500;
/** Milliseconds after which a database that is away is tried again. */
const AWAY_MS = 1_000;
const DEFAULT_TIMEOUT = '10m';
const DEFAULT_RETRIES = 3;
const DEFAULT_BACKOFF_S = 5;
const UNEXPECTED = storedText('Oops! something went wrong');

type Run = ClaimedItem<ClaimedJob>;

interface JobRunnerOptions {
  name: string;
  definition: JobDefinition<object>;
  store: JobStore;
  /** Milliseconds that a job past its time has to stop. */
  stopGraceMs: number;
  /** Called with what the person who started a job may want to see. */
  publish(by: string | null, change: JobChange): void;
  /** Notes what a person's job has written, before anybody is told of its end. */
  noteWrites(by: string): Promise<void>;
  /** Called with faults that are not for people. */
  onFault(error: unknown): void;
}

/** The jobs of one kind, of which a process runs so many at once as the kind allows. */
export class JobRunner implements LeasedQueue<ClaimedJob> {
  readonly name: string;
  readonly leases: JobStore;
  private readonly timeoutMs: number;
  private readonly concurrency: number;
  /** Jobs that end while others are being stored are stored together. */
  private readonly completions: Batcher<CompletedJob, void>;

  constructor(private readonly options: JobRunnerOptions) {
    const { name, definition, store } = options;
    this.name = name;
    this.leases = store;
    this.timeoutMs = milliseconds(definition.timeout ?? DEFAULT_TIMEOUT);
    this.concurrency = definition.concurrency ?? 2;
    const label = definition.tells ? storedText(definition.label ?? name) : undefined;
    this.completions = new Batcher((ended) => store.complete(ended, label), { maxWeight: MAX_COMPLETED });
  }

  idOf({ id }: ClaimedJob): string {
    return id;
  }

  async claim(working: readonly ClaimedJob[]): Promise<Claimed<ClaimedJob>> {
    const { name, store } = this.options;
    const free = this.concurrency - working.length;
    if (free <= 0) return { items: [] };
    const items = await store.claim(name, free);
    return { items, hasMore: items.length === free, nextInMs: () => store.nextDueInMs(name) };
  }

  async process(run: Run): Promise<number> {
    const { store, onFault } = this.options;
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
        const ended = { id, outcome: outcome ?? {}, isWatched: by !== null };
        await this.whileAway(run, () => this.completions.enqueue(ended));
        this.publish(run, { state: 'done' });
      }
      measureAttempt('done');
    } catch (error) {
      measureAttempt(run.signal.aborted && !(error instanceof JobError) ? 'stopped' : 'failed');
      if (!run.isLost && !run.signal.aborted && !(error instanceof JobError)) onFault(error);
      await this.whileAway(run, () => this.fail(run, error)).catch(onFault);
    }
    // Only one that has a key keeps others waiting. It may have ended before it heard that it was cancelled.
    if (run.item.key !== null) await store.releaseCancelled(run.item.id).catch(onFault);
    return 0;
  }

  async release(jobs: readonly ClaimedJob[]): Promise<void> {
    await this.options.store.release(jobs.map(({ id }) => id));
  }

  private async attempt(run: Run): Promise<JobOutcome | void> {
    const { definition, store } = this.options;
    const { claimedAt, failures } = run.item;
    const progress = this.progressOf(run);
    const timeout = this.startTimeout();
    const context: JobContext<object> = {
      data: store.dataOf(run.item),
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
      return await Promise.race([definition.run(context), timeout.unstopped]);
    } catch (error) {
      throw timeout.fault() ?? error;
    } finally {
      timeout.clear();
      await progress.flush();
      const { by } = run.item;
      if (by !== null) await this.options.noteWrites(by).catch(this.options.onFault);
    }
  }

  /**
   * Tells a job past its time to stop and waits for it: tried again while it still runs, it would run twice. One that
   * does not stop is not tried again.
   */
  private startTimeout(): {
    /** Aborted when the time is over. */
    signal: AbortSignal;
    /** Rejects when the job did not stop. */
    unstopped: Promise<never>;
    /** Why the job was told to stop, if its time was over. */
    fault(): JobError | undefined;
    clear(): void;
  } {
    const time = this.options.definition.timeout ?? DEFAULT_TIMEOUT;
    const stop = new AbortController();
    let fault: JobError | undefined;
    let timer: NodeJS.Timeout | undefined;
    const unstopped = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        fault = new JobError(storedText('It took longer than %{time}', { time }));
        stop.abort(fault);
        timer = setTimeout(() => {
          fault = new JobError(storedText('It took longer than %{time} and did not stop', { time }), true);
          reject(fault);
        }, this.options.stopGraceMs);
      }, this.timeoutMs);
    });
    return { signal: stop.signal, unstopped, fault: () => fault, clear: () => clearTimeout(timer) };
  }

  /** What came of a job is stored once the database is there, as long as the job is this process's. */
  private async whileAway(run: Run, store: () => Promise<void>): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await store();
      } catch (error) {
        const isOver = (): boolean => run.isLost || run.signal.aborted;
        if (!mayPass(error) || isOver()) throw error;
        if (isFirst) this.options.onFault(error);
        await wait(AWAY_MS, undefined, { signal: run.signal }).catch(() => undefined);
        if (isOver()) throw error;
      }
    }
  }

  private async fail(run: Run, error: unknown): Promise<void> {
    const { name, store, definition } = this.options;
    if (run.isLost) return;
    const { id, failures } = run.item;
    const isToldToPeople = error instanceof JobError;
    // It was told to stop and did: no failure.
    if (run.signal.aborted && !isToldToPeople) return store.release([id]);
    const backoff = definition.backoff ?? DEFAULT_BACKOFF_S;
    // The job has not failed: it is tried again, as often as that takes.
    if (!isToldToPeople && isAway(error)) {
      await store.postpone(id, backoff);
      this.publish(run, { state: 'waiting' });
      return;
    }
    const reason = isToldToPeople ? error.message : UNEXPECTED;
    const isFinal = (isToldToPeople && error.final) || failures >= (definition.retry ?? DEFAULT_RETRIES);
    if (isFinal) await store.fail(id, reason, storedText(definition.label ?? name));
    else await store.retry(run.item, reason, backoff);
    this.publish(run, { state: isFinal ? 'failed' : 'waiting' });
  }

  /** Stores the newest progress, and not more often than people can see. */
  private progressOf(run: Run): { report: JobContext<object>['progress']; flush(): Promise<void> } {
    const { store, onFault } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let latest: Parameters<JobContext<object>['progress']> | undefined;
    let writing: Promise<void> = Promise.resolve();
    const write = (): void => {
      timer = undefined;
      if (!latest || run.isLost) return;
      const [done, total, note] = latest;
      latest = undefined;
      writing = store.progress(run.item.id, done, total, note).catch(onFault);
      this.publish(run, { state: 'running', done, total, note });
    };
    return {
      report: (...progress) => {
        latest = progress;
        timer ??= setTimeout(write, PROGRESS_MS);
      },
      flush: async () => {
        clearTimeout(timer);
        write();
        await writing;
      },
    };
  }

  private publish({ item: { id, title, by } }: Run, change: Omit<JobChange, 'id'>): void {
    if (title !== null && by !== null) this.options.publish(by, { id, ...change });
  }
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** "30s", "10m", "2h". */
function milliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0 && ms <= MAX_DELAY_MS)) throw new Error(`"${text}" is no time such as 30s, 10m or 2h`);
  return ms;
}
