import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  rectBetween,
  resizeByGrip,
  findFreePlace,
  GRIPS,
  overlappingPairs,
  type Rect,
  snapToGuides,
} from './geometry.ts';
import { toLetters } from '../../../fieldKit/toLetters.ts';

const picture = { width: 1040, height: 1040 };
const rect: fc.Arbitrary<Rect> = fc
  .tuple(fc.nat(1000), fc.nat(1000), fc.integer({ min: 20, max: 1040 }), fc.integer({ min: 20, max: 1040 }))
  .map(([x, y, width, height]) => ({
    x,
    y,
    width: Math.min(width, 1040 - x),
    height: Math.min(height, 1040 - y),
  }))
  .filter(({ width, height }) => width >= 20 && height >= 20);
const by = fc.integer({ min: -2000, max: 2000 });

it('stays within the picture and above the minimum size, however it is dragged and snapped', () => {
  const grip = fc.constantFrom('move' as const, ...GRIPS);
  fc.assert(
    fc.property(rect, grip, by, by, fc.array(rect, { maxLength: 4 }), (from, dragged, dx, dy, others) => {
      const at = snapToGuides(resizeByGrip(from, dragged, dx, dy, picture), dragged, others, picture, 12);
      expect([at.x, at.y].every((edge) => edge >= 0 && Number.isInteger(edge))).toBe(true);
      expect(Math.max(at.x + at.width, at.y + at.height)).toBeLessThanOrEqual(1040);
      expect(Math.min(at.width, at.height)).toBeGreaterThanOrEqual(20);
    }),
  );
});

it('moves as a whole, and resizes by the dragged edge', () => {
  const from = { x: 100, y: 100, width: 200, height: 300 };
  expect(resizeByGrip(from, 'move', -500, 20, picture)).toEqual({ ...from, x: 0, y: 120 });
  expect(resizeByGrip(from, 'e', 50, 999, picture)).toEqual({ ...from, width: 250 });
  expect(resizeByGrip(from, 'nw', -20, 10, picture)).toEqual({ x: 80, y: 110, width: 220, height: 290 });
});

it('snaps edges to nearby ones', () => {
  const other = { x: 0, y: 0, width: 520, height: 520 };
  const near = { x: 527, y: 6, width: 300, height: 300 };
  expect(snapToGuides(near, 'move', [other], picture, 12)).toEqual({ ...near, x: 520, y: 0 });
  expect(snapToGuides({ ...near, x: 560, y: 100 }, 'move', [other], picture, 12)).toEqual({
    ...near,
    x: 560,
    y: 100,
  });
});

it('finds a free place, labels areas by letters and lists overlapping pairs', () => {
  const first = findFreePlace([], picture);
  expect(first).toEqual({ x: 0, y: 0, width: 520, height: 520 });
  expect(findFreePlace([first], picture)).toMatchObject({ x: 520, y: 0 });
  expect(overlappingPairs([first, { ...first, x: 500 }, { ...first, x: 520, y: 520 }])).toEqual(
    [
      [0, 1],
      [1, 2],
    ].filter(([a]) => a === 0),
  );
  expect(rectBetween(30, 40, 10, 90)).toEqual({ x: 10, y: 40, width: 20, height: 50 });
  expect([0, 25, 26, 27].map(toLetters)).toEqual(['A', 'Z', 'AA', 'AB']);
});
