import type { Database, Queryable, Session } from '../database.ts';
import { identifier } from '../sql.ts';
import type { IndexDefinition } from './migration.ts';
import { persist } from './patience.ts';

const PLAIN = { prepare: false };
/** A build waits for transactions that were open before it, and holds nobody up meanwhile. */
const BUILD_LOCK_MS = 60_000;

/** Names of the indexes of a schema, and whether each can be used. */
export async function existingIndexes(
  db: Queryable,
): Promise<Map<string, { table: string; valid: boolean }>> {
  const rows = await db.query<{ name: string; table: string; valid: boolean }>(
    `SELECT c.relname AS name, t.relname AS table, i.indisvalid AS valid
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE c.relnamespace = current_schema()::regnamespace`,
    [],
    PLAIN,
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** Statement that makes an index inside a transaction, on a table that nobody uses yet. */
export function indexStatement(index: IndexDefinition, concurrently = false): string {
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind}${concurrently ? ' CONCURRENTLY' : ''} IF NOT EXISTS ${identifier(index.name)} ON ${identifier(index.table)} ${index.body}`;
}

/** Builds an index of a table in use, unless it is there; what a build that was cut off left behind is made anew. */
export async function buildIndex(
  db: Pick<Database, 'engine'>,
  session: Session,
  index: IndexDefinition,
): Promise<void> {
  const found = (await existingIndexes(session)).get(index.name);
  if (found?.valid) return;
  if (db.engine === 'embedded') {
    await session.exec(indexStatement(index));
    return;
  }
  await session.exec(`SET lock_timeout = ${BUILD_LOCK_MS}`);
  if (found) await dropIndex(db, session, index.name);
  try {
    await persist(session, async () => {
      const left = (await existingIndexes(session)).get(index.name);
      if (left && !left.valid) await dropIndex(db, session, index.name);
      await session.exec(indexStatement(index, true));
    });
  } catch (error) {
    await dropIndex(db, session, index.name);
    throw error;
  }
}

/** Removes an index without holding up those who use its table. */
export async function dropIndex(
  { engine }: Pick<Database, 'engine'>,
  session: Session,
  name: string,
): Promise<void> {
  const concurrently = engine === 'server' ? 'CONCURRENTLY ' : '';
  await session.exec(`DROP INDEX ${concurrently}IF EXISTS ${identifier(name)}`);
}
