import { isDeepStrictEqual } from 'node:util';
import { isPresent, matches } from '../../../../schemas/model/match.ts';
import type { EntityModel, EntityRecord, FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import { forbidden, invalid } from '../../http/errors.ts';
import { isTrueInSomeLanguage } from '../../http/languages.ts';
import { translateStoredValue } from '../../../../schemas/texts/stored.ts';
import { isMask } from '../secrets.ts';
import type { Caller } from './actor.ts';
import { message, messages, t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/** A field that not everybody may set or change, and its path: top-level or inside of objects. */
export interface LockedField {
  field: FieldModel;
  path: string[];
}

/** Fields with rights, conditions or a read-only mark. Lists and variants are skipped: schemas allow none inside of them. */
export function lockedFields(fields: EntityModel['fields'], base: string[] = []): LockedField[] {
  return fields.flatMap((field) => {
    const path = [...base, field.name];
    const isLocked =
      field.access.read ??
      field.access.write ??
      field.readOnlyWhen ??
      (field.readOnly || field.mode.edit === 'read');
    return isLocked ? [{ field, path }] : lockedFields(field.fields ?? [], path);
  });
}

/** Rejects values of a new record that the caller may not set. @throws ApiError 403, 422 */
export function rejectLockedChanges(locked: readonly LockedField[], caller: Caller, sent: Values): void {
  const sentFields = locked.filter(({ path }) => isPresent(valueIn(sent, path)));
  const readOnlyFields = sentFields.filter(
    ({ field, path }) =>
      field.readOnly && !isDeepStrictEqual(valueIn(sent, path), field.constant ?? field.default),
  );
  if (readOnlyFields.length > 0) throw invalid(refusals(readOnlyFields, SET_BY_SYSTEM.create));
  const unauthorizedFields = sentFields.filter(({ field }) => !mayChange(field, caller));
  if (unauthorizedFields.length > 0) throw forbidden(refusals(unauthorizedFields, MAY_NOT.set));
}

/** Removes values that the caller may not set from a draft, also inside of objects: they get their defaults. */
export function dropForbiddenValues(locked: readonly LockedField[], caller: Caller, draft: Values): void {
  for (const { field, path } of locked) if (!mayChange(field, caller)) setIn(draft, path, undefined);
}

/**
 * Sets fields that the caller may not change to their stored values.
 * @param onDifference for another value in the draft: `refuse` throws, `keep` silently keeps the stored one
 * @throws ApiError 403, 422
 */
export function retainLockedValues(
  locked: readonly LockedField[],
  caller: Caller,
  draft: Values,
  stored: EntityRecord,
  onDifference: 'refuse' | 'keep',
): void {
  const readOnlyFields: LockedField[] = [];
  const unauthorizedFields: LockedField[] = [];
  for (const lockedField of locked) {
    const { field, path } = lockedField;
    const isAllowed = mayChange(field, caller);
    if (isAllowed && !isReadOnly(field, stored, caller)) continue;
    const storedValue = valueIn(stored, path);
    const sent = valueIn(draft, path);
    if (hasIn(draft, path) && !isUnchanged(field, sent, storedValue) && !(field.secret && isMask(sent)))
      (isAllowed ? readOnlyFields : unauthorizedFields).push(lockedField);
    setIn(draft, path, storedValue);
  }
  if (onDifference === 'keep') return;
  if (unauthorizedFields.length > 0) throw forbidden(refusals(unauthorizedFields, MAY_NOT.change));
  // Fields that forms show are named by their titles; others by their paths in the body.
  const [setBySystem, shownInForms] = [
    readOnlyFields.filter(({ field }) => field.readOnly),
    readOnlyFields.filter(({ field }) => !field.readOnly),
  ];
  if (readOnlyFields.length > 0)
    throw invalid({
      ...refusals(shownInForms, CANNOT_CHANGE),
      ...refusals(setBySystem, SET_BY_SYSTEM.update),
    });
}

const SET_BY_SYSTEM = messages({
  create: '"%{path}" is set by the system: leave it out',
  update: '"%{path}" is set by the system: leave it out, or send it as it was read',
});
const MAY_NOT = messages({ set: '%{field} may not be set', change: '%{field} may not be changed' });
const CANNOT_CHANGE = message('%{field} cannot be changed');

/** @param text has the placeholder `field` (its title) or `path` (in the body) */
const refusals = (locked: LockedField[], text: string): FieldErrors =>
  Object.fromEntries(
    locked.map(({ field, path }) => [
      `/${path.join('/')}`,
      t(text, { field: t(field.title), path: path.join('.') }),
    ]),
  );

/** Whether the caller's rights allow changing the field. */
function mayChange(field: FieldModel, { rights }: Caller): boolean {
  const { read, write } = field.access;
  return (!write || rights.holds(write, 'update')) && (!read || rights.holds(read, 'read'));
}

function isReadOnly(field: FieldModel, stored: EntityRecord, { user }: Caller): boolean {
  if (field.readOnly || field.mode.edit === 'read') return true;
  return field.readOnlyWhen !== undefined && matches(field.readOnlyWhen, stored, { user, root: stored });
}

const LISTS: ReadonlySet<FieldModel['type']> = new Set(['list', 'tags', 'references', 'json']);

function isUnchanged(field: FieldModel, sent: unknown, stored: unknown): boolean {
  // An empty list counts as absent only in fields that hold lists.
  const isEmpty = !isPresent(sent) && (!Array.isArray(sent) || LISTS.has(field.type));
  if (isEmpty) return !isPresent(stored);
  // It may have been read in another language than that of this request.
  return (
    isDeepStrictEqual(sent, stored) ||
    isTrueInSomeLanguage(() => isDeepStrictEqual(sent, translateStoredValue(stored)))
  );
}

const asValues = (value: unknown): Values | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : undefined;

function valueIn(record: Values, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => asValues(value)?.[key], record);
}

function hasIn(record: Values, path: string[]): boolean {
  const parent = asValues(valueIn(record, path.slice(0, -1)));
  return parent !== undefined && Object.hasOwn(parent, path.at(-1) ?? '');
}

/** Sets a value in place; nested objects are copied, as others may share them. */
function setIn(record: Values, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) {
    const inner = asValues(record[key]);
    if (!inner && value === undefined) return;
    const copy = { ...inner };
    setIn(copy, rest, value);
    record[key] = copy;
  } else if (value === undefined) Reflect.deleteProperty(record, key);
  else record[key] = value;
}
