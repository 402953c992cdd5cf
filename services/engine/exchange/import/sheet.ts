import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { unescapeFormula } from '../../../../schemas/model/csv.ts';
import { ApiError, invalid } from '../../http/errors.ts';
import type { FormatRows } from '../../resources/fileFormat.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

/** Bytes of a file (docs/product.md). */
export const MAX_BYTES = 5 * 1024 * 1024;
/** Rows below the header, unless a layout sets another limit. */
export const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
const MAX_ROW_CHARS = 600_000;

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The parsed rows of a file. */
export interface SheetFile {
  /** For CSV. */
  delimiter?: Delimiter;
  /** The first row: titles of the columns. */
  head: string[];
  /** The rows below, each with as many cells as the first. */
  rows: string[][];
  /** Label of the entity's own format, for a file of another program. */
  format?: string;
  /** Why rows are rejected, by their index. */
  faults?: ReadonlyMap<number, string>;
  /** what their values become over stored ones, */
  mergeWithStored?: FormatRows['mergeWithStored'];
  /** and what no row can say of what is in it. */
  notes?: readonly string[];
  /** Other entities of which the file has records. */
  also?: readonly string[];
}

/**
 * Parses CSV as spreadsheets write it: UTF-8 with or without a byte order mark, or UTF-16 with one; delimited by commas,
 * semicolons or tabs, whichever divides the first row into most columns. Yields to the event loop between chunks.
 * @param maxRows the maximum of rows below the header
 * @throws ApiError 413, 422 saying what is wrong with the file, and where
 */
export async function readSheet(content: Buffer, maxRows = MAX_ROWS): Promise<SheetFile> {
  if (content.length > MAX_BYTES) throw tooLarge();
  const bytes = toUtf8(content);
  const delimiter = detectDelimiter(bytes.subarray(0, MAX_ROW_CHARS));
  const [head, ...rows] = await parseRows(bytes, delimiter, maxRows);
  if (!head) throw fileError(t('The file is empty: its first row must name the columns'));
  if (rows.length === 0) throw fileError(t('The file has no rows below its head'));
  return { delimiter, head, rows };
}

export function tooLarge(): ApiError {
  const message = t('The file is larger than 5 MB');
  return new ApiError(413, 'TOO_LARGE', message, { fields: { '': message } });
}

const fileError = (message: string): ApiError => invalid({ '': message });

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** The content in UTF-8, without a byte order mark. @throws ApiError 422 */
function toUtf8(content: Buffer): Buffer {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  if (!isUtf16 && !isUtf8(content))
    throw fileError(t('The file is not UTF-8. In Excel choose “CSV UTF-8 (Comma delimited)” when saving'));
  const text = isUtf16 ? content.toString('utf16le') : undefined;
  const bytes = text === undefined ? content : Buffer.from(text);
  if (text?.isWellFormed() === false || bytes.includes(0))
    throw fileError(t('The file has characters that cannot be stored; is it a CSV file?'));
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;
}

/** Bytes parsed between two yields. */
const CHUNK_BYTES = 64 * 1024;
const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];

/** The delimiter that divides the first row into most columns. */
function detectDelimiter(bytes: Buffer): Delimiter {
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, byte: delimiter.charCodeAt(0), count: 0 }));
  let isQuoted = false;
  let hasContent = false;
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      if (hasContent) break;
      continue;
    }
    hasContent = true;
    const counter = counts.find((candidate) => candidate.byte === byte);
    if (counter && (counter.count += 1) >= MAX_COLUMNS) break;
  }
  return counts.reduce((best, count) => (count.count > best.count ? count : best)).delimiter;
}

/** Counts the cells of rows chunk by chunk, before they are parsed: the parser would first read a row to its end. */
class ColumnCounter {
  private cells = 1;
  private isQuoted = false;
  private readonly delimiterByte: number;

  constructor(delimiter: Delimiter) {
    this.delimiterByte = delimiter.charCodeAt(0);
  }

  /** @throws ApiError 422 where a row has more cells than a file may have columns */
  count(chunk: Buffer): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      else if (this.isQuoted) continue;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.cells = 1;
      else if (byte === this.delimiterByte && (this.cells += 1) > MAX_COLUMNS)
        throw fileError(t('The file has more than %{maxColumns} columns', { maxColumns: MAX_COLUMNS }));
    }
  }
}

const PARSER_OPTIONS = {
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW_CHARS,
} as const;

/** Parses the rows that are not blank, each with as many cells as the first. */
async function parseRows(bytes: Buffer, delimiter: Delimiter, maxRows: number): Promise<string[][]> {
  const rows: string[][] = [];
  const columns = new ColumnCounter(delimiter);
  const parser = parse({ ...PARSER_OPTIONS, delimiter }).on('data', (row: string[]) => {
    const [head] = rows;
    if (row.every((cell) => cell.trim() === '')) return;
    rows.push(head ? head.map((_, at) => unescapeFormula(row[at] ?? '')) : row.map((title) => title.trim()));
  });
  const parsed = finished(parser);
  // Awaited below; until then it must not count as unhandled.
  parsed.catch(() => undefined);
  try {
    for (let offset = 0; offset < bytes.length && !parser.destroyed; offset += CHUNK_BYTES) {
      const chunk = bytes.subarray(offset, offset + CHUNK_BYTES);
      columns.count(chunk);
      parser.write(chunk);
      await yieldToEventLoop();
      if (rows.length > maxRows + 1) throw tooManyRows(maxRows);
    }
    parser.end();
    await parsed;
  } catch (error) {
    parser.destroy();
    throw error instanceof ApiError ? error : csvError(error as { lines?: number; message: string });
  }
  if (rows.length > maxRows + 1) throw tooManyRows(maxRows);
  return rows;
}

export const tooManyRows = (maxRows: number): ApiError =>
  fileError(t('The file has more than %{count} rows; divide it', { count: numberText(maxRows) }));

const csvError = ({ lines, message }: { lines?: number; message: string }): ApiError =>
  fileError(
    lines === undefined
      ? t('The file is no CSV: %{message}', { message })
      : t('The file is no CSV: in line %{lines} a quote is not closed, or stands where none may', { lines }),
  );
