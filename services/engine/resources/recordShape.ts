import { withoutRetired } from '../../../schemas/model/retired.ts';
import { escapePointer } from '../../../schemas/model/pointer.ts';
import { SYSTEM_FIELD_NAMES } from '../../../schemas/model/systemFields.ts';
import type {
  EntityModel,
  EntityRecord,
  FieldErrors,
  Json,
  JsonObject,
} from '../../../schemas/model/types.ts';
import { eventRowSql } from '../storage/events/columns.ts';
import { liveFields } from '../storage/liveFields.ts';
import { isStorable } from '../storage/matchSql.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import { detachUnknownFields } from './unknownFields.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A row as selected by `rowColumns`. */
export interface Row {
  id: string;
  data: JsonObject;
  version: number;
  created: string;
  updated: string;
  created_by: string | null;
  updated_by: string | null;
}

/**
 * Times are text, as converting them to dates and back costs more than the rest of a row. They have other names than the
 * columns, because ORDER BY prefers output names.
 */
export const ROW_COLUMNS = `id, data, version, (created_at AT TIME ZONE 'UTC')::text AS created,
  (updated_at AT TIME ZONE 'UTC')::text AS updated, created_by, updated_by`;

/** The columns of an entity's row: its live fields merged into the document, or the columns of an event. */
export const rowColumns = (model: Pick<EntityModel, 'fields' | 'events'>): string => {
  if (model.events) return eventRowSql(model);
  return liveFields(model).length === 0
    ? ROW_COLUMNS
    : ROW_COLUMNS.replace(/\bdata\b/, 'data || facts AS data');
};

/** Converts `2026-11-21 05:17:13.12` to ISO 8601 with milliseconds. */
export function isoTime(text: string): string {
  // PostgreSQL drops trailing zeros: most texts have all three digits.
  if (text.length === 23) return `${text.slice(0, 10)}T${text.slice(11)}Z`;
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}

/** Of a record's fields as JSON: a page of 101 such records stays below 60 MB. */
export const MAX_RECORD_CHARACTERS = 512 * 1024;
const SYSTEM_NAMES = new Set(SYSTEM_FIELD_NAMES);
/** Below the limits of the database engines. */
const MAX_NESTING_DEPTH = 64;

interface FieldDefault {
  name: string;
  value: Json;
  /** False for a constant, which is never empty. */
  clearable: boolean;
}
const defaultsCache = new WeakMap<EntityModel, readonly FieldDefault[]>();

/** Defaults for rows that are older than the field. */
function defaultsForMissingFields(model: EntityModel): readonly FieldDefault[] {
  let defaults = defaultsCache.get(model);
  if (!defaults) {
    defaults = model.fields.flatMap(({ name, constant, default: value = constant }) =>
      value === undefined ? [] : [{ name, value, clearable: constant === undefined }],
    );
    defaultsCache.set(model, defaults);
  }
  return defaults;
}

/**
 * Converts a row to a record. A field that is missing in the row gets its default: the row is older than the field. A
 * stored null is a field that was cleared, and is absent.
 */
export function toRecord(model: EntityModel, row: Row): EntityRecord {
  // Changes the row's document in place: a copy would cost several times as much as the rest.
  const record: JsonObject = withDefaults(model, row.data);
  detachUnknownFields(model, record);
  record['id'] = row.id;
  record['version'] = row.version;
  record['createdAt'] = isoTime(row.created);
  record['updatedAt'] = isoTime(row.updated);
  if (row.created_by !== null) record['createdBy'] = row.created_by;
  if (row.updated_by !== null) record['updatedBy'] = row.updated_by;
  return record as EntityRecord;
}

export function withDefaults(model: EntityModel, stored: JsonObject): JsonObject {
  const data = withoutRetired(model.retired, stored);
  for (const { name, value } of defaultsForMissingFields(model)) {
    if (!Object.hasOwn(data, name)) data[name] = typeof value === 'object' ? structuredClone(value) : value;
    else if (data[name] === null) delete data[name];
  }
  return data;
}

/**
 * Converts a record to the stored JSON of its fields, without live fields. An absent field with a default is stored as
 * null, so that it stays empty.
 * @throws RepositoryError UNSTORABLE for texts that PostgreSQL cannot store and for too deep nesting; TOO_LARGE
 */
export function toData(model: EntityModel, record: Readonly<Record<string, unknown>>): string {
  // Without a prototype, so that a field may be named `__proto__`.
  const data = Object.create(null) as Record<string, unknown>;
  const live = liveFields(model);
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value === undefined || SYSTEM_NAMES.has(name) || live.some((field) => field.name === name)) continue;
    data[name] = value;
  }
  for (const { name, clearable } of defaultsForMissingFields(model)) {
    if (clearable) data[name] ??= null;
  }
  const fields: FieldErrors = {};
  collectUnstorable(data, '', 0, fields);
  if (Object.keys(fields).length > 0)
    throw new RepositoryError('UNSTORABLE', t('Some values cannot be stored'), { fields });
  const json = JSON.stringify(data);
  if (json.length > MAX_RECORD_CHARACTERS) {
    const kilobytes = (size: number): number => Math.ceil(size / 1024);
    throw new RepositoryError(
      'TOO_LARGE',
      t('%{title} is too large: %{count} kB, at most %{maxRecord} kB are stored', {
        title: t(model.title),
        count: kilobytes(json.length),
        maxRecord: kilobytes(MAX_RECORD_CHARACTERS),
      }),
    );
  }
  return json;
}

function collectUnstorable(value: unknown, pointer: string, depth: number, fields: FieldErrors): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) fields[pointer] = t('This text has characters that cannot be stored');
    return;
  }
  if (value === null || typeof value !== 'object') return;
  if (depth >= MAX_NESTING_DEPTH) {
    fields[pointer] = t('This value is nested more than %{levels} levels deep', {
      levels: MAX_NESTING_DEPTH,
    });
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) fields[pointer] = t('A name in this value has characters that cannot be stored');
    else if (part !== null && (typeof part === 'string' || typeof part === 'object')) {
      collectUnstorable(part, `${pointer}/${escapePointer(key)}`, depth + 1, fields);
    }
  }
}
