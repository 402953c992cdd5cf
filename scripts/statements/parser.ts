import { loadModule, parse as parseText } from 'libpg-query';

/** Gives the tree of a text of statements, by PostgreSQL's own parser. @throws Error for what is no SQL */
export async function parse(text: string): Promise<unknown> {
  await loadModule();
  return parseText(text);
}
