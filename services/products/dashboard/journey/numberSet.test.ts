import { describe, expect, it } from 'vitest';
import { Random } from '../../../engine/modules/random.ts';
import { forEachNumber, NumberSet, packNumbers } from './numberSet.ts';

const setOf = (numbers: readonly number[]): NumberSet => {
  const set = new NumberSet();
  for (const number of numbers) set.add(number);
  return set;
};

describe('numbers', () => {
  it('are packed and unpacked, whatever their size', () => {
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28, 2 ** 31 - 1, 0];
    const reported: number[] = [];
    forEachNumber(packNumbers(numbers), (number) => reported.push(number));
    expect(reported).toEqual(numbers);
    forEachNumber(packNumbers([]), (number) => reported.push(number));
    expect(reported).toHaveLength(numbers.length);
  });

  it('are in a set once, also after sets are joined', () => {
    const random = new Random(7);
    for (const most of [3, 1_000, 3_000_000]) {
      const some = Array.from({ length: 500 }, () => random.integer(0, most));
      const others = Array.from({ length: 500 }, () => random.integer(0, most));
      const set = setOf(some);
      expect(set.size).toBe(new Set(some).size);
      set.addPacked(setOf(others).packed());
      expect(set.size).toBe(new Set([...some, ...others]).size);
      const again = new NumberSet();
      again.addPacked(set.packed());
      expect(again.packed()).toEqual(set.packed());
      expect(again.size).toBe(set.size);
    }
  });
});
