import { parse } from 'csv-parse/browser/esm/sync';

/** Bytes of a file that is read. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** What people call the column with the ids of a channel. */
const HEADINGS = /^((external|user|line|line user|facebook|person) ?)?ids?$|^psid$/i;

const isHeading = (cell: string): boolean => HEADINGS.test(cell.replaceAll(/[_-]+/g, ' ').trim());

export interface ParsedRecipients {
  ids: string[];
  /** What the column is called that they are from, where the file says it. */
  column?: string;
}

/** The ids in a CSV file: those of the column that is called so, else of the first one. Only what is no id is left out. */
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
