import { open } from 'node:fs/promises';
import { isPicture, type FileMetadata } from '../../../schemas/model/files.ts';
import type { StoredFileType } from '../../../schemas/model/fileTypes.ts';
import { pictureProcess, UnreadablePictureError } from './pictureProcess.ts';
import { detectFileType } from './sniff.ts';
import type { StagedFile } from './staging.ts';

type FileInspection =
  | { facts: FileMetadata & { type: StoredFileType }; fault?: undefined }
  | { facts?: undefined; fault: 'empty' | 'fileType' | 'damaged' | 'pixels' | 'depth' | 'unreadable' };

/**
 * Detects the type of a content by its first bytes, and the size of a picture in pixels by decoding all of it, so that a
 * damaged one is found now and not by its readers.
 * @param types the allowed types, of which alone pictures are decoded; plain text counts as CSV where CSV is allowed
 * @param caller whose content it is: callers take turns at having pictures decoded
 */
export async function inspect(
  staged: StagedFile,
  types: readonly StoredFileType[],
  caller: string,
): Promise<FileInspection> {
  const { head, size, path } = staged;
  if (size === 0) return { fault: 'empty' };
  const type = detectFileType(head) ?? (staged.isText && types.includes('text/csv') ? 'text/csv' : undefined);
  if (type === undefined || !types.includes(type)) return { fault: 'fileType' };
  if (!isPicture(type)) return { facts: { type, size, width: null, height: null } };
  if (!(await isWhole(staged, type))) return { fault: 'damaged' };
  try {
    const picture = await pictureProcess.run('inspect', { path }, caller);
    return 'fault' in picture ? { fault: picture.fault } : { facts: { type, size, ...picture } };
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    return { fault: 'unreadable' };
  }
}

/** The last bytes of a complete picture; decoders accept pictures without them. */
const ENDINGS: Partial<Record<StoredFileType, Buffer>> = {
  'image/png': Buffer.from('IEND\xae\x42\x60\x82', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd9]),
  'image/gif': Buffer.from([0x3b]),
};
/** Bytes at the end of a file that are searched for the ending, since cameras append their own data. */
const MAX_SEARCHED_BYTES = 1024 * 1024;

async function isWhole({ path, size, head }: StagedFile, type: StoredFileType): Promise<boolean> {
  // The container has its length in its header.
  if (type === 'image/webp') return head.readUInt32LE(4) + 8 <= size;
  const ending = ENDINGS[type];
  if (!ending) return true;
  const length = Math.min(size, MAX_SEARCHED_BYTES);
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(ending);
  } finally {
    await file.close();
  }
}
