import { isUtf8 } from 'node:buffer';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** A file in a ZIP, as the list at its end tells of it. */
export interface ZipEntry {
  path: string;
  /** As it lies there: stored, or deflated. */
  data: Buffer;
  isDeflated: boolean;
  /** Bytes that it is said to have once it is unpacked. */
  size: number;
}

/** What is wrong with a ZIP. */
export class ZipFault extends Error {}

const DAMAGED = message('it is damaged, or locked with a password');
const damaged = (): ZipFault => new ZipFault(t(DAMAGED));

const [END, ENTRY, FILE] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_LENGTH, ENTRY_LENGTH, FILE_LENGTH] = [22, 46, 30];
const MAX_COMMENT = 0xffff;
const [STORED, DEFLATED] = [0, 8];

/** The files of a ZIP that are wanted. Nothing is unpacked. @throws ZipFault where any of its files share bytes */
export function zipEntries(
  content: Buffer,
  { wants, max, tooMany }: { wants: (path: string) => boolean; max: number; tooMany: () => Error },
): ZipEntry[] {
  const found: ZipEntry[] = [];
  const places: { from: number; to: number }[] = [];
  try {
    let at = content.readUInt32LE(endOf(content) + 16);
    for (let count = 1; content.readUInt32LE(at) === ENTRY; count += 1) {
      if (count > max) throw tooMany();
      const name = content.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + content.readUInt16LE(at + 28));
      const path = name.toString(isUtf8(name) ? 'utf8' : 'latin1');
      const place = placeOf(content, at);
      places.push(place);
      if (wants(path)) found.push({ path, ...entryOf(content, at, place) });
      at += ENTRY_LENGTH + name.length + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  places.sort((one, other) => one.from - other.from);
  if (places.some(({ from }, nth) => from < (places[nth - 1]?.to ?? 0)))
    throw new ZipFault(t('files in it share their data'));
  return found;
}

/** Where the record at the end begins; behind it is at most a comment. */
function endOf(content: Buffer): number {
  for (let at = content.length - END_LENGTH; at >= content.length - END_LENGTH - MAX_COMMENT; at -= 1)
    if (content.readUInt32LE(at) === END) return at;
  throw damaged();
}

/** The bytes of a file with those before them that say so once more. */
function placeOf(content: Buffer, at: number): { from: number; data: number; to: number } {
  const from = content.readUInt32LE(at + 42);
  if (content.readUInt32LE(from) !== FILE) throw damaged();
  const data = from + FILE_LENGTH + content.readUInt16LE(from + 26) + content.readUInt16LE(from + 28);
  const to = data + content.readUInt32LE(at + 20);
  if (to > content.length) throw damaged();
  return { from, data, to };
}

function entryOf(
  content: Buffer,
  at: number,
  { data, to }: { data: number; to: number },
): Omit<ZipEntry, 'path'> {
  const method = content.readUInt16LE(at + 10);
  const isLocked = (content.readUInt16LE(at + 8) & 1) === 1;
  if (isLocked || (method !== STORED && method !== DEFLATED)) throw damaged();
  return {
    data: content.subarray(data, to),
    isDeflated: method === DEFLATED,
    size: content.readUInt32LE(at + 24),
  };
}
