import type { Piece } from './draft.ts';

/** Characters in which the name of a mark is looked for. */
const MAX_NAME = 300;
/** Beyond it an utterance cannot become a sample, whatever is marked in it. */
const MAX_UTTERANCE = 2_000;

interface Utterance {
  pieces: Piece[];
  /** It has an entity without words: only a pattern can have one. */
  isPattern: boolean;
}

/**
 * The words of an utterance with what is marked in it: `ship to {@city=Chiang Mai}`, also without the `@`. Of marks within
 * a mark the innermost count; a backslash takes a brace as it is.
 */
export function piecesOfUtterance(utterance: string): Utterance {
  if (utterance.length > MAX_UTTERANCE) return { pieces: [{ text: utterance }], isPattern: false };
  const pieces: Piece[] = [];
  let isPattern = false;
  /** Marks that are open, from the outside in, each with its name. */
  const open: { name: string; hasInner: boolean; from: number }[] = [];
  let text = '';
  const plain = (): void => {
    if (text !== '') pieces.push({ text });
    text = '';
  };
  for (let at = 0; at < utterance.length; at += 1) {
    const sign = utterance[at] ?? '';
    if (sign === '\\' && at + 1 < utterance.length) {
      at += 1;
      text += utterance[at] ?? '';
      continue;
    }
    if (sign === '{') {
      const head = utterance.slice(at + 1, at + MAX_NAME);
      const end = head.search(/[={}]/);
      const name = head.slice(0, Math.max(end, 0)).replace('@', '').trim();
      if (head[end] !== '=' || name === '') {
        isPattern = true;
        text += sign;
        continue;
      }
      plain();
      const outer = open.at(-1);
      if (outer) outer.hasInner = true;
      open.push({ name: nameOf(name), hasInner: false, from: pieces.length });
      at += end + 1;
      continue;
    }
    if (sign === '}' && open.length > 0) {
      const mark = open.pop();
      if (mark && !mark.hasInner) {
        pieces.push({ text: text.trim(), entity: mark.name });
        text = '';
      }
      continue;
    }
    text += sign;
  }
  plain();
  return { pieces, isPattern };
}

/** `city:destination` is an entity in a role. */
const nameOf = (name: string): string => (name.split(':')[0] ?? name).replaceAll(/["']/g, '').trim();
