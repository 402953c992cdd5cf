import { createContext } from 'react';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel, Json, VariantModel } from '../../../../schemas/model/types.ts';

/** The list field of a group variant; undefined for a condition. */
export const findGroupList = (option: Pick<VariantModel, 'fields'> | undefined): FieldModel | undefined =>
  option?.fields.find(({ type }) => type === 'list');

const isObject = (value: unknown): value is Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The conditions of a group; undefined for a condition. */
function conditionsInGroup(item: FieldModel, value: unknown): unknown[] | undefined {
  const list = findGroupList(variantOf(item, value));
  const held = list && isObject(value) ? value[list.name] : undefined;
  return list && (Array.isArray(held) ? held : []);
}

/** Counts conditions, including those in groups. */
export const countConditions = (item: FieldModel, items: readonly unknown[]): number =>
  items.reduce<number>((count, one) => count + (conditionsInGroup(item, one)?.length ?? 1), 0);

/** Count and limit of conditions in the whole tree. */
export interface ConditionTotal {
  used: number;
  most: number | undefined;
}
export const ConditionTotalContext = createContext<ConditionTotal | undefined>(undefined);
