import { cellText, readCell, writeCell, type CellTools } from '../../../../schemas/model/cells.ts';
import type { EntityModel, EntityRecord, FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Caller } from '../../resources/write/actor.ts';

/** A column that a file may have. */
export interface LayoutColumn {
  name: string;
  title: string;
  /** Part of what says which record a row is about. */
  key: boolean;
  required: boolean;
  /** Entity whose records its cells name. */
  entity?: string;
}

/** Cells of a row by column, as texts. */
export type Cells = Record<string, string>;

/** What rows say of a record. */
export interface RowValues {
  /** Laid over what is stored. */
  values: Record<string, unknown>;
  /** What is wrong with the rows, by field. */
  faults: FieldErrors;
}

/**
 * How a file tells of an entity's records. By default a row is a record and a column a field; a domain may have one of
 * its own, such as a row for each sample of an intent.
 */
export interface ImportLayout {
  /** Columns of a file; those of the key are fields of that name. */
  columns(resource: Resource, caller: Caller): LayoutColumn[];
  /** Why rows are refused by themselves, by their place, so that others of the same record are not held back. */
  faultsOf?(rows: readonly Cells[]): ReadonlyMap<number, string>;
  /** Several rows with one key are about one record, instead of all but the first being refused. */
  gathers?: boolean;
  /** Rows that a file may have, where several make one record; by default 20,000. */
  maxRows?: number;
  /** What the rows of one record say of it; `stored` is the record as it is, where there is one. */
  recordOf(model: EntityModel, rows: Cells[], tools: CellTools, stored?: EntityRecord): RowValues;
}

/** Fields that a person may fill in from a file. */
export function importable({ model }: Resource, { rights }: Caller): FieldModel[] {
  return model.fields.filter(
    ({ name, readOnly, constant, type, access: { write } }) =>
      // The record below which the collection lies follows from the address.
      name !== model.parent?.field &&
      !readOnly &&
      constant === undefined &&
      type !== 'file' &&
      (!write || rights.holds(write, 'update') || rights.holds(write, 'create')),
  );
}

/** A row is a record, a column a field. */
export const ROW_PER_RECORD: ImportLayout = {
  columns: (resource, caller) => {
    const { import: taken } = resource.model.features;
    return importable(resource, caller).map(({ name, title, required, reference }) => ({
      name,
      title,
      required,
      key: taken !== false && taken.key.includes(name),
      ...(reference && { entity: reference.entity }),
    }));
  },
  recordOf: (model, [cells = {}], tools, stored) => {
    const values: Record<string, unknown> = {};
    const faults: FieldErrors = {};
    for (const [name, text] of Object.entries(cells)) {
      const field = model.fields.find((one) => one.name === name);
      // What an export would write says nothing new, though it may say less: a time has no seconds there.
      if (!field || (stored && text === cellText(writeCell(stored[name], field, tools)))) continue;
      const read = readCell(text, field, tools);
      if ('fault' in read) faults[`/${name}`] = read.fault;
      // A blank cell empties a field of a stored record that people may change; else it says nothing.
      else if (read.value !== undefined || (stored && field.mode.edit === 'edit')) values[name] = read.value;
    }
    return { values, faults };
  },
};
