import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { toAscii } from './ascii.ts';

it.each([
  [`'“ไทย” 😀'`],
  ['`${1 + 1} … ${`“`}`'],
  [String.raw`'\\“ \“ \\\“ \u2026…'`],
  [String.raw`'a–😀b'.replace(/[–…😀-😂]/u, '')`],
  [String.raw`/\–/.test('–') && /^[\u0e00-๏]+$/.test('ไทย')`],
  [`JSON.parse('{"“":"…"}')`],
  [`({ ä: 1 })['ä']`],
  [`1 /* “a comment” */ + 1 // …`],
])('%s evaluates to the same value', (code) => {
  const ascii = toAscii(code);
  expect(ascii).toMatch(/^[\0-\u007f]*$/);
  expect(runInNewContext(ascii)).toEqual(runInNewContext(code));
});

it('rejects a tagged template whose raw text would change', () => {
  expect(() => toAscii('String.raw`…`')).toThrow('A tag reads String.raw`…` as it is written');
  expect(toAscii('String.raw`\\n` + "…"')).toBe('String.raw`\\n` + "\\u2026"');
});
