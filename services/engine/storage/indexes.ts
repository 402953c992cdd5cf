import { createHash } from 'node:crypto';
import type { EntityModel, ExclusiveModel, SortModel } from '../../../schemas/model/types.ts';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { liveTableName } from './liveFields.ts';
import { createIndexSql } from './migrations/buildIndex.ts';
import type { IndexDefinition } from './migrations/migration.ts';
import { columnsOf, searchTextSql, tableName, type SqlColumn } from './sql.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

interface IndexPlan {
  name: string;
  sql: string;
  definition: IndexDefinition;
  /** For a unique index: the error of a record that violates it. */
  violation?: UniqueViolation;
}

interface UniqueViolation {
  fields: string[];
  message: string;
  /** A retry may succeed: the other record may have lost its mark by then. */
  isRetryable?: boolean;
}

/** Whether an index is named by this file, as opposed to one that an administrator made. */
export function isPlanned(entity: string, index: string): boolean {
  const prefix = `${tableName(entity).slice(0, 40)}_`;
  return index.startsWith(prefix) && /^[0-9a-f]{16}$/.test(index.slice(prefix.length));
}

/** The indexes for an entity's lists, filters, search, references and unique fields. */
export function indexesOf(model: EntityModel): IndexPlan[] {
  const plans = new Map<string, IndexPlan>();
  const add = (
    body: string,
    violation?: UniqueViolation,
    discriminator: number | '' = '',
    table = tableName(model.name),
  ): void => {
    // The name contains a hash of the definition: a changed index has another name.
    const hash = createHash('sha256').update(`${discriminator}${body}`).digest('hex').slice(0, 16);
    const name = `${tableName(model.name).slice(0, 40)}_${hash}`;
    const definition = { name, table, body, unique: violation !== undefined };
    plans.set(name, { name, violation, definition, sql: createIndexSql(definition) });
  };
  const isEvents = model.source === 'events';
  // The primary key of events already begins with the time.
  if (!isEvents) add('(created_at DESC, id DESC)');
  if (model.single === 'workspace')
    add('((true))', {
      fields: ['id'],
      message: storedText('%{title} exists already', { title: storedText(model.title) }),
    });
  for (const rule of model.exclusive) {
    const { field, message, onConflict } = rule;
    add(exclusiveBody(model, rule), { fields: [field], message, isRetryable: onConflict === 'transfer' });
  }
  model.unique.forEach((set, index) => {
    add(uniqueBody(model, set.fields), set, index);
  });
  sortBodies(model, isStoredBeside(false)).forEach((body) => add(body));
  filterBodies(model, isStoredBeside(false)).forEach((body) => add(body));
  // Live fields are indexed in their own table, with its copy of `created_at`.
  for (const body of [
    ...sortBodies(model, isStoredBeside(true)),
    ...filterBodies(model, isStoredBeside(true)),
  ])
    add(body.replaceAll('created_at', 'made_at'), undefined, '', liveTableName(model.name));
  // References of events are found by their filters, and prevent no deletion.
  if (!isEvents) referenceBodies(model).forEach((body) => add(body));
  const text = searchTextSql(model);
  if (text) add(`USING gin ((${text}) gin_trgm_ops) WITH (gin_pending_list_limit = 256)`);
  return [...plans.values()];
}

/** SQL of an exclusive field: the values within which one record may have it, and the condition of having it. */
export function exclusiveKeys(
  model: EntityModel,
  { field, within }: ExclusiveModel,
): { keys: string[]; where: string } {
  const columns = columnsOf(model);
  const values = within.flatMap((name) => {
    const column = columns.get(name);
    return column ? [`coalesce(${uniqueValue(column)}, '')`] : [];
  });
  return { keys: values, where: `${columns.get(field)?.value ?? 'NULL'} = 'true'` };
}

function exclusiveBody(model: EntityModel, rule: ExclusiveModel): string {
  const { keys, where } = exclusiveKeys(model, rule);
  return `(${(keys.length > 0 ? keys : ['true']).map((key) => `(${key})`).join(', ')}) WHERE ${where}`;
}

