import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withSharedHiddenClasses } from './spreads.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
// Compiles it, while the flag is set.
haveSameShape({}, {});
setFlagsFromString('--no-allow-natives-syntax');

/** Compiles an expression over `n` and `of` with the rewrite. */
const built = (expression: string): ((n: number, of?: unknown) => object) =>
  runInThisContext(withSharedHiddenClasses(`(n, of) => (${expression})`)) as (
    n: number,
    of?: unknown,
  ) => object;

describe('literals that begin with a spread', () => {
  it.each([
    ['values over values', '{ ...of, a: n, b: 2 }', { a: 9, c: 3 }],
    ['more than one spread', '{ ...of, a: n, ...{ c: n, d: 4 } }', { c: 9 }],
    ['within each other', '{ ...of, inner: { ...of, list: [{ ...of, n }] } }', { c: 9 }],
    ['nothing to spread', '{ ...of, a: n }', undefined],
    ['a spread alone', '{ ...of }', { a: 1 }],
    ['no spread first', '{ a: n, ...of }', { a: 2 }],
    ['text with braces', '{ ...of, a: `{ ...of, b: ${n} }` }', { b: 3 }],
  ])('evaluate to the same object: %s', (_, expression, of) => {
    const plain = runInThisContext(`(n, of) => (${expression})`) as (n: number, of: unknown) => object;
    const [expected, actual] = [plain(1, of), built(expression)(1, of)];
    expect(actual).toEqual(expected);
    expect(Object.keys(actual)).toEqual(Object.keys(expected));
  });

  it('copy a property named __proto__ as an own property', () => {
    const actual = built('{ ...of, a: n }')(1, JSON.parse('{"__proto__": {"admin": true}}'));
    expect(Object.getPrototypeOf(actual)).toBe(Object.prototype);
    expect(Object.keys(actual)).toEqual(['__proto__', 'a']);
  });

  it('share one hidden class, however often they are created', () => {
    const make = built('{ ...{ take: n, skip: 0, from: undefined }, brief: true, where: of }');
    const objects = Array.from({ length: 2000 }, (_, n) => make(n));
    // After the warm-up of the inline caches.
    const [one = {}, ...others] = objects.slice(100);
    expect(others.filter((other) => !haveSameShape(one, other))).toHaveLength(0);
  });
});
