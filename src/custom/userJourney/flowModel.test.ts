import { describe, expect, it } from 'vitest';
import type { JourneyStep } from '../../dataProvider/dashboardVerbs.ts';
import { boxHeight, flowHeight, computeRibbons } from './flowModel.ts';

const stepsOf = (rows: number): JourneyStep[] =>
  Array.from({ length: rows }, (_, at) => ({
    ...{ id: String(at), name: `step ${at}`, type: 'template' },
    ...{ count: at + 1, percent: 1 },
  }));

describe('ribbons', () => {
  it.each([1, 2, 3, 7, 12])('of %i rows meet the box of the current step', (rows) => {
    const height = flowHeight(12 - rows > rows ? rows : 12);
    const box = boxHeight(height);
    const top = (height - box) / 2;
    const ribbons = computeRibbons(stepsOf(rows), height);
    expect(ribbons).toHaveLength(rows);
    for (const { place, size } of ribbons) {
      expect(place).toBeGreaterThanOrEqual(top);
      // A ribbon is never too thin to be visible.
      expect(place + size).toBeLessThanOrEqual(top + box + 1.5);
    }
  });
});
