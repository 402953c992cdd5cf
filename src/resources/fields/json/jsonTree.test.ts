import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapePointer, valueAt } from '../../../../schemas/model/pointer.ts';
import { containerAt, findLine, nodeAtPointer, readJson } from './jsonTree.ts';

const pointersOf = (value: unknown, base = ''): string[] =>
  value === null || typeof value !== 'object'
    ? [base]
    : [
        base,
        ...Object.entries(value).flatMap(([key, inner]) =>
          pointersOf(inner, `${base}/${escapePointer(key)}`),
        ),
      ];

it('finds every value of any JSON in its text and on its line', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2);
      const root = readJson(text);
      if (!root) throw new Error('Nothing was parsed.');
      for (const pointer of pointersOf(value)) {
        const node = nodeAtPointer(root, pointer);
        const inner = valueAt(value, pointer);
        expect(JSON.stringify(JSON.parse(text.slice(node.from, node.to)))).toBe(JSON.stringify(inner));
        const line = text.split('\n')[findLine(text, pointer) - 1] ?? '';
        expect(line).toContain(JSON.stringify(inner, null, 2).split('\n')[0] ?? '');
      }
    }),
    { numRuns: 100 },
  );
});

it('reads any incomplete text to its end', () => {
  const parts = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', 'true', '1', ' ', '\n', '\\');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (signs) => {
      const root = readJson(signs.join(''));
      expect(root === undefined || root.to <= signs.join('').length).toBe(true);
    }),
  );
});

it('falls back to the line of the ancestor that exists', () => {
  expect(findLine('{\n "a": {\n  "b": 1\n }\n}', '/a/c')).toBe(2);
});

it.each([
  ['{"a": [1, |', 'list'],
  ['{"a": {"b": |', 'object'],
  ['{"a": [1, 2]| }', 'object'],
  ['{"a": [1, |2]}', 'list'],
  ['|{"a": 1}', undefined],
])('finds the container at the bar in %j', (marked, kind) => {
  const place = marked.indexOf('|');
  const root = readJson(marked.replace('|', ''));
  expect(root && containerAt(root, place)?.kind).toBe(kind);
});

it('keeps the values around a missing one', () => {
  const root = readJson('{"type": , "body": {"type": "box" "layout": "vertical"}}');
  expect(root?.children.map(({ key, kind }) => [key?.name, kind])).toEqual([
    ['type', 'missing'],
    ['body', 'object'],
  ]);
  expect(root?.children[1]?.children.map(({ value }) => value)).toEqual(['box', 'vertical']);
});
