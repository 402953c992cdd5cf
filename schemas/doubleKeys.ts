import { escapePointer } from './model/pointer.ts';

/** Texts, brackets and separators; everything between them is a number or a word. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;

interface Level {
  path: string;
  /** Keys of an object so far; of a list the index of the item. */
  seen: Set<string> | number;
  /** Where the value that comes next stands. */
  next: string;
}

/**
 * JSON pointers of the keys that an object of the text has twice. `JSON.parse` keeps the last and says nothing.
 * @param text valid JSON
 */
export function doubleKeys(text: string): string[] {
  const found: string[] = [];
  const levels: Level[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      const path = level?.next ?? '';
      const isList = token === '[';
      levels.push({ path, seen: isList ? 0 : new Set(), next: isList ? `${path}/0` : path });
    } else if (token === '}' || token === ']') levels.pop();
    else if (level === undefined) continue;
    else if (token === ',' && typeof level.seen === 'number') {
      level.seen += 1;
      level.next = `${level.path}/${level.seen}`;
    } else if (token === ':' && level.seen instanceof Set && key !== undefined) {
      level.next = `${level.path}/${escapePointer(key)}`;
      if (level.seen.has(key)) found.push(level.next);
      level.seen.add(key);
    } else if (token.startsWith('"')) key = JSON.parse(token) as string;
  }
  return found;
}
