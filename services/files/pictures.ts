import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS, type PictureWidth } from '../../schemas/model/files.ts';
import { stage } from './staging.ts';
import type { Files } from './files.ts';
import { pictureOpener } from './inspect.ts';
import type { FileRow } from './rows.ts';

/** Under which a picture's smaller copy is kept in the store; width and nothing else decides what it is. */
export const pictureKey = (hash: string, width: PictureWidth): string => `${hash}.w${width}`;

/** Every key that a content may be kept under. */
export const keysOf = (hash: string): string[] => [
  hash,
  ...PICTURE_WIDTHS.map((width) => pictureKey(hash, width)),
];

export const pictureWidth = (text: string | undefined): PictureWidth | undefined =>
  PICTURE_WIDTHS.find((width) => String(width) === text);

const MAX_BYTES = 1024 * 1024 * 1024;
/** Copies that are being made, so that twenty cells that ask for one picture make it once. */
const underWay = new Map<string, Promise<void>>();

/**
 * Makes a picture's copy of a width unless the store has it: upright, as its camera says, never enlarged, without
 * what the camera noted beside it, and of an animation the first picture.
 * @returns its key
 */
export async function ensurePicture(files: Files, file: FileRow, width: PictureWidth): Promise<string> {
  const key = pictureKey(file.hash, width);
  const known = underWay.get(key);
  if (known) {
    await known;
    return key;
  }
  if (await files.store.has(key)) return key;
  const making = make(files, file, width, key).finally(() => underWay.delete(key));
  underWay.set(key, making);
  await making;
  return key;
}

async function make(files: Files, file: FileRow, width: PictureWidth, key: string): Promise<void> {
  const original = await stage(files.folder, await files.store.read(file.hash), MAX_BYTES);
  const target = join(files.folder, 'staging', randomUUID());
  try {
    const openPicture = await pictureOpener();
    await openPicture(original.path)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toFormat(FORMATS[file.type] ?? 'png')
      .toFile(target);
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
