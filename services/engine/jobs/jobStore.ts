import { newId } from '../resources/ids.ts';
import type { SecretBox } from '../resources/secretBox.ts';
import { LEASE_END, LeaseLostError, LeaseTable } from '../queue/leaseTable.ts';
import type { LeaseStore } from '../queue/queueRunner.ts';
import { QUEUE_CHANNEL } from '../queue/queueSupervisor.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { currentTrace } from '../tracing/span.ts';
import { openData, sealData } from './data.ts';
import type { EndedJob, EndListener, EnqueueOptions, JobOutcome } from './types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** A job whose process died this often is what kills it. */
const MAX_LAPSES = 5;
const LAPSED = storedText('It stopped without a word several times');
/** Jobs of dead processes that are freed in one transaction. */
const RECOVERY_BATCH = 500;
/** The wait before a new try is doubled this often at most. */
const MAX_DOUBLINGS = 15;
const UNIQUE_VIOLATION = '23505';

/** Heard by every process: the id of a job that is to stop. */
export const JOB_CANCELLED_CHANNEL = 'jobs_cancelled';

/** A job that this process runs. */
export interface ClaimedJob {
  id: string;
  key: string | null;
  title: string | null;
  by: string | null;
  /** As it is stored: sealed. */
  data: unknown;
  failures: number;
  /** How often a process has lost it: one that goes on with it unawares is known by that, even where the same has it again. */
  lapses: number;
  /** What set it off, where spans are recorded and it was due at once. */
  trace: string | null;
  /** By the database's clock. */
  claimedAt: Date;
}

export interface CompletedJob {
  id: string;
  outcome: JobOutcome;
  /** Somebody started it, who may want to be told. */
  isWatched?: boolean;
}

/** A job of which the person who started it is told. */
interface JobRef {
  id: string;
  by: string | null;
}

/** What becomes of jobs that no longer run and have not ended. */
interface Requeue {
  /** Seconds after which they are due; default 0. */
  delay?: number;
  /** Why the last try has failed. */
  failure?: string;
}

/** Jobs in the table `job_run`. What a process says of a running job counts only while it holds the lease. */
export class JobStore implements LeaseStore {
  private readonly leases: LeaseTable;
  /** Hears of the end of jobs that people started. */
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

