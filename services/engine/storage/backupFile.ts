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
  /** Lines between the header and the footer: rows, and pieces of files since a later version. */
  rows: number;
  sha256: string;
}

const FORMAT = 'messaging-console-backup';
/** Decompressed bytes per read. */
const CHUNK_BYTES = 256 * 1024;

/** The backup is truncated, damaged or altered, so that nobody can restore it. */
export class BackupDamagedError extends StorageError {
  override name = 'BackupDamagedError';
}

/** What a backup is lineCount to. */
export interface BackupTarget {
  /** For messages. */
  name: string;
  /** All or nothing: content that breaks off must not leave anything that looks like a backup. */
  write(content: Readable): Promise<void>;
}

/** What a backup is read from: the path of a file, or anything that can be opened repeatedly. */
export type BackupSource =
  | string
  | {
      name: string;
      /** The moment that it is expected to be of; ISO 8601. */
      at?: string;
      open(): Readable;
    };

/** How far a backup's moment may differ from its name: it may have waited for another backup. */
const MAX_MOMENT_DIFFERENCE_MS = 6 * 3_600_000;

const describeSource = (source: BackupSource): string =>
  typeof source === 'string' ? `The backup file ${source}` : `The backup ${source.name}`;

/**
 * Writes a temporary file beside the target and renames it when it is complete. The temporary file is new and readable by
 * the owner alone, so that no planted link is followed.
 */
