import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { unguarded } from '../../../../schemas/model/csv.ts';
import { ApiError, invalid } from '../../http/errors.ts';
import { isStorable } from '../../http/bodies.ts';

/** Bytes of a file (docs/product.md). */
export const MAX_BYTES = 5 * 1024 * 1024;
/** Rows below the head, where a layout does not say more. */
export const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
/** Characters of one row. */
const MAX_ROW = 600_000;

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A file of rows, read. */
export interface SheetFile {
  delimiter: Delimiter;
  /** Titles of the columns: the first row. */
  head: string[];
  /** The rows below it, each with as many cells as the head. */
  rows: string[][];
}

/**
 * Reads CSV as spreadsheets write it: UTF-8 with or without its mark, or UTF-16 with one; divided by commas,
 * semicolons or tabs, whichever divides the head into most columns.
 * @param maxRows rows below the head that the file may have
 * @throws ApiError 413, 422 saying what is wrong with the file, and where
 */
export async function readSheet(content: Buffer, maxRows = MAX_ROWS): Promise<SheetFile> {
  if (content.length > MAX_BYTES) throw tooLarge();
  const text = textOf(content);
  const [delimiter] = DELIMITERS.toSorted((a, b) => headOf(text, b).length - headOf(text, a).length);
  if (endOfColumns(text, delimiter ?? ',') < text.length)
    throw fileFault(`The file has more than ${MAX_COLUMNS} columns`);
  const [head = [], ...rows] = await records(text, delimiter ?? ',');
  if (head.every((title) => title.trim() === ''))
    throw fileFault('The file is empty: its first row must name the columns');
  if (rows.length === 0) throw fileFault('The file has no rows below its head');
  if (rows.length > maxRows)
    throw fileFault(`The file has more than ${maxRows.toLocaleString('en-US')} rows; divide it`);
  return {
    delimiter: delimiter ?? ',',
    head: head.map((title) => title.trim()),
    rows: rows.map((row) => head.map((_, at) => unguarded(row[at] ?? ''))),
  };
}

export function tooLarge(): ApiError {
  const message = 'The file is larger than 5 MB';
  return new ApiError(413, 'TOO_LARGE', message, { fields: { '': message } });
}

const fileFault = (message: string): ApiError => invalid({ '': message });

function textOf(content: Buffer): string {
  const wide = content[0] === 0xff && content[1] === 0xfe;
  if (!wide && !isUtf8(content))
    throw fileFault('The file is not UTF-8. In Excel choose “CSV UTF-8 (Comma delimited)” when saving');
  const text = content.toString(wide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
  if (!isStorable(text)) throw fileFault('The file has characters that cannot be stored; is it a CSV file?');
  return text;
}

/** Characters in which the head is looked for. */
const HEAD = MAX_ROW;
/** Bytes that are read at once. */
const PART = 64 * 1024;
const OPTIONS = { relax_column_count: true, skip_empty_lines: true, max_record_size: MAX_ROW } as const;

/** Where a row has one cell more than a file has columns; the length of the text where none has. */
function endOfColumns(text: string, delimiter: Delimiter): number {
  let cells = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' || sign === '\r') cells = 1;
    else if (sign === delimiter) cells += 1;
    if (cells > MAX_COLUMNS) return at;
  }
  return text.length;
}

function headOf(text: string, delimiter: Delimiter): string[] {
  const start = text.slice(0, HEAD);
  try {
    const cells = start.slice(0, endOfColumns(start, delimiter));
    return parseNow(cells, { ...OPTIONS, delimiter, to: 1 })[0] ?? [];
  } catch {
    return [];
  }
}

/** In parts, between which others have their turn. */
async function records(text: string, delimiter: Delimiter): Promise<string[][]> {
  try {
    const found: string[][] = [];
    const parser = parse({ ...OPTIONS, delimiter }).on('data', (row: string[]) => void found.push(row));
    const done = finished(parser);
    // Told below, whenever it comes.
    done.catch(() => undefined);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length && !parser.destroyed; at += PART) {
      parser.write(bytes.subarray(at, at + PART));
      await breathe();
    }
    parser.end();
    await done;
    return found.filter((row) => row.some((cell) => cell.trim() !== ''));
  } catch (error) {
    const { lines, message } = error as { lines?: number; message: string };
    throw fileFault(
      lines === undefined
        ? `The file is no CSV: ${message}`
        : `The file is no CSV: in line ${lines} a quote is not closed, or stands where none may`,
    );
  }
}
