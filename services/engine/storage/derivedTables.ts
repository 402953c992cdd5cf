import { type Database, type Queryable, UNPREPARED } from './database.ts';
import { changeTables } from './migrations/changeTables.ts';
import { quoteIdentifier } from './sql.ts';

/** What tables are marked with that follow from others, once they have a log. */
const DERIVED = 'derived';
/** What replicas are told by, of no use on one. */
const NOT_SHARED = 'write_position';

/** SQL: whether a row of `pg_class` is a table that no backup holds: what is in it follows from others. */
export const isDerivedSql = (row: string): string =>
  `(${row}.relpersistence = 'u' OR obj_description(${row}.oid, 'pg_class') IS NOT DISTINCT FROM '${DERIVED}')`;

/** Tables of this schema that no backup holds. */
export async function derivedTables(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND ${isDerivedSql('c')}`,
    [],
    UNPREPARED,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Gives such tables a log, so that replicas have them too; all at once, for they follow from each other and a crash would
 * empty the others. They are written anew once, and no backup holds them as before.
 * @returns how many there were to do
 */
export async function shareDerived(db: Database): Promise<number> {
  const unlogged = (queryable: Queryable): Promise<{ name: string }[]> =>
    queryable.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
         AND relkind = 'r' AND relpersistence = 'u' AND relname <> '${NOT_SHARED}' ORDER BY relname`,
      [],
      UNPREPARED,
    );
  const found = await unlogged(db);
  if (found.length === 0) return 0;
  const share = async (tx: Queryable): Promise<void> => {
    for (const { name } of await unlogged(tx)) {
      await tx.query(`ALTER TABLE ${quoteIdentifier(name)} SET LOGGED`, [], UNPREPARED);
      await tx.query(`COMMENT ON TABLE ${quoteIdentifier(name)} IS '${DERIVED}'`, [], UNPREPARED);
    }
  };
  await db.session((session) => changeTables(session, share), { longRunning: true });
  return found.length;
}
