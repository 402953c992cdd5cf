import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { expect, test } from 'vitest';

const keysOf = (texts: object, above = ''): string[] =>
  Object.entries(texts).flatMap(([part, text]: [string, string | object]) =>
    typeof text === 'string' ? [above + part] : keysOf(text, `${above}${part}.`),
  );

test('every key that the parts of react-admin name has a text', () => {
  const known = new Set(keysOf(english));
  const unknown = ['ra-core', 'ra-ui-materialui'].flatMap((name) => {
    const folder = join('node_modules', name, 'dist');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        // Editing a page's layout in place is not offered, and comments show keys of the reader's own.
        if (/^preferences\b|Editor\.js$|FieldsSelector\.js$/.test(file)) return [];
        const code = readFileSync(join(folder, file), 'utf8').replace(/^\s*\*.*$/gm, '');
        return [...code.matchAll(/['"](ra\.[\w.]*\w)['"]/g)]
          .map(([, key = '']) => key)
          .filter((key) => !known.has(key))
          .map((key) => `${file}: ${key}`);
      });
  });
  expect(unknown).toEqual([]);
});
