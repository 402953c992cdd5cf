import { newId } from '../resources/ids.ts';
import type { SecretBox } from '../resources/secretBox.ts';
import { LEASE_END, LeaseLostError, LeaseTable } from '../queue/leaseTable.ts';
import type { LeaseStore } from '../queue/queueRunner.ts';
import { QUEUE_CHANNEL } from '../queue/queueSupervisor.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { currentTraceparent } from '../tracing/span.ts';
import { openJobData, sealJobData } from './jobData.ts';
import type { EndedJob, EndListener, EnqueueOptions, JobOutcome } from './types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Lost leases after which a job fails: it is probably what kills its processes. */
const MAX_LAPSES = 5;
const LAPSED_FAILURE = storedText('It stopped without a word several times');
/** Expired leases that one transaction frees. */
const MAX_LEASES_PER_RECOVERY = 500;
/** The backoff is doubled at most this often. */
const MAX_DOUBLINGS = 15;
const UNIQUE_VIOLATION = '23505';

/** Notification to every process: the id of a running job that was cancelled. */
export const JOB_CANCELLED_CHANNEL = 'jobs_cancelled';

/** A job that this process runs. */
export interface ClaimedJob {
  id: string;
  key: string | null;
  title: string | null;
  by: string | null;
  /** Sealed, as stored. */
  data: unknown;
  failures: number;
  /** How often its lease was lost. Tells a claim from an earlier one, even of the same process. */
  lapses: number;
  /** `traceparent` of the span that enqueued it, where spans are recorded and it was due at once. */
  trace: string | null;
  /** By the database's clock. */
  claimedAt: Date;
}

export interface CompletedJob {
  id: string;
  outcome: JobOutcome;
  /** A person started it, who is notified of its end. */
  isWatched?: boolean;
}

interface JobRef {
  id: string;
  /** Id of the person who started it. */
  by: string | null;
}

/** How jobs wait again. */
interface Requeue {
  /** Seconds until they are due; default 0. */
  delay?: number;
  /** Why the last attempt failed. */
  failure?: string;
}

/** Jobs in the table `job_run`. Only the process that holds the lease of a running job can change it. */
export class JobStore implements LeaseStore {
  private readonly leases: LeaseTable;
  /** Called when a job ends that a person started. */
  onEnd: EndListener | undefined;

  constructor(
    private readonly db: Database,
    private readonly worker: string,
    private readonly secretBox?: SecretBox,
  ) {
    this.leases = new LeaseTable(db, worker, {
      ...{ table: 'job_run', id: 'id', until: 'lease_until' },
      isWanted: `state = 'running'`,
    });
  }

  /** Adds a job in the caller's transaction. @returns its id, or that of the job that already waits under its key */
  async enqueue(tx: Queryable, name: string, data: object, options: EnqueueOptions): Promise<string> {
    const id = newId();
    const { key = null, title = null, at = null, by } = options;
    const stored = sealJobData(data, this.secretBox);
    // A job for later belongs to no trace: a repeating one would extend the same trace for ever.
    const trace = at === null ? currentTraceparent() : undefined;
    const added = await tx.query(
      `INSERT INTO job_run (id, name, key, title, state, data, due_at, by_id, by_name, trace)
       VALUES ($1::uuid, $2, $3, $4, 'waiting', $5::jsonb, coalesce($6::timestamptz, clock_timestamp()), $7, $8, $9)
       ON CONFLICT (name, key) WHERE state = 'waiting' AND key IS NOT NULL DO NOTHING RETURNING id`,
      [id, name, key, title, stored, at, by?.id ?? null, by?.name ?? null, trace ?? null],
    );
    if (added.length === 0) {
      const [waiting] = await tx.query<{ id: string }>(
        `SELECT id FROM job_run WHERE name = $1 AND key = $2 AND state = 'waiting' FOR UPDATE`,
        [name, key],
      );
      // The waiting job has just been claimed.
      return waiting?.id ?? this.enqueue(tx, name, data, options);
    }
    await this.notify(tx, [name]);
    return id;
  }

