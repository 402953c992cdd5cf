import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { importBackup } from '../storage/backup.ts';
import type { Contents } from '../storage/backupContents.ts';
import { BackupDamaged, type BackupSource } from '../storage/backupFile.ts';
import { StorageError, type Database, UNPREPARED } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { identifier } from '../storage/sql.ts';
import { tableLayouts } from '../storage/tableLayout.ts';
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
  seconds: number;
}

type TrialSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseSessionUrl'>;

/** Making and dropping a database takes longer than a statement may. */
const MAKING_MS = 600_000;

/**
 * Restores a backup of the store into an empty database that is removed afterwards, and counts what came back. What an
 * earlier trial left behind when it was killed is removed first; no two may run at once.
 * @throws BackupDamaged where it is of no use; StorageError where it could not be tried
 */
export async function tryRestore(
  db: Database,
  settings: TrialSettings,
  keyed: KeyedStore,
  { name, signal }: { name?: string; signal?: AbortSignal } = {},
): Promise<Trial> {
  const folder = join(settings.dataDir, 'backup-trial');
  const startedAt = performance.now();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await withStored(
      keyed,
      name,
      folder,
      async (source, chosen) => {
        const { database, remove } = await makeEmpty(db, settings, folder);
        try {
          const found = await restoreAndCount(database, source, signal);
          return { ...found, name: chosen, seconds: Math.round((performance.now() - startedAt) / 1000) };
        } finally {
          await remove();
        }
      },
      signal,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreAndCount(
  database: Database,
  source: BackupSource,
  signal: AbortSignal | undefined,
): Promise<Pick<Trial, 'rows' | 'files' | 'missing'>> {
  const seen = new Set<string>();
  const rows = await importBackup(database, source, { contents: proving(seen, signal) });
  signal?.throwIfAborted();
  let stored = 0;
  const tables = (await tableLayouts(database)).filter(({ partitioned }) => !partitioned);
  for (const { name } of tables) {
    const [counted] = await database.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${identifier(name)}`,
      [],
      UNPREPARED,
    );
    stored += Number(counted?.rows ?? 0);
  }
  if (stored !== rows)
    throw new StorageError(`Of ${rows} rows of the backup, ${stored} were there after it was restored.`);
  if (!tables.some(({ name }) => name === 'stored_file')) return { rows, files: 0, missing: 0 };
  const named = await database.query<{ hash: string }>('SELECT DISTINCT hash FROM stored_file');
  return { rows, files: seen.size, missing: named.filter(({ hash }) => !seen.has(hash)).length };
}

/** Takes files as a store does, and keeps nothing of them but that they are what they say. */
const proving = (seen: Set<string>, signal: AbortSignal | undefined): Contents => ({
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
      throw new BackupDamaged(`The content of file ${hash} in the backup is damaged: use another one.`);
    seen.add(hash);
  },
});

interface Empty {
  database: Database;
  remove(): Promise<void>;
}

/** An empty database of the same engine: in a folder, or a further one on the server. */
async function makeEmpty(db: Database, settings: TrialSettings, folder: string): Promise<Empty> {
  if (db.engine === 'embedded') {
    const database = await openDatabase({ dataDir: join(folder, 'database') });
    return { database, remove: () => database.close() };
  }
  const address = settings.databaseSessionUrl ?? settings.databaseUrl ?? '';
  const own = { dataDir: '', poolSize: 1, timeoutMs: MAKING_MS };
  const maker = await openDatabase({ ...own, databaseUrl: address });
  const remove = async (name: string): Promise<void> =>
    maker.exec(`DROP DATABASE IF EXISTS ${identifier(name)} WITH (FORCE)`);
  try {
    const name = await trialName(db);
    await remove(name);
    await maker.exec(`CREATE DATABASE ${identifier(name)}`).catch((error: unknown) => {
      throw refused(error);
    });
    const database = await openDatabase({ ...own, databaseUrl: withDatabase(address, name) });
    return {
      database,
      async remove() {
        await database.close();
        try {
          await remove(name);
        } finally {
          await maker.close();
        }
      },
    };
  } catch (error) {
    await maker.close();
    throw error;
  }
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
