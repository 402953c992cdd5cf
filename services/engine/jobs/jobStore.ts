import { newId } from '../resources/ids.ts';
import type { SecretBox } from '../resources/secretBox.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { openData, sealData } from './data.ts';
import type { Queue } from './queue.ts';
import type { EnqueueOptions, JobOutcome } from './types.ts';

/** Seconds after which a process that has not said that it still runs a job has lost it. */
export const LEASE_TTL_S = 15;
/** A job whose process died this often is what kills it. */
const MOST_LAPSES = 5;
const LAPSED = 'It stopped without a word several times';
/** Jobs that are looked after in one statement. */
const BATCH = 500;

/** Heard by every process: the name of a kind of which a job was added or handed back. */
export const JOB_ADDED_CHANNEL = 'jobs_added';
/** Heard by every process: the id of a job that is to stop. */
export const JOB_CANCELLED_CHANNEL = 'jobs_cancelled';

/** A job as it is taken up. */
export interface ClaimedJob {
  id: string;
  title: string | null;
  by: string | null;
  data: object;
  failures: number;
  /** By the database's clock. */
  claimedAt: Date;
}

/** A job of which the person who started it is told. */
export interface JobRef {
  id: string;
  by: string | null;
}

/**
 * What is known of every job, in `job_run`, changed together with the queue: a job is in the queue exactly while it
 * waits or runs. What a process says of a job counts only while the job is still its own (`worker`).
 */
export class JobStore {
  constructor(
    private readonly db: Database,
    private readonly queue: Queue,
    private readonly worker: string,
    private readonly secretBox?: SecretBox,
  ) {}

  /** Within the transaction of the change that wants it. Gives the id of the job, or of the one that waits under its key. */
  async add(
    tx: Queryable,
    name: string,
    data: object,
    { backoff, ...options }: EnqueueOptions & { backoff?: number },
  ): Promise<string> {
    const id = newId();
    const { key = null, title = null, at = null, by, priority = 0 } = options;
    const stored = sealData(data, this.secretBox);
    const values = [id, name, key, title, stored, at, by?.id ?? null, by?.name ?? null];
    const added = await tx.query(
      `INSERT INTO job_run (id, name, key, title, state, data, due_at, by_id, by_name, priority)
       VALUES ($1::uuid, $2, $3, $4, 'waiting', $5::jsonb, coalesce($6::timestamptz, clock_timestamp()), $7, $8, $9)
       ON CONFLICT (name, key) WHERE state = 'waiting' AND key IS NOT NULL DO NOTHING RETURNING id`,
      [...values, priority],
    );
    if (added.length === 0) return this.waiting(tx, name, key, { data, options: { ...options, backoff } });
    await this.queue.add(tx, name, id, { at: options.at, priority, backoff });
    await this.wake(tx, name);
    return id;
  }

  /** Takes up to `most` due jobs of the kind. */
  take(name: string, most: number): Promise<ClaimedJob[]> {
    return this.db.transaction(async (tx) => {
      const ids = await this.queue.take(tx, name, most);
      if (ids.length === 0) return [];
      const rows = await tx.query<Omit<ClaimedJob, 'data'> & { data: unknown }>(
        `UPDATE job_run SET state = 'running', worker = $2::uuid, lease_until = now() + interval '${LEASE_TTL_S} s',
           started_at = coalesce(started_at, clock_timestamp())
         WHERE id = ANY($1::uuid[]) AND state = 'waiting' RETURNING id, title, by_id AS by, data, failures, clock_timestamp() AS "claimedAt"`,
        [ids, this.worker],
      );
      const known = new Set(rows.map(({ id }) => id));
      const strangers = ids.filter((id) => !known.has(id));
      if (strangers.length > 0) await this.queue.remove(tx, name, strangers);
      return rows.map((row) => ({ ...row, data: openData(row.data, this.secretBox) }));
    });
  }

  /** When the next job of the kind is due, in milliseconds from now by the database's clock. */
  async nextIn(name: string): Promise<number | undefined> {
    const [next] = await this.db.query<{ ms: number }>(
      `SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM job_run
       WHERE name = $1 AND state = 'waiting' ORDER BY due_at LIMIT 1`,
      [name],
    );
    return next?.ms;
  }