  /** Claims up to `limit` due jobs of the kind, at most one per key, and none while another of its key runs. */
  async claim(name: string, limit: number): Promise<ClaimedJob[]> {
    try {
      return await this.db.query<ClaimedJob & Record<string, unknown>>(
        `UPDATE job_run SET state = 'running', worker = $3::uuid, lease_until = ${LEASE_END},
           started_at = coalesce(started_at, clock_timestamp())
         WHERE id = ANY(ARRAY(SELECT id FROM job_run AS job WHERE name = $1 AND state = 'waiting' AND due_at <= now()
           AND ${NO_OTHER_RUNS} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING id, key, title, by_id AS by, data, failures, lapses, trace, clock_timestamp() AS "claimedAt"`,
        [name, limit, this.worker],
      );
    } catch (error) {
      // Another process has claimed one of the same key at the same moment.
      if (!isUniqueViolation(error)) throw error;
      return this.claim(name, limit);
    }
  }

  /** Opens the data of a job. */
  openData({ data }: ClaimedJob): object {
    return openJobData(data, this.secretBox);
  }

  /** Milliseconds until the next job of the kind is due, by the database's clock. */
  async nextDueInMs(name: string): Promise<number | undefined> {
    const [next] = await this.db.query<{ ms: number }>(
      `SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM job_run AS job
       WHERE name = $1 AND state = 'waiting' AND ${NO_OTHER_RUNS} ORDER BY due_at LIMIT 1`,
      [name],
    );
    return next?.ms;
  }

  /**
   * Marks jobs as done and deletes their data. Jobs that no list shows are deleted.
   * @param label title of a job without one, whose outcome is shown all the same
   */
  async complete(completed: readonly CompletedJob[], label?: string): Promise<void[]> {
    const rows = completed.map(({ id, outcome: { text, link } }) => ({
      ...{ id, outcome: text, link },
      title: text === undefined ? undefined : label,
    }));
    await this.endJobs(
      completed.some(({ isWatched }) => isWatched),
      `WITH ended AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, outcome text, link text, title text)),
         unlisted AS (DELETE FROM job_run USING ended WHERE job_run.id = ended.id AND state = 'running' AND worker = $2::uuid
           AND coalesce(job_run.title, ended.title) IS NULL)
       UPDATE job_run SET state = 'done', title = coalesce(job_run.title, ended.title), outcome = ended.outcome,
         link = ended.link, ${END_ASSIGNMENTS}
       FROM ended WHERE job_run.id = ended.id AND state = 'running' AND worker = $2::uuid
         AND coalesce(job_run.title, ended.title) IS NOT NULL
       RETURNING ${ENDED_JOB_COLUMNS}`,
      [JSON.stringify(rows), this.worker],
    );
    return completed.map(() => undefined);
  }

  /** Fails a job for good, with a reason for people. */
  async fail(id: string, failure: string, label: string): Promise<void> {
    await this.endJobs(
      true,
      `UPDATE job_run SET state = 'failed', failure = $3, title = coalesce(title, $4), failures = failures + 1, ${END_ASSIGNMENTS}
       WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid RETURNING ${ENDED_JOB_COLUMNS}`,
      [id, this.worker, failure, label],
    );
  }

  /** Ends jobs by the statement `text` and calls `onEnd` for each in the same transaction. */
  private async endJobs(isWatched: boolean, text: string, values: readonly unknown[]): Promise<void> {
    const { onEnd } = this;
    if (!onEnd || !isWatched) return void (await this.db.query(text, [...values]));
    const afterCommit = await this.db.transaction(async (tx) => {
      const callbacks: (() => void)[] = [];
      for (const { by, text: outcome, failure, ...job } of await tx.query<EndedJobRow>(text, [...values]))
        if (by !== null)
          callbacks.push(
            await onEnd(tx, { ...job, by, ...(outcome && { text: outcome }), ...(failure && { failure }) }),
          );
      return callbacks;
    });
    for (const run of afterCommit) run();
  }

