import { StorageError } from '../storage/database.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import type { Files } from './files.ts';
import { stage } from './staging.ts';
import { MissingContent } from './store.ts';

/** Stored files as backups take and give them; copies of pictures in other widths are made again when asked for. */
export function createBackupFileSource({ store, folder }: Pick<Files, 'store' | 'folder'>): BackupFileSource {
  return {
    read: (hash) =>
      store.read(hash).catch((error: unknown) => {
        if (error instanceof MissingContent) return undefined;
        throw error;
      }),
    async restore(hash, size, content) {
      if (await store.has(hash)) return;
      const staged = await stage(folder, content, size);
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
