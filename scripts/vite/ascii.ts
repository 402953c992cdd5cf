import { parseSync, Visitor, type Plugin } from 'vite';

/** A letter that is no ASCII, and the backslash before it if there is one: before most letters it means nothing. */
const LETTER = /(?<!\\)((?:\\\\)*)\\?([\u0080-\uffff])/g;

/**
 * The code with all letters beyond ASCII written as escapes. V8 keeps a source with two bytes for each letter as soon
 * as one of them is beyond Latin-1, and a few thousand of five million are.
 * @throws Error for a tag's template with such a letter: the tag would see how it is written
 */
export function inAscii(code: string): string {
  if (!/[\u0080-\uffff]/.test(code)) return code;
  const { program } = parseSync('chunk.js', code);
  new Visitor({
    TaggedTemplateExpression({ start, end }) {
      const text = code.slice(start, end);
      if (/[\u0080-\uffff]/.test(text)) throw new Error(`A tag reads ${text} as it is written: use a string`);
    },
  }).visit(program);
  return code.replaceAll(
    LETTER,
    (_, backslashes: string, letter: string) =>
      `${backslashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Chunks are written in ASCII ({@link inAscii}). */
export const asciiCode = (): Plugin => ({
  name: 'ascii-code',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = inAscii(part.code);
  },
});
