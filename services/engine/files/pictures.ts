import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS, type PictureWidth } from '../../../schemas/model/files.ts';
import { stage } from './staging.ts';
import type { Files } from './files.ts';
import { pictureProcess, UnreadablePicture } from './pictureProcess.ts';
import type { FileRow } from './rows.ts';

/** Under which a picture's smaller copy is kept in the store; width and nothing else decides what it is. */
const pictureKey = (hash: string, width: PictureWidth): string => `${hash}.w${width}`;

/** Every key that a content may be kept under. */
export const keysOf = (hash: string): string[] => [
  hash,
  ...PICTURE_WIDTHS.map((width) => pictureKey(hash, width)),
];

export const pictureWidth = (text: string | undefined): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => String(width) === text);

const MAX_BYTES = 1024 * 1024 * 1024;
/** Milliseconds for which a picture that could not be read is not tried again. */
const RETRY_MS = 60_000;
/** Copies that are being made, so that twenty cells that ask for one picture make it once; and those that failed just now. */
const underWay = new Map<string, Promise<void>>();

/**
 * Makes a picture's copy of a width unless the store has it: upright, as its camera says, never enlarged, without
 * what the camera noted beside it, and of an animation the first picture.
 * @returns its key
 * @throws UnreadablePicture
 */
export async function ensurePicture(files: Files, file: FileRow, width: PictureWidth): Promise<string> {
  const key = pictureKey(file.hash, width);
  const known = underWay.get(key);
  if (known) {
    await known;
    return key;
  }
  if (await files.store.has(key)) return key;
  const making = make(files, file, width, key);
  underWay.set(key, making);
  try {
    await making;
    underWay.delete(key);
  } catch (error) {
    // Whoever asks again and again does not keep the one process at a picture that it cannot finish.
    const wait = error instanceof UnreadablePicture ? RETRY_MS : 0;
    setTimeout(() => underWay.delete(key), wait).unref();
    throw error;
  }
  return key;
}

async function make(files: Files, file: FileRow, width: PictureWidth, key: string): Promise<void> {
  const original = await stage(files.folder, await files.store.read(file.hash), MAX_BYTES);
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
