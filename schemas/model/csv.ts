/** Excel reads a file as UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Start of a cell that a spreadsheet would evaluate as a formula; some treat full-width characters like the plain ones.
 * A text that starts with an apostrophe itself gets one more, so that `unescapeFormula` restores it.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A plain number, signed or not, is never a formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180), each with its line end, so that parts can be concatenated. A cell that would become a formula
 * is prefixed by an apostrophe.
 * @param options.byteOrderMark whether the text begins a file that spreadsheets should read as UTF-8
 */
export function toCsv(rows: readonly (readonly string[])[], { byteOrderMark = false } = {}): string {
  const lines = rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`);
  return `${byteOrderMark ? BYTE_ORDER_MARK : ''}${lines.join('')}`;
}

const escapeFormula = (text: string): string =>
  FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** Reverts `escapeFormula` for a cell that `toCsv` wrote. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;

function csvCell(text: string): string {
  const safe = escapeFormula(text);
  return /["\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
