/** Characters for which a text is quoted when it stands in a cell beside others. */
const NEEDS_QUOTES = /[",;\n]|^\s|\s$/;

/** Joins several texts into one cell: `vip, new`. A text with a comma, a semicolon or a quote is quoted as in CSV. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.map((text) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');

/** Splits a cell into texts at commas, semicolons and line breaks, without blank ones. */
export function splitTexts(cell: string): string[] {
  const texts: string[] = [];
  for (let at = indexOfMatch(/\S/g, cell, 0); at < cell.length;) {
    const close = cell[at] === '"' ? indexOfClosingQuote(cell, at + 1) : -1;
    const end = indexOfMatch(SEPARATOR, cell, close < 0 ? at : close + 1);
    // Text after the closing quote: the quotes belong to the text.
    const isQuoted = close >= 0 && cell.slice(close + 1, end).trim() === '';
    const next = isQuoted ? end : indexOfMatch(SEPARATOR, cell, at);
    const text = isQuoted ? cell.slice(at + 1, close).replaceAll('""', '"') : cell.slice(at, next).trim();
    if (text !== '') texts.push(text);
    at = indexOfMatch(/\S/g, cell, next + 1);
  }
  return texts;
}

const SEPARATOR = /[,;\n]/g;

/** Index of a global pattern's first match from `at` on; the text's length without one. */
function indexOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

/** Index of the quote that ends a quoted text; a doubled quote is part of it. */
function indexOfClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
