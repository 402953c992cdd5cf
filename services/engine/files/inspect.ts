import { open } from 'node:fs/promises';
import { isPicture, type FileMetadata } from '../../../schemas/model/files.ts';
import type { StoredFileType } from '../../../schemas/model/fileTypes.ts';
import { pictureProcess, UnreadablePicture } from './pictureProcess.ts';
import { typeOfBytes } from './sniff.ts';
import type { StagedFile } from './staging.ts';

type FileInspection =
  | { facts: FileMetadata & { type: StoredFileType }; fault?: undefined }
  | { facts?: undefined; fault: 'empty' | 'fileType' | 'damaged' | 'pixels' | 'depth' | 'unreadable' };

/**
 * What a content is, judged by itself: its type by the first bytes, and of a picture the size in pixels, decoded
 * from first to last so that a damaged one is found now and not by its readers.
 * @param types what is taken, the only ones that are decoded; plain text counts as CSV where CSV is taken
 * @param by whose it is; people take turns at having pictures decoded
 */
export async function inspect(
  staged: StagedFile,
  types: readonly StoredFileType[],
  by: string,
): Promise<FileInspection> {
  const { head, size, path } = staged;
  if (size === 0) return { fault: 'empty' };
  const type = typeOfBytes(head) ?? (staged.isText && types.includes('text/csv') ? 'text/csv' : undefined);
  if (type === undefined || !types.includes(type)) return { fault: 'fileType' };
  if (!isPicture(type)) return { facts: { type, size, width: null, height: null } };
  if (!(await isWhole(staged, type))) return { fault: 'damaged' };
  try {
    const picture = await pictureProcess.run('inspect', { path }, by);
    return 'fault' in picture ? { fault: picture.fault } : { facts: { type, size, ...picture } };
  } catch (error) {
    if (!(error instanceof UnreadablePicture)) throw error;
    return { fault: 'unreadable' };
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

async function isWhole({ path, size, head }: StagedFile, type: StoredFileType): Promise<boolean> {
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
