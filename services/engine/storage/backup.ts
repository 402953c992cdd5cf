import { type Database, type Queryable, UNPREPARED } from './database.ts';
import { StorageError } from './database.ts';
import {
  CONTENT_CURSOR,
  contentLines,
  declareContentCursor,
  restoreContents,
  type BackupFileSource,
} from './backupContents.ts';
import {
  checkBackup,
  readLines,
  readRows,
  writeBackup,
  type BackupHeader,
  type BackupSource,
  type BackupTarget,
} from './backupFile.ts';
import { FOUNDATION } from './migrations/foundation.ts';
import { runMigrations } from './migrations/run.ts';
import { assertNobodyServes } from './presence.ts';
import { quoteIdentifier } from './sql.ts';
import { readTableLayouts, type TableLayout } from './tableLayout.ts';

/** Rows are fetched and inserted in batches that end at the first of both limits. */
const BATCH_ROWS = 2_000;
const BATCH_BYTES = 4 * 1024 * 1024;
const BOOKKEEPING_TABLES = ['record_schema', 'schema_migration', 'schema_release'];

/** The backup that an embedded database writes: its one connection can hold the cursors of one backup. */
const runningExports = new WeakMap<Database, Promise<unknown>>();

/**
 * Writes everything that is stored, as of one moment, into one compressed file, without blocking reads and writes. Only
 * a few megabytes are in memory at a time.
 * @param file a path, or another target
 * @param contents the stored files; without them only their rows are written
 * @param options.exclusive fails while any process writes another backup of the database with this option
 * @param options.signal aborts the backup
 * @returns the number of rows
 * @throws StorageError when it cannot be written, or another backup is being written
 */
export async function exportBackup(
  db: Database,
  file: string | BackupTarget,
  contents?: BackupFileSource,
  options: ExportOptions = {},
): Promise<number> {
  if (db.engine === 'server') return runExport(db, file, contents, options);
  const previous = runningExports.get(db)?.catch(() => undefined);
  const current = Promise.resolve(previous).then(() => runExport(db, file, contents, options));
  runningExports.set(db, current);
  return current;
}

interface ExportOptions {
  exclusive?: boolean;
  signal?: AbortSignal;
}

function runExport(
  db: Database,
  file: string | BackupTarget,
  contents: BackupFileSource | undefined,
  { exclusive = false, signal }: ExportOptions,
): Promise<number> {
  return db.session(
    async (session) => {
      if (db.engine === 'server') {
        return session.transaction(async (tx) => {
          const snapshot = await openCursors(tx, '');
          if (exclusive) await assertOnlyBackup(tx);
          return writeRows(tx, snapshot, file, contents, signal);
        });
      }
      // The one connection must not stay in a transaction for so long: the cursors outlast it.
      const snapshot = await session.transaction((tx) => openCursors(tx, 'WITH HOLD'));
      return writeRows(session, snapshot, file, contents, signal);
    },
    { longRunning: true },
  );
}

/** Takes a lock that ends with the transaction that writes the backup. */
async function assertOnlyBackup(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ alone: boolean }>(
    'SELECT pg_try_advisory_xact_lock(7230154, hashtext(current_schema())) AS alone',
    [],
    UNPREPARED,
  );
  if (!row?.alone) throw new StorageError('Another backup of this database is being written: wait for it.');
}

interface Snapshot {
  /** ISO 8601, by the database's clock. */
  at: string;
  tables: TableLayout[];
  schemas: Record<string, string>;
}

const hasFiles = ({ tables }: Pick<Snapshot, 'tables'>): boolean =>
  tables.some(({ name }) => name === 'stored_file');

