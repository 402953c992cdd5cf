import type { Piece } from './draft.ts';

/** Characters searched for the name of a mark. */
const MAX_MARK_NAME_CHARS = 300;
/** A longer utterance cannot become a sample, whatever is marked in it. */
const MAX_UTTERANCE_CHARS = 2_000;

interface Utterance {
  pieces: Piece[];
  /** It has an entity without words: only a pattern can have one. */
  isPattern: boolean;
}

/**
 * Parses the marks of an utterance: `ship to {@city=Chiang Mai}`, also without the `@`. Of nested marks the innermost
 * count; a backslash escapes a brace.
 */
export function parseUtterance(utterance: string): Utterance {
  if (utterance.length > MAX_UTTERANCE_CHARS) return { pieces: [{ text: utterance }], isPattern: false };
  const pieces: Piece[] = [];
  let isPattern = false;
  /** Open marks from the outside in. */
  const openMarks: { name: string; hasInner: boolean; from: number }[] = [];
  let text = '';
  const flushText = (): void => {
    if (text !== '') pieces.push({ text });
    text = '';
  };
  for (let at = 0; at < utterance.length; at += 1) {
    const char = utterance[at] ?? '';
    if (char === '\\' && at + 1 < utterance.length) {
      at += 1;
      text += utterance[at] ?? '';
      continue;
    }
    if (char === '{') {
      const head = utterance.slice(at + 1, at + MAX_MARK_NAME_CHARS);
      const end = head.search(/[={}]/);
      const name = head.slice(0, Math.max(end, 0)).replace('@', '').trim();
      if (head[end] !== '=' || name === '') {
        isPattern = true;
        text += char;
        continue;
      }
      flushText();
      const outer = openMarks.at(-1);
      if (outer) outer.hasInner = true;
      openMarks.push({ name: toEntityName(name), hasInner: false, from: pieces.length });
      at += end + 1;
      continue;
    }
    if (char === '}' && openMarks.length > 0) {
      const mark = openMarks.pop();
      if (mark && !mark.hasInner) {
        pieces.push({ text: text.trim(), entity: mark.name });
        text = '';
      }
      continue;
    }
    text += char;
  }
  flushText();
  return { pieces, isPattern };
}

/** `city:destination` is an entity in a role. */
const toEntityName = (name: string): string => (name.split(':')[0] ?? name).replaceAll(/["']/g, '').trim();
