import type { Choice, FieldModel } from '../../../../schemas/model/types.ts';

/** The groups of a field's choices, in order. */
export const groupsOf = ({ item }: FieldModel): Map<string, Choice[]> => {
  const groups = new Map<string, Choice[]>();
  for (const choice of item?.choices ?? []) {
    const group = choice.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return groups;
};
