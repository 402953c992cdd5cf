import { cellText, readCell, writeCell } from '../../../../schemas/model/cells.ts';
import type { FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { ImportLayout } from '../../resources/importLayout.ts';
import type { Caller } from '../../resources/write/actor.ts';

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
  rowsToValues: (model, [cells = {}], tools, stored) => {
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
