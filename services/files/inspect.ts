import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { isPicture, type FileFacts, type StoredFileType } from '../../schemas/model/files.ts';
import { typeOfBytes } from './sniff.ts';
import type { Staged } from './staging.ts';

/** Pixels of a picture. A phone's have 12 to 50 million; a few kilobytes can claim to be billions. */
export const MAX_PIXELS = 50_000_000;

let library: Promise<typeof import('sharp').default> | undefined;
/** The picture library, some 20 MB of memory, taken with the first picture. */
const sharpOnce = (): NonNullable<typeof library> =>
  (library ??= import('sharp').then(({ default: sharp }) => {
    // Decoded once and not again: nothing is worth keeping, and every thread more holds a picture more in memory.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  }));

/** Opens pictures for reading, within what this machine can bear. */
export async function pictureOpener(): Promise<(source: string) => Sharp> {
  const sharp = await sharpOnce();
  return (source) =>
    sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
}

export type Inspected =
  | { facts: FileFacts & { type: StoredFileType }; fault?: undefined }
  | { facts?: undefined; fault: 'empty' | 'fileType' | 'damaged' | 'pixels' };

/**
 * What a content is, judged by itself: its type by the first bytes, and of a picture the size in pixels, decoded
 * from first to last so that a damaged one is found now and not by its readers.
 * @param types what is taken, the only ones that are decoded; plain text counts as CSV where CSV is taken
 */
export async function inspect(staged: Staged, types: readonly StoredFileType[]): Promise<Inspected> {
  const { head, size, path } = staged;
  if (size === 0) return { fault: 'empty' };
  const type = typeOfBytes(head) ?? (staged.isText && types.includes('text/csv') ? 'text/csv' : undefined);
  if (type === undefined || !types.includes(type)) return { fault: 'fileType' };
  if (!isPicture(type)) return { facts: { type, size, width: null, height: null } };
  const openPicture = await pictureOpener();
  try {
    const { width, height, autoOrient } = await openPicture(path).metadata();
    if (width * height > MAX_PIXELS) return { fault: 'pixels' };
    if (!(await isWhole(staged, type))) return { fault: 'damaged' };
    await openPicture(path).stats();
    return { facts: { type, size, width: autoOrient.width, height: autoOrient.height } };
  } catch (error) {
    return { fault: /pixel limit/i.test(String(error)) ? 'pixels' : 'damaged' };
  }
}

/** What stands in the last bytes of a picture that arrived whole; decoders forgive its lack. */
const ENDINGS: Partial<Record<StoredFileType, Buffer>> = {
  'image/png': Buffer.from('IEND\xae\x42\x60\x82', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
  'image/gif': Buffer.from([0x3b]),
};
/** Cameras write their own notes behind a picture; so many bytes of a file are searched for its ending. */
const SEARCHED = 1024 * 1024;

async function isWhole({ path, size, head }: Staged, type: StoredFileType): Promise<boolean> {
  // The container says itself how long it is.
  if (type === 'image/webp') return head.readUInt32LE(4) + 8 <= size;
  const ending = ENDINGS[type];
  if (!ending) return true;
  const length = Math.min(size, SEARCHED);
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(ending);
  } finally {
    await file.close();
  }
}
