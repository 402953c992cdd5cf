import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportBackup } from './backup.ts';
import type { Database } from './database.ts';
import { quoteIdentifier } from './sql.ts';

interface BackupSchedule {
  /** Hours between backups; default 24. */
  every?: number;
  /** How many are kept; default 7. */
  keep?: number;
  /** Told of every backup that failed; the next one is tried at its time. */
  onError?: (error: unknown) => void;
}

const HOUR = 3_600_000;
/** The first look waits until the start is over. */
const FIRST_LOOK_MS = 60_000;
const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.jsonl\.gz$/;

/** Where automatic backups lie. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/**
 * Keeps automatic backups of the embedded engine in `<dataDir>/backups`: one soon after the start when the newest is
 * older than `every`, then one each time. Afterwards the tables are cleaned up, which a server does by itself.
 * @returns a function that stops it and waits for a backup that is being written
 */
export function scheduleBackups(
  db: Database,
  dataDir: string,
  keeping: BackupSchedule = {},
): () => Promise<void> {
  if (db.engine !== 'embedded') return async () => undefined;
  const every = (keeping.every ?? 24) * HOUR;
  let running: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    running = backupWhenDue(db, dataDir, every, keeping.keep ?? 7).catch((error: unknown) =>
      keeping.onError?.(error),
    );
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const later = setInterval(look, Math.min(every, HOUR)).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(later);
    await running;
  };
}

/** Writes a backup when the newest is older than `every` milliseconds, and removes all but the newest `keep`. */
export async function backupWhenDue(
  db: Database,
  dataDir: string,
  every: number,
  keep: number,
): Promise<boolean> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newest = (await automaticBackups(dataDir)).at(-1);
  if (newest && Date.now() - timeOf(newest) < every) return false;
  const name = `backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`;
  await removePartial(folder);
  await exportBackup(db, join(folder, name));
  const outdated = (await automaticBackups(dataDir)).slice(0, -keep);
  await Promise.all(outdated.map((old) => rm(join(folder, old), { force: true })));
  await cleanUp(db);
  return true;
}

/** Removes what a process that was killed left behind; nobody else writes here. */
async function removePartial(folder: string): Promise<void> {
  const names = await readdir(folder);
  const left = names.filter((name) => name.endsWith('.partial'));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Names of the automatic backups, oldest first. */
export async function automaticBackups(dataDir: string): Promise<string[]> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  return names.filter((name) => NAME.test(name)).sort();
}

function timeOf(name: string): number {
  const [day = '', time = ''] = (NAME.exec(name)?.[1] ?? '').split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`);
}

/** The embedded engine has nobody who removes dead rows and counts values for the planner. One table at a time. */
async function cleanUp(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of tables)
    await db.query(`VACUUM (ANALYZE) ${quoteIdentifier(name)}`, [], { prepare: false });
}
