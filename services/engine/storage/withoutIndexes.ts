import { type Queryable, UNPREPARED } from './database.ts';
import { quoteIdentifier } from './sql.ts';

/**
 * Fills tables while their indexes, except those of keys, are dropped: rebuilding them afterwards takes a third of the
 * time that updating them row by row takes.
 * @param tx a transaction, so that others always see the tables with all their indexes
 */
export async function withoutIndexes(
  tx: Queryable,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await tx.query<{ name: string; definition: string }>(
    `SELECT index.relname AS name, pg_get_indexdef(index.oid) AS definition
     FROM pg_index JOIN pg_class index ON index.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
     WHERE t.relname = ANY($1::text[]) AND t.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
    UNPREPARED,
  );
  for (const { name } of indexes) await tx.query(`DROP INDEX ${quoteIdentifier(name)}`, [], UNPREPARED);
  await fill();
  for (const { definition } of indexes) await tx.query(definition, [], UNPREPARED);
}
