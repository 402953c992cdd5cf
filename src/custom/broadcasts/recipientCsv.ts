import { parse } from 'csv-parse/browser/esm/sync';

/** Largest size of an uploaded file. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Usual headings of a column with ids. */
const HEADINGS = /^((external|user|line|line user|facebook|person) ?)?ids?$|^psid$/i;

const isHeading = (cell: string): boolean => HEADINGS.test(cell.replaceAll(/[_-]+/g, ' ').trim());

export interface ParsedRecipients {
  ids: string[];
  /** Heading of the column that the ids are from, where the file has headings. */
  column?: string;
}

/** Parses the ids of a CSV file: of the column with a matching heading, else of the first one. Cells with blanks are skipped. */
export function parseRecipientCsv(text: string): ParsedRecipients {
  const rows = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const [head = []] = rows;
  const at = head.findIndex(isHeading);
  const cells = rows.slice(at < 0 ? 0 : 1).map((row) => (row[Math.max(0, at)] ?? '').trim());
  const ids = cells.filter((cell) => cell !== '' && !/\s/.test(cell));
  const column = head[at];
  return { ids, ...(column !== undefined && { column }) };
}
