import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import { Files } from './files.ts';
import { filesFolder, openFileStore } from './openStore.ts';
import { clearStaging } from './staging.ts';

export { filesModule } from './module.ts';
export { Files } from './files.ts';

/** The files of this installation, ready for use; the tables of the module are there. */
export async function openFiles(db: Database, settings: Settings): Promise<Files> {
  const folder = filesFolder(settings);
  await clearStaging(folder);
  return new Files(db, await openFileStore(settings), folder);
}
