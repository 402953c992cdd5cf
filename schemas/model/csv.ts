/** Excel takes a file for UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * How a cell begins of which a spreadsheet would make a formula; some take the full-width characters for the plain. A text
 * that has such an apostrophe of its own gets one more, so that `unguarded` gives it back.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A plain number is no formula, signed or not. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180), each with its end, so that parts can be joined. No cell becomes a formula: what would is
 * preceded by an apostrophe.
 * @param options.mark whether the text begins a file that spreadsheets should take for UTF-8
 */
export function toCsv(rows: readonly (readonly string[])[], { mark = false } = {}): string {
  const lines = rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`);
  return `${mark ? BYTE_ORDER_MARK : ''}${lines.join('')}`;
}

const guarded = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The text of a cell that `toCsv` wrote. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

function cellOf(text: string): string {
  const safe = guarded(text);
  return /["\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
