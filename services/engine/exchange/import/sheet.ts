import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { unescapeFormula } from '../../../../schemas/model/csv.ts';
import { ApiError, invalid } from '../../http/errors.ts';
import type { FormatRows } from '../../resources/fileFormat.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

/** Bytes of a file (docs/product.md). */
export const MAX_BYTES = 5 * 1024 * 1024;
/** Rows below the head, where a layout does not say more. */
export const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
/** Characters of one row. */
const MAX_ROW = 600_000;

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** A file of rows, read. */
export interface SheetFile {
  /** Of CSV. */
  delimiter?: Delimiter;
  /** Titles of the columns: the first row. */
  head: string[];
  /** The rows below it, each with as many cells as the head. */
  rows: string[][];
  /** Of another program's file: what people call its format, */
  format?: string;
  /** why rows are refused by themselves, by their place, */
  faults?: ReadonlyMap<number, string>;
  /** what their values become over stored ones, */
  joined?: FormatRows['mergeWithStored'];
  /** and what no row can say of what is in it. */
  notes?: readonly string[];
  /** Entities of which it has records as well. */
  also?: readonly string[];
}

/**
 * Reads CSV as spreadsheets write it: UTF-8 with or without its mark, or UTF-16 with one; divided by commas,
 * semicolons or tabs, whichever divides the head into most columns. In parts, between which others have their turn.
 * @param maxRows rows below the head that the file may have
 * @throws ApiError 413, 422 saying what is wrong with the file, and where
 */
export async function readSheet(content: Buffer, maxRows = MAX_ROWS): Promise<SheetFile> {
  if (content.length > MAX_BYTES) throw tooLarge();
  const bytes = bytesOf(content);
  const delimiter = delimiterOf(bytes.subarray(0, MAX_ROW));
  const [head, ...rows] = await records(bytes, delimiter, maxRows);
  if (!head) throw fileFault(t('The file is empty: its first row must name the columns'));
  if (rows.length === 0) throw fileFault(t('The file has no rows below its head'));
  return { delimiter, head, rows };
}

export function tooLarge(): ApiError {
  const message = t('The file is larger than 5 MB');
  return new ApiError(413, 'TOO_LARGE', message, { fields: { '': message } });
}

const fileFault = (message: string): ApiError => invalid({ '': message });

const MARK = Buffer.from('\uFEFF');

/** The text of a file in UTF-8, without its mark. @throws ApiError 422 */
function bytesOf(content: Buffer): Buffer {
  const wide = content[0] === 0xff && content[1] === 0xfe;
  if (!wide && !isUtf8(content))
    throw fileFault(t('The file is not UTF-8. In Excel choose “CSV UTF-8 (Comma delimited)” when saving'));
  const text = wide ? content.toString('utf16le') : undefined;
  const bytes = text === undefined ? content : Buffer.from(text);
  if (text?.isWellFormed() === false || bytes.includes(0))
    throw fileFault(t('The file has characters that cannot be stored; is it a CSV file?'));
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

/** Bytes that are read at once. */
const PART = 64 * 1024;
const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];

/** What divides the first row into most columns; more of them than a file may have are not counted. */
function delimiterOf(bytes: Buffer): Delimiter {
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, sign: delimiter.charCodeAt(0), count: 0 }));
  let isQuoted = false;
  let isBegun = false;
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      if (isBegun) break;
      continue;
    }
    isBegun = true;
    const divided = counts.find(({ sign }) => sign === byte);
    if (divided && (divided.count += 1) >= MAX_COLUMNS) break;
  }
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}

/** Counts the cells of rows, part by part, before they are read: a reader would first read a row to its end. */
class ColumnCounter {
  private cells = 1;
  private isQuoted = false;
  private readonly sign: number;

  constructor(delimiter: Delimiter) {
    this.sign = delimiter.charCodeAt(0);
  }

  /** @throws ApiError 422 where a row has more cells than a file may have columns */
  count(part: Buffer): void {
    for (const byte of part) {
      if (byte === QUOTE) this.isQuoted = !this.isQuoted;
      else if (this.isQuoted) continue;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.cells = 1;
      else if (byte === this.sign && (this.cells += 1) > MAX_COLUMNS)
        throw fileFault(t('The file has more than %{maxColumns} columns', { maxColumns: MAX_COLUMNS }));
    }
  }
}

const OPTIONS = { relax_column_count: true, skip_empty_lines: true, max_record_size: MAX_ROW } as const;

/** The rows that are not blank: the titles of the columns, and as many cells as those for each of the others. */
async function records(bytes: Buffer, delimiter: Delimiter, maxRows: number): Promise<string[][]> {
  const found: string[][] = [];
  const columns = new ColumnCounter(delimiter);
  const parser = parse({ ...OPTIONS, delimiter }).on('data', (row: string[]) => {
    const [head] = found;
    if (row.every((cell) => cell.trim() === '')) return;
    found.push(head ? head.map((_, at) => unescapeFormula(row[at] ?? '')) : row.map((title) => title.trim()));
  });
  const done = finished(parser);
  // Told below, whenever it comes.
  done.catch(() => undefined);
  try {
    for (let at = 0; at < bytes.length && !parser.destroyed; at += PART) {
      const part = bytes.subarray(at, at + PART);
      columns.count(part);
      parser.write(part);
      await breathe();
      if (found.length > maxRows + 1) throw tooManyRows(maxRows);
    }
    parser.end();
    await done;
  } catch (error) {
    parser.destroy();
    throw error instanceof ApiError ? error : csvFault(error as { lines?: number; message: string });
  }
  if (found.length > maxRows + 1) throw tooManyRows(maxRows);
  return found;
}

export const tooManyRows = (maxRows: number): ApiError =>
  fileFault(t('The file has more than %{count} rows; divide it', { count: numberText(maxRows) }));

const csvFault = ({ lines, message }: { lines?: number; message: string }): ApiError =>
  fileFault(
    lines === undefined
      ? t('The file is no CSV: %{message}', { message })
      : t('The file is no CSV: in line %{lines} a quote is not closed, or stands where none may', { lines }),
  );
