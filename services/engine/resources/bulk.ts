import { canonicalizeRecord } from '../../../schemas/model/canonicalizeRecord.ts';
import type { EntityRecord, FieldErrors, FieldModel } from '../../../schemas/model/types.ts';
import { ApiError, invalid } from '../http/errors.ts';
import type { Resource } from './catalog.ts';
import { newId } from './ids.ts';
import type { RawQuery } from './listQuery.ts';
import { authorize, listFilter } from './operations.ts';
import { MAX_TAB_COUNT } from './repository.ts';
import { isSameValue } from './isSameValue.ts';
import type { Services } from './services.ts';
import type { Caller } from './write/actor.ts';
import { requireObject, rejectUnknownFields } from './write/validateRecord.ts';
import { Records } from './write/records.ts';
import { numberText, t } from '../../../schemas/texts/translate.ts';

/** Over all pages of a list. */
const MAX_SELECTED_RECORDS = 10_000;
/** Per call. */
const MAX_EDITED_RECORDS = 200;

/** Counts the records of a list: up to 1000, unless `exact` asks for the true number. */
export async function countList(
  resource: Resource,
  caller: Caller,
  { exact, ...query }: RawQuery,
): Promise<{ total: number; more: boolean }> {
  authorize(resource, caller, 'read');
  const filter = listFilter(resource, caller, query);
  if (exact === 'true') return { total: await resource.repository.count(filter), more: false };
  const { all = 0 } = await resource.repository.counts(undefined, filter);
  return { total: all, more: all >= MAX_TAB_COUNT };
}

/** Ids and versions of all records of a list. @throws ApiError 422 for more than can be selected */
export async function selectRecords(
  resource: Resource,
  caller: Caller,
  query: RawQuery,
): Promise<{ id: string; version: number }[]> {
  authorize(resource, caller, 'read');
  const found = await resource.repository.ids(listFilter(resource, caller, query), MAX_SELECTED_RECORDS + 1);
  if (found.length <= MAX_SELECTED_RECORDS) return found;
  const records = t(resource.model.counted ?? resource.model.plural).toLowerCase();
  throw invalid({
    '': t('At most %{most} %{records} can be selected; narrow the list', {
      ...{ most: numberText(MAX_SELECTED_RECORDS), records },
    }),
  });
}

export interface BulkEditResponse {
  changed: string[];
  /** Records that have these values already. */
  unchanged: string[];
  failed: Record<string, { code: string; message: string; fields?: FieldErrors }>;
}

/** Changes of some fields for each record: `set` replaces values, `add` and `remove` change items of lists. */
interface Edit {
  set: Record<string, unknown>;
  add: Record<string, unknown[]>;
  remove: Record<string, unknown[]>;
}

/** Thrown when an edit would change nothing in a record. */
class NothingChangedError extends Error {}

/** Edits fields of records one by one: one that fails does not affect the others. */
export async function editMany(
  services: Services,
  resource: Resource,
  caller: Caller,
  body: unknown,
): Promise<BulkEditResponse> {
  authorize(resource, caller, 'update');
  const { records, set = {}, add = {}, remove = {}, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const edit = readEdit(resource, { set, add, remove });
  const response: BulkEditResponse = { changed: [], unchanged: [], failed: {} };
  const failed = new Map<string, BulkEditResponse['failed'][string]>();
  for (const { id, version } of readRecordRefs(records)) {
    const change = (stored: EntityRecord): Record<string, unknown> => {
      const next = applyEdit(edit, stored);
      const now = canonicalizeRecord(resource.model, next, { newId, stored });
      if (
        Object.keys({ ...edit.set, ...edit.add, ...edit.remove }).every((name) =>
          isSameValue(now[name], stored[name]),
        )
      )
        throw new NothingChangedError();
      return next;
    };
    try {
      await new Records(services, resource, caller).change(id, change, { version });
      response.changed.push(id);
    } catch (error) {
      if (error instanceof NothingChangedError) response.unchanged.push(id);
      else if (error instanceof ApiError) {
        const { code, message, details } = error;
        failed.set(id, { code, message, ...(details.fields && { fields: details.fields }) });
      } else throw error;
    }
  }
  return { ...response, failed: Object.fromEntries(failed) };
}

function applyEdit({ set, add, remove }: Edit, stored: EntityRecord): Record<string, unknown> {
  const record: Record<string, unknown> = { ...stored };
  // Null clears a field.
  for (const [name, value] of Object.entries(set)) record[name] = value ?? undefined;
  for (const name of new Set([...Object.keys(add), ...Object.keys(remove)])) {
    const storedList: unknown = record[name];
    const remaining = (Array.isArray(storedList) ? (storedList as unknown[]) : []).filter(
      (item) => !remove[name]?.includes(item),
    );
    const next = [...new Set([...remaining, ...(add[name] ?? [])])];
    record[name] = next.length > 0 ? next : undefined;
  }
  return record;
}

/** Whether items can be added and removed: lists of objects are only changed as a whole. */
const hasPlainItems = ({ type, item }: FieldModel): boolean =>
  type === 'tags' ||
  type === 'references' ||
  (type === 'list' && item !== undefined && !item.fields && !item.variants);

/** @throws ApiError 422 for an unknown field, or items for a field that is no list */
function readEdit({ model }: Resource, sent: Record<keyof Edit, unknown>): Edit {
  const edit: Edit = { set: requireObject(sent.set), add: {}, remove: {} };
  for (const name of Object.keys(edit.set)) requireField(name, '/set');
  for (const operation of ['add', 'remove'] as const) {
    for (const [name, items] of Object.entries(requireObject(sent[operation]))) {
      const field = requireField(name, `/${operation}`);
      if (!hasPlainItems(field))
        throw invalid({
          [`/${operation}/${name}`]: t('%{field} is no list to add to or to remove from', {
            field: t(field.title),
          }),
        });
      if (!Array.isArray(items)) throw invalid({ [`/${operation}/${name}`]: t('A list is expected') });
      edit[operation][name] = items;
    }
  }
  if (Object.values(edit).every((part) => Object.keys(part as object).length === 0))
    throw invalid({ '/set': t('At least one field is expected') });
  return edit;

  function requireField(name: string, pointer: string) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field) throw invalid({ [`${pointer}/${name}`]: t('Unknown field "%{name}"', { name }) });
    return field;
  }
}

/** Reads the ids and versions of the records to edit. @throws ApiError 422 */
function readRecordRefs(records: unknown): { id: string; version?: number }[] {
  const expected = invalid({
    '/records': t(
      'A list of 1 to %{maxEditedRecords} records is expected, each with its id and, if you like, its version',
      { maxEditedRecords: MAX_EDITED_RECORDS },
    ),
  });
  if (!Array.isArray(records) || records.length === 0 || records.length > MAX_EDITED_RECORDS) throw expected;
  return records.map((record: unknown) => {
    const { id, version, ...rest } = requireObject(record);
    if (typeof id !== 'string' || Object.keys(rest).length > 0) throw expected;
    if (version !== undefined && typeof version !== 'number') throw expected;
    return { id, version };
  });
}
