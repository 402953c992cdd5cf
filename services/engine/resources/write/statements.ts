import type { EntityModel } from '../../../../schemas/model/types.ts';
import { liveFields, withLiveValues } from '../../storage/liveFields.ts';
import { FILE_TARGET, hasReferences } from '../../storage/referenceIndex.ts';
import { retiredStoredFields } from '../../storage/retiring.ts';
import { quoteLiteral, quotedTableName } from '../../storage/sql.ts';
import { rowColumns } from '../recordShape.ts';
import { writtenFieldNames } from '../unknownFields.ts';

/** The parameters of the write statements. */
export interface Parameters {
  id: string;
  /** JSON of the record's fields, without live ones. */
  data: string;
  /** ISO 8601; null for now. */
  createdAt: string | null;
  /** The version that the change was made from; null for any. */
  version: number | null;
  authorId: string | null;
  /** JSON of a new record's live fields. */
  liveValues: string;
  /** JSON of the record's rows in the reference index. */
  referenceRows: string;
  /** JSON of several new records: the parameters that differ between them (`OWN_COLUMNS`). */
  rows: string;
  historyId: string;
  /** The record whose deletion causes this one. */
  cause: string | null;
  entity: string;
  operation: string;
  authorName: string | null;
  username: string | null;
  address: string | null;
  /** JSON of the warnings that the person confirmed. */
  confirmed: string | null;
}

/** A statement with the order of its parameters. */
export interface Statement {
  text: string;
  order: (keyof Parameters)[];
}
export interface Statements {
  create: Statement;
  /** Creates several records. */
  createAll: Statement;
  /** Returns the current row with `done` false if the version is stale. */
  update: Statement;
  /** Like `update`. */
  remove: Statement;
}

const TYPES: Record<keyof Parameters, string> = {
  id: 'uuid',
  data: 'jsonb',
  createdAt: 'timestamptz',
  version: 'int',
  authorId: 'text',
  liveValues: 'jsonb',
  referenceRows: 'jsonb',
  rows: 'jsonb',
  historyId: 'uuid',
  cause: 'uuid',
  entity: 'text',
  operation: 'text',
  authorName: 'text',
  username: 'text',
  address: 'text',
  confirmed: 'jsonb',
};

const statementsCache = new WeakMap<EntityModel, Statements>();

/** The statements that write an entity's records; cached per model. */
export function statementsOf(model: EntityModel): Statements {
  let statements = statementsCache.get(model);
  if (!statements) {
    statements = {
      create: buildStatement(model, create),
      createAll: buildStatement(model, createAll),
      update: buildStatement(model, update),
      remove: buildStatement(model, remove),
    };
    statementsCache.set(model, statements);
  }
  return statements;
}

type Value = (name: keyof Parameters) => string;

/** Numbers the parameters in the order in which a statement first uses them. */
function buildStatement(
  model: EntityModel,
  compose: (model: EntityModel, value: Value) => string,
): Statement {
  const order: (keyof Parameters)[] = [];
  const value: Value = (name) => {
    if (!order.includes(name)) order.push(name);
    return `$${order.indexOf(name) + 1}::${TYPES[name]}`;
  };
  return { text: compose(model, value), order };
}

/** One statement writes a record, its history entry and its rows in the reference index, so that they never diverge. */
function create(model: EntityModel, value: Value): string {
  const at = `coalesce(${value('createdAt')}, clock_timestamp())`;
  const by = value('authorId');
  return `WITH created AS (
      INSERT INTO ${quotedTableName(model)} (id, data, created_at, updated_at, created_by, updated_by)
      VALUES (${value('id')}, ${value('data')}, ${at}, ${at}, ${by}, ${by}) RETURNING *
    )${insertHistoryAndReferences(model, value, 'created')}`;
}

/** Columns of the parameters that differ between several new records. */
const OWN_COLUMNS: Partial<Record<keyof Parameters, string>> = {
  id: 'own_id',
  data: 'own_data',
  liveValues: 'own_live_values',
  referenceRows: 'own_reference_rows',
  historyId: 'own_history',
};

function createAll(model: EntityModel, value: Value): string {
  const rowValue: Value = (name) => OWN_COLUMNS[name] ?? value(name);
  const at = `coalesce(${rowValue('createdAt')}, clock_timestamp())`;
  const by = rowValue('authorId');
  return `WITH given AS MATERIALIZED (
      SELECT id AS own_id, data AS own_data, facts AS own_live_values, reference_rows AS own_reference_rows, history AS own_history
      FROM jsonb_to_recordset(${value('rows')}) AS row(id uuid, data jsonb, facts jsonb, reference_rows jsonb, history uuid)
    ), created AS (
      INSERT INTO ${quotedTableName(model)} (id, data, created_at, updated_at, created_by, updated_by)
      SELECT own_id, own_data, ${at}, ${at}, ${by}, ${by} FROM given RETURNING *
    )${insertHistoryAndReferences(model, rowValue, 'created JOIN given ON own_id = id')}`;
}

/** The rest of a statement that creates records. @param from SQL of the created rows, with the columns of their parameters */
function insertHistoryAndReferences(model: EntityModel, value: Value, from: string): string {
  const hasLiveFields = liveFields(model).length > 0;
  const columns = { from, id: 'id', version: 'version', before: 'NULL', after: 'data' };
  return `${insertHistory(model, value, columns)}${insertReferences(model, value, 'created', from)}
${withLiveValues(model, from).insert(hasLiveFields ? value('liveValues') : '')}
    SELECT ${rowColumns(model)} FROM created${hasLiveFields ? ' JOIN live USING (id)' : ''}`;
}

