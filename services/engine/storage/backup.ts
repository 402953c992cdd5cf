import { type Database, type Queryable, UNPREPARED } from './database.ts';
import { StorageError } from './database.ts';
import {
  CONTENT_CURSOR,
  contentLines,
  declareContents,
  restoreContents,
  type BackupFileSource,
} from './backupContents.ts';
import {
  checkBackup,
  linesOf,
  rowsOf,
  writeBackup,
  type BackupHeader,
  type BackupSource,
  type BackupTarget,
} from './backupFile.ts';
import { FOUNDATION } from './migrations/foundation.ts';
import { runMigrations } from './migrations/run.ts';
import { assertNobodyServes } from './presence.ts';
import { quoteIdentifier } from './sql.ts';
import { tableLayouts, type TableLayout } from './tableLayout.ts';

/** Rows fetched and inserted at a time, as long as they are not larger than this together. */
const BATCH = 2_000;
const BATCH_BYTES = 4 * 1024 * 1024;
const INTERNAL_TABLES = ['record_schema', 'schema_migration', 'schema_release'];

/** The backup of an embedded database that is being written: its one connection has the cursors of one. */
const writing = new WeakMap<Database, Promise<unknown>>();

/**
 * Writes everything that is stored, as of one moment, into one compressed file. Others may go on reading and writing;
 * of the rows and files only a few megabytes are in memory at a time.
 * @param file its path, or whatever else takes it
 * @param contents the stored files; without them only what is known of them is written
 * @param options.alone refuse it while another one with this option is written of the database, by whatever process
 * @param options.signal breaks it off
 * @returns the number of rows
 * @throws StorageError where it cannot be written, or another one is
 */
export async function exportBackup(
  db: Database,
  file: string | BackupTarget,
  contents?: BackupFileSource,
  options: ExportOptions = {},
): Promise<number> {
  if (db.engine === 'server') return exportNow(db, file, contents, options);
  const before = writing.get(db)?.catch(() => undefined);
  const own = Promise.resolve(before).then(() => exportNow(db, file, contents, options));
  writing.set(db, own);
  return own;
}

interface ExportOptions {
  alone?: boolean;
  signal?: AbortSignal;
}

function exportNow(
  db: Database,
  file: string | BackupTarget,
  contents: BackupFileSource | undefined,
  { alone = false, signal }: ExportOptions,
): Promise<number> {
  return db.session(
    async (session) => {
      if (db.engine === 'server') {
        return session.transaction(async (tx) => {
          const snapshot = await openCursors(tx, '');
          if (alone) await assertAlone(tx);
          return writeRows(tx, snapshot, file, contents, signal);
        });
      }
      // The one connection is not kept in a transaction for so long: the cursors outlast it.
      const snapshot = await session.transaction((tx) => openCursors(tx, 'WITH HOLD'));
      return writeRows(session, snapshot, file, contents, signal);
    },
    { longRunning: true },
  );
}

