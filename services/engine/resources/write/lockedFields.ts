import { isDeepStrictEqual } from 'node:util';
import { isPresent, matches } from '../../../../schemas/model/match.ts';
import type { EntityModel, EntityRecord, FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import { forbidden, invalid } from '../../http/errors.ts';
import { inSomeLanguage } from '../../http/languages.ts';
import { translateStoredValue } from '../../../../schemas/texts/stored.ts';
import { isMask } from '../secrets.ts';
import type { Caller } from './actor.ts';
import { message, messages, t } from '../../../../schemas/texts/translate.ts';

type Values = Record<string, unknown>;

/** A field that somebody, or nobody, may change once it is stored, and where it is: inside plain objects at most. */
export interface LockedField {
  field: FieldModel;
  path: string[];
}

/** The schema keeps rights and read-only fields out of lists and variants, where a value has no place of its own. */
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

/** Refuses values of a new record that the person may not set. @throws ApiError 403, 422 */
export function rejectLockedChanges(locked: readonly LockedField[], caller: Caller, sent: Values): void {
  const given = locked.filter(({ path }) => isPresent(valueIn(sent, path)));
  const fixed = given.filter(
    ({ field, path }) =>
      field.readOnly && !isDeepStrictEqual(valueIn(sent, path), field.constant ?? field.default),
  );
  if (fixed.length > 0) throw invalid(refusals(fixed, SET_BY_SYSTEM.create));
  const withheld = given.filter(({ field }) => !mayChange(field, caller));
  if (withheld.length > 0) throw forbidden(refusals(withheld, MAY_NOT.set));
}

/** Takes out of a draft what the person may not set, inside objects too: it is created with its default. */
export function dropForbiddenValues(locked: readonly LockedField[], caller: Caller, draft: Values): void {
  for (const { field, path } of locked) if (!mayChange(field, caller)) setIn(draft, path, undefined);
}

/**
 * Puts the stored values of what the person may not change into a draft.
 * @param onDifference what happens when another value was sent: `refuse` it, or `keep` what is stored in silence
 * @throws ApiError 403, 422
 */
export function retainLockedValues(
  locked: readonly LockedField[],
  caller: Caller,
  draft: Values,
  stored: EntityRecord,
  onDifference: 'refuse' | 'keep',
): void {
  const fixed: LockedField[] = [];
  const withheld: LockedField[] = [];
  for (const lockedField of locked) {
    const { field, path } = lockedField;
    const isAllowed = mayChange(field, caller);
    if (isAllowed && !isReadOnly(field, stored, caller)) continue;
    const storedValue = valueIn(stored, path);
    const sent = valueIn(draft, path);
    if (hasIn(draft, path) && !isUnchanged(field, sent, storedValue) && !(field.secret && isMask(sent)))
      (isAllowed ? fixed : withheld).push(lockedField);
    setIn(draft, path, storedValue);
  }
  if (onDifference === 'keep') return;
  if (withheld.length > 0) throw forbidden(refusals(withheld, MAY_NOT.change));
  // What forms show is named as forms do; what no form lets anybody set, as it is in the body.
  const [setBySystem, shownInForms] = [
    fixed.filter(({ field }) => field.readOnly),
    fixed.filter(({ field }) => !field.readOnly),
  ];
  if (fixed.length > 0)
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

/** @param text names the field as forms do, or by its path in the body */
const refusals = (locked: LockedField[], text: string): FieldErrors =>
  Object.fromEntries(
    locked.map(({ field, path }) => [
      `/${path.join('/')}`,
      t(text, { field: t(field.title), path: path.join('.') }),
    ]),
  );

/** Whether rights let the person give the field a value. */
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
  // An empty list says "nothing" of what holds lists alone; of anything else it is a mistake.
  const isEmpty = !isPresent(sent) && (!Array.isArray(sent) || LISTS.has(field.type));
  if (isEmpty) return !isPresent(stored);
  // It was read in a language, which need not be the one that it is sent in.
  return (
    isDeepStrictEqual(sent, stored) ||
    inSomeLanguage(() => isDeepStrictEqual(sent, translateStoredValue(stored)))
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

/** Objects on the way are copied, so that nobody else's value changes. */
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