function update(model: EntityModel, value: Value): string {
  const version = value('version');
  return `WITH old AS MATERIALIZED (SELECT * FROM ${quotedTableName(model)} WHERE id = ${value('id')} FOR NO KEY UPDATE),
    changed AS (
      UPDATE ${quotedTableName(model)} AS target
      SET data = ${unwrittenValues(model)} || ${value('data')}, version = target.version + 1,
        updated_at = greatest(clock_timestamp(), old.updated_at), updated_by = ${value('authorId')}
      FROM old WHERE target.id = old.id AND (${version} IS NULL OR target.version = ${version})
      RETURNING target.*
    )${insertHistory(model, value, {
      from: 'changed JOIN old ON true',
      id: 'changed.id',
      version: 'changed.version',
      before: 'old.data',
      after: 'changed.data',
    })}${deleteReferences(model, value, 'changed', true)}${insertReferences(model, value, 'changed')}
    SELECT ${rowColumns(model)}, true AS done FROM ${withLiveValues(model, 'changed').rows}
    UNION ALL SELECT ${rowColumns(model)}, false FROM ${withLiveValues(model, 'old').rows} WHERE NOT EXISTS (SELECT 1 FROM changed)`;
}

/** Stored values that a change does not touch: of retired fields that are kept, and of fields of a newer version. */
const unwrittenValues = (model: EntityModel): string =>
  `(old.data - ARRAY[${writtenFieldNames(model).map(quoteLiteral).join(', ')}]::text[])`;

function remove(model: EntityModel, value: Value): string {
  const version = value('version');
  return `WITH old AS MATERIALIZED (SELECT * FROM ${quotedTableName(model)} WHERE id = ${value('id')} FOR UPDATE),
    deleted AS (
      DELETE FROM ${quotedTableName(model)} AS target USING old
      WHERE target.id = old.id AND (${version} IS NULL OR target.version = ${version}) RETURNING target.*
    )${insertHistory(
      model,
      value,
      { from: 'deleted', id: 'id', version: 'version', before: 'data', after: 'NULL' },
      () => ({ made_at: 'created_at', cause: value('cause') }),
    )}${deleteReferences(model, value, 'deleted')}
    SELECT ${rowColumns(model)}, true AS done FROM ${withLiveValues(model, 'deleted').rows}
    UNION ALL SELECT ${rowColumns(model)}, false FROM ${withLiveValues(model, 'old').rows} WHERE NOT EXISTS (SELECT 1 FROM deleted)`;
}

function insertHistory(
  model: EntityModel,
  value: Value,
  columns: Record<string, string>,
  extraColumns: () => Record<string, string> = () => ({}),
): string {
  if (!model.features.history) return '';
  // A function, as naming a parameter numbers it: only those in the statement may be named.
  const extra = Object.entries(extraColumns());
  const names = extra.map(([name]) => `, ${name}`).join('');
  const values = extra.map(([, sql]) => `, ${sql}`).join('');
  const { from, id, version, before, after } = columns;
  const author = [value('authorId'), value('authorName')].join(', ');
  return `, history AS (INSERT INTO record_history
      (id, entity, record_id, user_id, user_name, operation, username, address, version, before, after, confirmed${names})
      SELECT ${value('historyId')}, ${value('entity')}, ${id}, ${author}, ${value('operation')}, ${value('username')},
        ${value('address')}, ${version}, ${before}, ${after}, ${value('confirmed')}${values} FROM ${from})`;
}

const REFERENCE_ROW = 'reference(path text, entity text, id uuid)';

/** @param rows SQL of `from` joined with the columns of the parameters */
function insertReferences(model: EntityModel, value: Value, from: string, rows = from): string {
  if (!hasReferences(model)) return '';
  return `, inserted_references AS (INSERT INTO record_reference (from_entity, from_id, path, to_entity, to_id)
      SELECT ${value('entity')}, ${from}.id, reference.path, reference.entity, reference.id
      FROM ${rows}, jsonb_to_recordset(${value('referenceRows')}) AS ${REFERENCE_ROW} ON CONFLICT DO NOTHING)`;
}

/** Excludes files in retired fields: their record still refers to them. */
function isNotFileOfRetiredField(model: EntityModel): string {
  const names = retiredStoredFields(model).map(({ name }) => quoteLiteral(name));
  return names.length === 0
    ? ''
    : ` AND NOT (held.to_entity = '${FILE_TARGET}' AND split_part(held.path, '.', 1) IN (${names.join(', ')}))`;
}

/** Excludes references of fields of a newer version, whose values stay. */
function isOfKnownField(model: EntityModel): string {
  const retired = (model.retired?.fields ?? []).flatMap(({ steps: [name] }) => name ?? []);
  const known = new Set([...model.fields.map(({ name }) => name), ...retired].map(String));
  return ` AND split_part(held.path, '.', 1) IN (${[...known].map(quoteLiteral).join(', ')})`;
}

/** @param keepNew for an update: keeps references that the record still has */
function deleteReferences(model: EntityModel, value: Value, from: string, keepNew = false): string {
  if (!hasReferences(model)) return '';
  const exceptNewReferences = keepNew
    ? ` AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(${value('referenceRows')}) AS ${REFERENCE_ROW}
        WHERE reference.path = held.path AND reference.id = held.to_id)`
    : '';
  // A restored state of the history needs its files.
  const exceptFiles = model.features.history
    ? ` AND held.to_entity <> '${FILE_TARGET}'`
    : keepNew
      ? isNotFileOfRetiredField(model)
      : '';
  return `, deleted_references AS (DELETE FROM record_reference AS held USING ${from}
      WHERE held.from_id = ${from}.id AND held.from_entity = ${value('entity')}${exceptNewReferences}${exceptFiles}${keepNew ? isOfKnownField(model) : ''})`;
}
