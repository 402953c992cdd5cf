import { StorageError } from '../storage/database.ts';
import type { BackupFileSource } from '../storage/backupContents.ts';
import type { Files } from './files.ts';
import { stage } from './staging.ts';
import { MissingContentError } from './store.ts';

/** Reads and restores file contents for backups, without resized copies of pictures, which are created on demand. */
export function createBackupFileSource({ store, folder }: Pick<Files, 'store' | 'folder'>): BackupFileSource {
  return {
    read: (hash) =>
      store.read(hash).catch((error: unknown) => {
        if (error instanceof MissingContentError) return undefined;
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
