import type { Database, Queryable, Session } from './database.ts';
import { StorageError } from './database.ts';
import { checkBackup, rowsOf, writeBackup, type BackupHeader } from './backupFile.ts';
import { layFoundation } from './foundation.ts';
import { identifier } from './sql.ts';
import { tableLayouts, type TableLayout } from './tableLayout.ts';

const PLAIN = { prepare: false };
/** Rows fetched and inserted at a time. */
const BATCH = 500;
const SELF_MADE = ['record_schema'];

/**
 * Writes everything that is stored, as of one moment, into one compressed file. Others may go on reading and writing.
 * @returns the number of rows
 */
export function exportBackup(db: Database, file: string): Promise<number> {
  return db.session(async (session) => {
    const { tables, schemas } = await snapshot(session);
    try {
      return await writeBackup(file, backupLines(session, tables, schemas));
    } finally {
      for (const index of tables.keys()) await session.exec(`CLOSE backup_${index}`).catch(() => undefined);
    }
  });
}

/** Cursors on all tables as of one moment; they outlast their transaction, so that nobody waits for the file. */
function snapshot(session: Session): Promise<{ tables: TableLayout[]; schemas: Record<string, string> }> {
  return session.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', [], PLAIN);
    await tx.query('SET LOCAL statement_timeout = 0', [], PLAIN);
    const tables = await tableLayouts(tx);
    for (const [index, table] of tables.entries()) {
      const select = `SELECT row_to_json(r)::text AS row FROM ${identifier(table.name)} AS r`;
      await tx.query(`DECLARE backup_${index} NO SCROLL CURSOR WITH HOLD FOR ${select}`, [], PLAIN);
    }
    const schemas = tables.some((table) => table.name === 'record_schema')
      ? await tx.query<{ entity: string; fingerprint: string }>(
          'SELECT entity, fingerprint FROM record_schema',
        )
      : [];
    return { tables, schemas: Object.fromEntries(schemas.map((row) => [row.entity, row.fingerprint])) };
  });
}

async function* backupLines(
  session: Queryable,
  tables: TableLayout[],
  schemas: Record<string, string>,
): AsyncGenerator<string> {
  const header: BackupHeader = {
    format: 'messaging-console-backup',
    formatVersion: 1,
    at: new Date().toISOString(),
    schemas,
    tables,
  };
  yield JSON.stringify(header);
  for (const index of tables.keys()) {
    for (;;) {
      const rows = await session.query<{ row: string }>(`FETCH ${BATCH} FROM backup_${index}`, [], PLAIN);
      for (const { row } of rows) yield `[${index},${row}]`;
      if (rows.length < BATCH) break;
    }
  }
}

/**
 * Puts a backup into an empty database, all or nothing. Restore only files that you trust: like any database dump
 * they say how tables are made.
 * @param options.replace remove what is stored now
 * @returns the number of rows
 * @throws StorageError for a foreign, cut-off or damaged file, and when the database holds rows
 */
export async function importBackup(db: Database, file: string, { replace = false } = {}): Promise<number> {
  const header = await checkBackup(file);
  return db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0', [], PLAIN);
    await layFoundation(tx);
    await clear(tx, header.tables, replace);
    for (const table of header.tables) await tx.query(table.create, [], PLAIN);
    const count = await insertRows(tx, header.tables, file);
    for (const table of header.tables) await finish(tx, table);
    for (const link of header.tables.flatMap((table) => table.links)) await tx.query(link, [], PLAIN);
    return count;
  });
}

/** Removes the tables that are ours or that the backup has. */
async function clear(tx: Queryable, tables: TableLayout[], replace: boolean): Promise<void> {
  const present = await tx.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename = ANY($1::text[]) OR tablename LIKE 'entity\\_%' OR tablename LIKE 'record\\_%')`,
    [tables.map((table) => table.name)],
  );
  for (const { name } of present) {
    if (!replace && !SELF_MADE.includes(name)) {
      const rows = await tx.query(`SELECT 1 FROM ${identifier(name)} LIMIT 1`, [], PLAIN);
      if (rows.length > 0) {
        throw new StorageError(
          `The database holds rows already (${name}): restore into an empty one, or add --replace to lose them.`,
        );
      }
    }
  }
  for (const { name } of present) await tx.query(`DROP TABLE ${identifier(name)} CASCADE`, [], PLAIN);
}

async function insertRows(tx: Queryable, tables: TableLayout[], file: string): Promise<number> {
  let count = 0;
  let current = -1;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const table = tables[current];
    if (!table || batch.length === 0) return;
    const columns = table.columns.map(identifier).join(', ');
    const name = identifier(table.name);
    await tx.query(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${batch.join(',')}]`],
    );
    count += batch.length;
    batch = [];
  };
  for await (const [index, row] of rowsOf(file)) {
    if (index !== current || batch.length >= BATCH) await flush();
    current = index;
    batch.push(row);
  }
  await flush();
  return count;
}

async function finish(tx: Queryable, table: TableLayout): Promise<void> {
  for (const statement of table.finish) await tx.query(statement, [], PLAIN);
  for (const column of table.columns) {
    const [found] = await tx.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [identifier(table.name), column],
    );
    if (!found?.sequence) continue;
    const highest = `(SELECT coalesce(max(${identifier(column)}), 0) + 1 FROM ${identifier(table.name)})`;
    await tx.query(`SELECT setval($1::regclass, ${highest}, false)`, [found.sequence], PLAIN);
  }
  await tx.query(`ANALYZE ${identifier(table.name)}`, [], PLAIN);
}
