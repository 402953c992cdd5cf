import { systemFieldsOf } from '../../schemas/model/systemFields.ts';
import type { FieldModel } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';
import { translateModel } from '../../schemas/texts/translateModel.ts';

/** A person's choice of columns, by field name; fields that no longer exist are ignored. */
export interface ColumnChoice {
  /** Shown columns in order. */
  shown: string[];
  /** Hidden columns; one in neither list is newer than the choice. */
  hidden: string[];
}

const fieldCache = new WeakMap<FieldModel[], FieldModel[]>();

/** The entity's own fields and the system fields. */
export const fieldsOf = ({ fields }: ConsoleEntity): FieldModel[] => {
  const all = fieldCache.get(fields) ?? [...fields, ...translateModel(systemFieldsOf(fields))];
  fieldCache.set(fields, all);
  return all;
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
 * Names of the columns to show. Default columns that are newer than the choice are appended. Never empty: without a
 * column left the defaults are used.
 */
export const shownColumns = (model: ConsoleEntity, choice?: ColumnChoice): string[] => {
  const possible = possibleColumns(model).map((field) => field.name);
  const defaults = model.list.columns.filter((name) => possible.includes(name));
  if (!choice) return defaults;
  const chosen = choice.shown.filter((name) => possible.includes(name));
  const added = defaults.filter((name) => !chosen.includes(name) && !choice.hidden.includes(name));
  return chosen.length + added.length > 0 ? [...chosen, ...added] : defaults;
};

/** Builds the choice that shows exactly these columns. */
export const toColumnChoice = (model: ConsoleEntity, shown: string[]): ColumnChoice => ({
  shown,
  hidden: possibleColumns(model)
    .map((field) => field.name)
    .filter((name) => !shown.includes(name)),
});
