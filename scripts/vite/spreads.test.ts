import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withSharedHiddenClasses } from './spreads.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
// Compiled when it is first called.
haveSameShape({}, {});
setFlagsFromString('--no-allow-natives-syntax');

/** What an expression over `n` and `of` gives, as built. */
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
  ])('give the same: %s', (_, expression, of) => {
    const plain = runInThisContext(`(n, of) => (${expression})`) as (n: number, of: unknown) => object;
    const [expected, given] = [plain(1, of), built(expression)(1, of)];
    expect(given).toEqual(expected);
    expect(Object.keys(given)).toEqual(Object.keys(expected));
  });

  it('copy a property called __proto__ as one of their own', () => {
    const given = built('{ ...of, a: n }')(1, JSON.parse('{"__proto__": {"admin": true}}'));
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
    expect(Object.keys(given)).toEqual(['__proto__', 'a']);
  });

  it('share one shape, however often they are made', () => {
    const make = built('{ ...{ take: n, skip: 0, from: undefined }, brief: true, where: of }');
    const made = Array.from({ length: 2000 }, (_, n) => make(n));
    // The first few teach the engine what the values are like.
    const [one = {}, ...others] = made.slice(100);
    expect(others.filter((other) => !haveSameShape(one, other))).toHaveLength(0);
  });
});
