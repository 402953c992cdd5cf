import type { Database } from './database.ts';
import { quoteIdentifier } from './sql.ts';

/** Rows that one statement removes, so that none is locked for long. */
const ROWS_AT_ONCE = 10_000;

/**
 * Removes the rows of a table that a condition holds for, many at a time; between two statements others go on.
 * @param where SQL over the table's columns, with `values` as its parameters
 * @returns how many went, until there were no more or `signal` was aborted
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
      `WITH gone AS (DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${name} WHERE ${where} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)) RETURNING 1)
       SELECT count(*)::int AS count FROM gone`,
      [...values],
    );
    const count = row?.count ?? 0;
    deleted += count;
    if (count < ROWS_AT_ONCE) return deleted;
  }
}
