import { parseValue } from '../../../../schemas/model/fieldTypes.ts';
import type { EntityModel, Json, RollupModel } from '../../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from '../database.ts';
import { quotedTableName } from '../sql.ts';
import { divideTime } from './divideTime.ts';
import { distinctSql } from './readDistinct.ts';
import { RollupQueryBuilder, type RollupQuery } from './rollupQueryBuilder.ts';
import { COUNT, aggregateEventsSql, fieldOf, rollupTableName, sumColumn } from './rollupTables.ts';

/** The counts of one time span and one combination of groups. */
export interface RollupRow {
  /** Start of the span, ISO 8601; absent when the query has a single one. */
  at?: string;
  /** Values of the groups; null for events without one. */
  by: Record<string, Json>;
  count: number;
  sum: Record<string, number>;
  distinct: Record<string, number>;
}

type Row = { $at: Date | null } & Record<string, unknown>;

/**
 * Reads counts, exact for any time range. Whole buckets are read from the roll-up; partial buckets, and those a new
 * roll-up has not counted yet, are read from shorter buckets or from the events.
 * @param rollups roll-ups of the same events with at least the groups of the query, those with the longest buckets first;
 *   none has longer buckets than the query's rows
 * @param limit maximum number of rows; one more is returned if there are more
 */
export async function readRollup(
  db: Queryable,
  model: EntityModel,
  rollups: readonly RollupModel[],
  query: RollupQuery,
  limit: number,
): Promise<RollupRow[]> {
  const [rollup] = rollups;
  if (!rollup || !(query.from < query.to)) return [];
  const division = divideTime([query.from, query.to], rollups, await readCountedSince(db, model, rollups));
  const rows = new Map<string, RollupRow>();
  const getOrAddRow = (found: Row): RollupRow => {
    const values = query.by.map((name) => String(found[name]));
    const key = JSON.stringify([found.$at, values]);
    let row = rows.get(key);
    if (!row) {
      row = {
        ...(found.$at && { at: found.$at.toISOString() }),
        by: Object.fromEntries(
          query.by.map((name, index) => [name, groupValue(model, name, values[index] ?? '')]),
        ),
        count: 0,
        sum: {},
        distinct: Object.fromEntries(query.distinct.map((name) => [name, 0])),
      };
      rows.set(key, row);
    }
    return row;
  };

  const reader = new RollupQueryBuilder(model, rollup, query, division);
  const sums = query.sum.map(sumColumn);
  const uncovered = reader.uncoveredCondition();
  const events =
    uncovered === undefined
      ? []
      : [
          aggregateEventsSql(
            model,
            { ...rollup, by: [...query.by], sum: [...query.sum] },
            quotedTableName(model),
            uncovered,
          ),
        ];
  const counted = [
    ...reader.rollupSelects(({ id }) => rollupTableName(model.name, id), [COUNT, ...sums]),
    ...events,
  ];
  const measures = [
    `coalesce(sum(${COUNT}), 0)::float8 AS "$count"`,
    ...query.sum.map((name) => `coalesce(sum(${sumColumn(name)}), 0)::float8 AS ${sumColumn(name)}`),
  ];
  for (const found of await db.query<Row>(
    reader.aggregateSql(counted, measures, limit + 1),
    reader.parameters.values,
    UNPREPARED,
  )) {
    const row = getOrAddRow(found);
    row.count = Number(found['$count']);
    for (const name of query.sum) row.sum[name] = Number(found[`$sum_${name}`]);
  }
  for (const name of query.distinct) {
    const reading = new RollupQueryBuilder(model, rollup, query, division);
    const text = distinctSql(model, reading, name, limit + 1);
    for (const found of await db.query<Row>(text, reading.parameters.values, UNPREPARED))
      getOrAddRow(found).distinct[name] = Number(found['$different']);
  }
  return [...rows.values()];
}

/** From when on roll-ups have counted all events, by id. Milliseconds since 1970; Infinity before a backfill begins, -Infinity once it is complete. */
export async function readCountedSince(
  db: Queryable,
  { name }: Pick<EntityModel, 'name'>,
  rollups: readonly Pick<RollupModel, 'id'>[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ rollup: string; at: number }>(
    `SELECT rollup, (extract(epoch FROM counted_from) * 1000)::float8 AS at
     FROM record_rollup WHERE entity = $1 AND rollup = ANY($2::text[])`,
    [name, rollups.map(({ id }) => id)],
  );
  return new Map(rows.map(({ rollup, at }) => [rollup, at ?? Infinity]));
}

function groupValue(model: EntityModel, name: string, text: string): Json {
  return text === '' ? null : (parseValue(fieldOf(model, name), text) ?? text);
}
