import type { Settings } from '../settings/settings.ts';
import type { Database } from '../storage/database.ts';
import { Files } from './files.ts';
import { createBackupContents } from './backupContents.ts';
import { filesFolder, openFileStore, type StoreSettings } from './openStore.ts';
import type { BackupContents } from '../storage/backupContents.ts';
import { deleteStaleStaged } from './staging.ts';

export { createBackupContents } from './backupContents.ts';
export { Files } from './files.ts';

/** The files of this installation, ready for use; the tables of the module are there. */
export async function openFiles(db: Database, settings: Settings): Promise<Files> {
  const folder = filesFolder(settings);
  await deleteStaleStaged(folder);
  const maxBytesPerDay = settings.filesMbPerDay * 1024 * 1024;
  return new Files(db, await openFileStore(settings), folder, maxBytesPerDay);
}

/** The files of this installation for a backup or a restore. */
export async function openBackupContents(settings: StoreSettings): Promise<BackupContents> {
  return createBackupContents({ store: await openFileStore(settings), folder: filesFolder(settings) });
}
