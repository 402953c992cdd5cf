import { type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { truncateIdentifier } from '../events/names.ts';
import { quoteIdentifier } from '../sql.ts';
import type { IndexDefinition } from './migration.ts';
import { retryConflicts } from './changeTables.ts';

/** A build waits for transactions that were open before it, and holds nobody up meanwhile. */
const BUILD_LOCK_MS = 60_000;

/** An index as the database has it; `valid` where it can be used. */
interface ExistingIndex {
  name: string;
  table: string;
  valid: boolean;
}

const EXISTING = `SELECT c.relname AS name, t.relname AS table, i.indisvalid AS valid
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid`;

/** The indexes of a schema by their names. */
export async function existingIndexes(db: Queryable): Promise<Map<string, ExistingIndex>> {
  const rows = await db.query<ExistingIndex>(
    `${EXISTING} WHERE c.relnamespace = current_schema()::regnamespace`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function existingIndex(db: Queryable, name: string): Promise<ExistingIndex | undefined> {
  const [row] = await db.query<ExistingIndex>(
    `${EXISTING} WHERE i.indexrelid = to_regclass(quote_ident($1))`,
    [name],
    UNPREPARED,
  );
  return row;
}

/** Statement that makes an index inside a transaction, on a table that nobody uses yet. */
export function indexStatement(index: IndexDefinition, concurrently = false): string {
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind}${concurrently ? ' CONCURRENTLY' : ''} IF NOT EXISTS ${quoteIdentifier(index.name)} ON ${quoteIdentifier(index.table)} ${index.body}`;
}

/** Builds an index of a table in use, unless it is there; what a build that was cut off left behind is made anew. */
export async function buildIndex(
  db: Pick<Database, 'engine'>,
  session: Session,
  index: IndexDefinition,
): Promise<void> {
  const found = await existingIndex(session, index.name);
  if (found?.valid) return;
  if (db.engine === 'embedded') {
    await session.exec(indexStatement(index));
    return;
  }
  await session.exec(`SET lock_timeout = ${BUILD_LOCK_MS}`);
  if (await isPartitioned(session, index.table)) return buildPartitioned(session, index);
  if (found) await dropIndex(db, session, index.name);
  try {
    await retryConflicts(session, async () => {
      const left = await existingIndex(session, index.name);
      if (left && !left.valid) await dropIndex(db, session, index.name);
      await session.exec(indexStatement(index, true));
    });
  } catch (error) {
    await dropIndex(db, session, index.name);
    throw error;
  }
}

/** On a table in parts: each part's own is built beside its work and joined; parts to come have it from the start. */
async function buildPartitioned(session: Session, index: IndexDefinition): Promise<void> {
  await session.exec(indexStatement(index).replace(' ON ', ' ON ONLY '));
  for (;;) {
    const [part] = await session.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = to_regclass(quote_ident($1)) AND NOT EXISTS (
         SELECT 1 FROM pg_index own JOIN pg_inherits joined ON joined.inhrelid = own.indexrelid
         WHERE own.indrelid = c.oid AND joined.inhparent = to_regclass(quote_ident($2))) ORDER BY 1 LIMIT 1`,
      [index.table, index.name],
      UNPREPARED,
    );
    if (!part) return;
    const name = truncateIdentifier(`${part.name}_${index.name.slice(-16)}`);
    const found = await existingIndex(session, name);
    if (found && !found.valid) await dropIndex({ engine: 'server' }, session, name);
    const own = { ...index, name, table: part.name };
    await retryConflicts(session, () => session.exec(indexStatement(own, true)));
    await retryConflicts(session, () =>
      session.exec(`ALTER INDEX ${quoteIdentifier(index.name)} ATTACH PARTITION ${quoteIdentifier(name)}`),
    );
  }
}

async function isPartitioned(session: Session, table: string): Promise<boolean> {
  const rows = await session.query(
    `SELECT 1 FROM pg_class WHERE oid = to_regclass(quote_ident($1)) AND relkind IN ('p', 'I')`,
    [table],
    UNPREPARED,
  );
  return rows.length > 0;
}

/** Removes an index without holding up those who use its table. */
export async function dropIndex(
  { engine }: Pick<Database, 'engine'>,
  session: Session,
  name: string,
): Promise<void> {
  const isWhole = engine === 'server' && !(await isPartitioned(session, name));
  const concurrently = isWhole ? 'CONCURRENTLY ' : '';
  await session.exec(`DROP INDEX ${concurrently}IF EXISTS ${quoteIdentifier(name)}`);
}