const fileTarget = (file: string): BackupTarget => ({
  name: `The backup file ${file}`,
  async write(content) {
    const partial = `${file}.${randomUUID()}.partial`;
    try {
      // Flushed to disk before the rename.
      await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  },
});

/**
 * Writes the lines of a backup, compressed, and its footer.
 * @param lines in batches: passing each on alone takes longer than writing it
 * @returns the number of rows
 */
export async function writeBackup(
  to: string | BackupTarget,
  lines: AsyncIterable<readonly string[]>,
): Promise<number> {
  const target = typeof to === 'string' ? fileTarget(to) : to;
  const hash = createHash('sha256');
  let lineCount = -1;
  let rows = 0;
  async function* withFooter(): AsyncGenerator<string> {
    for await (const batch of lines) {
      if (batch.length === 0) continue;
      const text = `${batch.join('\n')}\n`;
      hash.update(text);
      lineCount += batch.length;
      for (const line of batch) if (line.startsWith('[')) rows++;
      yield text;
    }
    yield `${JSON.stringify({ rows: lineCount, sha256: hash.digest('hex') } satisfies Footer)}\n`;
  }
  const zipped = createGzip({ level: 6 });
  // An error of the rows also ends the stream that the target reads.
  const zipping = pipeline(Readable.from(withFooter()), zipped);
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

/** A failed target also ends the rows early with `ERR_STREAM_PREMATURE_CLOSE`, which is not the cause. */
const firstCause = (ofRows: unknown, ofTarget: unknown): unknown =>
  (ofRows as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? ofTarget : ofRows;

/**
 * Reads a whole backup without touching a database. @returns its header
 * @throws StorageError when the file is foreignFileError, of a later format, truncated or damaged, or has a line that does not fit
 * its tables
 */
export async function checkBackup(source: BackupSource, signal?: AbortSignal): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let rows = -1;
  let pending: string | undefined;
  let mismatch: string | undefined;
  for await (const lines of readBatches(source)) {
    signal?.throwIfAborted();
    header ??= readHeader(source, lines[0] ?? '');
    const complete: string[] = pending === undefined ? lines : [pending, ...lines];
    pending = complete.pop();
    for (const line of complete) if (++rows > 0) mismatch ??= findMismatch(line, header.tables);
    if (complete.length > 0) hash.update(`${complete.join('\n')}\n`);
  }
  if (!header) throw foreignFileError(source);
  const footer = parse(pending ?? '') as Partial<Footer> | undefined;
  if (footer?.rows !== rows || footer.sha256 !== hash.digest('hex')) {
    throw new BackupDamagedError(`${describeSource(source)} is cut off or damaged: use another one.`);
  }
  if (mismatch !== undefined)
    throw new BackupDamagedError(`${describeSource(source)} was changed: ${mismatch}. Use another one.`);
  const expectedMoment = typeof source === 'string' ? undefined : source.at;
  if (
    expectedMoment !== undefined &&
    Math.abs(Date.parse(expectedMoment) - Date.parse(header.at)) > MAX_MOMENT_DIFFERENCE_MS
  )
    throw new BackupDamagedError(
      `${describeSource(source)} is in truth one of ${header.at}: another was put under its name. Use another one.`,
    );
  return header;
}

/** Why a line between header and footer fits none of the tables; undefined when it does. */
function findMismatch(line: string, tables: readonly TableLayout[]): string | undefined {
  if (line.startsWith('{"file":')) return undefined;
  const entry = parse(line);
  if (!Array.isArray(entry) || entry.length !== 2) return 'a line is neither a row nor a file';
  const [index, row] = entry as unknown[];
  const table = typeof index === 'number' ? tables[index] : undefined;
  if (!table) return 'a row is of a table that the backup does not have';
  const names = row !== null && typeof row === 'object' ? Object.keys(row) : [];
  const hasAllColumns =
    names.length === table.columns.length && table.columns.every((name) => names.includes(name));
  return hasAllColumns ? undefined : `a row of ${table.name} has other columns than its table`;
}

/** The rows of a checked backup, in batches: the index of the table, and the row as JSON text. */
export async function* readRows(source: BackupSource): AsyncGenerator<[table: number, row: string][]> {
  // The header is a JSON object, so it does not begin with a bracket.
  for await (const lines of readBatches(source)) {
    yield lines
      .filter((line) => line.startsWith('['))
      .map((line) => {
        const comma = line.indexOf(',');
        return [Number(line.slice(1, comma)), line.slice(comma + 1, -1)];
      });
  }
}

export async function* readLines(source: BackupSource): AsyncGenerator<string> {
  for await (const lines of readBatches(source)) yield* lines;
}

/** The lines in batches as they are read; no batch is empty. */
async function* readBatches(source: BackupSource): AsyncGenerator<string[]> {
  const content = typeof source === 'string' ? createReadStream(source) : source.open();
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
  content.on('error', (error: Error) => unzipped.destroy(error));
  content.pipe(unzipped);
  try {
    yield* splitLines(unzipped);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT')
      throw new StorageError(`There is no backup file ${String((error as NodeJS.ErrnoException).path)}.`, {
        cause: error,
      });
    if (code === 'Z_BUF_ERROR') {
      throw new BackupDamagedError(`${describeSource(source)} is cut off or damaged: use another one.`, {
        cause: error,
      });
    }
    if (code.startsWith('Z_')) throw foreignFileError(source);
    throw toStorageError(error, describeSource(source));
  } finally {
    content.destroy();
    unzipped.destroy();
  }
}

/** Splits at line feeds alone: texts may contain other line separators of Unicode. Scans each chunk once. */
async function* splitLines(stream: Readable): AsyncGenerator<string[]> {
  stream.setEncoding('utf8');
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const lines = String(chunk).split('\n');
    const unfinished = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = `${pieces.join('')}${lines[0]}`;
      pieces = [];
      yield lines;
    }
    pieces.push(unfinished);
  }
  const rest = pieces.join('');
  if (rest) yield [rest];
}

function readHeader(source: BackupSource, line: string): BackupHeader {
  const header = parse(line) as Partial<BackupHeader> | undefined;
  if (header?.format !== FORMAT || !Array.isArray(header.tables)) throw foreignFileError(source);
  if (header.formatVersion !== 1) {
    throw new StorageError(`${describeSource(source)} was lineCount by a later version: update first.`);
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

function foreignFileError(source: BackupSource): StorageError {
  return new StorageError(
    `${typeof source === 'string' ? source : source.name} is no backup of this product.`,
  );
}