async function writeRows(
  session: Queryable,
  snapshot: Snapshot,
  file: string | BackupTarget,
  contents: BackupFileSource | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  async function* lines(): AsyncGenerator<string[]> {
    for await (const batch of backupLines(session, snapshot)) {
      signal?.throwIfAborted();
      yield batch;
    }
    if (!contents || !hasFiles(snapshot)) return;
    for await (const line of contentLines(session, contents, fetchBatch)) {
      signal?.throwIfAborted();
      yield [line];
    }
  }
  try {
    return await writeBackup(file, lines());
  } finally {
    if (hasFiles(snapshot))
      await session.query(`CLOSE ${CONTENT_CURSOR}`, [], UNPREPARED).catch(() => undefined);
    for (const index of snapshot.tables.keys()) {
      await session.query(`CLOSE backup_${index}`, [], UNPREPARED).catch(() => undefined);
    }
  }
}

/** Opens cursors on all tables as of one moment. */
async function openCursors(tx: Queryable, hold: '' | 'WITH HOLD'): Promise<Snapshot> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', [], UNPREPARED);
  await tx.query(FETCH_FUNCTION, [], UNPREPARED);
  const tables = await readTableLayouts(tx);
  for (const [index, table] of tables.entries()) {
    const rows = table.partitioned
      ? `(SELECT * FROM ${quoteIdentifier(table.name)} WHERE false)`
      : quoteIdentifier(table.name);
    const select = `SELECT row_to_json(r)::text AS row FROM ${rows} AS r`;
    await tx.query(`DECLARE backup_${index} NO SCROLL CURSOR ${hold} FOR ${select}`, [], UNPREPARED);
  }
  if (hasFiles({ tables })) await tx.query(declareContentCursor(hold), [], UNPREPARED);
  const schemas = tables.some((table) => table.name === 'record_schema')
    ? await tx.query<{ entity: string; fingerprint: string }>('SELECT entity, fingerprint FROM record_schema')
    : [];
  const [moment] = await tx.query<{ now: Date }>('SELECT now()', [], UNPREPARED);
  const at = (moment?.now ?? new Date()).toISOString();
  return { at, tables, schemas: Object.fromEntries(schemas.map((row) => [row.entity, row.fingerprint])) };
}

/** Fetches from a cursor up to a number of rows or bytes, since rows differ in size. */
const FETCH_FUNCTION = `CREATE OR REPLACE FUNCTION pg_temp.backup_fetch(source refcursor, most int, bytes int)
  RETURNS SETOF text LANGUAGE plpgsql AS $$
  DECLARE line text; total bigint := 0;
  BEGIN
    FOR n IN 1..most LOOP
      FETCH source INTO line;
      EXIT WHEN NOT FOUND;
      RETURN NEXT line;
      total := total + octet_length(line);
      EXIT WHEN total >= bytes;
    END LOOP;
  END $$`;

async function fetchBatch(session: Queryable, cursor: string): Promise<string[]> {
  const rows = await session.query<{ row: string }>(
    `SELECT pg_temp.backup_fetch('${cursor}', ${BATCH_ROWS}, ${BATCH_BYTES}) AS row`,
    [],
    UNPREPARED,
  );
  return rows.map(({ row }) => row);
}

async function* backupLines(session: Queryable, { at, tables, schemas }: Snapshot): AsyncGenerator<string[]> {
  const header: BackupHeader = {
    format: 'messaging-console-backup',
    formatVersion: 1,
    at,
    schemas,
    tables,
  };
  yield [JSON.stringify(header)];
  for (const index of tables.keys()) {
    for (;;) {
      const rows = await fetchBatch(session, `backup_${index}`);
      if (rows.length === 0) break;
      yield rows.map((row) => `[${index},${row}]`);
    }
  }
}

interface ImportOptions {
  replace?: boolean;
  contents?: BackupFileSource;
  signal?: AbortSignal;
}

/**
 * Restores a backup into an empty database, all or nothing. Restore only files that you trust: like any database dump
 * they contain statements.
 * @param options.replace deletes what is stored now
 * @param options.contents receives the stored files, before the rows that name them
 * @param options.signal aborts the restore
 * @returns the number of rows
 * @throws StorageError for a foreign, truncated or damaged file, and when the database holds rows
 */
