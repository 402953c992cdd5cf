import { type Database, type Queryable, UNPREPARED } from './database.ts';
import { changeTables } from './migrations/changeTables.ts';
import { quoteIdentifier } from './sql.ts';

/** Comment on derived tables once they are logged. */
const DERIVED_COMMENT = 'derived';
/** Stays unlogged: it tells what a replica must have, and is of no use on one. */
const PRIMARY_ONLY_TABLE = 'write_position';

/** SQL condition: whether a row of `pg_class` is a derived table, which no backup contains. */
export const isDerivedSql = (row: string): string =>
  `(${row}.relpersistence = 'u' OR obj_description(${row}.oid, 'pg_class') IS NOT DISTINCT FROM '${DERIVED_COMMENT}')`;

/** Names of the derived tables, which no backup contains. */
export async function readDerivedTables(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND ${isDerivedSql('c')}`,
    [],
    UNPREPARED,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Makes derived tables logged, so that replicas have them. In one transaction, because they are derived from each other
 * and a crash empties those that are still unlogged. Rewrites each table once.
 * @returns the number of changed tables
 */
export async function makeDerivedTablesLogged(db: Database): Promise<number> {
  const findUnlogged = (queryable: Queryable): Promise<{ name: string }[]> =>
    queryable.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
         AND relkind = 'r' AND relpersistence = 'u' AND relname <> '${PRIMARY_ONLY_TABLE}' ORDER BY relname`,
      [],
      UNPREPARED,
    );
  const found = await findUnlogged(db);
  if (found.length === 0) return 0;
  const makeLogged = async (tx: Queryable): Promise<void> => {
    for (const { name } of await findUnlogged(tx)) {
      await tx.query(`ALTER TABLE ${quoteIdentifier(name)} SET LOGGED`, [], UNPREPARED);
      await tx.query(`COMMENT ON TABLE ${quoteIdentifier(name)} IS '${DERIVED_COMMENT}'`, [], UNPREPARED);
    }
  };
  await db.session((session) => changeTables(session, makeLogged), { longRunning: true });
  return found.length;
}