  /**
   * Notes jobs as done and forgets their data; those that nobody was to see are forgotten altogether.
   * @param label what one without a title is called whose outcome is told all the same
   */
  done(name: string, ended: { id: string; outcome?: JobOutcome }[], label?: string): Promise<void> {
    const rows = ended.map(({ id, outcome }) => ({
      ...{ id, outcome: outcome?.text, link: outcome?.link },
      title: outcome?.text === undefined ? undefined : label,
    }));
    return this.db.transaction(async (tx) => {
      const own = await tx.query<{ id: string; silent: boolean }>(
        `UPDATE job_run SET state = 'done', title = coalesce(job_run.title, e.title), outcome = e.outcome, link = e.link, data = NULL, ended_at = clock_timestamp(), lease_until = NULL
         FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, outcome text, link text, title text)
         WHERE job_run.id = e.id AND state = 'running' AND worker = $2::uuid
         RETURNING job_run.id, job_run.title IS NULL AS silent`,
        [JSON.stringify(rows), this.worker],
      );
      const silent = own.flatMap((row) => (row.silent ? [row.id] : []));
      if (silent.length > 0) await tx.query('DELETE FROM job_run WHERE id = ANY($1::uuid[])', [silent]);
      const ids = own.map(({ id }) => id);
      await this.queue.remove(tx, name, ids);
    });
  }

  /** Ends a job for good with a reason for people. */
  failed(name: string, id: string, failure: string, label = name): Promise<void> {
    return this.db.transaction(async (tx) => {
      const own = await tx.query(
        `UPDATE job_run SET state = 'failed', failure = $3, title = coalesce(title, $4), failures = failures + 1, data = NULL, ended_at = clock_timestamp(), lease_until = NULL
         WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid RETURNING id`,
        [id, this.worker, failure, label],
      );
      if (own.length > 0) await this.queue.remove(tx, name, [id]);
    });
  }

  /** After a failure: tries again later. */
  async retry(name: string, id: string, failure: string): Promise<void> {
    await this.again(async (tx) => {
      if ((await this.release(tx, name, [id], this.worker)).length === 0) return;
      const at = await this.queue.retry(tx, name, id);
      await tx.query(
        `UPDATE job_run SET due_at = $2::timestamptz, failures = failures + 1, note = $3 WHERE id = $1::uuid`,
        [id, at, failure],
      );
    });
  }

  /** Gives jobs of this process back before they have ended; others take them up at once. */
  async handBack(name: string, ids: string[]): Promise<void> {
    await this.again(async (tx) => {
      await this.putBack(tx, name, await this.release(tx, name, ids, this.worker));
    });
  }

  /** Says that these jobs still run here; gives those that no longer are this process's. */
  async keep(ids: string[]): Promise<string[]> {
    const kept = await this.db.query<{ id: string }>(
      `UPDATE job_run SET lease_until = now() + interval '${LEASE_TTL_S} s'
       WHERE id = ANY($1::uuid[]) AND state = 'running' AND worker = $2::uuid RETURNING id`,
      [ids, this.worker],
    );
    const own = new Set(kept.map(({ id }) => id));
    return ids.filter((id) => !own.has(id));
  }

  async progress(id: string, done: number, total: number, note: string | undefined): Promise<void> {
    await this.db.query(
      `UPDATE job_run SET done = $3, total = $4, note = $5 WHERE id = $1::uuid AND state = 'running' AND worker = $2::uuid`,
      [id, this.worker, done, total, note ?? null],
    );
  }