  /** Requeues a failed job with exponential backoff. @param backoff seconds before the first retry */
  async retry({ id, failures }: ClaimedJob, failure: string, backoff: number): Promise<void> {
    const delay = Math.max(backoff, 1) * 2 ** Math.min(failures, MAX_DOUBLINGS) * (1 + Math.random());
    await this.transaction((tx) => this.requeue(tx, [id], { delay, failure }, this.worker));
  }

  /** Requeues a job that has not failed. @param delay seconds */
  async postpone(id: string, delay: number): Promise<void> {
    await this.transaction((tx) => this.requeue(tx, [id], { delay }, this.worker));
  }

  /** Hands unfinished jobs of this process back, due at once. */
  async release(ids: readonly string[]): Promise<void> {
    await this.transaction(async (tx) => this.notify(tx, await this.requeue(tx, ids, {}, this.worker)));
  }

  /** Releases the lease of a cancelled job that this process has stopped: others of its key may run. */
  async releaseCancelled(id: string): Promise<void> {
    await this.db.query(
      `UPDATE job_run SET lease_until = NULL WHERE id = $1::uuid AND worker = $2::uuid AND state = 'cancelled'`,
      [id, this.worker],
    );
  }

  renew(ids: readonly string[]): Promise<string[]> {
    return this.leases.renew(ids);
  }

  /** Keeps the lease of the job until the transaction ends. @throws LeaseLostError also when it was cancelled */
  async assertHeld(tx: Queryable, { id, lapses }: ClaimedJob): Promise<void> {
    const held = await tx.query(
      `SELECT 1 FROM job_run WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid AND lapses = $3 FOR SHARE`,
      [id, this.worker, lapses],
    );
    if (held.length === 0) throw new LeaseLostError(`Job ${id}`);
  }

  async recover(all: boolean): Promise<void> {
    await this.transaction(async (tx) => {
      const lapsed = await tx.query<{ id: string; state: string; lapses: number }>(
        `SELECT id, state, lapses FROM job_run WHERE (state = 'running' OR lease_until IS NOT NULL)
           AND ($1::boolean OR lease_until IS NULL OR lease_until < now()) LIMIT ${MAX_LEASES_PER_RECOVERY} FOR UPDATE SKIP LOCKED`,
        [all],
      );
      if (lapsed.length === 0) return;
      const running = lapsed.filter(({ state }) => state === 'running');
      const exhausted = running.filter(({ lapses }) => lapses >= MAX_LAPSES - 1).map(({ id }) => id);
      await tx.query(
        `UPDATE job_run SET lease_until = NULL, lapses = lapses + 1 WHERE id = ANY($1::uuid[])`,
        [lapsed.map(({ id }) => id)],
      );
      await tx.query(
        `UPDATE job_run SET state = 'failed', failure = $2, ${END_ASSIGNMENTS} WHERE id = ANY($1::uuid[])`,
        [exhausted, LAPSED_FAILURE],
      );
      const ids = running.map(({ id }) => id);
      await this.notify(tx, await this.requeue(tx, ids, {}));
    });
  }

  async storeProgress(id: string, done: number, total: number, note: string | undefined): Promise<void> {
    await this.db.query(
      `UPDATE job_run SET done = $3, total = $4, note = $5 WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid`,
      [id, this.worker, done, total, note ?? null],
    );
  }

  /**
   * Cancels the waiting and running jobs that meet a condition on `job_run`; their outcome is discarded. A running job
   * keeps its lease until its process has stopped it.
   */
  async cancel(tx: Queryable, condition: string, values: readonly unknown[]): Promise<JobRef[]> {
    const cancelled = await tx.query<JobRef & { held: boolean }>(
      `UPDATE job_run SET state = 'cancelled', data = NULL, ended_at = clock_timestamp()
       WHERE state IN ('waiting', 'running') AND ${condition} RETURNING id, by_id AS by, lease_until IS NOT NULL AS held`,
      values,
    );
    for (const { id, held } of cancelled)
      if (held) await tx.query('SELECT pg_notify($1, $2)', [JOB_CANCELLED_CHANNEL, id]);
    return cancelled;
  }

