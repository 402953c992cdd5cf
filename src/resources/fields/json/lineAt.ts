import { pointerSegments } from '../../../../schemas/model/pointer.ts';

/**
 * The line, from 1, on which a value of a JSON text begins; of what is not there, the line of what would hold it.
 * @param text valid JSON
 */
export function lineAt(text: string, pointer: string): number {
  let at = 0;
  const blank = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const word = (): string => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return text.slice(start, at);
  };
  const skip = (): void => {
    for (let depth = 0; at < text.length;) {
      const sign = text[at] ?? '';
      if (sign === '"') word();
      else at += 1;
      if ('{['.includes(sign)) depth += 1;
      if ('}]'.includes(sign)) depth -= 1;
      if (depth === 0 && /^\s*([,\]}]|$)/.test(text.slice(at, at + 200))) return;
    }
  };
  /** Goes to the value of that name, or at that place. */
  const enter = (segment: string): boolean => {
    const isList = text[at] === '[';
    at += 1;
    for (let index = 0; ; index += 1) {
      blank();
      if (isList ? text[at] === ']' : text[at] !== '"') return false;
      const name = isList ? String(index) : (JSON.parse(word()) as string);
      if (!isList) {
        blank();
        at += 1;
        blank();
      }
      if (name === segment) return true;
      skip();
      blank();
      if (text[at] !== ',') return false;
      at += 1;
    }
  };
  blank();
  for (const segment of pointerSegments(pointer)) {
    const start = at;
    if (!'{['.includes(text[at] ?? ' ') || !enter(segment)) {
      at = start;
      break;
    }
  }
  return text.slice(0, at).split('\n').length;
}
