import { describe, expect, it } from 'vitest';
import { interleave, median, percentile, computeTimings } from './stats.ts';

describe('percentile', () => {
  it('interpolates between samples, whatever their order', () => {
    expect(percentile([40, 10, 30, 20], 0.5)).toBe(25);
    expect(percentile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8);
  });
  it('gives the extremes and a lone sample', () => {
    expect([percentile([3, 1, 2], 0), percentile([3, 1, 2], 1), percentile([7], 0.99)]).toEqual([1, 3, 7]);
  });
  it('is no number without samples', () => {
    expect(median([])).toBeNaN();
    expect(computeTimings([]).p99).toBeNaN();
  });
});

describe('interleave', () => {
  it('alternates between the works and keeps their results apart', async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      return `${name}${order.length}`;
    };
    expect(await interleave(2, [work('a'), work('b')])).toEqual([
      ['a1', 'a3'],
      ['b2', 'b4'],
    ]);
    expect(order).toEqual(['a', 'b', 'a', 'b']);
  });
});
