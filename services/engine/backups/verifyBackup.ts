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
import { withStoredBackup } from './storedBackups.ts';

export interface Verification {
  name: string;
  rows: number;
  files: number;
  /** Files that rows refer to and that are not in the backup. */
  missing: number;
  /** Files that were damaged already when the backup was written. */
  damaged: number;
  seconds: number;
}

type VerificationSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseSessionUrl'>;

/** CREATE and DROP DATABASE take longer than other statements may. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** Embedded databases whose backup is being verified; with a single connection an advisory lock would not exclude. */
const verifying = new WeakSet<Database>();

/**
 * Verifies a backup of the store: restores it into a scratch database, counts its rows and files, and drops the database.
 * Remains of an interrupted verification are removed first.
 * @returns undefined if another verification is running
 * @throws BackupDamagedError if it cannot be restored; StorageError if it could not be verified
 */
export async function verifyBackup(
  db: Database,
  settings: VerificationSettings,
  keyed: KeyedStore,
  options: { name?: string; signal?: AbortSignal } = {},
): Promise<Verification | undefined> {
  const folder = join(settings.dataDir, 'backup-trial');
  if (db.engine === 'server')
    return withVerificationLock(settings, async (session) =>
      restoreInto(folder, keyed, options, await scratchDatabase(db, settings, session)),
    );
  if (verifying.has(db)) return undefined;
  verifying.add(db);
  try {
    return await restoreInto(folder, keyed, options, {
      open: () => openDatabase({ dataDir: join(folder, 'database') }),
      drop: async () => undefined,
    });
  } finally {
    verifying.delete(db);
  }
}

/** Runs `work` on a session that holds the lock of verifications. @returns undefined if the lock is taken */
async function withVerificationLock<T>(
  settings: VerificationSettings,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  const connection = await openDatabase({ ...SINGLE_CONNECTION, databaseUrl: sessionUrl(settings) });
  try {
    return await connection.session(
      async (session) => {
        const [row] = await session.query<{ held: boolean }>(
          'SELECT pg_try_advisory_lock(7230155, hashtext(current_schema())) AS held',
        );
        return row?.held ? await work(session) : undefined;
      },
      { longRunning: true },
    );
  } finally {
    await connection.close();
  }
}

async function restoreInto(
  folder: string,
  keyed: KeyedStore,
  { name, signal }: { name?: string; signal?: AbortSignal },
  { open, drop }: ScratchDatabase,
): Promise<Verification> {
  const startedAt = performance.now();
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const database = await open();
    try {
      const work = async (source: BackupSource, chosen: string): Promise<Verification> => {
        const found = await restoreAndCount(database, source, signal);
        return { ...found, name: chosen, seconds: Math.round((performance.now() - startedAt) / 1000) };
      };
      return await withStoredBackup(keyed, name, folder, work, signal);
    } finally {
      await database.close();
    }
  } finally {
    // Errors of the cleanup are ignored: the next verification removes the remains.
    await drop().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreAndCount(
  database: Database,
  source: BackupSource,
  signal: AbortSignal | undefined,
): Promise<Pick<Verification, 'rows' | 'files' | 'missing' | 'damaged'>> {
  const verified = new Set<string>();
  const damaged = new Set<string>();
  const contents = {
    ...hashVerifyingTarget(verified, signal),
    skip: (hash: string) => void damaged.add(hash),
  };
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
  if (!tables.some(({ name }) => name === 'stored_file')) return { rows, files: 0, missing: 0, damaged: 0 };
  const named = await database.query<{ hash: string }>('SELECT DISTINCT hash FROM stored_file');
  const missing = named.filter(({ hash }) => !verified.has(hash) && !damaged.has(hash)).length;
  return { rows, files: verified.size, missing, damaged: damaged.size };
}

/** Restores files to nowhere: only checks their hashes and sizes. */
const hashVerifyingTarget = (verified: Set<string>, signal: AbortSignal | undefined): BackupFileSource => ({
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
    verified.add(hash);
  },
});

interface ScratchDatabase {
  open(): Promise<Database>;
  drop(): Promise<void>;
}

const SINGLE_CONNECTION = { dataDir: '', poolSize: 1, timeoutMs: STATEMENT_TIMEOUT_MS };

const sessionUrl = ({ databaseSessionUrl, databaseUrl }: VerificationSettings): string =>
  databaseSessionUrl ?? databaseUrl ?? '';

/** A scratch database on the server. */
async function scratchDatabase(
  db: Database,
  settings: VerificationSettings,
  session: Session,
): Promise<ScratchDatabase> {
  const name = await scratchDatabaseName(db);
  const drop = (): Promise<void> =>
    session.exec(`DROP DATABASE IF EXISTS ${quoteIdentifier(name)} WITH (FORCE)`);
  return {
    drop,
    async open() {
      await drop();
      const making = `CREATE DATABASE ${quoteIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`;
      await session.exec(making).catch((error: unknown) => {
        throw explainCreateError(error);
      });
      return openDatabase({ ...SINGLE_CONNECTION, databaseUrl: withDatabase(sessionUrl(settings), name) });
    },
  };
}

/** The same name every time, so that a verification removes the remains of another. */
async function scratchDatabaseName(db: Database): Promise<string> {
  const [row] = await db.query<{ of: string }>(
    `SELECT left(md5(current_database() || ' ' || current_schema()), 12) AS of`,
  );
  return `console_backup_trial_${row?.of ?? ''}`;
}

function explainCreateError(error: unknown): unknown {
  const cause = error instanceof StorageError ? error.cause : error;
  if ((cause as { code?: unknown } | null)?.code !== '42501') return error;
  return new StorageError(
    'The server lets this user make no database to restore a backup into: ALTER ROLE … CREATEDB, or BACKUP_CHECK_DAYS=0 and a trial of your own.',
    { cause: error },
  );
}
