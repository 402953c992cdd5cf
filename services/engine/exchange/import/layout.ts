import { cellText, readCell, writeCell } from '../../../../schemas/model/cells.ts';
import type { FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { ImportLayout } from '../../resources/importLayout.ts';
import type { Caller } from '../../resources/write/actor.ts';

/** Fields that the caller may import. */
export function importableFields({ model }: Resource, { rights }: Caller): FieldModel[] {
  return model.fields.filter(
    ({ name, readOnly, constant, type, access: { write } }) =>
      // The parent record of a nested collection follows from the URL.
      name !== model.parent?.field &&
      !readOnly &&
      constant === undefined &&
      type !== 'file' &&
      (!write || rights.holds(write, 'update') || rights.holds(write, 'create')),
  );
}

/** The default layout: a row per record, a column per field. */
export const ROW_PER_RECORD: ImportLayout = {
  columns: (resource, caller) => {
    const { import: importFeature } = resource.model.features;
    return importableFields(resource, caller).map(({ name, title, required, reference }) => ({
      name,
      title,
      required,
      key: importFeature !== false && importFeature.key.includes(name),
      ...(reference && { entity: reference.entity }),
    }));
  },
  rowsToValues: (model, [cells = {}], tools, stored) => {
    const values: Record<string, unknown> = {};
    const faults: FieldErrors = {};
    for (const [name, text] of Object.entries(cells)) {
      const field = model.fields.find((one) => one.name === name);
      // A cell as an export writes it changes nothing, though it may be less precise: times have no seconds there.
      if (!field || (stored && text === cellText(writeCell(stored[name], field, tools)))) continue;
      const parsed = readCell(text, field, tools);
      if ('fault' in parsed) faults[`/${name}`] = parsed.fault;
      // A blank cell clears an editable field of a stored record; otherwise it is ignored.
      else if (parsed.value !== undefined || (stored && field.mode.edit === 'edit'))
        values[name] = parsed.value;
    }
    return { values, faults };
  },
};
