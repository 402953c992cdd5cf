import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { MissingContentError, type FileStore } from './store.ts';

/** Stores contents as files of a folder, `ab/abcd…`, each whole or not at all, even after a power cut. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9]{4,}(\.[a-z0-9]+)?$/.test(key)) throw new Error(`"${key}" is no key of a stored file`);
    return join(folder, key.slice(0, 2), key);
  };
  const has = (key: string): Promise<boolean> =>
    access(pathOf(key), constants.R_OK).then(
      () => true,
      () => false,
    );

  return {
    has,
    async put(key, path) {
      const target = pathOf(key);
      const parent = dirname(target);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      await sync(path);
      await move(path, target);
      await sync(parent);
    },
    async read(key, range) {
      const handle = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingContentError(key) : error;
      });
      return createReadStream('', { fd: handle, ...range });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A rename works only within a file system; from another one the content is first copied next to the target. */
async function move(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const beside = `${target}.${randomUUID()}`;
    try {
      await copyFile(path, beside);
      await sync(beside);
      await rename(beside, target);
    } finally {
      await rm(beside, { force: true });
    }
    await rm(path, { force: true });
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
