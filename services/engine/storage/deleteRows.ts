import type { Database } from './database.ts';
import { quoteIdentifier } from './sql.ts';

/** Rows that one statement deletes, so that none is locked for long. */
const BATCH_ROWS = 10_000;

/**
 * Deletes the rows of a table that meet a condition, in batches between which other statements run.
 * @param where SQL over the table's columns, with `values` as its parameters
 * @returns the number of deleted rows, until none were left or `signal` was aborted
 */
export async function deleteRows(
  db: Database,
  table: string,
  { where, values, signal }: { where: string; values: readonly unknown[]; signal?: AbortSignal },
): Promise<number> {
  const name = quoteIdentifier(table);
  let deleted = 0;
  for (;;) {
    if (signal?.aborted) return deleted;
    const [row] = await db.query<{ count: number }>(
      `WITH deleted AS (DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${name} WHERE ${where} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED)) RETURNING 1)
       SELECT count(*)::int AS count FROM deleted`,
      [...values],
    );
    const count = row?.count ?? 0;
    deleted += count;
    if (count < BATCH_ROWS) return deleted;
  }
}