/** SQL of the values of a unique set, compared exactly, lists as sets. Records without any of them are not compared. */
export function uniqueKeys(model: EntityModel, fields: string[]): { keys: string[]; where: string } {
  const columns = columnsOf(model);
  const values = fields.flatMap((name) => {
    const column = columns.get(name);
    return column ? [uniqueValue(column)] : [];
  });
  return {
    keys: values.map((value) => (values.length === 1 ? value : `coalesce(${value}, '')`)),
    where: values.map((value) => `${value} <> ''`).join(' OR '),
  };
}

function uniqueBody(model: EntityModel, fields: string[]): string {
  const { keys, where } = uniqueKeys(model, fields);
  return `(${keys.map((key) => `(${key})`).join(', ')}) WHERE ${where}`;
}

function uniqueValue(column: SqlColumn): string {
  if (column.kind === 'list') return `record_set(${column.value})`;
  if (column.kind === 'json') return `record_index_key(${column.value}::text)`;
  if (column.kind !== 'text') return `(${column.value})::text`;
  return column.key ?? column.value;
}

const isStoredBeside =
  (live: boolean) =>
  ({ field }: SqlColumn): boolean =>
    (field?.live ?? false) === live;

/** Two indexes for each sortable column that lists show: the tie-breakers do not reverse with the sort. */
function sortBodies(model: EntityModel, includes: (column: SqlColumn) => boolean): string[] {
  const columns = columnsOf(model);
  const shown = model.list.columns.filter((name) => {
    const field = model.fields.find((one) => one.name === name);
    return field ? field.column && field.column.sortable : name === 'updatedAt' && model.source !== 'events';
  });
  return [...new Set([model.list.sort.field, ...shown])].flatMap((name) => {
    const column = columns.get(name);
    const sort = column?.sort;
    if (!column || !sort || !includes(column) || sort === 'created_at') return [];
    return [`((${sort}), created_at DESC, id DESC)`, `((${sort}) DESC, created_at DESC, id DESC)`];
  });
}

/** Each filter with the list's order, and tabs with their own, so that a filtered page is as fast as the first one. */
function filterBodies(model: EntityModel, includes: (column: SqlColumn) => boolean): string[] {
  const columns = columnsOf(model);
  const orderBy = ({ field, order }: SortModel): string => {
    const own = columns.get(field);
    const first = own?.sort && includes(own) && own.sort !== 'created_at' ? [`(${own.sort}) ${order}`] : [];
    return [...first, 'created_at DESC', 'id DESC'].join(', ');
  };
  const { sort, tabs } = model.list;
  const names = new Set([...model.list.filters, ...(tabs ? [tabs.by] : [])]);
  return [...names].flatMap((name) => {
    const column = columns.get(name);
    if (
      !column ||
      !includes(column) ||
      name === 'id' ||
      column.kind === 'json' ||
      column.sort === 'created_at'
    )
      return [];
    if (column.kind === 'list')
      return [`USING gin (${column.value} jsonb_path_ops) WITH (gin_pending_list_limit = 256)`];
    if (
      column.kind === 'number' ||
      column.kind === 'time' ||
      (column.field && traitsOf(column.field).rangeFilterable)
    )
      return [`((${column.value}))`];
    const orders = [sort, ...(name === tabs?.by ? Object.values(tabs.sort ?? {}) : [])].map(orderBy);
    return [...new Set(orders)].map((order) => `((${column.key ?? column.value}), ${order})`);
  });
}

/** Indexes that find the records which refer to another one. */
function referenceBodies(model: EntityModel): string[] {
  const columns = columnsOf(model);
  const direct = model.fields.filter(
    (field) => field.type === 'reference' && !model.list.filters.includes(field.name),
  );
  let hasNested = false;
  walkFields(model.fields, (field) => {
    if (field.reference && !(field.type === 'reference' && model.fields.includes(field))) hasNested = true;
  });
  return [
    ...direct.map((field) => `((${columns.get(field.name)?.value ?? ''}))`),
    ...(hasNested ? ['USING gin (data jsonb_path_ops) WITH (gin_pending_list_limit = 256)'] : []),
  ];
}
