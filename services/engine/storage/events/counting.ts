import type { EntityModel, RollupModel } from '../../../../schemas/model/types.ts';
import type { Parameters } from '../matchSql.ts';
import { quoteIdentifier } from '../sql.ts';
import { familyOf, type StoredRollup } from './grains.ts';
import {
  BUCKET,
  bucketStartSql,
  COUNT,
  countedWhere,
  aggregateEventsSql,
  distinctColumn,
  groupText,
  rollupName,
  sumColumn,
  valuesName,
  DISTINCT_VALUE,
  distinctValueSql,
} from './rollupTables.ts';

type Counted = Pick<EntityModel, 'name' | 'fields' | 'source' | 'events'>;

const keyOf = ({ by }: RollupModel): string[] => [BUCKET, ...by.map((name) => quoteIdentifier(name))];
const measuresOf = ({ sum, distinct }: RollupModel): string[] => [
  COUNT,
  ...sum.map(sumColumn),
  ...distinct.map(distinctColumn),
];

/** How many of its different values a set has, as rows of counts. @param from rows of values, each once */
function countValues(rollup: RollupModel, place: number, from: string): string {
  const own = rollup.distinct.map((_, at) => (at === place ? 'count(*)' : '0'));
  const key = keyOf(rollup);
  return `SELECT ${[...key, '0', ...rollup.sum.map(() => '0'), ...own].join(', ')} FROM ${from} GROUP BY ${key.join(', ')}`;
}

/** Adds rows of counts to the stored ones. Always in the order of the key. */
function addCountsSql({ name }: Counted, rollup: RollupModel, parts: string): string {
  const key = keyOf(rollup).join(', ');
  const measures = measuresOf(rollup);
  return `INSERT INTO ${quoteIdentifier(rollupName(name, rollup.id))} AS stored (${[key, ...measures].join(', ')})
      SELECT ${[key, ...measures.map((one) => `sum(${one})`)].join(', ')} FROM (${parts}) AS part
      GROUP BY ${key} ORDER BY ${key}
      ON CONFLICT (${key}) DO UPDATE SET ${measures.map((one) => `${one} = stored.${one} + excluded.${one}`).join(', ')}`;
}

/** Inserts values that are not stored yet. Always in the order of the key. @param values rows of the key and a value */
function insertValuesSql({ name }: Counted, rollup: RollupModel, field: string, values: string): string {
  const columns = [...keyOf(rollup), DISTINCT_VALUE].join(', ');
  return `INSERT INTO ${quoteIdentifier(valuesName(name, rollup.id, field))} (${columns})
    SELECT DISTINCT ${columns} FROM (${values}) AS told ORDER BY ${columns} ON CONFLICT DO NOTHING`;
}

/** The different values of the events in `from`, as rows of the key and a value. */
function valuesIn(model: Counted, rollup: RollupModel, field: string, from: string, where: string): string {
  const values = [
    `${bucketStartSql(rollup.per, 'created_at')} AS ${BUCKET}`,
    ...rollup.by.map((name) => `${groupText(model, name)} AS ${quoteIdentifier(name)}`),
    `${distinctValueSql(model, field)} AS ${DISTINCT_VALUE}`,
  ];
  return `SELECT ${values.join(', ')} FROM ${from} WHERE ${where} AND ${distinctValueSql(model, field)} IS NOT NULL`;
}

/** Rows of shorter buckets as rows of a grain. */
function inGrain(grain: RollupModel, columns: readonly string[], from: string): string {
  const [, ...groups] = keyOf(grain);
  return `SELECT ${[`${bucketStartSql(grain.per, BUCKET)} AS ${BUCKET}`, ...groups, ...columns].join(', ')} FROM ${from}`;
}

/** Counts of a grain's shorter buckets, without those of different values: of two buckets they are no sum. */
function countsInGrain(grain: RollupModel, from: string): string {
  const none = grain.distinct.map((field) => `0 AS ${distinctColumn(field)}`);
  return inGrain(grain, [COUNT, ...grain.sum.map(sumColumn), ...none], from);
}

/**
 * Statements, by name, that count the events in `from` where they were not counted before, to stand in one WITH. All
 * writers take rows in the same order: values by roll-up and key, then counts by key, so that none waits crosswise.
 * @param grains whether they are counted in the longer buckets too
 */
export function countingParts(
  model: Counted,
  rollup: RollupModel,
  index: number,
  from: string,
  parameters: Parameters,
  { grains = true } = {},
): string[] {
  const where = countedWhere(model, rollup, parameters);
  const key = keyOf(rollup).join(', ');
  const [own, ...longer] = grains ? familyOf(rollup) : [rollup];
  const values = (at: number, place: number): string => `values_${index}_${at}_${place}`;
  const keep = (of: RollupModel, at: number): string[] =>
    of.distinct.map((field, place) => {
      // Whoever is new in no hour is new in no day.
      const rows =
        at === 0
          ? valuesIn(model, rollup, field, from, where)
          : inGrain(of, [DISTINCT_VALUE], values(at - 1, place));
      return `${values(at, place)} AS (${insertValuesSql(model, of, field, rows)} RETURNING ${key}, ${DISTINCT_VALUE})`;
    });
  const people = (of: RollupModel, at: number): string =>
    of.distinct.map((_, place) => ` UNION ALL ${countValues(of, place, values(at, place))}`).join('');
  const none = rollup.distinct.map((field) => `0 AS ${distinctColumn(field)}`);
  const counted = `counted_${index}`;
  return [
    ...keep(own ?? rollup, 0),
    ...longer.flatMap((grain, at) => keep(grain, at + 1)),
    `${counted} AS (${aggregateEventsSql(model, rollup, from, where, none)})`,
    `counts_${index}_0 AS (${addCountsSql(model, rollup, `SELECT * FROM ${counted}${people(rollup, 0)}`)})`,
    ...longer.map(
      (grain, at) =>
        `counts_${index}_${at + 1} AS (${addCountsSql(model, grain, `${countsInGrain(grain, counted)}${people(grain, at + 1)}`)})`,
    ),
  ];
}

/**
 * Statements that add a grain up from the shorter buckets that are kept, one after the other; its own of that time are
 * not there any more. @param within the condition on beginnings of buckets
 */
export function addingUp(model: Counted, grain: StoredRollup, within: string): string[] {
  const { finer } = grain;
  if (!finer) return [];
  const table = (of: RollupModel): string =>
    `${quoteIdentifier(rollupName(model.name, of.id))} WHERE ${within}`;
  const values = (of: RollupModel, field: string): string =>
    `${quoteIdentifier(valuesName(model.name, of.id, field))} WHERE ${within}`;
  const people = grain.distinct.map(
    (field, place) => ` UNION ALL ${countValues(grain, place, values(grain, field))}`,
  );
  return [
    ...grain.distinct.map((field) =>
      insertValuesSql(model, grain, field, inGrain(grain, [DISTINCT_VALUE], values(finer, field))),
    ),
    addCountsSql(model, grain, `${countsInGrain(grain, table(finer))}${people.join('')}`),
  ];
}
