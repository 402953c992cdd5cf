import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import type { SourceName } from '../../../schemas/model/types/entity.ts';
import type { EntityModel, FieldModel, Json } from '../../../schemas/model/types.ts';
import { textOf } from '../../../schemas/model/text.ts';
import { MAX_SORT_KEY_CHARACTERS } from '../../../schemas/model/thaiOrder.ts';

/** Sorts before every id. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Quotes an SQL identifier. Only names from models pass through here, never what a request names. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes an SQL string. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** Name of an entity's table, unquoted. */
export function tableName(entity: string): string {
  return `entity_${entity.replaceAll('-', '_')}`;
}

/** Name of an entity's table, quoted for SQL. */
export function quotedTableName(model: Pick<EntityModel, 'name'>): string {
  return quoteIdentifier(tableName(model.name));
}

/**
 * The type of a column in conditions and sorts. Both engines must sort alike, so texts are sorted by the code points
 * (`COLLATE "C"`) of their sort key from `record_order`: without case, and Thai as in a dictionary.
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'id' | 'list' | 'json';

export interface SqlColumn {
  name: string;
  kind: ColumnKind;
  /** The value, NULL when absent: text for text and boolean, float8, timestamptz, uuid, or jsonb. */
  value: string;
  /** Replaces the value in indexes, for texts that may exceed the size of an index entry. */
  key?: string;
  /** The sort key, never NULL: absent values come first in ascending order, last in descending order. */
  sort?: string;
  field?: FieldModel;
  /** The id of an event, which contains its time. */
  hasTime?: true;
}

const SYSTEM_COLUMNS: readonly SqlColumn[] = [
  { name: 'id', kind: 'id', value: 'id' },
  { name: 'version', kind: 'number', value: 'version::float8', sort: 'version' },
  { name: 'createdAt', kind: 'time', value: 'created_at', sort: 'created_at' },
  { name: 'updatedAt', kind: 'time', value: 'updated_at', sort: 'updated_at' },
  {
    name: 'createdBy',
    kind: 'text',
    value: 'created_by COLLATE "C"',
    sort: `"left"(coalesce(created_by, ''), ${MAX_SORT_KEY_CHARACTERS}) COLLATE "C"`,
  },
  {
    name: 'updatedBy',
    kind: 'text',
    value: 'updated_by COLLATE "C"',
    sort: `"left"(coalesce(updated_by, ''), ${MAX_SORT_KEY_CHARACTERS}) COLLATE "C"`,
  },
];

/** The parts of a model that determine its columns. */
export type ColumnModel = Pick<EntityModel, 'fields'> & Partial<Pick<EntityModel, 'source' | 'events'>>;

const columnsCache = new WeakMap<object, ReadonlyMap<string, SqlColumn>>();

/** The columns of an entity's top-level fields and of the system fields, by name. Cached per model. */
export function columnsOf(model: ColumnModel): ReadonlyMap<string, SqlColumn> {
  let columns = columnsCache.get(model);
  if (!columns) {
    const own = model.fields.map((field) =>
      COLUMN_BUILDERS[model.source ?? 'table'](field, model.events?.at),
    );
    columns = new Map(
      [...own, ...SYSTEM_COLUMNS].map((column) => [
        column.name,
        model.events && column.name === 'id' ? { ...column, hasTime: true } : column,
      ]),
    );
    columnsCache.set(model, columns);
  }
  return columns;
}

/** Builds the column of a field, by the source of the entity. */
const COLUMN_BUILDERS: Record<SourceName, (field: FieldModel, at?: string) => SqlColumn> = {
  table: documentColumn,
  jobs: documentColumn,
  audit: viewColumnOf,
  events: eventColumnOf,
};

/** SQL of a time as records contain it: ISO 8601 in UTC. */
export function timeToTextSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function isListField(field: FieldModel): boolean {
  const { stored } = traitsOf(field);
  return stored === 'texts' || stored === 'list';
}

/**
 * An absent field reads as its default, so that rows from before the field was added behave like the others;
 * a stored null is a field that was cleared.
 */
