import { isUtf8 } from 'node:buffer';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** A file in a ZIP, as described in its central directory. */
export interface ZipEntry {
  path: string;
  /** The stored or deflated bytes. */
  data: Buffer;
  isDeflated: boolean;
  /** Unpacked size according to the central directory. */
  size: number;
}

/** A ZIP that cannot be read; the message is for people. */
export class ZipError extends Error {}

const DAMAGED = message('it is damaged, or locked with a password');
const damaged = (): ZipError => new ZipError(t(DAMAGED));

const [END_SIGNATURE, ENTRY_SIGNATURE, FILE_SIGNATURE] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_LENGTH, ENTRY_LENGTH, FILE_LENGTH] = [22, 46, 30];
const MAX_COMMENT_BYTES = 0xffff;
const [STORED, DEFLATED] = [0, 8];

/** Lists the wanted files of a ZIP without unpacking them. @throws ZipError where any of its files share bytes */
export function zipEntries(
  content: Buffer,
  { wants, max, tooMany }: { wants: (path: string) => boolean; max: number; tooMany: () => Error },
): ZipEntry[] {
  const found: ZipEntry[] = [];
  const dataRanges: { from: number; to: number }[] = [];
  try {
    let offset = content.readUInt32LE(findEndRecord(content) + 16);
    for (let count = 1; content.readUInt32LE(offset) === ENTRY_SIGNATURE; count += 1) {
      if (count > max) throw tooMany();
      const name = content.subarray(
        offset + ENTRY_LENGTH,
        offset + ENTRY_LENGTH + content.readUInt16LE(offset + 28),
      );
      const path = name.toString(isUtf8(name) ? 'utf8' : 'latin1');
      const range = dataRangeOf(content, offset);
      dataRanges.push(range);
      if (wants(path)) found.push({ path, ...parseEntry(content, offset, range) });
      offset +=
        ENTRY_LENGTH + name.length + content.readUInt16LE(offset + 30) + content.readUInt16LE(offset + 32);
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  dataRanges.sort((one, other) => one.from - other.from);
  if (dataRanges.some(({ from }, nth) => from < (dataRanges[nth - 1]?.to ?? 0)))
    throw new ZipError(t('files in it share their data'));
  return found;
}

/** Offset of the end-of-directory record, after which there is at most a comment. */
function findEndRecord(content: Buffer): number {
  for (
    let offset = content.length - END_LENGTH;
    offset >= content.length - END_LENGTH - MAX_COMMENT_BYTES;
    offset -= 1
  )
    if (content.readUInt32LE(offset) === END_SIGNATURE) return offset;
  throw damaged();
}

/** The range of a file's bytes, including its local header. */
function dataRangeOf(content: Buffer, entryOffset: number): { from: number; data: number; to: number } {
  const headerOffset = content.readUInt32LE(entryOffset + 42);
  if (content.readUInt32LE(headerOffset) !== FILE_SIGNATURE) throw damaged();
  const data =
    headerOffset +
    FILE_LENGTH +
    content.readUInt16LE(headerOffset + 26) +
    content.readUInt16LE(headerOffset + 28);
  const to = data + content.readUInt32LE(entryOffset + 20);
  if (to > content.length) throw damaged();
  return { from: headerOffset, data, to };
}

function parseEntry(
  content: Buffer,
  entryOffset: number,
  { data, to }: { data: number; to: number },
): Omit<ZipEntry, 'path'> {
  const method = content.readUInt16LE(entryOffset + 10);
  const isEncrypted = (content.readUInt16LE(entryOffset + 8) & 1) === 1;
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw damaged();
  return {
    data: content.subarray(data, to),
    isDeflated: method === DEFLATED,
    size: content.readUInt32LE(entryOffset + 24),
  };
}
