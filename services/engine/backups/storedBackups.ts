import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { databaseNow } from '../jobs/index.ts';
import { exportBackup } from '../storage/backup.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import type { BackupSource } from '../storage/backupFile.ts';
import { StorageError, type Database } from '../storage/database.ts';
import { backupName, momentOf, type StoredBackup } from './names.ts';
import type { KeyedStore } from './openStore.ts';
import { isSealed, seal, unseal } from './sealing.ts';

export interface WrittenBackup extends StoredBackup {
  rows: number;
}

/**
 * Writes a sealed backup of everything into the store, as it comes: nothing of it lies on this machine, a few megabytes are in memory.
 * @param contents the stored files; without them only what is known of them is written
 * @throws StorageError where it cannot be written, or another process writes one; nothing of it counts then
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
    name: store.place,
    async write(content: Readable) {
      bytes = await store.write(name, seal(content as AsyncIterable<Buffer>, keys), signal);
    },
  };
  const rows = await exportBackup(db, target, contents, { exclusive: true, signal });
  return { name, at: momentOf(name) ?? moment.toISOString(), bytes, rows };
}

/**
 * Fetches a backup from the store, sealed as it is, for as long as it is worked with.
 * @param name without one the newest
 * @param dataDir a folder in it takes the file, and is removed afterwards
 */
export async function withStored<T>(
  { store, keys }: KeyedStore,
  name: string | undefined,
  dataDir: string,
  work: (source: BackupSource, name: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const chosen = name ?? (await store.list(signal)).at(-1)?.name;
  if (chosen === undefined) throw new StorageError(`${store.place} has no backups.`);
  if (momentOf(chosen) === undefined)
    throw new StorageError(`"${chosen}" is no name of a backup, such as ${backupName(new Date())}.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDir, 'fetched-'));
  try {
    const path = join(folder, chosen);
    await store.fetch(chosen, path, signal);
    return await work({ ...sealedFile(path, keys, chosen), at: momentOf(chosen) }, chosen);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that may be sealed, as what a restore reads. */
export async function openFile(path: string, keys: readonly Buffer[]): Promise<BackupSource> {
  const file = await open(path).catch(() => undefined);
  if (!file) return path;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16).finally(() => file.close());
  return isSealed(buffer.subarray(0, bytesRead)) ? sealedFile(path, keys, path) : path;
}

const sealedFile = (path: string, keys: readonly Buffer[], name: string): Exclude<BackupSource, string> => ({
  name,
  open: () => Readable.from(unseal(createReadStream(path), keys, name), { objectMode: false }),
});

/** Damaged ones that stay, for who looks into what became of them. */
const DAMAGED_KEPT = 2;

/**
 * Removes what is older than the newest `keep` good ones, and all but the newest damaged ones, which count as none of them; the
 * newest that was restored on trial stays, however old it is.
 * @returns names of what was removed
 */
export async function removeOutdated(
  { store }: KeyedStore,
  { keep, restored, damaged = [] }: { keep: number; restored?: string; damaged?: readonly string[] },
): Promise<string[]> {
  const all = (await store.list()).map(({ name }) => name);
  const oldest = all.filter((name) => !damaged.includes(name)).at(-keep) ?? '';
  const useless = all.filter((name) => damaged.includes(name)).slice(0, -DAMAGED_KEPT);
  const outdated = all.filter((name) => (name < oldest || useless.includes(name)) && name !== restored);
  for (const name of outdated) await store.remove(name);
  return outdated;
}
