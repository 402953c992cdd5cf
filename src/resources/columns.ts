import { systemFieldsOf } from '../../schemas/model/systemFields.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';
import { translateModel } from '../../schemas/texts/translateModel.ts';

/** What a person chose for a list, by field name; fields that no longer exist are passed over. */
export interface ColumnChoice {
  /** Shown columns in order. */
  shown: string[];
  /** Columns taken away; one that is in neither list is newer than the choice. */
  hidden: string[];
}

const known = new WeakMap<FieldModel[], FieldModel[]>();

/** The entity's own fields and the bookkeeping ones. */
export const fieldsOf = ({ fields }: ConsoleEntity): FieldModel[] => {
  const held = known.get(fields) ?? [...fields, ...translateModel(systemFieldsOf(fields))];
  known.set(fields, held);
  return held;
};

export const fieldNamed = (model: ConsoleEntity, name: string): FieldModel | undefined =>
  fieldsOf(model).find((field) => field.name === name);

/** Every field that can be a column: first those shown by default, then the others in schema order. */
export const possibleColumns = (model: ConsoleEntity): FieldModel[] => {
  const possible = fieldsOf(model).filter((field) => field.column !== false && field.constant === undefined);
  const first = model.list.columns.flatMap((name) => possible.find((field) => field.name === name) ?? []);
  return [...first, ...possible.filter((field) => !first.includes(field))];
};

/**
 * Names of the columns to show. A choice holds for the fields it knows; a default column that came into the schema
 * later is added at the end. Never empty: without a column left, the defaults return.
 */
export const shownColumns = (model: ConsoleEntity, choice?: ColumnChoice): string[] => {
  const possible = possibleColumns(model).map((field) => field.name);
  const defaults = model.list.columns.filter((name) => possible.includes(name));
  if (!choice) return defaults;
  const kept = choice.shown.filter((name) => possible.includes(name));
  const added = defaults.filter((name) => !kept.includes(name) && !choice.hidden.includes(name));
  return kept.length + added.length > 0 ? [...kept, ...added] : defaults;
};

/** The choice that shows exactly these columns, in this order. */
export const choiceOf = (model: ConsoleEntity, shown: string[]): ColumnChoice => ({
  shown,
  hidden: possibleColumns(model)
    .map((field) => field.name)
    .filter((name) => !shown.includes(name)),
});