  /** Within the transaction of the change that wants it. @returns its id, or that of the one that waits under its key */
  async enqueue(tx: Queryable, name: string, data: object, options: EnqueueOptions): Promise<string> {
    const id = newId();
    const { key = null, title = null, at = null, by } = options;
    const stored = sealData(data, this.secretBox);
    // One for later belongs to no trace: what repeats itself would add to the same one for ever.
    const trace = at === null ? currentTrace() : undefined;
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
      // It has just been claimed.
      return waiting?.id ?? this.enqueue(tx, name, data, options);
    }
    await this.notify(tx, [name]);
    return id;
  }

  /** Claims up to `limit` due jobs of the kind, of each key one that none of its key runs beside. */
  async claim(name: string, limit: number): Promise<ClaimedJob[]> {
    try {
      return await this.db.query<ClaimedJob & Record<string, unknown>>(
        `UPDATE job_run SET state = 'running', worker = $3::uuid, lease_until = ${LEASE_END},
           started_at = coalesce(started_at, clock_timestamp())
         WHERE id = ANY(ARRAY(SELECT id FROM job_run AS job WHERE name = $1 AND state = 'waiting' AND due_at <= now()
           AND ${NONE_RUNS} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING id, key, title, by_id AS by, data, failures, lapses, trace, clock_timestamp() AS "claimedAt"`,
        [name, limit, this.worker],
      );
    } catch (error) {
      // Another process has claimed one of the same key at the same moment.
      if (!isUniqueViolation(error)) throw error;
      return this.claim(name, limit);
    }
  }

  /** What a job is about. */
  dataOf({ data }: ClaimedJob): object {
    return openData(data, this.secretBox);
  }

  /** Milliseconds until the next job of the kind is due, by the database's clock. */
  async nextDueInMs(name: string): Promise<number | undefined> {
    const [next] = await this.db.query<{ ms: number }>(
      `SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM job_run AS job
       WHERE name = $1 AND state = 'waiting' AND ${NONE_RUNS} ORDER BY due_at LIMIT 1`,
      [name],
    );
    return next?.ms;
  }

  /**
   * Stores that jobs are done and deletes their data; those that nobody is to see are deleted altogether.
   * @param label what one without a title is called whose outcome is told all the same
   */
  async complete(ended: readonly CompletedJob[], label?: string): Promise<void[]> {
    const rows = ended.map(({ id, outcome: { text, link } }) => ({
      ...{ id, outcome: text, link },
      title: text === undefined ? undefined : label,
    }));
    await this.ending(
      ended.some(({ isWatched }) => isWatched),
      `WITH ended AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, outcome text, link text, title text)),
         silent AS (DELETE FROM job_run USING ended WHERE job_run.id = ended.id AND state = 'running' AND worker = $2::uuid
           AND coalesce(job_run.title, ended.title) IS NULL)
       UPDATE job_run SET state = 'done', title = coalesce(job_run.title, ended.title), outcome = ended.outcome,
         link = ended.link, ${ENDED}
       FROM ended WHERE job_run.id = ended.id AND state = 'running' AND worker = $2::uuid
         AND coalesce(job_run.title, ended.title) IS NOT NULL
       RETURNING ${TOLD}`,
      [JSON.stringify(rows), this.worker],
    );
    return ended.map(() => undefined);
  }

  /** Ends a job for good with a reason for people. */
  async fail(id: string, failure: string, label: string): Promise<void> {
    await this.ending(
      true,
      `UPDATE job_run SET state = 'failed', failure = $3, title = coalesce(title, $4), failures = failures + 1, ${ENDED}
       WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid RETURNING ${TOLD}`,
      [id, this.worker, failure, label],
    );
  }

  /** Stores that jobs have ended, and what is told of it to those who started them, in one transaction. */
  private async ending(isWatched: boolean, text: string, values: readonly unknown[]): Promise<void> {
    const { onEnd } = this;
    if (!onEnd || !isWatched) return void (await this.db.query(text, [...values]));
    const after = await this.db.transaction(async (tx) => {
      const follows: (() => void)[] = [];
      for (const { by, text: said, failure, ...job } of await tx.query<Told>(text, [...values]))
        if (by !== null)
          follows.push(
            await onEnd(tx, { ...job, by, ...(said && { text: said }), ...(failure && { failure }) }),
          );
      return follows;
    });
    for (const run of after) run();
  }

  /** After a failure: has it run again after about twice as long as the last time. @param backoff seconds, the first time */
  async retry({ id, failures }: ClaimedJob, failure: string, backoff: number): Promise<void> {
    const delay = Math.max(backoff, 1) * 2 ** Math.min(failures, MAX_DOUBLINGS) * (1 + Math.random());
    await this.transaction((tx) => this.requeue(tx, [id], { delay, failure }, this.worker));
  }

  /** Has it run again later, though it has not failed. @param delay seconds */
  async postpone(id: string, delay: number): Promise<void> {
    await this.transaction((tx) => this.requeue(tx, [id], { delay }, this.worker));
  }

  /** Gives jobs of this process back before they have ended; others claim them at once. */
  async release(ids: readonly string[]): Promise<void> {
    await this.transaction(async (tx) => this.notify(tx, await this.requeue(tx, ids, {}, this.worker)));
  }

  /** This process has stopped working on a job that was cancelled: others of its key may run. */
  async releaseCancelled(id: string): Promise<void> {
    await this.db.query(
      `UPDATE job_run SET lease_until = NULL WHERE id = $1::uuid AND worker = $2::uuid AND state = 'cancelled'`,
      [id, this.worker],
    );
  }

  renew(ids: readonly string[]): Promise<string[]> {
    return this.leases.renew(ids);
  }

  /** Nobody else gets the job until the transaction ends. @throws LeaseLostError also where it was cancelled */
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
           AND ($1::boolean OR lease_until IS NULL OR lease_until < now()) LIMIT ${RECOVERY_BATCH} FOR UPDATE SKIP LOCKED`,
        [all],
      );
      if (lapsed.length === 0) return;
      const running = lapsed.filter(({ state }) => state === 'running');
      const worn = running.filter(({ lapses }) => lapses >= MAX_LAPSES - 1).map(({ id }) => id);
      await tx.query(
        `UPDATE job_run SET lease_until = NULL, lapses = lapses + 1 WHERE id = ANY($1::uuid[])`,
        [lapsed.map(({ id }) => id)],
      );
      await tx.query(
        `UPDATE job_run SET state = 'failed', failure = $2, ${ENDED} WHERE id = ANY($1::uuid[])`,
        [worn, LAPSED],
      );
      const ids = running.map(({ id }) => id);
      await this.notify(tx, await this.requeue(tx, ids, {}));
    });
  }

  async progress(id: string, done: number, total: number, note: string | undefined): Promise<void> {
    await this.db.query(
      `UPDATE job_run SET done = $3, total = $4, note = $5 WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid`,
      [id, this.worker, done, total, note ?? null],
    );
  }

  /**
   * Ends jobs that wait or run, by the condition on `job_run`; what they give is passed over from then on. One that runs
   * is held until its process has stopped working on it.
   */
  async cancel(tx: Queryable, condition: string, values: readonly unknown[]): Promise<JobRef[]> {
    const ended = await tx.query<JobRef & { held: boolean }>(
      `UPDATE job_run SET state = 'cancelled', data = NULL, ended_at = clock_timestamp()
       WHERE state IN ('waiting', 'running') AND ${condition} RETURNING id, by_id AS by, lease_until IS NOT NULL AS held`,
      values,
    );
    for (const { id, held } of ended)
      if (held) await tx.query('SELECT pg_notify($1, $2)', [JOB_CANCELLED_CHANNEL, id]);
    return ended;
  }

  /** Whether a process works on a job of the key, one that was cancelled included. */
  async isHeld(key: string): Promise<boolean> {
    const held = await this.db.query(
      'SELECT 1 FROM job_run WHERE key = $1 AND lease_until > clock_timestamp()',
      [key],
    );
    return held.length > 0;
  }

  /** Deletes what has long ended. */
  async deleteEnded(days: number): Promise<void> {
    await this.db.query(`DELETE FROM job_run WHERE ended_at < now() - $1::int * interval '1 day'`, [days]);
  }

  /**
   * Has running jobs wait again. One under whose key another waits already is not needed any more.
   * @param worker only jobs that this process holds
   * @returns kinds of those that wait now
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

  /** Once more where a job was added under the same key in the middle of it. */
  private async transaction(work: (tx: Queryable) => Promise<unknown>): Promise<void> {
    try {
      await this.db.transaction(work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      await this.db.transaction(work);
    }
  }
}

/** Jobs of a key run one after the other. */
const NONE_RUNS = `(key IS NULL OR NOT EXISTS (SELECT FROM job_run AS held
  WHERE held.name = job.name AND held.key = job.key AND held.lease_until IS NOT NULL))`;
/** What is told of a job that has ended. */
type Told = Omit<EndedJob, 'by' | 'text' | 'failure'> & {
  by: string | null;
  text: string | null;
  failure: string | null;
};
const TOLD =
  'job_run.id::text AS id, job_run.title, by_id AS by, state, job_run.outcome AS text, job_run.failure';
/** What is not kept of a job that has ended. */
const ENDED = 'data = NULL, ended_at = clock_timestamp(), lease_until = NULL';

const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown }).code === UNIQUE_VIOLATION;
