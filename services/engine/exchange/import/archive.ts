import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { invalid } from '../../http/errors.ts';
import type { TextFile } from '../../resources/fileFormat.ts';
import { zipEntries, ZipFault, type ZipEntry } from './zip.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

/** Bytes that an archive may have once it is unpacked, of the files that are read; of a packed tape, of all. */
const MAX_UNPACKED = 20 * 1024 * 1024;
const MAX_FILES = 10_000;

const fileFault = (message: string) => invalid({ '': message });
const tooLarge = () => fileFault(t('The archive holds more than 20 MB once it is unpacked; divide it'));
const tooMany = () =>
  fileFault(t('The archive holds more than %{count} files', { count: numberText(MAX_FILES) }));

const isZip = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
const isGzip = (content: Buffer): boolean => content[0] === 0x1f && content[1] === 0x8b;

/**
 * The texts of a file: of a ZIP or a packed tape (`.tgz`) those of its files that are wanted, else its own.
 * @throws ApiError 422 for what cannot be unpacked within the limits, and for what is no text
 */
export async function textsOf(
  content: Buffer,
  name: string,
  wants: (path: string) => boolean,
): Promise<TextFile[]> {
  const found = isZip(content)
    ? await zipped(content, wants)
    : isGzip(content)
      ? await packed(content, wants)
      : undefined;
  if (found) return found.map(({ path, bytes }) => ({ path, text: textOf(bytes, path) }));
  if (/\.(?:zip|tgz|gz)$/i.test(name))
    throw fileFault(t('%{name} cannot be unpacked: it is no archive, or damaged', { name }));
  return [{ path: name, text: textOf(content, name) }];
}

interface Unpacked {
  path: string;
  bytes: Uint8Array;
}

const unpackEntry = promisify(inflateRaw);

/** Room is made for what the list of a ZIP says and no more; all of it is counted before anything is unpacked. */
async function zipped(content: Buffer, wants: (path: string) => boolean): Promise<Unpacked[]> {
  const entries = entriesOf(content, wants);
  const total = entries.reduce((sum, { data, size }) => sum + Math.max(data.length, size), 0);
  if (total > MAX_UNPACKED) throw tooLarge();
  const found: Unpacked[] = [];
  for (const entry of entries) found.push({ path: entry.path, bytes: await unpacked(entry) });
  return found;
}

function entriesOf(content: Buffer, wants: (path: string) => boolean): ZipEntry[] {
  try {
    return zipEntries(content, { wants, max: MAX_FILES, tooMany });
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    throw fileFault(t('The ZIP file cannot be unpacked: %{message}', { message: error.message }));
  }
}

async function unpacked({ path, data, isDeflated, size }: ZipEntry): Promise<Uint8Array> {
  const otherSize = () =>
    fileFault(t('The ZIP file cannot be unpacked: %{path} has another size than it says', { path }));
  const bytes = isDeflated
    ? await unpackEntry(data, { maxOutputLength: Math.max(size, 1) }).catch((error: unknown) => {
        if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw otherSize();
        throw fileFault(t('The ZIP file cannot be unpacked: %{path} is damaged', { path }));
      })
    : data;
  if (bytes.length !== size) throw otherSize();
  return bytes;
}

const BLOCK = 512;
const unpackTape = promisify(gunzip);

async function packed(content: Buffer, wants: (path: string) => boolean): Promise<Unpacked[]> {
  const tape = await unpackTape(content, { maxOutputLength: MAX_UNPACKED }).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw fileFault(t('The archive cannot be unpacked: it is damaged'));
  });
  const found: Unpacked[] = [];
  let count = 0;
  for (let at = 0; at + BLOCK <= tape.length && tape[at] !== 0;) {
    const head = tape.subarray(at, at + BLOCK);
    const word = (from: number, length: number): string =>
      (head.toString('utf8', from, from + length).split('\0', 1)[0] ?? '').trim();
    const size = Number.parseInt(word(124, 12) || '0', 8);
    if (!Number.isFinite(size) || size < 0)
      throw fileFault(t('The archive cannot be unpacked: it is damaged'));
    count += 1;
    if (count > MAX_FILES) throw tooMany();
    const prefix = word(345, 155);
    const path = (prefix === '' ? '' : `${prefix}/`) + word(0, 100);
    const isFile = head[156] === 0 || head[156] === 0x30;
    if (isFile && wants(path)) found.push({ path, bytes: tape.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

function textOf(bytes: Uint8Array, path: string): string {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = content[0] === 0xff && content[1] === 0xfe;
  if (!isWide && (!isUtf8(content) || content.includes(0)))
    throw fileFault(t('%{path} is no text in UTF-8', { path }));
  return content.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
