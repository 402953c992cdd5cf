import { getActionType, isActionType } from '../../../schemas/actions/registry.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import { PATTERNS, type Bounds, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';

/** An area in the form: empty until an action is chosen. */
export interface AreaItem {
  action?: JsonObject & { type?: string; label?: string };
}

export const hasAction = (item: unknown): boolean =>
  ((item as AreaItem | undefined)?.action?.type ?? '') !== '';

/** The label of an area's action. */
export const labelOf = (item: unknown): string => (item as AreaItem | undefined)?.action?.label ?? '';

/** The title of the action's type. */
export function actionTitleOf(item: unknown): string {
  const type = (item as AreaItem | undefined)?.action?.type;
  return isActionType(type) ? t(getActionType({ type }).title) : '';
}

/** The areas of another pattern: existing ones keep their actions, new ones are empty. */
export const adaptAreas = (items: readonly unknown[], pattern: Pattern): Json[] =>
  PATTERNS[pattern].areas.map((_, index) => (items[index] ?? {}) as Json);

/** Letters of the areas whose actions a pattern would remove. */
export const findRemovedAreas = (items: readonly unknown[], pattern: Pattern): string[] =>
  items.flatMap((item, index) =>
    index >= PATTERNS[pattern].areas.length && hasAction(item) ? [toLetters(index)] : [],
  );

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const isArrow = (key: string): key is Arrow => /^Arrow(Left|Right|Up|Down)$/.test(key);

const centre = ({ x, y, width, height }: Bounds): [number, number] => [x + width / 2, y + height / 2];

/** The closest area in the direction of an arrow key; the same one where there is none. */
export function nearestArea(areas: readonly Bounds[], from: number, key: string): number | undefined {
  const start = areas[from];
  if (!isArrow(key) || !start) return undefined;
  const [x, y] = centre(start);
  const horizontal = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  let best = from;
  let shortest = Number.POSITIVE_INFINITY;
  for (const [index, area] of areas.entries()) {
    const [ax, ay] = centre(area);
    const along = (horizontal ? ax - x : ay - y) * sign;
    const aside = Math.abs(horizontal ? ay - y : ax - x);
    // Horizontal moves prefer the same row.
    const distance = along + 3 * aside;
    if (along > 1 && distance < shortest) [best, shortest] = [index, distance];
  }
  return best;
}
