import { expect, test } from 'vitest';
import { pointX, pointIndexAt } from './plot.ts';

const width = 464; // 400 pixels between the axis and the edge

test.each([
  [{ count: 5, banded: false }, 56, 0],
  [{ count: 5, banded: false }, 105, 0],
  [{ count: 5, banded: false }, 107, 1],
  [{ count: 5, banded: false }, 456, 4],
  [{ count: 1, banded: false }, 300, 0],
  [{ count: 5, banded: true }, 135, 0],
  [{ count: 5, banded: true }, 137, 1],
  [{ count: 5, banded: true }, 456, 4],
  [{ count: 5, banded: true }, 50, undefined],
  [{ count: 5, banded: false }, 460, undefined],
  [{ count: 0, banded: false }, 200, undefined],
])('of %o at %d the point is %s', (points, x, at) => {
  expect(pointIndexAt(x, { ...points, width })).toBe(at);
});

test('the x of a point is found back as its index', () => {
  const points = { count: 400, width, banded: false };
  for (const at of [0, 1, 199, 399]) expect(pointIndexAt(pointX(at, points), points)).toBe(at);
  expect(pointX(0, { count: 1, width })).toBe(256);
});
