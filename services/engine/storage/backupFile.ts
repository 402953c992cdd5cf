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
/** So much is unpacked at a time. */
const CHUNK_BYTES = 256 * 1024;

/** What a backup holds is not what was written: it is of no use, whoever reads it. */
export class BackupDamaged extends StorageError {
  override name = 'BackupDamaged';
}

/** Where a backup goes. */
export interface BackupTarget {
  /** As people read of it. */
  name: string;
  /** Takes all of it or nothing: content that breaks off leaves nothing that could be taken for a backup. */
  write(content: Readable): Promise<void>;
}

/** Where a backup comes from: the path of a file, or what can be read from its beginning any number of times. */
export type BackupSource =
  | string
  | {
      name: string;
      /** The moment that it should be of; ISO 8601. */
      at?: string;
      open(): Readable;
    };

/** How far the moment of a backup may be from what its name says: it may have waited for another one. */
const APART_MS = 6 * 3_600_000;

const nameOf = (source: BackupSource): string =>
  typeof source === 'string' ? `The backup file ${source}` : `The backup ${source.name}`;

/**
 * Writes beside the file and moves it there when it is whole, so that a half one never carries its name. What is written
 * is a new file that nobody else may read: no link that was laid in its place is followed.
 */
const fileTarget = (file: string): BackupTarget => ({
  name: `The backup file ${file}`,
  async write(content) {
    const partial = `${file}.${randomUUID()}.partial`;
    try {
      // On the disk before it takes its name.
      await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  },
});

/**
 * @param lines some at a time: each by itself takes longer to hand over than to write
 * @returns the number of rows
 */
export async function writeBackup(
  to: string | BackupTarget,
  lines: AsyncIterable<readonly string[]>,
): Promise<number> {
  const target = typeof to === 'string' ? fileTarget(to) : to;
  const hash = createHash('sha256');
  let written = -1;
  let rows = 0;
  async function* sealed(): AsyncGenerator<string> {
    for await (const some of lines) {
      if (some.length === 0) continue;
      const text = `${some.join('\n')}\n`;
      hash.update(text);
      written += some.length;
      for (const line of some) if (line.startsWith('[')) rows++;
      yield text;
    }
    yield `${JSON.stringify({ rows: written, sha256: hash.digest('hex') } satisfies Footer)}\n`;
  }
  const zipped = createGzip({ level: 6 });
  // Where the rows break off, so does what is read of it.
  const zipping = pipeline(Readable.from(sealed()), zipped);
  zipping.catch(() => undefined);
  try {
    await target.write(zipped);
    await zipping;
    return rows;
  } catch (error) {
    zipped.destroy();
    throw toStorageError(
      await zipping.then(
        () => error,
        (cause: unknown) => firstCause(cause, error),
      ),
      target.name,
    );
  }
}

/** A target that broke first ends the rows early as well; that is no cause. */
const firstCause = (ofRows: unknown, ofTarget: unknown): unknown =>
  (ofRows as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? ofTarget : ofRows;

/**
 * Reads a whole backup and gives its header, without touching any database.
 * @throws StorageError when the file is none of ours, of a later format, cut off or damaged, or has a line that would not
 * be restored as it is
 */
export async function checkBackup(source: BackupSource, signal?: AbortSignal): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let rows = -1;
  let pending: string | undefined;
  let unmatched: string | undefined;
  for await (const lines of batchesOf(source)) {
    signal?.throwIfAborted();
    header ??= readHeader(source, lines[0] ?? '');
    const before: string[] = pending === undefined ? lines : [pending, ...lines];
    pending = before.pop();
    for (const line of before) if (++rows > 0) unmatched ??= mismatchOf(line, header.tables);
    if (before.length > 0) hash.update(`${before.join('\n')}\n`);
  }
  if (!header) throw foreign(source);
  const footer = parse(pending ?? '') as Partial<Footer> | undefined;
  if (footer?.rows !== rows || footer.sha256 !== hash.digest('hex')) {
    throw new BackupDamaged(`${nameOf(source)} is cut off or damaged: use another one.`);
  }
  if (unmatched !== undefined)
    throw new BackupDamaged(`${nameOf(source)} was changed: ${unmatched}. Use another one.`);
  const named = typeof source === 'string' ? undefined : source.at;
  if (named !== undefined && Math.abs(Date.parse(named) - Date.parse(header.at)) > APART_MS)
    throw new BackupDamaged(
      `${nameOf(source)} is in truth one of ${header.at}: another was put under its name. Use another one.`,
    );
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

/** The rows of a backup that was checked before, some at a time: index of the table and the row as the JSON that it is in. */
export async function* rowsOf(source: BackupSource): AsyncGenerator<[table: number, row: string][]> {
  // The header is an object.
  for await (const lines of batchesOf(source)) {
    yield lines
      .filter((line) => line.startsWith('['))
      .map((line) => {
        const comma = line.indexOf(',');
        return [Number(line.slice(1, comma)), line.slice(comma + 1, -1)];
      });
  }
}

export async function* linesOf(source: BackupSource): AsyncGenerator<string> {
  for await (const lines of batchesOf(source)) yield* lines;
}

/** The lines as they are read, some at a time; never none. */
async function* batchesOf(source: BackupSource): AsyncGenerator<string[]> {
  const content = typeof source === 'string' ? createReadStream(source) : source.open();
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
  content.on('error', (error: Error) => unzipped.destroy(error));
  content.pipe(unzipped);
  try {
    yield* lineReader(unzipped);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT')
      throw new StorageError(`There is no backup file ${String((error as NodeJS.ErrnoException).path)}.`, {
        cause: error,
      });
    if (code === 'Z_BUF_ERROR') {
      throw new BackupDamaged(`${nameOf(source)} is cut off or damaged: use another one.`, {
        cause: error,
      });
    }
    if (code.startsWith('Z_')) throw foreign(source);
    throw toStorageError(error, nameOf(source));
  } finally {
    content.destroy();
    unzipped.destroy();
  }
}

/** Split at line feeds alone: a text may hold the other line separators of Unicode. Each piece is looked at once. */
async function* lineReader(stream: Readable): AsyncGenerator<string[]> {
  stream.setEncoding('utf8');
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const lines = String(chunk).split('\n');
    const begun = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = `${pieces.join('')}${lines[0]}`;
      pieces = [];
      yield lines;
    }
    pieces.push(begun);
  }
  const rest = pieces.join('');
  if (rest) yield [rest];
}

function readHeader(source: BackupSource, line: string): BackupHeader {
  const header = parse(line) as Partial<BackupHeader> | undefined;
  if (header?.format !== FORMAT || !Array.isArray(header.tables)) throw foreign(source);
  if (header.formatVersion !== 1) {
    throw new StorageError(`${nameOf(source)} was written by a later version: update first.`);
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

function foreign(source: BackupSource): StorageError {
  return new StorageError(
    `${typeof source === 'string' ? source : source.name} is no backup of this product.`,
  );
}