export async function importBackup(
  db: Database,
  file: BackupSource,
  { replace = false, contents, signal }: ImportOptions = {},
): Promise<number> {
  const header = await checkBackup(file, signal);
  if (contents) await restoreContents(readLines(file), contents, signal);
  // The file contains tables, but no functions.
  await runMigrations(db, FOUNDATION);
  const restore = async (tx: Queryable): Promise<number> => {
    if (db.engine === 'server') await assertNobodyServes(tx);
    await dropTables(tx, header.tables, replace);
    for (const table of header.tables) await tx.query(table.create, [], UNPREPARED);
    const count = await insertRows(tx, header.tables, file, signal);
    for (const table of header.tables.filter((one) => !one.partitioned)) {
      signal?.throwIfAborted();
      await finishTable(tx, table);
    }
    for (const { attach } of header.tables) if (attach) await tx.query(attach, [], UNPREPARED);
    for (const table of header.tables.filter((one) => one.partitioned)) await finishTable(tx, table);
    for (const link of header.tables.flatMap((table) => table.links)) await tx.query(link, [], UNPREPARED);
    return count;
  };
  return db.session((session) => session.transaction(restore), { longRunning: true });
}

/** Drops the tables of the product and those that the backup contains. */
async function dropTables(tx: Queryable, tables: TableLayout[], replace: boolean): Promise<void> {
  const existing = await tx.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename = ANY($1::text[]) OR tablename LIKE 'entity\\_%' OR tablename LIKE 'record\\_%')`,
    [[...BOOKKEEPING_TABLES, ...tables.map((table) => table.name)]],
  );
  for (const { name } of existing) {
    if (!replace && !BOOKKEEPING_TABLES.includes(name)) {
      const rows = await tx.query(`SELECT 1 FROM ${quoteIdentifier(name)} LIMIT 1`, [], UNPREPARED);
      if (rows.length > 0) {
        throw new StorageError(
          `The database holds rows already (${name}): restore into an empty one, or add --replace to lose them.`,
        );
      }
    }
  }
  for (const { name } of existing)
    await tx.query(`DROP TABLE IF EXISTS ${quoteIdentifier(name)} CASCADE`, [], UNPREPARED);
}

async function insertRows(
  tx: Queryable,
  tables: TableLayout[],
  file: BackupSource,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  let current = -1;
  let size = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    signal?.throwIfAborted();
    const table = tables[current];
    if (!table || batch.length === 0) return;
    const columns = table.columns.map(quoteIdentifier).join(', ');
    const name = quoteIdentifier(table.name);
    await tx.query(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${batch.join(',')}]`],
    );
    count += batch.length;
    batch = [];
    size = 0;
  };
  for await (const rows of readRows(file)) {
    for (const [index, row] of rows) {
      if (index !== current || batch.length >= BATCH_ROWS || size >= BATCH_BYTES) await flush();
      current = index;
      batch.push(row);
      size += row.length;
    }
  }
  await flush();
  return count;
}

async function finishTable(tx: Queryable, table: TableLayout): Promise<void> {
  for (const statement of table.finish) await tx.query(statement, [], UNPREPARED);
  for (const column of table.columns) {
    const [found] = await tx.query<{ sequence: string | null }>(
      'SELECT pg_get_serial_sequence($1, $2) AS sequence',
      [quoteIdentifier(table.name), column],
    );
    if (!found?.sequence) continue;
    const highest = `(SELECT coalesce(max(${quoteIdentifier(column)}), 0) + 1 FROM ${quoteIdentifier(table.name)})`;
    await tx.query(`SELECT setval($1::regclass, ${highest}, false)`, [found.sequence], UNPREPARED);
  }
  await tx.query(`ANALYZE ${quoteIdentifier(table.name)}`, [], UNPREPARED);
}
