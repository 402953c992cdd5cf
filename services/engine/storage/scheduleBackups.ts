import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exportBackup } from './backup.ts';
import type { Database } from './database.ts';
import { quoteIdentifier } from './sql.ts';

interface BackupSchedule {
  /** Hours between backups; default 24. */
  every?: number;
  /** Number of backups to keep; default 7. */
  keep?: number;
  /** Called when a backup fails; the next one runs on schedule. */
  onError?: (error: unknown) => void;
}

const HOUR_MS = 3_600_000;
/** The first check waits until the start is over. */
const FIRST_CHECK_MS = 60_000;
const NAME = /^backup-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.jsonl\.gz$/;

/** The folder of automatic backups. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/**
 * Writes automatic backups of the embedded engine into `<dataDir>/backups`: soon after the start when the newest is older
 * than `every`, then at that interval. Each is followed by a VACUUM, which a server runs by itself.
 * @returns a function that stops the schedule and waits for a backup in progress
 */
export function scheduleBackups(
  db: Database,
  dataDir: string,
  schedule: BackupSchedule = {},
): () => Promise<void> {
  if (db.engine !== 'embedded') return async () => undefined;
  const every = (schedule.every ?? 24) * HOUR_MS;
  let running: Promise<unknown> = Promise.resolve();
  const check = (): void => {
    running = backupWhenDue(db, dataDir, every, schedule.keep ?? 7).catch((error: unknown) =>
      schedule.onError?.(error),
    );
  };
  const firstCheck = setTimeout(check, FIRST_CHECK_MS).unref();
  const interval = setInterval(check, Math.min(every, HOUR_MS)).unref();
  return async () => {
    clearTimeout(firstCheck);
    clearInterval(interval);
    await running;
  };
}

/**
 * Writes a backup when the newest is older than `every` milliseconds, and removes all but the newest `keep`.
 * @returns whether one was written
 */
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
  await removePartialFiles(folder);
  await exportBackup(db, join(folder, name));
  const outdated = (await automaticBackups(dataDir)).slice(0, -keep);
  await Promise.all(outdated.map((old) => rm(join(folder, old), { force: true })));
  await vacuumTables(db);
  return true;
}

/** Removes the unfinished file of a killed process; nobody else writes here. */
async function removePartialFiles(folder: string): Promise<void> {
  const names = await readdir(folder);
  const partial = names.filter((name) => name.endsWith('.partial'));
  await Promise.all(partial.map((name) => rm(join(folder, name), { force: true })));
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

/** The embedded engine has no autovacuum, which removes dead rows and updates statistics. One table at a time. */
async function vacuumTables(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of tables)
    await db.query(`VACUUM (ANALYZE) ${quoteIdentifier(name)}`, [], { prepare: false });
}
