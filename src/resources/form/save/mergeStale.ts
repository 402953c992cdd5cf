import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import { diffRecords } from '../../history/diff.ts';

export type Side = 'mine' | 'theirs';

/** A field that one or both of two people changed, or an item of a list that both changed. */
export interface StaleField {
  /** What tells it from the others: the field's name, with the item's place behind it. */
  key: string;
  field: FieldModel;
  /** Place of the item in the field's list, where it is one. */
  index?: number;
  /** Both changed it, each in another way. */
  conflict: boolean;
  /** Whose value is taken unless the person says otherwise. */
  suggested: Side;
}

const differs = (field: FieldModel, a: JsonObject, b: JsonObject): boolean =>
  diffRecords([field], a, b).length > 0;

/**
 * The fields in which my record and theirs differ, from the state that both began with: what only they changed is
 * taken over, what I changed is kept. A list that both changed, without adding, removing or moving items, is told item
 * by item, so that what each did in another item is kept.
 */
export function staleFields(
  fields: FieldModel[],
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): StaleField[] {
  return fields.flatMap((field) => {
    const all = { base, mine, theirs };
    const whole = judged(field, all);
    if (!whole) return [];
    const { name } = field;
    const [first, own, other] = [base[name], mine[name], theirs[name]];
    if (!whole.conflict || !Array.isArray(first) || !Array.isArray(own) || !Array.isArray(other))
      return [{ key: name, field, ...whole }];
    if (own.length !== first.length || other.length !== first.length) return [{ key: name, field, ...whole }];
    return first.flatMap((_, index): StaleField[] => {
      const at = (record: unknown[]): JsonObject => ({ [name]: [record[index]] }) as JsonObject;
      const item = judged(field, { base: at(first), mine: at(own), theirs: at(other) });
      return item ? [{ key: `${name}/${index}`, field, index, ...item }] : [];
    });
  });
}

function judged(
  field: FieldModel,
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', JsonObject>,
): Pick<StaleField, 'conflict' | 'suggested'> | undefined {
  if (!differs(field, mine, theirs)) return undefined;
  const iChanged = differs(field, base, mine);
  return { conflict: iChanged && differs(field, base, theirs), suggested: iChanged ? 'mine' : 'theirs' };
}

/** My record with their values in the fields and items chosen so; what the services keep comes from theirs. */
export function mergeStale(
  mine: JsonObject,
  theirs: JsonObject,
  choices: ReadonlyMap<string, Side>,
  fields: FieldModel[],
): JsonObject {
  const merged: JsonObject = { ...theirs };
  for (const { name } of fields) {
    if (choices.get(name) === 'theirs') continue;
    const value = mine[name];
    const others = theirs[name];
    if (value === undefined) delete merged[name];
    else
      merged[name] =
        Array.isArray(value) && Array.isArray(others)
          ? value.map((item, index) =>
              choices.get(`${name}/${index}`) === 'theirs' ? (others[index] ?? item) : item,
            )
          : value;
  }
  return merged;
}
