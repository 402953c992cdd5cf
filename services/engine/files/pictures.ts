import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS, type PictureWidth } from '../../../schemas/model/files.ts';
import { stage } from './staging.ts';
import type { Files } from './files.ts';
import { pictureProcess, UnreadablePictureError } from './pictureProcess.ts';
import type { FileRow } from './rows.ts';

/** Store key of a picture's resized copy. */
const copyKey = (hash: string, width: PictureWidth): string => `${hash}.w${width}`;

/** All store keys of a content: the original's and those of its copies. */
export const keysOf = (hash: string): string[] => [
  hash,
  ...PICTURE_WIDTHS.map((width) => copyKey(hash, width)),
];

export const pictureWidth = (text: string | undefined): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => String(width) === text);

const MAX_ORIGINAL_BYTES = 1024 * 1024 * 1024;
/** Milliseconds after which an unreadable picture is tried again. */
const RETRY_MS = 60_000;
/** Copies that are being created, so that parallel requests create each once, and those that have just failed. */
const pendingCopies = new Map<string, Promise<void>>();

/**
 * Creates a picture's copy of a width unless the store has it: upright by its orientation tag, never enlarged, without
 * metadata, and of an animation the first frame.
 * @returns its key
 * @throws UnreadablePictureError
 */
export async function ensurePictureCopy(files: Files, file: FileRow, width: PictureWidth): Promise<string> {
  const key = copyKey(file.hash, width);
  const pending = pendingCopies.get(key);
  if (pending) {
    await pending;
    return key;
  }
  if (await files.store.has(key)) return key;
  const creating = createCopy(files, file, width, key);
  pendingCopies.set(key, creating);
  try {
    await creating;
    pendingCopies.delete(key);
  } catch (error) {
    // Repeated requests must not occupy the only picture process with a picture that it cannot decode.
    const retryMs = error instanceof UnreadablePictureError ? RETRY_MS : 0;
    setTimeout(() => pendingCopies.delete(key), retryMs).unref();
    throw error;
  }
  return key;
}

async function createCopy(files: Files, file: FileRow, width: PictureWidth, key: string): Promise<void> {
  const original = await stage(files.folder, await files.store.read(file.hash), MAX_ORIGINAL_BYTES);
  const target = join(files.folder, 'staging', randomUUID());
  try {
    const format = FORMATS[file.type] ?? 'png';
    await pictureProcess.run('resize', { path: original.path, target, width, format }, 'copies');
    await files.store.put(key, target, file.type);
  } finally {
    await original.discard();
    await rm(target, { force: true });
  }
}

const FORMATS: Partial<Record<FileRow['type'], 'png' | 'jpeg' | 'gif' | 'webp'>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
