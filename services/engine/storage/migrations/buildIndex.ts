import { type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { truncateIdentifier } from '../events/names.ts';
import { quoteIdentifier } from '../sql.ts';
import type { IndexDefinition } from './migration.ts';
import { retryConflicts } from './changeTables.ts';

/** A concurrent build waits for older transactions and blocks nobody meanwhile. */
const BUILD_LOCK_TIMEOUT_MS = 60_000;

/** An index in the database; not `valid` after an interrupted build. */
interface ExistingIndex {
  name: string;
  table: string;
  valid: boolean;
}

const SELECT_INDEXES = `SELECT c.relname AS name, t.relname AS table, i.indisvalid AS valid
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid`;

/** All indexes of the current schema, by name. */
export async function listIndexes(db: Queryable): Promise<Map<string, ExistingIndex>> {
  const rows = await db.query<ExistingIndex>(
    `${SELECT_INDEXES} WHERE c.relnamespace = current_schema()::regnamespace`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function findIndex(db: Queryable, name: string): Promise<ExistingIndex | undefined> {
  const [row] = await db.query<ExistingIndex>(
    `${SELECT_INDEXES} WHERE i.indexrelid = to_regclass(quote_ident($1))`,
    [name],
    UNPREPARED,
  );
  return row;
}

/** @param concurrently for a table in use; not possible inside a transaction */
export function createIndexSql(index: IndexDefinition, concurrently = false): string {
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind}${concurrently ? ' CONCURRENTLY' : ''} IF NOT EXISTS ${quoteIdentifier(index.name)} ON ${quoteIdentifier(index.table)} ${index.body}`;
}

/** Builds an index on a table in use, unless it exists; replaces the invalid index of an interrupted build. */
export async function buildIndex(
  db: Pick<Database, 'engine'>,
  session: Session,
  index: IndexDefinition,
): Promise<void> {
  const found = await findIndex(session, index.name);
  if (found?.valid) return;
  if (db.engine === 'embedded') {
    await session.exec(createIndexSql(index));
    return;
  }
  await session.exec(`SET lock_timeout = ${BUILD_LOCK_TIMEOUT_MS}`);
  if (await isPartitioned(session, index.table)) return buildPartitionedIndex(session, index);
  if (found) await dropIndex(db, session, index.name);
  try {
    await retryConflicts(session, async () => {
      const left = await findIndex(session, index.name);
      if (left && !left.valid) await dropIndex(db, session, index.name);
      await session.exec(createIndexSql(index, true));
    });
  } catch (error) {
    await dropIndex(db, session, index.name);
    throw error;
  }
}

/** Builds an index on a partitioned table: concurrently on each partition, then attaches it. New partitions inherit it. */
async function buildPartitionedIndex(session: Session, index: IndexDefinition): Promise<void> {
  await session.exec(createIndexSql(index).replace(' ON ', ' ON ONLY '));
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
    const found = await findIndex(session, name);
    if (found && !found.valid) await dropIndex({ engine: 'server' }, session, name);
    const own = { ...index, name, table: part.name };
    await retryConflicts(session, () => session.exec(createIndexSql(own, true)));
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

/** Drops an index without blocking queries on its table. */
export async function dropIndex(
  { engine }: Pick<Database, 'engine'>,
  session: Session,
  name: string,
): Promise<void> {
  const isWhole = engine === 'server' && !(await isPartitioned(session, name));
  const concurrently = isWhole ? 'CONCURRENTLY ' : '';
  await session.exec(`DROP INDEX ${concurrently}IF EXISTS ${quoteIdentifier(name)}`);
}
