import type { Queryable } from '../storage/database.ts';

/** Who started a job. */
export interface Starter {
  id: string;
  name: string;
}

export interface JobContext<Data extends object> {
  data: Data;
  /** When it was claimed, by the database's clock, which also decides when it is due: the process's clock may be behind. */
  claimedAt: Date;
  /** Aborted when the job is cancelled, times out or is taken over, or when the process stops. */
  signal: AbortSignal;
  /** 1 plus the number of failures; a handover to another process is no failure. */
  attempt: number;
  /** Reports progress to the person: 300 of 1,000, "Sending". Throttled, so cheap to call often. */
  progress(done: number, total: number, note?: string): void;
  /**
   * Keeps the lease of the job until the transaction ends, so that no other process runs it and stores the same.
   * @throws LeaseLostError when another process has taken the job over, or it was cancelled
   */
  assertHeld(tx: Queryable): Promise<void>;
  /** Fails the job without a retry, with a reason for people. */
  fail(reason: string): never;
}

/** The result of a job, for people. */
export interface JobOutcome {
  /** "1,200 rows imported". */
  text?: string;
  /** Leads to the result: a path of the console, or a URL. */
  link?: string;
}

export interface JobDefinition<Data extends object> {
  /**
   * Must be idempotent: it runs again when a process dies after the work and before the end is stored. Throwing makes the
   * job retry; the message of a `JobError` is shown to people.
   */
  run(context: JobContext<Data>): Promise<JobOutcome | void>;
  /** Title of a failed job that has none: "Mail"; default: the name of the kind. */
  label?: string;
  /** Also lists a job without a title under the label of its kind when its outcome has a text. */
  showsOutcome?: boolean;
  /** Retries after a failure; default 3. */
  retry?: number;
  /** Seconds before the first retry, about doubled before each further one; default 5. */
  backoff?: number;
  /** "30s", "10m", "2h"; default "10m". Then `signal` is aborted, and the job is retried once it has stopped. */
  timeout?: string;
  /** Jobs of this kind that a process runs at once; default 2. */
  concurrency?: number;
}

export interface EnqueueOptions {
  /** Not before this time. */
  at?: Date;
  /** Of one name and key at most one job waits and at most one runs. */
  key?: string;
  /** Shown in the list of jobs: "Import of audience.csv". A job without a title is listed only when it failed. */
  title?: string;
  /** The person who sees it in the list, its progress included. */
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

/** Called in the transaction that stores the end of a job. @returns what runs after the commit */
export type EndListener = (tx: Queryable, job: EndedJob) => Promise<() => void>;

/** An error whose message is shown to people. */
export class JobError extends Error {
  override name = 'JobError';

  constructor(
    message: string,
    /** No retry: it would not help. */
    readonly isFinal = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A change of a job, as published to the person who started it. */
export type JobChange = { id: string; state: JobState; done?: number; total?: number; note?: string };
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
