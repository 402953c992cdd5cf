import { parseValue } from '../../../../schemas/model/fieldTypes.ts';
import type { EntityModel, Json, RollupModel } from '../../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from '../database.ts';
import { quotedTableName } from '../sql.ts';
import { divide } from './divide.ts';
import { distinctText } from './readDistinct.ts';
import { Reading, type RollupQuery } from './reading.ts';
import { COUNT, aggregateEventsSql, fieldOf, rollupName, sumColumn } from './rollupTables.ts';

/** What was counted of one stretch of time and one set of groups. */
export interface RollupRow {
  /** Where the stretch begins, ISO 8601; absent for all of the time. */
  at?: string;
  /** The groups' values; null for events that have none. */
  by: Record<string, Json>;
  count: number;
  sum: Record<string, number>;
  distinct: Record<string, number>;
}

type Row = { $at: Date | null } & Record<string, unknown>;

/**
 * Reads counts: exact for any stretch of time. Whole buckets are read as they were counted; what begins or ends within
 * one, and what a new roll-up has not counted yet, is read from shorter ones, and in the end from the events.
 * @param rollups that count the same events by the groups of the query at least, those with the longest buckets first;
 *   none has longer ones than the query's rows
 * @param most rows at most; one more is given where there are more
 */
export async function readRollup(
  db: Queryable,
  model: EntityModel,
  rollups: readonly RollupModel[],
  query: RollupQuery,
  most: number,
): Promise<RollupRow[]> {
  const [rollup] = rollups;
  if (!rollup || !(query.from < query.to)) return [];
  const division = divide([query.from, query.to], rollups, await countedSince(db, model, rollups));
  const rows = new Map<string, RollupRow>();
  const rowOf = (found: Row): RollupRow => {
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

  const own = new Reading(model, rollup, query, division);
  const sums = query.sum.map(sumColumn);
  const edges = own.edges();
  const events =
    edges === undefined
      ? []
      : [
          aggregateEventsSql(
            model,
            { ...rollup, by: [...query.by], sum: [...query.sum] },
            quotedTableName(model),
            edges,
          ),
        ];
  const counted = [...own.kept(({ id }) => rollupName(model.name, id), [COUNT, ...sums]), ...events];
  const measures = [
    `coalesce(sum(${COUNT}), 0)::float8 AS "$count"`,
    ...query.sum.map((name) => `coalesce(sum(${sumColumn(name)}), 0)::float8 AS ${sumColumn(name)}`),
  ];
  for (const found of await db.query<Row>(
    own.total(counted, measures, most + 1),
    own.parameters.values,
    UNPREPARED,
  )) {
    const row = rowOf(found);
    row.count = Number(found['$count']);
    for (const name of query.sum) row.sum[name] = Number(found[`$sum_${name}`]);
  }
  for (const name of query.distinct) {
    const reading = new Reading(model, rollup, query, division);
    const text = distinctText(model, reading, name, most + 1);
    for (const found of await db.query<Row>(text, reading.parameters.values, UNPREPARED))
      rowOf(found).distinct[name] = Number(found['$different']);
  }
  return [...rows.values()];
}

/** Since when roll-ups have counted all events, by their id. Milliseconds since 1970; infinite before one has begun, or once it is done. */
export async function countedSince(
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
