import { escapePointer } from './model/pointer.ts';

/** Texts, brackets and separators; everything between them is a number or a word. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;

/** An object or list whose end has not been read yet. */
interface OpenContainer {
  pointer: string;
  /** The keys so far; undefined for a list. */
  keys: Set<string> | undefined;
  /** Of the current item of a list. */
  index: number;
  /** Of the value that comes next. */
  nextPointer: string;
}

/**
 * JSON pointers of duplicate keys. `JSON.parse` keeps the last one silently.
 * @param text valid JSON
 */
export function findDuplicateKeys(text: string): string[] {
  const found: string[] = [];
  const open: OpenContainer[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    const container = open.at(-1);
    if (token === '{' || token === '[') {
      const pointer = container?.nextPointer ?? '';
      const isList = token === '[';
      open.push({
        pointer,
        keys: isList ? undefined : new Set(),
        index: 0,
        nextPointer: isList ? `${pointer}/0` : pointer,
      });
    } else if (token === '}' || token === ']') open.pop();
    else if (container === undefined) continue;
    else if (token === ',' && !container.keys) {
      container.index += 1;
      container.nextPointer = `${container.pointer}/${container.index}`;
    } else if (token === ':' && container.keys && key !== undefined) {
      container.nextPointer = `${container.pointer}/${escapePointer(key)}`;
      if (container.keys.has(key)) found.push(container.nextPointer);
      container.keys.add(key);
    } else if (token.startsWith('"')) key = JSON.parse(token) as string;
  }
  return found;
}
