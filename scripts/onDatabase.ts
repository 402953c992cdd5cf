import process from 'node:process';
import { openBackupStore, type KeyedStore } from '../services/engine/backups/index.ts';
import { openBackupFileSource } from '../services/engine/files/index.ts';
import { readSettings, SettingsError, type Settings } from '../services/engine/settings/settings.ts';
import type { BackupFileSource } from '../services/engine/storage/backupContents.ts';
import { StorageError, type Database } from '../services/engine/storage/database.ts';
import { openDatabase } from '../services/engine/storage/open.ts';

/**
 * Runs a command on the database and files of the settings, prints its result or error in one line, and sets the exit
 * code.
 * @param usage printed instead if the command was called wrongly
 */
export async function runOnDatabase(
  usage: string | undefined,
  work: (db: Database, contents: BackupFileSource, settings: Settings) => Promise<string>,
): Promise<void> {
  let db: Database | undefined;
  try {
    if (usage) throw new StorageError(`Use: ${usage}`);
    const settings = readSettings(process.env);
    db = await openDatabase(settings);
    console.log(await work(db, await openBackupFileSource(settings), settings));
  } catch (error) {
    const isExpected = error instanceof StorageError || error instanceof SettingsError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

/** @throws StorageError if the settings name no backup store */
export async function requireBackupStore(settings: Settings): Promise<KeyedStore> {
  const keyed = await openBackupStore(settings);
  if (!keyed) throw new StorageError('There is no store of backups: set BACKUP_S3_BUCKET and BACKUP_KEY.');
  return keyed;
}
