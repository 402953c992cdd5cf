import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import { diffRecords } from '../../history/diff.ts';

export type Side = 'mine' | 'theirs';

/** A field that one or both of two people changed. */
export interface StaleField {
  field: FieldModel;
  /** Both changed it, each in another way. */
  conflict: boolean;
  /** Whose value is taken unless the person says otherwise. */
  suggested: Side;
}

const differs = (field: FieldModel, a: JsonObject, b: JsonObject): boolean =>
  diffRecords([field], a, b).length > 0;

/**
 * The fields in which my record and theirs differ, from the state that both began with: what only they changed is
 * taken over, what I changed is kept.
 */
export function staleFields(
  fields: FieldModel[],
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): StaleField[] {
  return fields
    .filter((field) => differs(field, mine, theirs))
    .map((field) => {
      const iChanged = differs(field, base, mine);
      return {
        field,
        conflict: iChanged && differs(field, base, theirs),
        suggested: iChanged ? 'mine' : 'theirs',
      };
    });
}

/** My record with their values in the fields chosen so; what the services keep comes from theirs. */
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
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}
