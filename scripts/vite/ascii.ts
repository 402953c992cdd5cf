import { parseSync, Visitor, type Plugin } from 'vite';

/** A non-ASCII character, with a backslash before it, which is redundant there. */
const NON_ASCII = /(?<!\\)((?:\\\\)*)\\?([\u0080-\uffff])/g;

/**
 * Escapes all non-ASCII characters of the code. V8 stores a source with two bytes per character as soon as one of them
 * is beyond Latin-1, and a few thousand of five million are.
 * @throws Error for a tagged template with such a character, whose tag would see the escape
 */
export function toAscii(code: string): string {
  if (!/[\u0080-\uffff]/.test(code)) return code;
  const { program } = parseSync('chunk.js', code);
  new Visitor({
    TaggedTemplateExpression({ start, end }) {
      const text = code.slice(start, end);
      if (/[\u0080-\uffff]/.test(text)) throw new Error(`A tag reads ${text} as it is written: use a string`);
    },
  }).visit(program);
  return code.replaceAll(
    NON_ASCII,
    (_, backslashes: string, letter: string) =>
      `${backslashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Plugin: writes chunks in ASCII ({@link toAscii}). */
export const asciiCode = (): Plugin => ({
  name: 'ascii-code',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = toAscii(part.code);
  },
});
