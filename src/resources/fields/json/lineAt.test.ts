import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapePointer, valueAt } from '../../../../schemas/model/pointer.ts';
import { lineAt } from './lineAt.ts';

it('finds every value of any JSON on its line', () => {
  const pointersOf = (value: unknown, base = ''): string[] =>
    value === null || typeof value !== 'object'
      ? [base]
      : [
          base,
          ...Object.entries(value).flatMap(([key, inner]) =>
            pointersOf(inner, `${base}/${escapePointer(key)}`),
          ),
        ];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2);
      for (const pointer of pointersOf(value)) {
        const line = text.split('\n')[lineAt(text, pointer) - 1] ?? '';
        const first = JSON.stringify(valueAt(value, pointer), null, 2).split('\n')[0] ?? '';
        expect(line).toContain(first);
      }
    }),
    { numRuns: 100 },
  );
});

it('names the holder of what is not there', () => {
  expect(lineAt('{\n "a": {\n  "b": 1\n }\n}', '/a/c')).toBe(2);
});