  /** Whether a process works on a job of the key, including a cancelled one that has not stopped yet. */
  async isHeld(key: string): Promise<boolean> {
    const held = await this.db.query(
      'SELECT 1 FROM job_run WHERE key = $1 AND lease_until > clock_timestamp()',
      [key],
    );
    return held.length > 0;
  }

  /** Deletes jobs that ended more than `days` days ago. */
  async deleteEnded(days: number): Promise<void> {
    await this.db.query(`DELETE FROM job_run WHERE ended_at < now() - $1::int * interval '1 day'`, [days]);
  }

  /**
   * Makes running jobs wait again; cancels those under whose key another job already waits.
   * @param worker only jobs leased by this process
   * @returns the kinds of the jobs that wait now
   */
  private async requeue(
    tx: Queryable,
    ids: readonly string[],
    { delay = 0, failure }: Requeue,
    worker?: string,
  ): Promise<string[]> {
    const rows = await tx.query<{ name: string; state: string }>(
      `UPDATE job_run SET worker = NULL, lease_until = NULL, due_at = clock_timestamp() + $2::float8 * interval '1 s',
         failures = failures + ($3::text IS NOT NULL)::int, note = coalesce($3, note),
         state = CASE WHEN superseded THEN 'cancelled' ELSE 'waiting' END,
         ended_at = CASE WHEN superseded THEN clock_timestamp() END, data = CASE WHEN superseded THEN NULL ELSE data END
       FROM (SELECT own.id AS own, row_number() OVER (PARTITION BY own.name, own.key ORDER BY own.id) > 1
               AND own.key IS NOT NULL OR EXISTS (SELECT FROM job_run AS other
               WHERE other.name = own.name AND other.key = own.key AND other.state = 'waiting') AS superseded
             FROM job_run AS own WHERE own.id = ANY($1::uuid[])) AS owned
       WHERE job_run.id = own AND job_run.state = 'running' AND ($4::uuid IS NULL OR job_run.worker = $4::uuid)
       RETURNING job_run.name, job_run.state`,
      [ids, delay, failure ?? null, worker ?? null],
    );
    return rows.flatMap(({ name, state }) => (state === 'waiting' ? [name] : []));
  }

  private async notify(tx: Queryable, names: readonly string[]): Promise<void> {
    for (const name of new Set(names)) await tx.query('SELECT pg_notify($1, $2)', [QUEUE_CHANNEL, name]);
  }

  /** Runs `work` in a transaction, once more when a job was added under the same key meanwhile. */
  private async transaction(work: (tx: Queryable) => Promise<unknown>): Promise<void> {
    try {
      await this.db.transaction(work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.db.transaction(work);
    }
  }
}

/** SQL condition on `job`: no other job of its key runs. */
const NO_OTHER_RUNS = `(key IS NULL OR NOT EXISTS (SELECT FROM job_run AS held
  WHERE held.name = job.name AND held.key = job.key AND held.lease_until IS NOT NULL))`;
/** A job that has ended, as returned by `ENDED_JOB_COLUMNS`. */
type EndedJobRow = Omit<EndedJob, 'by' | 'text' | 'failure'> & {
  by: string | null;
  text: string | null;
  failure: string | null;
};
const ENDED_JOB_COLUMNS =
  'job_run.id::text AS id, job_run.title, by_id AS by, state, job_run.outcome AS text, job_run.failure';
/** Assignments of an UPDATE that ends a job. */
const END_ASSIGNMENTS = 'data = NULL, ended_at = clock_timestamp(), lease_until = NULL';

const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown }).code === UNIQUE_VIOLATION;
