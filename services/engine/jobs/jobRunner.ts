import { setTimeout as wait } from 'node:timers/promises';
import type { JobStore, ClaimedJob } from './jobStore.ts';
import { JobError, type JobChange, type JobContext, type JobDefinition, type JobOutcome } from './types.ts';

/** Milliseconds between two notes of a job's progress. */
const PROGRESS_MS = 500;
/** Milliseconds after which a fault of the database is tried again. */
const FAULT_MS = 1_000;
/** Longest delay that timers know. */
const MAX_DELAY = 2 ** 31 - 1;
const UNEXPECTED = 'Oops! something went wrong';

interface Run extends ClaimedJob {
  stop: AbortController;
  /** Whoever runs it now, its end is not ours to note. */
  lost: boolean;
}

export interface JobRunnerOptions {
  name: string;
  definition: JobDefinition<object>;
  ledger: JobStore;
  /** Milliseconds that a job past its time has to stop. */
  stopGraceMs: number;
  /** Told of what the person who started a job may want to see. */
  tell(by: string | null, change: JobChange): void;
  /** Told of faults that are not for people. */
  onFault(error: unknown): void;
}

/** Takes up the jobs of one kind as they fall due, and runs so many at once as the kind allows. */
export class JobRunner {
  private readonly running = new Map<string, Run>();
  private readonly timeoutMs: number;
  private readonly concurrency: number;
  private ended: { run: Run; outcome?: JobOutcome }[] = [];
  private isNoting = false;
  private noting: Promise<void> = Promise.resolve();
  private isPumping = false;
  private pumping: Promise<void> = Promise.resolve();
  private again = false;
  private stopping = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: JobRunnerOptions) {
    this.timeoutMs = milliseconds(options.definition.timeout ?? '10m');
    this.concurrency = options.definition.concurrency ?? 2;
  }

  /** Looks for due jobs now; until there are no more, or no room for more. */
  wake(): void {
    this.again = true;
    if (!this.isPumping) this.pumping = this.pump();
  }

  get ids(): string[] {
    return [...this.running.keys()];
  }

  /** The job is to stop here, and what it gives is passed over. */
  lose(id: string): void {
    const run = this.running.get(id);
    if (!run) return;
    run.lost = true;
    run.stop.abort(new Error('The job was cancelled or taken over'));
  }

  /** Takes nothing more, tells the running ones to stop, and hands back those that have not ended in time. */
  async stop(graceMs: number): Promise<void> {
    const tell = (): void => {
      for (const { stop } of this.running.values()) stop.abort(new Error('The process is to end'));
    };
    this.stopping = true;
    clearTimeout(this.timer);
    tell();
    await this.pumping;
    // Those that were being taken.
    tell();
    const over = new AbortController();
    const idle = async (): Promise<void> => {
      while (this.running.size > 0 && !over.signal.aborted) await wait(20);
    };
    await Promise.race([idle(), wait(graceMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    await this.handBack([...this.running.values()]);
    await this.noting.catch(() => undefined);
  }

  private async pump(): Promise<void> {
    const { name, ledger, onFault } = this.options;
    this.isPumping = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        clearTimeout(this.timer);
        const free = this.concurrency - this.running.size;
        if (free <= 0) break;
        const taken = await ledger.take(name, free);
        for (const job of taken) void this.run(job);
        if (taken.length === free) this.again = true;
        else this.wakeIn(await ledger.nextIn(name));
      }
    } catch (error) {
      onFault(error);
      this.wakeIn(FAULT_MS);
    } finally {
      this.isPumping = false;
    }
  }

  /** A job that is due is not taken before it is, so a moment later. */
  private wakeIn(ms: number | undefined): void {
    if (ms === undefined || this.stopping) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.min(Math.max(ms, 0) + 5, MAX_DELAY));
    this.timer.unref();
  }

  private async run(job: ClaimedJob): Promise<void> {
    const run: Run = { ...job, stop: new AbortController(), lost: false };
    this.running.set(run.id, run);
    this.tell(run, { state: 'running' });
    try {
      const outcome = await this.attempt(run);
      if (!run.lost) await this.note(run, outcome ?? {});
    } catch (error) {
      await this.failed(run, error).catch(this.options.onFault);
    } finally {
      this.running.delete(run.id);
      this.wake();
    }
  }

  private async attempt(run: Run): Promise<JobOutcome | void> {
    const { definition } = this.options;
    const progress = this.progressOf(run);
    const context: JobContext<object> = {
      data: run.data,
      claimedAt: run.claimedAt,
      signal: run.stop.signal,
      attempt: run.failures + 1,
      progress: progress.tell,
      fail: (reason) => {
        throw new JobError(reason, true);
      },
    };
    const timeout = this.startTimeout(run);
    try {
      return await Promise.race([definition.run(context), timeout.unstopped]);
    } catch (error) {
      throw timeout.fault() ?? error;
    } finally {
      timeout.clear();
      await progress.settle();
    }
  }

  /**
   * Tells a job past its time to stop and waits for it: tried again while it still runs, it would run twice. One that
   * does not stop is not tried again.
   */
  private startTimeout({ stop }: Run): {
    /** Rejects when the job did not stop. */
    unstopped: Promise<never>;
    /** Why the job was told to stop, if its time was over. */
    fault(): JobError | undefined;
    clear(): void;
  } {
    const reason = `It took longer than ${this.options.definition.timeout ?? '10m'}`;
    let fault: JobError | undefined;
    let timer: NodeJS.Timeout | undefined;
    const unstopped = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        fault = new JobError(reason);
        stop.abort(fault);
        timer = setTimeout(() => {
          fault = new JobError(`${reason} and did not stop`, true);
          reject(fault);
        }, this.options.stopGraceMs);
      }, this.timeoutMs);
    });
    return { unstopped, fault: () => fault, clear: () => clearTimeout(timer) };
  }

  /** Jobs that end while others are being noted are noted together, in one transaction. */
  private async note(run: Run, outcome: JobOutcome): Promise<void> {
    this.ended.push({ run, outcome });
    if (!this.isNoting) this.noting = this.noteAll();
    await this.noting;
  }

  private async noteAll(): Promise<void> {
    const { name, ledger, definition } = this.options;
    this.isNoting = true;
    try {
      while (this.ended.length > 0) {
        const batch = this.ended.splice(0);
        await ledger.done(
          name,
          batch.map(({ run, outcome }) => ({ id: run.id, outcome })),
          definition.tells ? (definition.label ?? name) : undefined,
        );
        for (const { run } of batch) this.tell(run, { state: 'done' });
      }
    } finally {
      // After a fault each of those that waited is tried again by itself.
      this.ended = [];
      this.isNoting = false;
    }
  }

  private async failed(run: Run, error: unknown): Promise<void> {
    const { name, ledger, definition, onFault } = this.options;
    if (run.lost) return;
    const told = error instanceof JobError;
    // It was told to stop and did: no failure.
    if (this.stopping && !told) return this.handBack([run]);
    if (!told) onFault(error);
    const reason = told ? error.message : UNEXPECTED;
    const final = (told && error.final) || run.failures >= (definition.retry ?? 3);
    if (final) await ledger.failed(name, run.id, reason, definition.label);
    else await ledger.retry(name, run.id, reason);
    this.tell(run, { state: final ? 'failed' : 'waiting' });
  }

  private async handBack(runs: Run[]): Promise<void> {
    const own = runs.filter(({ lost }) => !lost);
    for (const run of own) run.lost = true;
    if (own.length === 0) return;
    await this.options.ledger.handBack(
      this.options.name,
      own.map(({ id }) => id),
    );
  }

  /** Notes the newest progress, and not more often than people can see. */
  private progressOf(run: Run): { tell: JobContext<object>['progress']; settle(): Promise<void> } {
    let timer: NodeJS.Timeout | undefined;
    let latest: Parameters<JobContext<object>['progress']> | undefined;
    let writing: Promise<void> = Promise.resolve();
    const write = (): void => {
      timer = undefined;
      if (!latest || run.lost) return;
      const [done, total, note] = latest;
      latest = undefined;
      writing = this.options.ledger.progress(run.id, done, total, note).catch(this.options.onFault);
      this.tell(run, { state: 'running', done, total, note });
    };
    return {
      tell: (...progress) => {
        latest = progress;
        timer ??= setTimeout(write, PROGRESS_MS);
      },
      settle: async () => {
        clearTimeout(timer);
        write();
        await writing;
      },
    };
  }

  private tell({ id, title, by }: Run, change: Omit<JobChange, 'id'>): void {
    if (title !== null && by !== null) this.options.tell(by, { id, ...change });
  }
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** "30s", "10m", "2h". */
function milliseconds(text: string): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0 && ms <= MAX_DELAY)) throw new Error(`"${text}" is no time such as 30s, 10m or 2h`);
  return ms;
}
