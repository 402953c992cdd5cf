import type { ConditionOrGroup, Conditions } from '../../../schemas/segments/conditions.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** What can be asked of conditions that are still being written. */
export interface CountableConditions {
  who: Conditions;
  /** Pointers of the conditions that are asked about, in their order, groups left out. */
  pointers: string[];
  /** Pointers of those that are not whole yet. */
  leftOut: string[];
}

const LIST = '/who/conditions';

/** The conditions without those that have a fault. @param faults every fault of the form by pointer */
export function countableConditions(who: unknown, faults: FieldErrors): CountableConditions {
  const places = Object.keys(faults);
  const pointers: string[] = [];
  const leftOut: string[] = [];
  const isWhole = (pointer: string): boolean =>
    !places.some((place) => place === pointer || place.startsWith(`${pointer}/`));
  const keep = (conditions: readonly ConditionOrGroup[] | undefined, list: string): ConditionOrGroup[] =>
    (conditions ?? []).flatMap((one, index): ConditionOrGroup[] => {
      const pointer = `${list}/${index}`;
      if (one?.field === 'group') {
        const inside = keep(one.conditions, `${pointer}/conditions`);
        // A group of which nothing is whole yet asks for nothing.
        return inside.length === 0 && (one.conditions ?? []).length > 0
          ? []
          : [{ ...one, conditions: inside as never }];
      }
      if (!isWhole(pointer)) {
        leftOut.push(pointer);
        return [];
      }
      pointers.push(pointer);
      return [one];
    });
  const { match = 'all', conditions } = (who ?? {}) as Partial<Conditions>;
  return { who: { match, conditions: keep(conditions, LIST) }, pointers, leftOut };
}
