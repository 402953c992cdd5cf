import type { ConditionOrGroup, Conditions } from '../../../schemas/segments/conditions.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** The complete ones of conditions that are being edited. */
export interface CountableConditions {
  who: Conditions;
  /** Pointers of the complete conditions, in order, without groups. */
  pointers: string[];
  /** Pointers of the incomplete ones. */
  incomplete: string[];
}

const LIST = '/who/conditions';

/** Removes the conditions with a validation error. @param faults every error of the form by pointer */
export function countableConditions(who: unknown, faults: FieldErrors): CountableConditions {
  const faultPointers = Object.keys(faults);
  const pointers: string[] = [];
  const incomplete: string[] = [];
  const isComplete = (pointer: string): boolean =>
    !faultPointers.some((at) => at === pointer || at.startsWith(`${pointer}/`));
  const filterComplete = (
    conditions: readonly ConditionOrGroup[] | undefined,
    list: string,
  ): ConditionOrGroup[] =>
    (conditions ?? []).flatMap((one, index): ConditionOrGroup[] => {
      const pointer = `${list}/${index}`;
      if (one?.field === 'group') {
        const inside = filterComplete(one.conditions, `${pointer}/conditions`);
        // A group without a complete condition is left out.
        return inside.length === 0 && (one.conditions ?? []).length > 0
          ? []
          : [{ ...one, conditions: inside as never }];
      }
      if (!isComplete(pointer)) {
        incomplete.push(pointer);
        return [];
      }
      pointers.push(pointer);
      return [one];
    });
  const { match = 'all', conditions } = (who ?? {}) as Partial<Conditions>;
  return { who: { match, conditions: filterComplete(conditions, LIST) }, pointers, incomplete };
}
