import fc from 'fast-check';
import reference from 'lodash/isEqual.js';
import { expect, test } from 'vitest';
import isEqual from './isEqual.ts';

test.each([
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
  [{ a: undefined }, {}],
  [[], {}],
  [[1], [1, 2]],
  [NaN, NaN],
  [new Date(5), new Date(5)],
  [new Date(5), new Date(6)],
  [new Date(5), {}],
  [() => 1, () => 1],
])('%o and %o are judged as before', (one, other) => {
  expect(isEqual(one, other)).toBe(reference(one, other));
});

test('any plain data is judged as before', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(isEqual(one, structuredClone(one))).toBe(true);
      expect(isEqual(one, other)).toBe(reference(one, other));
    }),
  );
});
