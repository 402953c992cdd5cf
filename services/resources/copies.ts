import type { EntityModel, EntityRecord, FieldModel } from '../../schemas/model/types.ts';
import { SYSTEM_FIELD_NAMES } from '../../schemas/model/systemFields.ts';

/** `name_copy`, `name_copy2`…; a copy of a copy counts on instead of growing. */
export function copyName(name: string, attempt: number, maxLength = Infinity): string {
  const suffix = attempt === 1 ? '_copy' : `_copy${attempt}`;
  const base = [...name.replace(/_copy\d*$/, '')];
  return base.slice(0, Math.max(0, maxLength - suffix.length)).join('') + suffix;
}

/** What a copy starts from: the record's own fields, its unique texts made new, what the system sets left out. */
export function copyOf(model: EntityModel, record: EntityRecord, attempt: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!SYSTEM_FIELD_NAMES.includes(name) && value !== undefined) copy[name] = structuredClone(value);
  }
  for (const field of model.fields)
    if (field.readOnly && field.constant === undefined) Reflect.deleteProperty(copy, field.name);
  for (const field of renamedFields(model)) {
    const value = copy[field.name];
    if (typeof value === 'string') copy[field.name] = copyName(value, attempt, field.maxLength);
  }
  return copy;
}

/** Of each set that must be unique, the text that a copy changes. */
function renamedFields(model: EntityModel): FieldModel[] {
  return model.unique.flatMap(({ fields }) => {
    const texts = model.fields.filter(
      (field) => fields.includes(field.name) && ['text', 'long-text'].includes(field.type),
    );
    return texts.slice(-1);
  });
}