/** Held by the transaction that writes, and so by nobody once that connection is gone. */
async function assertAlone(tx: Queryable): Promise<void> {
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
    for await (const some of backupLines(session, snapshot)) {
      signal?.throwIfAborted();
      yield some;
    }
    if (!contents || !hasFiles(snapshot)) return;
    for await (const line of contentLines(session, contents, fetchSome)) {
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

/** Cursors on all tables as of one moment. */
async function openCursors(tx: Queryable, hold: '' | 'WITH HOLD'): Promise<Snapshot> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', [], UNPREPARED);
  await tx.query(FETCH_SOME, [], UNPREPARED);
  const tables = await tableLayouts(tx);
  for (const [index, table] of tables.entries()) {
    const rows = table.partitioned
      ? `(SELECT * FROM ${quoteIdentifier(table.name)} WHERE false)`
      : quoteIdentifier(table.name);
    const select = `SELECT row_to_json(r)::text AS row FROM ${rows} AS r`;
    await tx.query(`DECLARE backup_${index} NO SCROLL CURSOR ${hold} FOR ${select}`, [], UNPREPARED);
  }
  if (hasFiles({ tables })) await tx.query(declareContents(hold), [], UNPREPARED);
  const schemas = tables.some((table) => table.name === 'record_schema')
    ? await tx.query<{ entity: string; fingerprint: string }>('SELECT entity, fingerprint FROM record_schema')
    : [];
  const [moment] = await tx.query<{ now: Date }>('SELECT now()', [], UNPREPARED);
  const at = (moment?.now ?? new Date()).toISOString();
  return { at, tables, schemas: Object.fromEntries(schemas.map((row) => [row.entity, row.fingerprint])) };
}

/** Fetches from a cursor until rows or bytes are enough: the number of rows alone says nothing of their size. */
const FETCH_SOME = `CREATE OR REPLACE FUNCTION pg_temp.backup_fetch(source refcursor, most int, bytes int)
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

async function fetchSome(session: Queryable, cursor: string): Promise<string[]> {
  const rows = await session.query<{ row: string }>(
    `SELECT pg_temp.backup_fetch('${cursor}', ${BATCH}, ${BATCH_BYTES}) AS row`,
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
      const rows = await fetchSome(session, `backup_${index}`);
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
 * Puts a backup into an empty database, all or nothing. Restore only files that you trust: like any database dump
 * they say how tables are made.
 * @param options.replace remove what is stored now
 * @param options.contents where stored files go, before the rows that name them
 * @param options.signal breaks it off
 * @returns the number of rows
 * @throws StorageError for a foreign, cut-off or damaged file, and when the database holds rows
 */
export async function importBackup(
  db: Database,
  file: BackupSource,
  { replace = false, contents, signal }: ImportOptions = {},
): Promise<number> {
  const header = await checkBackup(file, signal);
  if (contents) await restoreContents(linesOf(file), contents, signal);
  // Tables come out of the file, functions do not.
  await runMigrations(db, FOUNDATION);
  const restore = async (tx: Queryable): Promise<number> => {
    if (db.engine === 'server') await assertNobodyServes(tx);
    await clear(tx, header.tables, replace);
    for (const table of header.tables) await tx.query(table.create, [], UNPREPARED);
    const count = await insertRows(tx, header.tables, file, signal);
    for (const table of header.tables.filter((one) => !one.partitioned)) {
      signal?.throwIfAborted();
      await finish(tx, table);
    }
    for (const { attach } of header.tables) if (attach) await tx.query(attach, [], UNPREPARED);
    for (const table of header.tables.filter((one) => one.partitioned)) await finish(tx, table);
    for (const link of header.tables.flatMap((table) => table.links)) await tx.query(link, [], UNPREPARED);
    return count;
  };
  return db.session((session) => session.transaction(restore), { longRunning: true });
}

/** Removes the tables that are ours or that the backup has. */
async function clear(tx: Queryable, tables: TableLayout[], replace: boolean): Promise<void> {
  const present = await tx.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
     AND (tablename = ANY($1::text[]) OR tablename LIKE 'entity\\_%' OR tablename LIKE 'record\\_%')`,
    [[...INTERNAL_TABLES, ...tables.map((table) => table.name)]],
  );
  for (const { name } of present) {
    if (!replace && !INTERNAL_TABLES.includes(name)) {
      const rows = await tx.query(`SELECT 1 FROM ${quoteIdentifier(name)} LIMIT 1`, [], UNPREPARED);
      if (rows.length > 0) {
        throw new StorageError(
          `The database holds rows already (${name}): restore into an empty one, or add --replace to lose them.`,
        );
      }
    }
  }
  for (const { name } of present)
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
  for await (const rows of rowsOf(file)) {
    for (const [index, row] of rows) {
      if (index !== current || batch.length >= BATCH || size >= BATCH_BYTES) await flush();
      current = index;
      batch.push(row);
      size += row.length;
    }
  }
  await flush();
  return count;
}

async function finish(tx: Queryable, table: TableLayout): Promise<void> {
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
