import { createContext } from 'react';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel, Json, VariantModel } from '../../../../schemas/model/types.ts';

/** The list that makes a shape a group of conditions; none for a condition. */
export const groupListOf = (option: Pick<VariantModel, 'fields'> | undefined): FieldModel | undefined =>
  option?.fields.find(({ type }) => type === 'list');

const isObject = (value: unknown): value is Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Conditions of a group; none for what is no group. */
function conditionsInGroup(item: FieldModel, value: unknown): unknown[] | undefined {
  const list = groupListOf(variantOf(item, value));
  const held = list && isObject(value) ? value[list.name] : undefined;
  return list && (Array.isArray(held) ? held : []);
}

/** How many conditions there are; groups count as what is in them. */
export const countLeaves = (item: FieldModel, items: readonly unknown[]): number =>
  items.reduce<number>((count, one) => count + (conditionsInGroup(item, one)?.length ?? 1), 0);

/** How many conditions the whole tree has, and may have. */
export interface ConditionTotal {
  used: number;
  most: number | undefined;
}
export const ConditionTotalContext = createContext<ConditionTotal | undefined>(undefined);
