import { StorageError } from '../storage/database.ts';
import type { BackupContents } from '../storage/backupContents.ts';
import type { Files } from './files.ts';
import { stageFile } from './staging.ts';
import { ContentNotFoundError } from './store.ts';

/** Stored files as backups take and give them; copies of pictures in other widths are made again when asked for. */
export function createBackupContents({ store, folder }: Pick<Files, 'store' | 'folder'>): BackupContents {
  return {
    read: (hash) =>
      store.read(hash).catch((error: unknown) => {
        if (error instanceof ContentNotFoundError) return undefined;
        throw error;
      }),
    async restore(hash, size, content) {
      if (await store.has(hash)) return;
      const staged = await stageFile(folder, content, size);
      try {
        if (staged.hash !== hash)
          throw new StorageError(`The content of file ${hash} in the backup is damaged: use another one.`);
        await store.put(hash, staged.path, 'application/octet-stream');
      } finally {
        await staged.discard();
      }
    },
  };
}
