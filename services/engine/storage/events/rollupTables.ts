import { createHash } from 'node:crypto';
import type { EntityModel, FieldModel, RollupModel, Granularity } from '../../../../schemas/model/types.ts';
import { matchToSql, type Parameters } from '../matchSql.ts';
import { quoteIdentifier, tableName } from '../sql.ts';
import { storageType } from './columns.ts';
import type { StoredRollup } from './grains.ts';
import { truncateIdentifier } from './names.ts';

type Counted = Pick<EntityModel, 'name' | 'fields' | 'source' | 'events'>;

/** Columns of counts; no field is called like them, since no field's name begins with `$`. */
export const BUCKET = '"$bucket"';
export const COUNT = '"$count"';
export const DISTINCT_VALUE = '"$who"';
export const sumColumn = (field: string): string => quoteIdentifier(`$sum_${field}`);
export const distinctColumn = (field: string): string => quoteIdentifier(`$distinct_${field}`);

/** Name of the table of a roll-up's counts, unquoted. */
export const rollupName = (entity: string, rollup: string): string =>
  truncateIdentifier(`${tableName(entity)}__${rollup.replaceAll('-', '_')}`);
/** Name of the table of the different values that a roll-up counts, unquoted. */
export const valuesName = (entity: string, rollup: string, field: string): string =>
  truncateIdentifier(`${tableName(entity)}__${rollup.replaceAll('-', '_')}__${field}`);

/** Whether a roll-up's sets of different values get bitmaps: those of hours are small. */
export const hasBitmaps = ({ per, distinct }: RollupModel): boolean => per !== 'hour' && distinct.length > 0;
/** Name of the table of a roll-up's bitmaps, unquoted. */
export const bitmapTableName = (entity: string, rollup: string, field: string): string =>
  truncateIdentifier(`${valuesName(entity, rollup, field)}__packed`);

/** All tables of a roll-up, unquoted. */
export const rollupTableNames = ({ name }: Pick<EntityModel, 'name'>, rollup: RollupModel): string[] => [
  rollupName(name, rollup.id),
  ...rollup.distinct.map((field) => valuesName(name, rollup.id, field)),
  ...(hasBitmaps(rollup) ? rollup.distinct.map((field) => bitmapTableName(name, rollup.id, field)) : []),
];

const groups = ({ by }: RollupModel): string[] => by.map((name) => quoteIdentifier(name));

/** Statements that make the tables of a roll-up. Absent values are counted as the empty text. */
export function createRollupTableStatements(model: Counted, rollup: RollupModel): string[] {
  const dimensions = groups(rollup).map((name) => `${name} text COLLATE "C" NOT NULL`);
  const key = [BUCKET, ...groups(rollup)];
  const measures = [
    `${COUNT} bigint NOT NULL`,
    ...rollup.sum.map((field) => `${sumColumn(field)} numeric NOT NULL`),
    ...rollup.distinct.map((field) => `${distinctColumn(field)} bigint NOT NULL`),
  ];
  const bucket = `${BUCKET} timestamptz(3) NOT NULL`;
  const main = [bucket, ...dimensions, ...measures, `PRIMARY KEY (${key.join(', ')})`];
  return [
    `CREATE TABLE ${quoteIdentifier(rollupName(model.name, rollup.id))} (${main.join(', ')}) WITH (fillfactor = 70)`,
    ...rollup.distinct.map((field) => {
      const who = `${DISTINCT_VALUE} ${distinctValueType(fieldOf(model, field))} NOT NULL`;
      const all = [bucket, ...dimensions, who, `PRIMARY KEY (${[...key, DISTINCT_VALUE].join(', ')})`];
      return `CREATE TABLE ${quoteIdentifier(valuesName(model.name, rollup.id, field))} (${all.join(', ')})`;
    }),
  ];
}

/** What a roll-up counts, as a text that changes when it has to be counted anew. */
export function definitionOf(
  model: Counted,
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

/** A field's value as what counts are kept by. */
export function groupText(model: Counted, name: string): string {
  const cast = storageType(fieldOf(model, name)) === 'text' ? '' : '::text';
  return `coalesce(${quoteIdentifier(name)}${cast}, '')`;
}

/** A field's value as what is counted once; NULL for none. */
export function distinctValueSql(model: Counted, name: string): string {
  const type = storageType(fieldOf(model, name));
  return type === 'uuid'
    ? quoteIdentifier(name)
    : `nullif(${quoteIdentifier(name)}${type === 'text' ? '' : '::text'}, '')`;
}

/** A number's exact decimal value: sums do not depend on their order. */
const sumValue = (name: string): string => `coalesce(sum(${quoteIdentifier(name)}::text::numeric), 0)`;

/** The beginning of the span that a time lies in; days and months are those of the workspace's clock. */
export function bucketStartSql(span: Granularity, time: string): string {
  if (span === 'hour') return `date_trunc('hour', ${time} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  const local = `date_trunc('${span}', (${time} AT TIME ZONE 'UTC') + interval '7 hours')`;
  return `(${local} - interval '7 hours') AT TIME ZONE 'UTC'`;
}

/** Which events a roll-up counts. */
export const countedWhere = (model: Counted, { where }: RollupModel, parameters: Parameters): string =>
  where ? matchToSql(model, where, parameters) : 'true';

/** Counts and sums of the events in `from`, by bucket and groups. @param more further columns */
export function aggregateEventsSql(
  model: Counted,
  rollup: RollupModel,
  from: string,
  where: string,
  more: readonly string[] = [],
): string {
  const key = [bucketStartSql(rollup.per, 'created_at'), ...rollup.by.map((name) => groupText(model, name))];
  const selected = [
    `${key[0] ?? ''} AS ${BUCKET}`,
    ...rollup.by.map((name) => `${groupText(model, name)} AS ${quoteIdentifier(name)}`),
    `count(*) AS ${COUNT}`,
    ...rollup.sum.map((name) => `${sumValue(name)} AS ${sumColumn(name)}`),
    ...more,
  ];
  return `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where} GROUP BY ${key.join(', ')}`;
}
