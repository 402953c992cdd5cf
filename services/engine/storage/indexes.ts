import { createHash } from 'node:crypto';
import type { EntityModel, ExclusiveModel, SortModel } from '../../../schemas/model/types.ts';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import { liveTableName } from './liveFields.ts';
import { indexStatement } from './migrations/buildIndex.ts';
import type { IndexDefinition } from './migrations/migration.ts';
import { columnsOf, searchText, tableName, type SqlColumn } from './sql.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

interface IndexPlan {
  name: string;
  sql: string;
  definition: IndexDefinition;
  /** For a unique index: what a record that it refuses is told. */
  refusal?: Refusal;
}

interface Refusal {
  fields: string[];
  message: string;
  /** The record that has the mark may have given it up by the next attempt. */
  again?: boolean;
}

/** Whether an index is one that this file names: an administrator's own are none of our business. */
export function isPlanned(entity: string, index: string): boolean {
  const prefix = `${tableName(entity).slice(0, 40)}_`;
  return index.startsWith(prefix) && /^[0-9a-f]{16}$/.test(index.slice(prefix.length));
}

/** Everything that lists, filters, search, references and uniqueness of the entity need, from its model alone. */
export function indexesOf(model: EntityModel): IndexPlan[] {
  const plans = new Map<string, IndexPlan>();
  const add = (
    body: string,
    refusal?: Refusal,
    mark: number | '' = '',
    table = tableName(model.name),
  ): void => {
    // The name carries what the index is: a change of the schema gives another name.
    const hash = createHash('sha256').update(`${mark}${body}`).digest('hex').slice(0, 16);
    const name = `${tableName(model.name).slice(0, 40)}_${hash}`;
    const definition = { name, table, body, unique: refusal !== undefined };
    plans.set(name, { name, refusal, definition, sql: indexStatement(definition) });
  };
  const isEvents = model.source === 'events';
  // The key of events is in the order of time.
  if (!isEvents) add('(created_at DESC, id DESC)');
  if (model.single === 'workspace')
    add('((true))', {
      fields: ['id'],
      message: storedText('%{title} exists already', { title: storedText(model.title) }),
    });
  for (const rule of model.exclusive) {
    const { field, message, onConflict } = rule;
    add(exclusiveBody(model, rule), { fields: [field], message, again: onConflict === 'transfer' });
  }
  model.unique.forEach((set, index) => {
    add(uniqueBody(model, set.fields), set, index);
  });
  sortBodies(model, isKept(false)).forEach((body) => add(body));
  filterBodies(model, isKept(false)).forEach((body) => add(body));
  // What is kept beside the documents has its indexes there, in the order of lists all the same.
  for (const body of [...sortBodies(model, isKept(true)), ...filterBodies(model, isKept(true))])
    add(body.replaceAll('created_at', 'made_at'), undefined, '', liveTableName(model.name));
  // What events refer to is found by their filters: they hold nothing back.
  if (!isEvents) referenceBodies(model).forEach((body) => add(body));
  const text = searchText(model);
  if (text) add(`USING gin ((${text}) gin_trgm_ops) WITH (gin_pending_list_limit = 256)`);
  return [...plans.values()];
}

/** What records that may have one mark between them have in common, and which of them have it. */
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

/** Values of a unique set, compared exactly; lists as sets. A record without any of them clashes with none. */
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

const isKept =
  (live: boolean) =>
  ({ field }: SqlColumn): boolean =>
    (field?.live ?? false) === live;

/** For each sortable column that lists show, both directions: the rest of the order does not turn with the sort. */
function sortBodies(model: EntityModel, takes: (column: SqlColumn) => boolean): string[] {
  const columns = columnsOf(model);
  const shown = model.list.columns.filter((name) => {
    const field = model.fields.find((one) => one.name === name);
    return field ? field.column && field.column.sortable : name === 'updatedAt' && model.source !== 'events';
  });
  return [...new Set([model.list.sort.field, ...shown])].flatMap((name) => {
    const column = columns.get(name);
    const sort = column?.sort;
    if (!column || !sort || !takes(column) || sort === 'created_at') return [];
    return [`((${sort}), created_at DESC, id DESC)`, `((${sort}) DESC, created_at DESC, id DESC)`];
  });
}

/** A filter together with the list's own order, and tabs with theirs, so that a filtered page costs what the first one does. */
function filterBodies(model: EntityModel, takes: (column: SqlColumn) => boolean): string[] {
  const columns = columnsOf(model);
  const orderBy = ({ field, order }: SortModel): string => {
    const own = columns.get(field);
    const first = own?.sort && takes(own) && own.sort !== 'created_at' ? [`(${own.sort}) ${order}`] : [];
    return [...first, 'created_at DESC', 'id DESC'].join(', ');
  };
  const { sort, tabs } = model.list;
  const names = new Set([...model.list.filters, ...(tabs ? [tabs.by] : [])]);
  return [...names].flatMap((name) => {
    const column = columns.get(name);
    if (!column || !takes(column) || name === 'id' || column.kind === 'json' || column.sort === 'created_at')
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

/** What finds the records that refer to another one. */
function referenceBodies(model: EntityModel): string[] {
  const columns = columnsOf(model);
  const direct = model.fields.filter(
    (field) => field.type === 'reference' && !model.list.filters.includes(field.name),
  );
  let deep = false;
  walkFields(model.fields, (field) => {
    if (field.reference && !(field.type === 'reference' && model.fields.includes(field))) deep = true;
  });
  return [
    ...direct.map((field) => `((${columns.get(field.name)?.value ?? ''}))`),
    ...(deep ? ['USING gin (data jsonb_path_ops) WITH (gin_pending_list_limit = 256)'] : []),
  ];
}
