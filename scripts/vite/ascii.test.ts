import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inAscii } from './ascii.ts';

it.each([
  [`'“ไทย” 😀'`],
  ['`${1 + 1} … ${`“`}`'],
  [String.raw`'\\“ \“ \\\“ \u2026…'`],
  [String.raw`'a–😀b'.replace(/[–…😀-😂]/u, '')`],
  [String.raw`/\–/.test('–') && /^[\u0e00-๏]+$/.test('ไทย')`],
  [`JSON.parse('{"“":"…"}')`],
  [`({ ä: 1 })['ä']`],
  [`1 /* “a comment” */ + 1 // …`],
])('%s means the same', (code) => {
  const ascii = inAscii(code);
  expect(ascii).toMatch(/^[\0-\u007f]*$/);
  expect(runInNewContext(ascii)).toEqual(runInNewContext(code));
});

it('refuses what a tag would read differently', () => {
  expect(() => inAscii('String.raw`…`')).toThrow('A tag reads String.raw`…` as it is written');
  expect(inAscii('String.raw`\\n` + "…"')).toBe('String.raw`\\n` + "\\u2026"');
});
