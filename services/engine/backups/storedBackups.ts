import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { databaseNow } from '../jobs/index.ts';
import { exportBackup } from '../storage/backup.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import type { BackupSource } from '../storage/backupFile.ts';
import { StorageError, type Database } from '../storage/database.ts';
import { backupName, parseBackupTime, type StoredBackup } from './names.ts';
import type { KeyedStore } from './openStore.ts';
import { isSealed, seal, unseal } from './sealing.ts';

export interface WrittenBackup extends StoredBackup {
  rows: number;
}

/**
 * Streams a sealed backup into the store, without temporary files.
 * @param contents contents of the stored files; without them only their metadata is in the backup
 * @throws StorageError if it cannot be written, or another process is writing one; no backup is stored then
 */
export async function writeToStore(
  db: Database,
  { store, keys }: KeyedStore,
  contents: BackupFileSource | undefined,
  { signal, now }: { signal?: AbortSignal; now?: Date } = {},
): Promise<WrittenBackup> {
  const moment = now ?? (await databaseNow(db));
  const name = backupName(moment);
  let bytes = 0;
  const target = {
    name: store.description,
    async write(content: Readable) {
      bytes = await store.write(name, seal(content as AsyncIterable<Buffer>, keys), signal);
    },
  };
  const rows = await exportBackup(db, target, contents, { exclusive: true, signal });
  return { name, at: parseBackupTime(name) ?? moment.toISOString(), bytes, rows };
}

/**
 * Downloads a backup into a temporary file, and runs `work` with it.
 * @param name by default the newest
 * @param dataDir the temporary folder is made in it
 */
export async function withStoredBackup<T>(
  { store, keys }: KeyedStore,
  name: string | undefined,
  dataDir: string,
  work: (source: BackupSource, name: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const chosen = name ?? (await store.list(signal)).at(-1)?.name;
  if (chosen === undefined) throw new StorageError(`${store.description} has no backups.`);
  if (parseBackupTime(chosen) === undefined)
    throw new StorageError(`"${chosen}" is no name of a backup, such as ${backupName(new Date())}.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDir, 'fetched-'));
  try {
    const path = join(folder, chosen);
    await store.fetch(chosen, path, signal);
    return await work({ ...sealedBackupSource(path, keys, chosen), at: parseBackupTime(chosen) }, chosen);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A backup file, sealed or not, as the source of a restore. */
export async function openBackupFile(path: string, keys: readonly Buffer[]): Promise<BackupSource> {
  const file = await open(path).catch(() => undefined);
  if (!file) return path;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16).finally(() => file.close());
  return isSealed(buffer.subarray(0, bytesRead)) ? sealedBackupSource(path, keys, path) : path;
}

const sealedBackupSource = (
  path: string,
  keys: readonly Buffer[],
  name: string,
): Exclude<BackupSource, string> => ({
  name,
  open: () => Readable.from(unseal(createReadStream(path), keys, name), { objectMode: false }),
});

/** Damaged backups that are kept for an investigation. */
const MAX_DAMAGED_BACKUPS = 2;

/**
 * Removes backups older than the newest `keep` undamaged ones, and all but the newest damaged ones. The last one that was
 * restored successfully (`restored`) is kept, however old it is.
 * @returns names of the removed backups
 */
export async function removeOutdated(
  { store }: KeyedStore,
  { keep, restored, damaged = [] }: { keep: number; restored?: string; damaged?: readonly string[] },
): Promise<string[]> {
  const all = (await store.list()).map(({ name }) => name);
  const oldestRetained = all.filter((name) => !damaged.includes(name)).at(-keep) ?? '';
  const surplusDamaged = all.filter((name) => damaged.includes(name)).slice(0, -MAX_DAMAGED_BACKUPS);
  const outdated = all.filter(
    (name) => (name < oldestRetained || surplusDamaged.includes(name)) && name !== restored,
  );
  for (const name of outdated) await store.remove(name);
  return outdated;
}
