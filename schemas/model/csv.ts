/** Excel takes a file for UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters with which a spreadsheet would begin a formula; some take the full-width ones for the plain. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
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

function cellOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /["\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
