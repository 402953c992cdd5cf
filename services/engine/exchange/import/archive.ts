import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';
import { invalid } from '../../http/errors.ts';
import type { TextFile } from '../../resources/fileFormat.ts';
import { zipEntries, ZipError, type ZipEntry } from './zip.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

/** Bytes of an unpacked archive: of the files that are read, or of a whole gzipped tar. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_FILES = 10_000;

const fileError = (message: string) => invalid({ '': message });
const archiveTooLarge = () =>
  fileError(t('The archive holds more than 20 MB once it is unpacked; divide it'));
const tooManyFiles = () =>
  fileError(t('The archive holds more than %{count} files', { count: numberText(MAX_FILES) }));

const isZip = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
const isGzip = (content: Buffer): boolean => content[0] === 0x1f && content[1] === 0x8b;

/**
 * Reads the texts of a file: of a ZIP or a gzipped tar (`.tgz`) those of its wanted files, else its own.
 * @throws ApiError 422 for what cannot be unpacked within the limits, and for what is no text
 */
export async function readTextFiles(
  content: Buffer,
  name: string,
  wants: (path: string) => boolean,
): Promise<TextFile[]> {
  const unpackedFiles = isZip(content)
    ? await unpackZip(content, wants)
    : isGzip(content)
      ? await unpackTarGz(content, wants)
      : undefined;
  if (unpackedFiles) return unpackedFiles.map(({ path, bytes }) => ({ path, text: decodeText(bytes, path) }));
  if (/\.(?:zip|tgz|gz)$/i.test(name))
    throw fileError(t('%{name} cannot be unpacked: it is no archive, or damaged', { name }));
  return [{ path: name, text: decodeText(content, name) }];
}

interface UnpackedFile {
  path: string;
  bytes: Uint8Array;
}

const inflateRawAsync = promisify(inflateRaw);

/** The sizes in the central directory are added up before anything is unpacked, and bound the memory of each file. */
async function unpackZip(content: Buffer, wants: (path: string) => boolean): Promise<UnpackedFile[]> {
  const entries = readEntries(content, wants);
  const total = entries.reduce((sum, { data, size }) => sum + Math.max(data.length, size), 0);
  if (total > MAX_UNPACKED_BYTES) throw archiveTooLarge();
  const found: UnpackedFile[] = [];
  for (const entry of entries) found.push({ path: entry.path, bytes: await inflateEntry(entry) });
  return found;
}

function readEntries(content: Buffer, wants: (path: string) => boolean): ZipEntry[] {
  try {
    return zipEntries(content, { wants, max: MAX_FILES, tooMany: tooManyFiles });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw fileError(t('The ZIP file cannot be unpacked: %{message}', { message: error.message }));
  }
}

async function inflateEntry({ path, data, isDeflated, size }: ZipEntry): Promise<Uint8Array> {
  const wrongSizeError = () =>
    fileError(t('The ZIP file cannot be unpacked: %{path} has another size than it says', { path }));
  const bytes = isDeflated
    ? await inflateRawAsync(data, { maxOutputLength: Math.max(size, 1) }).catch((error: unknown) => {
        if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw wrongSizeError();
        throw fileError(t('The ZIP file cannot be unpacked: %{path} is damaged', { path }));
      })
    : data;
  if (bytes.length !== size) throw wrongSizeError();
  return bytes;
}

const TAR_BLOCK_BYTES = 512;
const gunzipAsync = promisify(gunzip);

async function unpackTarGz(content: Buffer, wants: (path: string) => boolean): Promise<UnpackedFile[]> {
  const tar = await gunzipAsync(content, { maxOutputLength: MAX_UNPACKED_BYTES }).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw archiveTooLarge();
    throw fileError(t('The archive cannot be unpacked: it is damaged'));
  });
  const found: UnpackedFile[] = [];
  let count = 0;
  for (let offset = 0; offset + TAR_BLOCK_BYTES <= tar.length && tar[offset] !== 0;) {
    const header = tar.subarray(offset, offset + TAR_BLOCK_BYTES);
    const readField = (from: number, length: number): string =>
      (header.toString('utf8', from, from + length).split('\0', 1)[0] ?? '').trim();
    const size = Number.parseInt(readField(124, 12) || '0', 8);
    if (!Number.isFinite(size) || size < 0)
      throw fileError(t('The archive cannot be unpacked: it is damaged'));
    count += 1;
    if (count > MAX_FILES) throw tooManyFiles();
    const prefix = readField(345, 155);
    const path = (prefix === '' ? '' : `${prefix}/`) + readField(0, 100);
    const isFile = header[156] === 0 || header[156] === 0x30;
    if (isFile && wants(path))
      found.push({ path, bytes: tar.subarray(offset + TAR_BLOCK_BYTES, offset + TAR_BLOCK_BYTES + size) });
    offset += TAR_BLOCK_BYTES + Math.ceil(size / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;
  }
  return found;
}

function decodeText(bytes: Uint8Array, path: string): string {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  if (!isUtf16 && (!isUtf8(content) || content.includes(0)))
    throw fileError(t('%{path} is no text in UTF-8', { path }));
  return content.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
