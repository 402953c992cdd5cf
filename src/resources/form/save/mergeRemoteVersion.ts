import type { FieldModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import { comparableText, diffRecords } from '../../fieldKit/diff.ts';
import { alignLists, type ItemSlot } from './mergeLists.ts';

export type Side = 'mine' | 'theirs';

/** A field that one or both of two people changed, or an item of a list that both changed. */
export interface DifferingField {
  /** What tells it from the others: the field's name, with the item's slot behind it. */
  key: string;
  field: FieldModel;
  /** Place of the item in the merged list, where it is one. */
  index?: number;
  mine: Json | undefined;
  theirs: Json | undefined;
  /** Both changed it, each in another way. */
  conflict: boolean;
  /** Whose value is taken unless the person says otherwise. */
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
 * The fields in which my record and theirs differ, from the state that both began with: what only they changed is
 * taken over, what I changed is kept. A list that both changed is told item by item, so that what each did in or with
 * another item is kept; as a whole where somebody moved items.
 */
export function differingFields(fields: FieldModel[], states: States): DifferingField[] {
  return fields.flatMap((field) => {
    const whole = compareField(field, states);
    if (!whole) return [];
    const { name } = field;
    const slots = whole.conflict ? alignItems(field, states) : undefined;
    if (!slots) return [{ key: name, field, mine: states.mine[name], theirs: states.theirs[name], ...whole }];
    return slots.flatMap(({ key, base, mine, theirs }, index): DifferingField[] => {
      const as = (item: Json | undefined): JsonObject => ({ [name]: item === undefined ? [] : [item] });
      const item = compareField(field, { base: as(base), mine: as(mine), theirs: as(theirs) });
      return item ? [{ key: `${name}/${key}`, field, index, mine, theirs, ...item }] : [];
    });
  });
}

/** The items of a list in all three states; undefined where it can only be told as a whole. */
function alignItems(field: FieldModel, { base, mine, theirs }: States): ItemSlot[] | undefined {
  const { name } = field;
  const lists = { base: base[name] ?? [], mine: mine[name] ?? [], theirs: theirs[name] ?? [] };
  if (!isList(lists.base) || !isList(lists.mine) || !isList(lists.theirs)) return undefined;
  return alignLists({ base: lists.base, mine: lists.mine, theirs: lists.theirs }, (item) =>
    comparableText(field.item, item),
  );
}

const isList = (value: Json): value is Json[] => Array.isArray(value);

function compareField(
  field: FieldModel,
  { base, mine, theirs }: States,
): Pick<DifferingField, 'conflict' | 'suggested'> | undefined {
  if (!differs(field, mine, theirs)) return undefined;
  const iChanged = differs(field, base, mine);
  return { conflict: iChanged && differs(field, base, theirs), suggested: iChanged ? 'mine' : 'theirs' };
}

/** My record with their values in the fields and items chosen so; what the services keep comes from theirs. */
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
