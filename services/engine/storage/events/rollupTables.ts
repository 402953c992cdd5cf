import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel, RollupModel, Granularity } from '../../../../schemas/model/types.ts';
import { matchToSql, type Parameters } from '../matchSql.ts';
import { quoteIdentifier, tableName } from '../sql.ts';
import { storageType } from './columns.ts';
import type { StoredRollup } from './grains.ts';
import { truncateIdentifier } from './names.ts';

type EventEntity = Pick<EntityModel, 'name' | 'fields' | 'source' | 'events'>;

/** Columns of roll-up tables; field names never begin with `$`. */
export const BUCKET = '"$bucket"';
export const COUNT = '"$count"';
export const DISTINCT_VALUE = '"$who"';
export const sumColumn = (field: string): string => quoteIdentifier(`$sum_${field}`);
export const distinctColumn = (field: string): string => quoteIdentifier(`$distinct_${field}`);

/** Unquoted name of the table of a roll-up's counts. */
export const rollupTableName = (entity: string, rollup: string): string =>
  truncateIdentifier(`${tableName(entity)}__${rollup.replaceAll('-', '_')}`);
/** Unquoted name of the table of the distinct values that a roll-up counts. */
export const valuesTableName = (entity: string, rollup: string, field: string): string =>
  truncateIdentifier(`${tableName(entity)}__${rollup.replaceAll('-', '_')}__${field}`);

/** Whether a roll-up's sets of distinct values get bitmaps; sets of an hour are too small. */
export const hasBitmaps = ({ per, distinct }: RollupModel): boolean => per !== 'hour' && distinct.length > 0;
/** Unquoted name of the table of a roll-up's bitmaps. */
export const bitmapTableName = (entity: string, rollup: string, field: string): string =>
  truncateIdentifier(`${valuesTableName(entity, rollup, field)}__packed`);

/** Unquoted names of all tables of a roll-up. */
export const rollupTableNames = ({ name }: Pick<EntityModel, 'name'>, rollup: RollupModel): string[] => [
  rollupTableName(name, rollup.id),
  ...rollup.distinct.map((field) => valuesTableName(name, rollup.id, field)),
  ...(hasBitmaps(rollup) ? rollup.distinct.map((field) => bitmapTableName(name, rollup.id, field)) : []),
];

const quotedGroups = ({ by }: RollupModel): string[] => by.map((name) => quoteIdentifier(name));

/** Statements that create the tables of a roll-up. An absent group value is stored as the empty text. */
export function createRollupTableStatements(model: EventEntity, rollup: RollupModel): string[] {
  const dimensions = quotedGroups(rollup).map((name) => `${name} text COLLATE "C" NOT NULL`);
  const key = [BUCKET, ...quotedGroups(rollup)];
  const measures = [
    `${COUNT} bigint NOT NULL`,
    ...rollup.sum.map((field) => `${sumColumn(field)} numeric NOT NULL`),
    ...rollup.distinct.map((field) => `${distinctColumn(field)} bigint NOT NULL`),
  ];
  const bucket = `${BUCKET} timestamptz(3) NOT NULL`;
  const main = [bucket, ...dimensions, ...measures, `PRIMARY KEY (${key.join(', ')})`];
  return [
    `CREATE TABLE ${quoteIdentifier(rollupTableName(model.name, rollup.id))} (${main.join(', ')}) WITH (fillfactor = 70)`,
    ...rollup.distinct.map((field) => {
      const who = `${DISTINCT_VALUE} ${distinctValueType(fieldOf(model, field))} NOT NULL`;
      const all = [bucket, ...dimensions, who, `PRIMARY KEY (${[...key, DISTINCT_VALUE].join(', ')})`];
      return `CREATE TABLE ${quoteIdentifier(valuesTableName(model.name, rollup.id, field))} (${all.join(', ')})`;
    }),
  ];
}

/** Hash of what a roll-up counts; when it changes, the roll-up has to be recounted. */
export function hashDefinition(
  model: EventEntity,
  { id: _, keep: __, grains: ___, finer: ____, ...counted }: StoredRollup,
): string {
  const types = [...counted.by, ...counted.sum, ...counted.distinct].map((name) =>
    storageType(fieldOf(model, name)),
  );
  return createHash('sha256')
    .update(JSON.stringify([counted, types]))
    .digest('hex')
    .slice(0, 32);
}

export function fieldOf({ fields }: Pick<EntityModel, 'fields'>, name: string): FieldModel {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`There is no field "${name}"`);
  return field;
}

export const distinctValueType = (field: FieldModel): string =>
  storageType(field) === 'uuid' ? 'uuid' : 'text COLLATE "C"';

/** SQL of a field's value as a group; an absent value is the empty text. */
export function groupTextSql(model: EventEntity, name: string): string {
  const cast = storageType(fieldOf(model, name)) === 'text' ? '' : '::text';
  return `coalesce(${quoteIdentifier(name)}${cast}, '')`;
}

/** SQL of a field's value for distinct counts; NULL if absent or empty. */
export function distinctValueSql(model: EventEntity, name: string): string {
  const type = storageType(fieldOf(model, name));
  return type === 'uuid'
    ? quoteIdentifier(name)
    : `nullif(${quoteIdentifier(name)}${type === 'text' ? '' : '::text'}, '')`;
}

/** Sums exact decimals, so that the result does not depend on the order. */
const sumSql = (name: string): string => `coalesce(sum(${quoteIdentifier(name)}::text::numeric), 0)`;

/** SQL of the start of the span that contains a time; days and months are local (UTC+7). */
export function bucketStartSql(span: Granularity, time: string): string {
  if (span === 'hour') return `date_trunc('hour', ${time} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  const local = `date_trunc('${span}', (${time} AT TIME ZONE 'UTC') + interval '7 hours')`;
  return `(${local} - interval '7 hours') AT TIME ZONE 'UTC'`;
}

/** SQL condition on the events that a roll-up counts. */
export const countedWhere = (model: EventEntity, { where }: RollupModel, parameters: Parameters): string =>
  where ? matchToSql(model, where, parameters) : 'true';

/** Counts and sums of the events in `from`, by bucket and groups. @param more further columns */
export function aggregateEventsSql(
  model: EventEntity,
  rollup: RollupModel,
  from: string,
  where: string,
  more: readonly string[] = [],
): string {
  const key = [
    bucketStartSql(rollup.per, 'created_at'),
    ...rollup.by.map((name) => groupTextSql(model, name)),
  ];
  const selected = [
    `${key[0] ?? ''} AS ${BUCKET}`,
    ...rollup.by.map((name) => `${groupTextSql(model, name)} AS ${quoteIdentifier(name)}`),
    `count(*) AS ${COUNT}`,
    ...rollup.sum.map((name) => `${sumSql(name)} AS ${sumColumn(name)}`),
    ...more,
  ];
  return `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where} GROUP BY ${key.join(', ')}`;
}