  /** Kinds of which a job's process has not said in time that it still runs it. */
  async lapsed(all: boolean): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      `SELECT DISTINCT name FROM job_run WHERE state = 'running' AND ($1::boolean OR lease_until < now())`,
      [all],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Puts the jobs of processes that died back into their queue.
   * @param all also those whose time is not over: no other process can be running them
   */
  async takeBackLapsed(name: string, all = false): Promise<void> {
    await this.again(async (tx) => {
      const lapsed = await tx.query<{ id: string; worn: boolean }>(
        `SELECT id, lapses >= ${MOST_LAPSES - 1} AS worn FROM job_run
         WHERE state = 'running' AND name = $1 AND ($2::boolean OR lease_until < now()) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
        [name, all],
      );
      if (lapsed.length === 0) return;
      const worn = lapsed.flatMap((job) => (job.worn ? [job.id] : []));
      await tx.query(
        `UPDATE job_run SET state = 'failed', failure = $2, data = NULL, ended_at = clock_timestamp(), lease_until = NULL
         WHERE id = ANY($1::uuid[])`,
        [worn, LAPSED],
      );
      await this.queue.remove(tx, name, worn);
      const rest = lapsed.flatMap((job) => (job.worn ? [] : [job.id]));
      await tx.query('UPDATE job_run SET lapses = lapses + 1 WHERE id = ANY($1::uuid[])', [rest]);
      await this.putBack(tx, name, await this.release(tx, name, rest));
    });
  }

  /** Queues what is told of as waiting or running but is in no queue. */
  async queueMissing(): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const { id, name, at, priority } of await this.queue.missing(tx)) {
        await tx.query(`UPDATE job_run SET state = 'waiting', worker = NULL WHERE id = $1::uuid`, [id]);
        await this.queue.add(tx, name, id, { at, priority });
      }
    });
  }

  /** Ends jobs that wait or run, by the condition on `job_run`; what they give is passed over from then on. */
  async cancel(tx: Queryable, condition: string, values: readonly unknown[]): Promise<JobRef[]> {
    const ended = await tx.query<JobRef & { name: string }>(
      `UPDATE job_run SET state = 'cancelled', data = NULL, ended_at = clock_timestamp(), lease_until = NULL
       WHERE state IN ('waiting', 'running') AND ${condition} RETURNING id, name, by_id AS by`,
      values,
    );
    for (const { id, name } of ended) {
      await this.queue.remove(tx, name, [id]);
      await tx.query('SELECT pg_notify($1, $2)', [JOB_CANCELLED_CHANNEL, id]);
    }
    return ended;
  }

  /** Forgets what has long ended. */
  async sweep(days: number): Promise<void> {
    await this.db.query(`DELETE FROM job_run WHERE ended_at < now() - $1::int * interval '1 day'`, [days]);
  }

  /**
   * Makes running jobs waiting ones. One under whose key another waits already is not needed any more.
   * @returns those that wait now
   */
  private async release(tx: Queryable, name: string, ids: string[], worker?: string): Promise<string[]> {
    if (ids.length === 0) return [];
    const own = worker === undefined ? '' : 'AND job_run.worker = $3::uuid';
    const values = [ids, name, ...(worker === undefined ? [] : [worker])];
    const released = await tx.query<{ id: string; state: string }>(
      `UPDATE job_run SET worker = NULL, lease_until = NULL, due_at = clock_timestamp(),
         state = CASE WHEN waiting THEN 'cancelled' ELSE 'waiting' END, ended_at = CASE WHEN waiting THEN clock_timestamp() END,
         data = CASE WHEN waiting THEN NULL ELSE data END
       FROM (SELECT r.id AS own, row_number() OVER (PARTITION BY r.key ORDER BY r.id) > 1 AND r.key IS NOT NULL OR EXISTS (
               SELECT 1 FROM job_run o WHERE o.name = r.name AND o.key = r.key AND o.state = 'waiting') AS waiting
             FROM job_run r WHERE r.id = ANY($1::uuid[]) AND r.name = $2) AS others
       WHERE job_run.id = own AND job_run.state = 'running' ${own} RETURNING job_run.id, job_run.state`,
      values,
    );
    const superseded = released.flatMap(({ id, state }) => (state === 'cancelled' ? [id] : []));
    if (superseded.length > 0) await this.queue.remove(tx, name, superseded);
    return released.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
  }

  /** The job that waits under a key; adds after all when it has just been taken up. */
  private async waiting(
    tx: Queryable,
    name: string,
    key: string | null,
    { data, options }: { data: object; options: EnqueueOptions & { backoff?: number } },
  ): Promise<string> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT id FROM job_run WHERE name = $1 AND key = $2 AND state = 'waiting' FOR UPDATE`,
      [name, key],
    );
    return row?.id ?? this.add(tx, name, data, options);
  }

  private async putBack(tx: Queryable, name: string, ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.queue.putBack(tx, name, ids);
    await this.wake(tx, name);
  }

  private async wake(tx: Queryable, name: string): Promise<void> {
    await tx.query('SELECT pg_notify($1, $2)', [JOB_ADDED_CHANNEL, name]);
  }

  /** Once more when a job was added under the same key in the middle of it. */
  private async again(work: (tx: Queryable) => Promise<void>): Promise<void> {
    try {
      await this.db.transaction(work);
    } catch (error) {
      if ((error as { code?: unknown }).code !== '23505') throw error;
      await this.db.transaction(work);
    }
  }
}
