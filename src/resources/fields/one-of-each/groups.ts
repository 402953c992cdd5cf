import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';

/** Groups a field's choices by their `group`, in order. */
export const groupChoices = ({ item }: FieldModel): Map<string, Choice[]> => {
  const groups = new Map<string, Choice[]>();
  for (const choice of item?.choices ?? []) {
    const group = choice.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return groups;
};
