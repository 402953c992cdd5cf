import PgBoss from 'pg-boss';
import { StorageError, type Database, type Queryable, type Session } from '../storage/database.ts';
import { withMigrationLock } from '../storage/migrations/lock.ts';

/** Only the services decide when a job has been tried often enough. */
const RETRIES = 1_000_000;
/** One number for all processes, so that starts at the same time wait for each other. */
const START_LOCK = 7_230_153;
/** Seconds before the first new try. */
const BACKOFF = 5;

/** A queue per kind of job, in tables of the library's own, over our connections. What a job is about is not in it. */
export class Queue {
  /** All queues of this process are there. */
  private created = false;

  private constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
    private readonly schema: string,
  ) {}

  /**
   * Makes the library's tables in a schema beside ours, `<schema>_jobs`.
   * @throws StorageError when the user may not create schemas
   */
  static async open(db: Database): Promise<Queue> {
    const [row] = await db.query<{ name: string }>('SELECT current_schema() AS name');
    const schema = `${(row?.name ?? 'public').replaceAll(/\W/g, '_').slice(0, 45)}_jobs`;
    const boss = library(db, schema);
    try {
      // Of several first starts at once one makes them: the library's own way out leaves a broken transaction behind.
      if (!(await boss.isInstalled()))
        await withMigrationLock(db, async (session) => {
          if (await library(session, schema).isInstalled()) return;
          await session.exec(PgBoss.getConstructionPlans(schema));
        });
      await boss.start();
    } catch (error) {
      // The library wraps the database's own error.
      const denied = error instanceof Error && /permission denied/.test(error.message);
      throw denied
        ? new StorageError(
            `This user may not create the schema ${schema}: grant CREATE on the database, or create it and make the user its owner.`,
            { cause: error },
          )
        : error;
    }
    await db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
      // Without it taking one job sorts all that wait.
      await tx.query(
        `CREATE INDEX IF NOT EXISTS job_order ON ${schema}.job (name, priority DESC, created_on, id) WHERE state < 'active'`,
        [],
        { prepare: false },
      );
    });
    return new Queue(db, boss, schema);
  }

  /** Makes the queues that are missing, one start after the other: two that make the same ones wait crosswise. */
  async create(names: string[]): Promise<void> {
    const rows = await this.db.query<{ name: string }>(`SELECT name FROM ${this.schema}.queue`);
    const known = new Set(rows.map(({ name }) => name));
    const missing = names.filter((name) => !known.has(name));
    if (missing.length > 0)
      await withMigrationLock(this.db, async (session) => {
        for (const name of missing) await library(session, this.schema).createQueue(name);
      });
    this.created = true;
  }

  async add(
    tx: Queryable,
    name: string,
    id: string,
    options: { at?: Date; priority?: number; backoff?: number },
  ): Promise<void> {
    const added = await this.boss.send(
      name,
      {},
      {
        id,
        db: over(tx),
        priority: options.priority ?? 0,
        startAfter: options.at,
        retryLimit: RETRIES,
        retryBackoff: true,
        retryDelay: options.backoff ?? BACKOFF,
      },
    );
    // Before the first start there are no queues: what is added then is queued by `missing`, when there are.
    if (added === null && this.created) throw new Error(`There is no queue for jobs named "${name}"`);
  }

  /** Ids of up to `most` jobs that are due; no other process gets them. */
  async take(tx: Queryable, name: string, most: number): Promise<string[]> {
    const faults: unknown[] = [];
    const taken = await this.boss.fetch(name, { batchSize: most, db: over(tx, faults) });
    // The library keeps the faults of this very statement to itself.
    if (faults.length > 0) throw faults[0];
    return taken.map(({ id }) => id);
  }

  async remove(tx: Queryable, name: string, ids: string[]): Promise<void> {
    if (ids.length > 0) await this.boss.deleteJob(name, ids, { db: over(tx) });
  }

  /** After a failure: once more, later. Gives when. */
  async retry(tx: Queryable, name: string, id: string): Promise<Date> {
    await this.boss.fail(name, id, {}, { db: over(tx) });
    const job = await this.boss.getJobById(name, id, { db: over(tx), includeArchive: false });
    return job?.startAfter ?? new Date();
  }

  /** Back to those that are due, for whoever is free. */
  async putBack(tx: Queryable, name: string, ids: string[]): Promise<void> {
    await this.boss.cancel(name, ids, { db: over(tx) });
    await this.boss.resume(name, ids, { db: over(tx) });
  }

  /**
   * Jobs that are told of as waiting or running, but are in no queue: what a backup brought back. Nobody else is told of
   * them until the transaction ends.
   */
  async missing(tx: Queryable): Promise<{ id: string; name: string; at: Date; priority: number }[]> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
    return tx.query(
      `SELECT r.id, r.name, r.due_at AS at, r.priority FROM job_run r JOIN ${this.schema}.queue q ON q.name = r.name
       WHERE r.state IN ('waiting', 'running')
         AND NOT EXISTS (SELECT 1 FROM ${this.schema}.job j WHERE j.name = r.name AND j.id = r.id)`,
    );
  }
}

const library = (db: Session, schema: string): PgBoss =>
  new PgBoss({ db: over(db), schema, supervise: false, schedule: false });

/** Our connections as the library wants them; a transaction's, where one is given. */
function over(queryable: Queryable | Session, faults?: unknown[]): PgBoss.Db {
  return {
    async executeSql(text: string, values: unknown[] | undefined) {
      try {
        // Its own transactions come as one text of several statements.
        if (/^\s*BEGIN;/.test(text) && 'exec' in queryable) {
          await queryable.exec(text);
          return { rows: [] };
        }
        return { rows: await queryable.query(text, values) };
      } catch (error) {
        faults?.push(error);
        throw error;
      }
    },
  };
}
