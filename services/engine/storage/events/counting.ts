import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import type { Parameters } from '../matchSql.ts';
import { quoteIdentifier } from '../sql.ts';
import { withGrains, type StoredRollup } from './grains.ts';
import {
  BUCKET,
  bucketStartSql,
  COUNT,
  countedWhere,
  aggregateEventsSql,
  distinctColumn,
  groupTextSql,
  rollupTableName,
  sumColumn,
  valuesTableName,
  DISTINCT_VALUE,
  distinctValueSql,
} from './rollupTables.ts';

type EventEntity = Pick<EntityModel, 'name' | 'fields' | 'source' | 'events'>;

const keyColumns = ({ by }: RollupModel): string[] => [BUCKET, ...by.map((name) => quoteIdentifier(name))];
const measureColumns = ({ sum, distinct }: RollupModel): string[] => [
  COUNT,
  ...sum.map(sumColumn),
  ...distinct.map(distinctColumn),
];

/** Counts the distinct values of a set, as rows of counts. @param from rows of values without duplicates */
function countValuesSql(rollup: RollupModel, place: number, from: string): string {
  const counts = rollup.distinct.map((_, at) => (at === place ? 'count(*)' : '0'));
  const key = keyColumns(rollup);
  return `SELECT ${[...key, '0', ...rollup.sum.map(() => '0'), ...counts].join(', ')} FROM ${from} GROUP BY ${key.join(', ')}`;
}

/** Adds rows of counts to the stored counts, sorted by key to lock rows in one order. */
function addCountsSql({ name }: EventEntity, rollup: RollupModel, parts: string): string {
  const key = keyColumns(rollup).join(', ');
  const measures = measureColumns(rollup);
  return `INSERT INTO ${quoteIdentifier(rollupTableName(name, rollup.id))} AS stored (${[key, ...measures].join(', ')})
      SELECT ${[key, ...measures.map((one) => `sum(${one})`)].join(', ')} FROM (${parts}) AS part
      GROUP BY ${key} ORDER BY ${key}
      ON CONFLICT (${key}) DO UPDATE SET ${measures.map((one) => `${one} = stored.${one} + excluded.${one}`).join(', ')}`;
}

/** Inserts values not stored yet, sorted by key to lock rows in one order. @param values rows of key and value */
function insertValuesSql({ name }: EventEntity, rollup: RollupModel, field: string, values: string): string {
  const columns = [...keyColumns(rollup), DISTINCT_VALUE].join(', ');
  return `INSERT INTO ${quoteIdentifier(valuesTableName(name, rollup.id, field))} (${columns})
    SELECT DISTINCT ${columns} FROM (${values}) AS given ORDER BY ${columns} ON CONFLICT DO NOTHING`;
}

/** The distinct values of the events in `from`, as rows of key and value. */
function distinctValuesSql(
  model: EventEntity,
  rollup: RollupModel,
  field: string,
  from: string,
  where: string,
): string {
  const values = [
    `${bucketStartSql(rollup.per, 'created_at')} AS ${BUCKET}`,
    ...rollup.by.map((name) => `${groupTextSql(model, name)} AS ${quoteIdentifier(name)}`),
    `${distinctValueSql(model, field)} AS ${DISTINCT_VALUE}`,
  ];
  return `SELECT ${values.join(', ')} FROM ${from} WHERE ${where} AND ${distinctValueSql(model, field)} IS NOT NULL`;
}

/** Maps rows of shorter buckets to the buckets of a grain. */
function toGrainSql(grain: RollupModel, columns: readonly string[], from: string): string {
  const [, ...groups] = keyColumns(grain);
  return `SELECT ${[`${bucketStartSql(grain.per, BUCKET)} AS ${BUCKET}`, ...groups, ...columns].join(', ')} FROM ${from}`;
}

/** Counts of shorter buckets mapped to a grain; distinct counts are 0, since those of two buckets cannot be added. */
function countsToGrainSql(grain: RollupModel, from: string): string {
  const none = grain.distinct.map((field) => `0 AS ${distinctColumn(field)}`);
  return toGrainSql(grain, [COUNT, ...grain.sum.map(sumColumn), ...none], from);
}

/**
 * The CTEs of a WITH that count the new events in `from`. All writers lock rows in the same order (values by roll-up and
 * key, then counts by key), so that they cannot deadlock.
 * @param grains also count them in the longer buckets
 */
export function countingCtes(
  model: EventEntity,
  rollup: RollupModel,
  index: number,
  from: string,
  parameters: Parameters,
  { grains = true } = {},
): string[] {
  const where = countedWhere(model, rollup, parameters);
  const key = keyColumns(rollup).join(', ');
  const [own, ...longer] = grains ? withGrains(rollup) : [rollup];
  const valuesCteName = (at: number, place: number): string => `values_${index}_${at}_${place}`;
  const insertValuesCtes = (of: RollupModel, at: number): string[] =>
    of.distinct.map((field, place) => {
      // A value that is new in no hour is new in no day.
      const rows =
        at === 0
          ? distinctValuesSql(model, rollup, field, from, where)
          : toGrainSql(of, [DISTINCT_VALUE], valuesCteName(at - 1, place));
      return `${valuesCteName(at, place)} AS (${insertValuesSql(model, of, field, rows)} RETURNING ${key}, ${DISTINCT_VALUE})`;
    });
  const newValueCountsSql = (of: RollupModel, at: number): string =>
    of.distinct
      .map((_, place) => ` UNION ALL ${countValuesSql(of, place, valuesCteName(at, place))}`)
      .join('');
  const none = rollup.distinct.map((field) => `0 AS ${distinctColumn(field)}`);
  const counted = `counted_${index}`;
  return [
    ...insertValuesCtes(own ?? rollup, 0),
    ...longer.flatMap((grain, at) => insertValuesCtes(grain, at + 1)),
    `${counted} AS (${aggregateEventsSql(model, rollup, from, where, none)})`,
    `counts_${index}_0 AS (${addCountsSql(model, rollup, `SELECT * FROM ${counted}${newValueCountsSql(rollup, 0)}`)})`,
    ...longer.map(
      (grain, at) =>
        `counts_${index}_${at + 1} AS (${addCountsSql(model, grain, `${countsToGrainSql(grain, counted)}${newValueCountsSql(grain, at + 1)}`)})`,
    ),
  ];
}

/**
 * Statements, in order, that aggregate the stored shorter buckets into a grain. The grain's own rows of that time range
 * have to be deleted before. @param within SQL condition on the start of buckets
 */
export function grainStatements(model: EventEntity, grain: StoredRollup, within: string): string[] {
  const { finer } = grain;
  if (!finer) return [];
  const table = (of: RollupModel): string =>
    `${quoteIdentifier(rollupTableName(model.name, of.id))} WHERE ${within}`;
  const values = (of: RollupModel, field: string): string =>
    `${quoteIdentifier(valuesTableName(model.name, of.id, field))} WHERE ${within}`;
  const valueCounts = grain.distinct.map(
    (field, place) => ` UNION ALL ${countValuesSql(grain, place, values(grain, field))}`,
  );
  return [
    ...grain.distinct.map((field) =>
      insertValuesSql(model, grain, field, toGrainSql(grain, [DISTINCT_VALUE], values(finer, field))),
    ),
    addCountsSql(model, grain, `${countsToGrainSql(grain, table(finer))}${valueCounts.join('')}`),
  ];
}
