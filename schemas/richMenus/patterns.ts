import type { RichMenu } from '../generated/types.ts';
import { t } from '../texts/translate.ts';

export type MenuSize = RichMenu['size'];
export type Pattern = RichMenu['pattern'];

/** A rectangle on the picture, in its pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Picture dimensions by menu size. */
export const MENU_SIZES = {
  original: { width: 2500, height: 1686 },
  compact: { width: 2500, height: 843 },
} as const satisfies Record<MenuSize, { width: number; height: number }>;

const ROW_HEIGHT = 843;
/** Column edges: thirds, halves, and a wide column beside a narrow one. */
const THIRDS = [0, 833, 1667, 2500];
const HALVES = [0, 1250, 2500];
const WIDE_FIRST = [0, 1667, 2500];
const WIDE_LAST = [0, 833, 2500];
const WHOLE = [0, 2500];

/** Areas side by side between the edges. */
const row = (edges: readonly number[], y = 0, height = ROW_HEIGHT): Bounds[] =>
  edges.slice(1).map((end, index) => {
    const x = edges[index] ?? 0;
    return { x, y, width: end - x, height };
  });

/** The areas of each pattern, in the order of their letters. */
export const PATTERNS: Readonly<Record<Pattern, { size: MenuSize; areas: readonly Bounds[] }>> = {
  L1: { size: 'original', areas: [...row(THIRDS), ...row(THIRDS, ROW_HEIGHT)] },
  L2: { size: 'original', areas: [...row(HALVES), ...row(HALVES, ROW_HEIGHT)] },
  L3: { size: 'original', areas: [...row(WHOLE), ...row(THIRDS, ROW_HEIGHT)] },
  L4: {
    size: 'original',
    areas: [
      { x: 0, y: 0, width: 1667, height: 2 * ROW_HEIGHT },
      { x: 1667, y: 0, width: 833, height: ROW_HEIGHT },
      { x: 1667, y: ROW_HEIGHT, width: 833, height: ROW_HEIGHT },
    ],
  },
  L5: { size: 'original', areas: [...row(WHOLE), ...row(WHOLE, ROW_HEIGHT)] },
  L6: { size: 'original', areas: row(HALVES, 0, 2 * ROW_HEIGHT) },
  L7: { size: 'original', areas: row(WHOLE, 0, 2 * ROW_HEIGHT) },
  L8: { size: 'original', areas: [...row(WIDE_FIRST), ...row(THIRDS, ROW_HEIGHT)] },
  C1: { size: 'compact', areas: row(THIRDS) },
  C2: { size: 'compact', areas: row(HALVES) },
  C3: { size: 'compact', areas: row(WIDE_FIRST) },
  C4: { size: 'compact', areas: row(WIDE_LAST) },
  C5: { size: 'compact', areas: row(WHOLE) },
};

export const patternsOfSize = (size: MenuSize): Pattern[] =>
  (Object.keys(PATTERNS) as Pattern[]).filter((pattern) => PATTERNS[pattern].size === size);

/** The error message for a picture of the wrong size; undefined for the right one. */
export function pictureSizeError(
  size: MenuSize,
  picture: { width?: number | null; height?: number | null },
): string | undefined {
  const { width, height } = MENU_SIZES[size];
  return picture.width === width && picture.height === height
    ? undefined
    : t('Image size must be %{width} x %{height}', { width, height });
}
