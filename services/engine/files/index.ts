import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { Files } from './files.ts';
import { createBackupFileSource } from './backupFileSource.ts';
import { filesFolder, openFileStore, type StoreSettings } from './openStore.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import { clearStaging } from './staging.ts';

export { createBackupFileSource } from './backupFileSource.ts';
export { Files } from './files.ts';

/** Opens the files of this installation. The module's tables must exist. */
export async function openFiles(db: Database, settings: Settings): Promise<Files> {
  const folder = filesFolder(settings);
  await clearStaging(folder);
  const maxBytesPerDay = settings.filesMbPerDay * 1024 * 1024;
  return new Files(db, await openFileStore(settings), folder, maxBytesPerDay);
}

/** Opens the file contents of this installation for a backup or a restore. */
export async function openBackupFileSource(settings: StoreSettings): Promise<BackupFileSource> {
  return createBackupFileSource({ store: await openFileStore(settings), folder: filesFolder(settings) });
}
