import { actionTypeOf, isActionType } from '../../../schemas/actions/registry.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import { PATTERNS, type Bounds, type Pattern } from '../../../schemas/richMenus/patterns.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { letterOf } from '../../resources/fieldKit/letterOf.ts';

/** An area as the form holds it: empty until an action is chosen. */
export interface AreaItem {
  action?: JsonObject & { type?: string; label?: string };
}

export const hasAction = (item: unknown): boolean =>
  ((item as AreaItem | undefined)?.action?.type ?? '') !== '';

/** What an area says: the label of its action. */
export const labelOf = (item: unknown): string => (item as AreaItem | undefined)?.action?.label ?? '';

/** What the type of its action is called. */
export function kindOf(item: unknown): string {
  const type = (item as AreaItem | undefined)?.action?.type;
  return isActionType(type) ? t(actionTypeOf({ type }).title) : '';
}

/** The areas for another pattern: those that stay keep their actions, new ones are empty. */
export const areasForPattern = (items: readonly unknown[], pattern: Pattern): Json[] =>
  PATTERNS[pattern].areas.map((_, index) => (items[index] ?? {}) as Json);

/** Letters of areas whose actions the pattern would drop. */
export const areasLostBy = (items: readonly unknown[], pattern: Pattern): string[] =>
  items.flatMap((item, index) =>
    index >= PATTERNS[pattern].areas.length && hasAction(item) ? [letterOf(index)] : [],
  );

type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const isArrow = (key: string): key is Arrow => /^Arrow(Left|Right|Up|Down)$/.test(key);

const middle = ({ x, y, width, height }: Bounds): [number, number] => [x + width / 2, y + height / 2];

/** The nearest area in the direction of an arrow; the same one where there is none. */
export function nearestArea(areas: readonly Bounds[], from: number, key: string): number | undefined {
  const start = areas[from];
  if (!isArrow(key) || !start) return undefined;
  const [x, y] = middle(start);
  const horizontal = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, area] of areas.entries()) {
    const [ax, ay] = middle(area);
    const along = (horizontal ? ax - x : ay - y) * sign;
    const aside = Math.abs(horizontal ? ay - y : ax - x);
    // Sideways stays in the row, where there is one.
    const distance = along + 3 * aside;
    if (along > 1 && distance < least) [best, least] = [index, distance];
  }
  return best;
}
