import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StorageError } from './database.ts';
import { toStorageError } from './errors.ts';
import type { TableLayout } from './tableLayout.ts';

/**
 * A backup is a gzip of JSON lines: the header, one line `[table index, row]` for each row, lines with the pieces of
 * stored files, and a last line with the number of lines and the SHA-256 of all lines before it.
 */
export interface BackupHeader {
  format: 'messaging-console-backup';
  formatVersion: 1;
  /** ISO 8601. */
  at: string;
  /** Entity → fingerprint of its schema. */
  schemas: Record<string, string>;
  tables: TableLayout[];
}
interface Footer {
  /** Lines between the header and this one; called so since there were rows only. */
  rows: number;
  sha256: string;
}

const FORMAT = 'messaging-console-backup';

/**
 * Writes beside the file and moves it there when it is whole, so that a half one never carries its name. What is written
 * is a new file that nobody else may read: no link that was laid in its place is followed.
 * @returns the number of rows
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<number> {
  const partial = `${file}.${randomUUID()}.partial`;
  const hash = createHash('sha256');
  let written = -1;
  let rows = 0;
  async function* sealed(): AsyncGenerator<string> {
    for await (const line of lines) {
      const text = `${line}\n`;
      hash.update(text);
      written++;
      if (line.startsWith('[')) rows++;
      yield text;
    }
    yield `${JSON.stringify({ rows: written, sha256: hash.digest('hex') } satisfies Footer)}\n`;
  }
  try {
    // On the disk before it takes its name.
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(sealed()), createGzip({ level: 6 }), target);
    await rename(partial, file);
    return rows;
  } catch (error) {
    await rm(partial, { force: true });
    throw toStorageError(error, `The backup file ${file}`);
  }
}

/**
 * Reads a whole backup and gives its header, without touching any database.
 * @throws StorageError when the file is none of ours, of a later format, cut off or damaged, or has a line that would not
 * be restored as it is
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let rows = -1;
  let pending: string | undefined;
  let unmatched: string | undefined;
  for await (const line of linesOf(file)) {
    header ??= readHeader(file, line);
    if (pending !== undefined) {
      hash.update(`${pending}\n`);
      if (++rows > 0) unmatched ??= mismatchOf(pending, header.tables);
    }
    pending = line;
  }
  if (!header) throw foreign(file);
  const footer = parse(pending ?? '') as Partial<Footer> | undefined;
  if (footer?.rows !== rows || footer.sha256 !== hash.digest('hex')) {
    throw new StorageError(`The backup file ${file} is cut off or damaged: use another one.`);
  }
  if (unmatched !== undefined)
    throw new StorageError(`The backup file ${file} was changed: ${unmatched}. Use another one.`);
  return header;
}

/** What of a line between the header and the footer fits none of the tables; nothing where it is restored as it is. */
function mismatchOf(line: string, tables: readonly TableLayout[]): string | undefined {
  if (line.startsWith('{"file":')) return undefined;
  const entry = parse(line);
  if (!Array.isArray(entry) || entry.length !== 2) return 'a line is neither a row nor a file';
  const [index, row] = entry as unknown[];
  const table = typeof index === 'number' ? tables[index] : undefined;
  if (!table) return 'a row is of a table that the backup does not have';
  const names = row !== null && typeof row === 'object' ? Object.keys(row) : [];
  const isWhole =
    names.length === table.columns.length && table.columns.every((name) => names.includes(name));
  return isWhole ? undefined : `a row of ${table.name} has other columns than its table`;
}

/** The rows of a backup that was checked before: index of the table and the row as the JSON that it is in. */
export async function* rowsOf(file: string): AsyncGenerator<[table: number, row: string]> {
  let first = true;
  for await (const line of linesOf(file)) {
    if (!first && line.startsWith('[')) {
      const comma = line.indexOf(',');
      yield [Number(line.slice(1, comma)), line.slice(comma + 1, -1)];
    }
    first = false;
  }
}

export async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  try {
    yield* lineReader(unzipped);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new StorageError(`There is no backup file ${file}.`, { cause: error });
    if (code === 'Z_BUF_ERROR') {
      throw new StorageError(`The backup file ${file} is cut off or damaged: use another one.`, {
        cause: error,
      });
    }
    if (code.startsWith('Z_')) throw foreign(file);
    throw toStorageError(error, `The backup file ${file}`);
  }
}

/** Split at line feeds alone: a text may hold the other line separators of Unicode. Each piece is looked at once. */
async function* lineReader(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const [first = '', ...others] = String(chunk).split('\n');
    pieces.push(first);
    for (const next of others) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  const rest = pieces.join('');
  if (rest) yield rest;
}

function readHeader(file: string, line: string): BackupHeader {
  const header = parse(line) as Partial<BackupHeader> | undefined;
  if (header?.format !== FORMAT || !Array.isArray(header.tables)) throw foreign(file);
  if (header.formatVersion !== 1) {
    throw new StorageError(`The backup file ${file} was written by a later version: update first.`);
  }
  return header as BackupHeader;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function foreign(file: string): StorageError {
  return new StorageError(`${file} is no backup of this product.`);
}
