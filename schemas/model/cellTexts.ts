/** What a text may not hold to stand in a cell beside others as it is. */
const DIVIDES = /[",;\n]|^\s|\s$/;

/** Several texts in one cell: `vip, new`; one that holds a comma, a semicolon or a quote is quoted as in CSV. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.map((text) => (DIVIDES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');

/** The texts of one cell, divided by commas, semicolons or lines; blank ones are none. */
export function splitTexts(cell: string): string[] {
  const texts: string[] = [];
  for (let at = indexFrom(/\S/g, cell, 0); at < cell.length;) {
    const close = cell[at] === '"' ? closingQuote(cell, at + 1) : -1;
    const end = indexFrom(DIVIDER, cell, close < 0 ? at : close + 1);
    // What goes on behind its quotes was not quoted as a whole.
    const isQuoted = close >= 0 && cell.slice(close + 1, end).trim() === '';
    const next = isQuoted ? end : indexFrom(DIVIDER, cell, at);
    const text = isQuoted ? cell.slice(at + 1, close).replaceAll('""', '"') : cell.slice(at, next).trim();
    if (text !== '') texts.push(text);
    at = indexFrom(/\S/g, cell, next + 1);
  }
  return texts;
}

const DIVIDER = /[,;\n]/g;

/** Where a global pattern is found at a place or after it; the length of the text where it is not. */
function indexFrom(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

/** Where the quote is that ends a quoted text; two of them stand for one within it. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
