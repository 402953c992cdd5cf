/** Excel takes a file for UTF-8 only when it begins with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters with which a spreadsheet would begin a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** A plain number is no formula, signed or not. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** One cell: never a formula, quoted where it has to be (RFC 4180). */
export const csvCell = (text: string): string => {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /["\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line with its end. */
export const csvLine = (cells: string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
