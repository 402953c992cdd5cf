/** What a text may not hold to stand in a cell beside others as it is. */
const DIVIDES = /[",;\n]|^\s|\s$/;

/** Several texts in one cell: `vip, new`; one that holds a comma, a semicolon or a quote is quoted as in CSV. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.map((text) => (DIVIDES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');

/** The texts of one cell, divided by commas, semicolons or lines; blank ones are none. */
export function splitTexts(cell: string): string[] {
  const texts: string[] = [];
  // A quoted text, or one up to the next divider.
  for (const [, quoted, bare] of cell.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,;\n]*))\s*(?:[,;\n]|$)/g)) {
    const text = quoted === undefined ? (bare ?? '').trim() : quoted.replaceAll('""', '"');
    if (text !== '') texts.push(text);
  }
  return texts;
}
