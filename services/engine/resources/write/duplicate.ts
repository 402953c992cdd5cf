import { splitAt } from '../../../../schemas/messages/clip.ts';
import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import type { EntityModel, EntityRecord, FieldModel } from '../../../../schemas/model/types.ts';
import type { Resource } from '../catalog.ts';
import type { SecretBox } from '../secretBox.ts';
import { openSecrets } from '../secrets.ts';
import type { Caller } from './actor.ts';
import { stripResponseOnlyKeys } from './validateRecord.ts';
import { dropForbiddenValues } from './lockedFields.ts';

/** `name_copy`, `name_copy2`…; a copy of a copy gets the next number, not a second suffix. */
function copyName(name: string, attempt: number, { maxLength, lengthUnit }: FieldModel): string {
  const suffix = attempt === 1 ? '_copy' : `_copy${attempt}`;
  const base = name.replace(/_copy\d*$/, '');
  if (maxLength === undefined) return base + suffix;
  return splitAt(base, Math.max(0, maxLength - suffix.length), lengthUnit ?? 'points')[0] + suffix;
}

/**
 * The values that a duplicate is created with, its unique texts changed. Read-only fields are copied; ids and dates are
 * not. Fields that the caller may not write get their default.
 */
export function buildDuplicate(
  { model, lockedFields }: Resource,
  caller: Caller,
  record: EntityRecord,
  attempt: number,
  secretBox: SecretBox,
): Record<string, unknown> {
  const copy = structuredClone(openSecrets(model, stripResponseOnlyKeys(record), secretBox));
  dropForbiddenValues(lockedFields, caller, copy);
  // Exclusive flags, which only one record may have, are not copied.
  for (const { field } of model.exclusive) Reflect.deleteProperty(copy, field);
  dropLifecycle(model, copy);
  for (const field of fieldsToRename(model)) {
    const value = copy[field.name];
    if (typeof value === 'string') copy[field.name] = copyName(value, attempt, field);
  }
  return copy;
}

/**
 * Drops the lifecycle state and the read-only fields that transitions set: a copied or restored record starts in the
 * first state.
 */
export function dropLifecycle({ fields, lifecycle }: EntityModel, values: Record<string, unknown>): void {
  if (!lifecycle) return;
  for (const { name, readOnly } of fields)
    if (readOnly || name === lifecycle.field) Reflect.deleteProperty(values, name);
}

/** Of each set that must be unique, the text that a duplicate changes. */
function fieldsToRename(model: EntityModel): FieldModel[] {
  return model.unique.flatMap(({ fields }) => {
    const texts = model.fields.filter((field) => fields.includes(field.name) && isFreeText(field));
    return texts.slice(-1);
  });
}

/** Free text, so a changed value is still valid. */
function isFreeText(field: FieldModel): boolean {
  const { stored, hasFormat } = traitsOf(field);
  return stored === 'text' && !hasFormat && !field.secret;
}
