import type { FieldModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { toComparableText, diffRecords } from '../../fieldKit/diff.ts';
import { alignLists, type ItemSlot } from './mergeLists.ts';

export type Side = 'mine' | 'theirs';

/** A field in which two versions differ, or an item of a list that both changed. */
export interface DifferingField {
  /** Unique key: the field's name, plus the item's slot. */
  key: string;
  field: FieldModel;
  /** Index in the merged list, for an item. */
  index?: number;
  mine: Json | undefined;
  theirs: Json | undefined;
  /** Both changed it, differently. */
  conflict: boolean;
  /** The preselected choice. */
  suggested: Side;
}

interface States {
  base: JsonObject;
  mine: JsonObject;
  theirs: JsonObject;
}

const differs = (field: FieldModel, a: JsonObject, b: JsonObject): boolean =>
  diffRecords([field], a, b).length > 0;

/**
 * Finds the fields in which my version and theirs differ. Their value is suggested where only they changed it, mine
 * where I did. A list that both changed is compared item by item, or as a whole when items were moved.
 */
export function differingFields(fields: FieldModel[], states: States): DifferingField[] {
  return fields.flatMap((field) => {
    const comparison = compareField(field, states);
    if (!comparison) return [];
    const { name } = field;
    const slots = comparison.conflict ? alignItems(field, states) : undefined;
    if (!slots)
      return [{ key: name, field, mine: states.mine[name], theirs: states.theirs[name], ...comparison }];
    return slots.flatMap(({ key, base, mine, theirs }, index): DifferingField[] => {
      const asList = (item: Json | undefined): JsonObject => ({ [name]: item === undefined ? [] : [item] });
      const item = compareField(field, { base: asList(base), mine: asList(mine), theirs: asList(theirs) });
      return item ? [{ key: `${name}/${key}`, field, index, mine, theirs, ...item }] : [];
    });
  });
}

/** Aligns the items of a list in all three versions; undefined when it can only be compared as a whole. */
function alignItems(field: FieldModel, { base, mine, theirs }: States): ItemSlot[] | undefined {
  const { name } = field;
  const lists = { base: base[name] ?? [], mine: mine[name] ?? [], theirs: theirs[name] ?? [] };
  if (!isList(lists.base) || !isList(lists.mine) || !isList(lists.theirs)) return undefined;
  return alignLists({ base: lists.base, mine: lists.mine, theirs: lists.theirs }, (item) =>
    toComparableText(field.item, item),
  );
}

const isList = (value: Json): value is Json[] => Array.isArray(value);

function compareField(
  field: FieldModel,
  { base, mine, theirs }: States,
): Pick<DifferingField, 'conflict' | 'suggested'> | undefined {
  if (!differs(field, mine, theirs)) return undefined;
  const changedByMe = differs(field, base, mine);
  return {
    conflict: changedByMe && differs(field, base, theirs),
    suggested: changedByMe ? 'mine' : 'theirs',
  };
}

/** My version with their values where chosen; computed fields come from theirs. */
export function mergeRemoteVersion(
  fields: FieldModel[],
  states: States,
  choices: ReadonlyMap<string, Side>,
): JsonObject {
  const { mine, theirs } = states;
  const merged: JsonObject = { ...theirs };
  for (const field of fields) {
    const { name } = field;
    if (choices.get(name) === 'theirs') continue;
    const slots =
      choices.has(name) || !compareField(field, states)?.conflict ? undefined : alignItems(field, states);
    const value = slots
      ? slots.flatMap((slot) => {
          const item = slot[choices.get(`${name}/${slot.key}`) ?? 'mine'];
          return item === undefined ? [] : [item];
        })
      : mine[name];
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}
