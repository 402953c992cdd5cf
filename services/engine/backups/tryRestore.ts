import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { importBackup } from '../storage/backup.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import { BackupDamagedError, type BackupSource } from '../storage/backupFile.ts';
import { StorageError, type Database, type Session, UNPREPARED } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { quoteIdentifier } from '../storage/sql.ts';
import { readTableLayouts } from '../storage/tableLayout.ts';
import { withDatabase } from '../settings/serverAddress.ts';
import type { Settings } from '../settings/settings.ts';
import type { KeyedStore } from './openStore.ts';
import { withStored } from './storedBackups.ts';

export interface Trial {
  name: string;
  rows: number;
  files: number;
  /** Files that rows name and the backup does not have. */
  missing: number;
  /** Files that were damaged before the backup was written. */
  spoilt: number;
  seconds: number;
}

type TrialSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseSessionUrl'>;

/** Making and dropping a database takes longer than a statement may. */
const MAKING_MS = 600_000;

/** Embedded databases whose backup is being tried: their one connection holds no lock against itself. */
const trying = new WeakSet<Database>();

/**
 * Restores a backup of the store into an empty database that is removed afterwards, and counts what came back. What an
 * earlier trial left behind when it was killed is removed first.
 * @returns undefined, and nothing is done, where another trial is being made
 * @throws BackupDamagedError where it is of no use; StorageError where it could not be tried
 */
export async function tryRestore(
  db: Database,
  settings: TrialSettings,
  keyed: KeyedStore,
  options: { name?: string; signal?: AbortSignal } = {},
): Promise<Trial | undefined> {
  const folder = join(settings.dataDir, 'backup-trial');
  if (db.engine === 'server')
    return holdingLock(settings, async (session) =>
      tryIn(folder, keyed, options, await makeFurther(db, settings, session)),
    );
  if (trying.has(db)) return undefined;
  trying.add(db);
  try {
    return await tryIn(folder, keyed, options, {
      open: () => openDatabase({ dataDir: join(folder, 'database') }),
      drop: async () => undefined,
    });
  } finally {
    trying.delete(db);
  }
}

/** Works on one session that nobody else holds the lock of trials in; it is held until that ends. */
async function holdingLock<T>(
  settings: TrialSettings,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  const maker = await openDatabase({ ...OWN, databaseUrl: addressOf(settings) });
  try {
    return await maker.session(
      async (session) => {
        const [row] = await session.query<{ held: boolean }>(
          'SELECT pg_try_advisory_lock(7230155, hashtext(current_schema())) AS held',
        );
        return row?.held ? await work(session) : undefined;
      },
      { longRunning: true },
    );
  } finally {
    await maker.close();
  }
}

async function tryIn(
  folder: string,
  keyed: KeyedStore,
  { name, signal }: { name?: string; signal?: AbortSignal },
  { open, drop }: Empty,
): Promise<Trial> {
  const startedAt = performance.now();
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const database = await open();
    try {
      const work = async (source: BackupSource, chosen: string): Promise<Trial> => {
        const found = await restoreAndCount(database, source, signal);
        return { ...found, name: chosen, seconds: Math.round((performance.now() - startedAt) / 1000) };
      };
      return await withStored(keyed, name, folder, work, signal);
    } finally {
      await database.close();
    }
  } finally {
    // What came of it is what is told; the next trial removes what is left.
    await drop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreAndCount(
  database: Database,
  source: BackupSource,
  signal: AbortSignal | undefined,
): Promise<Pick<Trial, 'rows' | 'files' | 'missing' | 'spoilt'>> {
  const seen = new Set<string>();
  const spoilt = new Set<string>();
  const contents = { ...proving(seen, signal), skip: (hash: string) => void spoilt.add(hash) };
  const rows = await importBackup(database, source, { contents, signal });
  signal?.throwIfAborted();
  let stored = 0;
  const tables = (await readTableLayouts(database)).filter(({ partitioned }) => !partitioned);
  for (const { name } of tables) {
    const [counted] = await database.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${quoteIdentifier(name)}`,
      [],
      UNPREPARED,
    );
    stored += Number(counted?.rows ?? 0);
  }
  if (stored !== rows)
    throw new StorageError(`Of ${rows} rows of the backup, ${stored} were there after it was restored.`);
  if (!tables.some(({ name }) => name === 'stored_file')) return { rows, files: 0, missing: 0, spoilt: 0 };
  const named = await database.query<{ hash: string }>('SELECT DISTINCT hash FROM stored_file');
  const missing = named.filter(({ hash }) => !seen.has(hash) && !spoilt.has(hash)).length;
  return { rows, files: seen.size, missing, spoilt: spoilt.size };
}

/** Takes files as a store does, and keeps nothing of them but that they are what they say. */
const proving = (seen: Set<string>, signal: AbortSignal | undefined): BackupFileSource => ({
  read: async () => undefined,
  async restore(hash, size, content) {
    signal?.throwIfAborted();
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const piece of content as AsyncIterable<Buffer>) {
      digest.update(piece);
      bytes += piece.length;
    }
    if (digest.digest('hex') !== hash || bytes !== size)
      throw new BackupDamagedError(`The content of file ${hash} in the backup is damaged: use another one.`);
    seen.add(hash);
  },
});

interface Empty {
  open(): Promise<Database>;
  drop(): Promise<void>;
}

const OWN = { dataDir: '', poolSize: 1, timeoutMs: MAKING_MS };

const addressOf = ({ databaseSessionUrl, databaseUrl }: TrialSettings): string =>
  databaseSessionUrl ?? databaseUrl ?? '';

/** A further database on the server. */
async function makeFurther(db: Database, settings: TrialSettings, session: Session): Promise<Empty> {
  const name = await trialName(db);
  const drop = (): Promise<void> =>
    session.exec(`DROP DATABASE IF EXISTS ${quoteIdentifier(name)} WITH (FORCE)`);
  return {
    drop,
    async open() {
      await drop();
      const making = `CREATE DATABASE ${quoteIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`;
      await session.exec(making).catch((error: unknown) => {
        throw refused(error);
      });
      return openDatabase({ ...OWN, databaseUrl: withDatabase(addressOf(settings), name) });
    },
  };
}

/** The same at each trial, so that one removes what another left behind. */
async function trialName(db: Database): Promise<string> {
  const [row] = await db.query<{ of: string }>(
    `SELECT left(md5(current_database() || ' ' || current_schema()), 12) AS of`,
  );
  return `console_backup_trial_${row?.of ?? ''}`;
}

function refused(error: unknown): unknown {
  const cause = error instanceof StorageError ? error.cause : error;
  if ((cause as { code?: unknown } | null)?.code !== '42501') return error;
  return new StorageError(
    'The server lets this user make no database to restore a backup into: ALTER ROLE … CREATEDB, or BACKUP_CHECK_DAYS=0 and a trial of your own.',
    { cause: error },
  );
}
