import type { Queryable } from '../storage/database.ts';

/** Who started a job. */
export interface Starter {
  id: string;
  name: string;
}

/** What a job is given to run with. */
export interface JobContext<Data extends object> {
  data: Data;
  /** When it was claimed, by the database's clock, by which it fell due: a process's own clock may be behind. */
  claimedAt: Date;
  /** Aborted when the job is cancelled, takes too long, was taken over, or the process is to end. */
  signal: AbortSignal;
  /** 1 at first, one more after each failure; being handed to another process counts as none. */
  attempt: number;
  /** Tells the person how far it is: 300 of 1,000, "Sending". Cheap to call often. */
  progress(done: number, total: number, note?: string): void;
  /**
   * Keeps the job this process's until the transaction ends: for what must not be stored by two that run it.
   * @throws LeaseLostError where another process runs it by now, or it was cancelled
   */
  assertHeld(tx: Queryable): Promise<void>;
  /** Ends the job for good with a reason for people: trying again would not help. */
  fail(reason: string): never;
}

/** What people are told of a job that is done. */
export interface JobOutcome {
  /** "1,200 rows imported". */
  text?: string;
  /** Where the result is: a path of the console, or an address. */
  link?: string;
}

export interface JobDefinition<Data extends object> {
  /**
   * May run twice when a process dies between its work and the note that it is done: what it does must be the same
   * twice as once. Throwing tries again; a `JobError` says why in words for people.
   */
  run(context: JobContext<Data>): Promise<JobOutcome | void>;
  /** What one without a title is called where it has failed: "Mail"; default the name of the kind. */
  label?: string;
  /** One without a title is shown under its label too where its outcome has a text: something came of it. */
  tells?: boolean;
  /** How often it is tried again after a failure; default 3. */
  retry?: number;
  /** Seconds before the first new try; each further one waits about twice as long. Default 5. */
  backoff?: number;
  /** The longest it may take: "30s", "10m", "2h"; default "10m". It is to stop when `signal` says so, and is tried again then. */
  timeout?: string;
  /** How many of it a process runs at once; default 2. */
  concurrency?: number;
}

export interface EnqueueOptions {
  /** Not before this time. */
  at?: Date;
  /** While a job of that name and key waits, no second one is added; while one runs, none runs beside it. */
  key?: string;
  /** What it is for people: "Import of audience.csv". A job without a title is shown only when it failed. */
  title?: string;
  /** Who is told of its progress and sees it in the list. */
  by?: Starter;
}

/** A job that somebody started and that has ended. */
export interface EndedJob {
  id: string;
  title: string;
  /** Id of the person who started it. */
  by: string;
  state: 'done' | 'failed';
  text?: string;
  failure?: string;
}

/** Hears of the end of a job in the transaction that stores it. @returns what follows its commit */
export type EndListener = (tx: Queryable, job: EndedJob) => Promise<() => void>;

/** A fault that is told to people as it is. */
export class JobError extends Error {
  override name = 'JobError';

  constructor(
    message: string,
    /** Trying again would not help. */
    readonly final = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Told of every change that the person who started a job may want to see. */
export type JobChange = { id: string; state: JobState; done?: number; total?: number; note?: string };
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
