import type { Database } from '../storage/database.ts';

/** Seconds after which a process that has not renewed its lease of a row has lost it. */
export const LEASE_TTL_S = 15;
/** SQL for the end of a lease that is claimed or renewed now. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE_TTL_S} s'`;

/** Another process has taken the row over, so this one must not store anything of it. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

interface LeaseColumns {
  table: string;
  /** Column of the primary key, a uuid. */
  id: string;
  /** Column with the end of the lease; null while no process has the row. */
  until: string;
  /** SQL condition: whether a leased row is still to be worked on; default: always. */
  isWanted?: string;
  /** SQL for the order in which several rows are locked; default: by their id. */
  order?: string;
}

/**
 * Rows of a table that one process at a time works on. The column `worker` names the process, `until` is the end of its
 * lease. Each queue claims rows in its own way; renewing and releasing leases is the same for all.
 */
export class LeaseTable {
  constructor(
    protected readonly db: Database,
    /** Id of this process. */
    readonly worker: string,
    private readonly rows: LeaseColumns,
  ) {}

  /** Renews leases of this process. @returns ids whose lease is lost, or whose rows are no longer wanted */
  async renew(ids: readonly string[]): Promise<string[]> {
    const { table, id, until, isWanted = 'true', order = id } = this.rows;
    const held = await this.db.query<{ id: string; wanted: boolean }>(
      `UPDATE ${table} SET ${until} = ${LEASE_END}
       WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE ${id} = ANY($1::uuid[]) AND worker = $2::uuid
         AND ${until} IS NOT NULL ORDER BY ${order} FOR NO KEY UPDATE)
       RETURNING ${id} AS id, ${isWanted} AS wanted`,
      [ids, this.worker],
    );
    const own = new Set(held.flatMap((row) => (row.wanted ? [row.id] : [])));
    return ids.filter((leased) => !own.has(leased));
  }

  /** Releases the leases of this process, or (`all`) those of every process. */
  async releaseAll(all = false): Promise<void> {
    const { table, until } = this.rows;
    await this.db.query(
      `UPDATE ${table} SET worker = NULL, ${until} = NULL WHERE worker IS NOT NULL AND ($2::boolean OR worker = $1::uuid)`,
      [this.worker, all],
    );
  }
}