function documentColumn(field: FieldModel): SqlColumn {
  const { name } = field;
  const key = quoteLiteral(name);
  const data = field.live ? 'facts' : 'data';
  const absent = field.constant ?? field.default;
  const withDefault = (value: string, fallback: string): string =>
    absent === undefined ? value : `CASE WHEN data ? ${key} THEN ${value} ELSE ${fallback} END`;
  const { stored: kind, caseInsensitive } = traitsOf(field);
  if (isListField(field)) {
    return { name, field, kind: 'list', value: `(${withDefault(`data -> ${key}`, quoteJson(absent))})` };
  }
  if (kind === 'object') {
    return { name, field, kind: 'json', value: `(${withDefault(`data -> ${key}`, quoteJson(absent))})` };
  }
  if (kind === 'number') {
    const stored = `CASE jsonb_typeof(${data} -> ${key}) WHEN 'number' THEN (${data} -> ${key})::float8 END`;
    const value = `(${withDefault(stored, `${Number(absent)}::float8`)})`;
    return { name, field, kind, value, sort: `coalesce(${value}, '-infinity'::float8)` };
  }
  const value = `(${withDefault(`${data} ->> ${key}`, quoteLiteral(textOf(absent)))}) COLLATE "C"`;
  if (kind === 'boolean') return { name, field, kind, value, sort: `coalesce(${value}, '')` };
  const sort = caseInsensitive
    ? `"left"(record_order(coalesce(${value}, '')), ${MAX_SORT_KEY_CHARACTERS}) COLLATE "C"`
    : `coalesce(${value}, '')`;
  const indexed = caseInsensitive && !field.choices ? `record_index_key(${value})` : undefined;
  return { name, field, kind: 'text', value, key: indexed, sort };
}

/** The fields of a view are all texts, in columns of their names, so that conditions use the tables' indexes. */
function viewColumnOf(field: FieldModel): SqlColumn {
  const { name } = field;
  const value = `${quoteIdentifier(name)} COLLATE "C"`;
  return { name, field, kind: 'text', value, sort: `coalesce(${value}, '')` };
}

/** The fields of an event are columns of the fields' types; its time is `created_at`. */
function eventColumnOf(field: FieldModel, at?: string): SqlColumn {
  const { name } = field;
  const { stored, caseInsensitive } = traitsOf(field);
  if (name === at) return { name, field, kind: 'time', value: 'created_at', sort: 'created_at' };
  const column = quoteIdentifier(name);
  if (field.type === 'date-time')
    return {
      name,
      field,
      kind: 'time',
      value: column,
      sort: `coalesce(${column}, '-infinity'::timestamptz)`,
    };
  if (field.type === 'reference')
    return { name, field, kind: 'id', value: column, sort: `coalesce(${column}::text, '')` };
  if (isListField(field)) return { name, field, kind: 'list', value: column };
  if (stored === 'object') return { name, field, kind: 'json', value: column };
  if (stored === 'number' && !field.choices)
    return { name, field, kind: 'number', value: column, sort: `coalesce(${column}, '-infinity'::float8)` };
  // A choice may be a number or a boolean.
  const isText = stored === 'text' && typeof (field.choices?.[0]?.value ?? '') === 'string';
  const value = isText ? column : `(${column}::text) COLLATE "C"`;
  if (stored === 'boolean') return { name, field, kind: 'boolean', value, sort: `coalesce(${value}, '')` };
  const sort = caseInsensitive
    ? `"left"(record_order(coalesce(${value}, '')), ${MAX_SORT_KEY_CHARACTERS}) COLLATE "C"`
    : `coalesce(${value}, '')`;
  const indexed = caseInsensitive && !field.choices ? `record_index_key(${value})` : undefined;
  return { name, field, kind: 'text', value, key: indexed, sort };
}

export function quoteJson(value: Json | undefined): string {
  return `${quoteLiteral(JSON.stringify(value ?? null))}::jsonb`;
}

/** SQL of the text that a keyword search looks in; undefined for an entity without search fields. */
export function searchTextSql(model: Pick<EntityModel, 'fields' | 'list'>): string | undefined {
  const columns = columnsOf(model);
  const parts = model.list.search.flatMap((name) => {
    const column = columns.get(name);
    if (!column) return [];
    return `coalesce(${column.kind === 'list' ? `record_texts(${column.value})` : column.value}, '')`;
  });
  if (parts.length === 0) return undefined;
  return `record_search(${parts.join(` || E'\\n' || `)})`;
}
