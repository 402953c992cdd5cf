/** A rectangle on a picture, in the units of its coordinate system. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const toNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** The rectangle of an item of a list of areas. */
export const toRect = (item: unknown): Rect => {
  const { x, y, width, height } = (item ?? {}) as Record<string, unknown>;
  return { x: toNumber(x), y: toNumber(y), width: toNumber(width), height: toNumber(height) };
};

/** The size of the picture's coordinate system, from the options of its list of areas. */
export const pictureSizeOf = ({ width, height }: Record<string, unknown>): Size => ({
  width: toNumber(width) || 1040,
  height: toNumber(height) || 1040,
});

/** Which edges of an area are dragged: `nw` is the upper left corner, `e` the right edge, `move` all of it. */
export type Grip = 'move' | 'n' | 's' | 'e' | 'w' | 'nw' | 'ne' | 'sw' | 'se';
export const GRIPS = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;

/** The smallest area that a finger can tap. */
const MIN_AREA_SIDE = 20;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Moves or resizes an area by the distance its grip was dragged, within the picture and above the minimum size. */
export function resizeByGrip(from: Rect, grip: Grip, dx: number, dy: number, picture: Size): Rect {
  if (grip === 'move') {
    return {
      ...from,
      x: Math.round(clamp(from.x + dx, 0, picture.width - from.width)),
      y: Math.round(clamp(from.y + dy, 0, picture.height - from.height)),
    };
  }
  let [left, top, right, bottom] = [from.x, from.y, from.x + from.width, from.y + from.height];
  if (grip.includes('w')) left = clamp(left + dx, 0, right - MIN_AREA_SIDE);
  if (grip.includes('e')) right = clamp(right + dx, left + MIN_AREA_SIDE, picture.width);
  if (grip.includes('n')) top = clamp(top + dy, 0, bottom - MIN_AREA_SIDE);
  if (grip.includes('s')) bottom = clamp(bottom + dy, top + MIN_AREA_SIDE, picture.height);
  return rectBetween(left, top, right, bottom);
}

/** The rectangle between two corners, in any order. */
export function rectBetween(x1: number, y1: number, x2: number, y2: number): Rect {
  const [x, y] = [Math.round(Math.min(x1, x2)), Math.round(Math.min(y1, y2))];
  return { x, y, width: Math.round(Math.max(x1, x2)) - x, height: Math.round(Math.max(y1, y2)) - y };
}

/** Tells a drawn area from a tap. */
export const isLargeEnough = ({ width, height }: Rect): boolean =>
  width >= MIN_AREA_SIDE && height >= MIN_AREA_SIDE;

/**
 * Snaps the edges that the grip moves to those of other areas, to the picture's edges and to its middle, within
 * `snapDistance`.
 */
export function snapToGuides(
  rect: Rect,
  grip: Grip,
  others: readonly Rect[],
  picture: Size,
  snapDistance: number,
): Rect {
  const lines = (start: 'x' | 'y', length: 'width' | 'height'): number[] => [
    ...[0, picture[length] / 2, picture[length]],
    ...others.flatMap((one) => [one[start], one[start] + one[length]]),
  ];
  const right = rect.x + rect.width;
  const bottom = rect.y + rect.height;
  const [columns, rows] = [lines('x', 'width'), lines('y', 'height')];
  const near = (at: number, among: number[]): number =>
    among.reduce((best, line) => (Math.abs(line - at) < Math.abs(best) ? line - at : best), snapDistance + 1);
  const shift = (...by: number[]): number => {
    const least = by.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best));
    return Math.abs(least) <= snapDistance ? least : 0;
  };
  if (grip === 'move') {
    const dx = shift(near(rect.x, columns), near(right, columns));
    const dy = shift(near(rect.y, rows), near(bottom, rows));
    return resizeByGrip(rect, 'move', dx, dy, picture);
  }
  const dx = shift(near(grip.includes('w') ? rect.x : right, columns));
  const dy = shift(near(grip.includes('n') ? rect.y : bottom, rows));
  return resizeByGrip(rect, grip, dx, dy, picture);
}

const doOverlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Pairs of overlapping areas, by index. */
export const overlappingPairs = (areas: readonly Rect[]): [number, number][] =>
  areas.flatMap((a, i) =>
    areas.flatMap((b, j): [number, number][] => (j > i && doOverlap(a, b) ? [[i, j]] : [])),
  );

/** The rectangle of a new area: a free quarter of the picture, else its middle. */
export function findFreePlace(areas: readonly Rect[], picture: Size): Rect {
  const [width, height] = [Math.floor(picture.width / 2), Math.floor(picture.height / 2)];
  const quarters = [0, 1, 2, 3].map((at) => ({
    x: (at % 2) * width,
    y: Math.floor(at / 2) * height,
    width,
    height,
  }));
  const middle = { x: Math.floor(width / 2), y: Math.floor(height / 2), width, height };
  return quarters.find((one) => !areas.some((area) => doOverlap(area, one))) ?? middle;
}
