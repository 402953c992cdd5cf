import { parseValue, traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { firstFrom, startOf } from '../../../schemas/model/spans.ts';
import type {
  EntityModel,
  Json,
  Match,
  MatchContext,
  RollupModel,
  Span,
} from '../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { conditionOn, matchToSql, Parameters } from '../matchSql.ts';
import { identifier, tableOf, type SqlColumn } from '../sql.ts';
import {
  BUCKET,
  bucketOf,
  COUNT,
  countedWhere,
  countEvents,
  fieldOf,
  groupText,
  rollupName,
  sumOf,
  valuesName,
  WHO,
  whoValue,
} from './rollupTables.ts';

export interface RollupQuery {
  /** Milliseconds since 1970; events from here on, before `to`. */
  from: number;
  to: number;
  /** How long a row's stretch is, not shorter than the roll-up's own; `all`: one stretch. */
  per: Span | 'all';
  /** Groups of the roll-up that rows are apart by; over the others they are added up. */
  by: readonly string[];
  /** What is added up and counted: of the roll-up's own. */
  sum: readonly string[];
  distinct: readonly string[];
  /** Conditions on the groups. */
  where: readonly (Match | undefined)[];
  context?: MatchContext;
}

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

/** One reading: what of the time is counted already, and what is read from the events themselves. */
class Reading {
  readonly parameters = new Parameters();
  private readonly start: number;
  private readonly end: number;

  constructor(
    private readonly model: EntityModel,
    private readonly rollup: RollupModel,
    private readonly query: RollupQuery,
    countedFrom: number,
  ) {
    const { from, to } = query;
    this.start = Math.max(firstFrom(rollup.per, from), countedFrom);
    this.end = startOf(rollup.per, to);
  }

  /** Whether the time is made of whole buckets that are counted. */
  get isWhole(): boolean {
    return this.start === this.query.from && this.end === this.query.to;
  }

  private get hasBuckets(): boolean {
    return this.start < this.end;
  }

  /** Rows of the roll-up, or of the values that it counts. */
  kept(table: string, columns: readonly string[]): string[] {
    if (!this.hasBuckets) return [];
    const own = [BUCKET, ...this.groups, ...columns];
    const conditions = [
      `${BUCKET} >= ${this.time(this.start)}`,
      `${BUCKET} < ${this.time(this.end)}`,
      ...this.query.where.flatMap((match) =>
        match
          ? [conditionOn(groupColumns(this.model, this.rollup), match, this.parameters, this.query.context)]
          : [],
      ),
    ];
    return [`SELECT ${own.join(', ')} FROM ${identifier(table)} WHERE ${conditions.join(' AND ')}`];
  }

  /** The condition on events that no bucket stands for; nothing where there are none. */
  edges(): string | undefined {
    const { from, to } = this.query;
    const stretches = this.hasBuckets
      ? [
          [from, this.start],
          [this.end, to],
        ]
      : [[from, to]];
    const parts = stretches.flatMap(([first = 0, last = 0]) =>
      first < last ? [`(created_at >= ${this.time(first)} AND created_at < ${this.time(last)})`] : [],
    );
    if (parts.length === 0) return undefined;
    const conditions = [
      `(${parts.join(' OR ')})`,
      countedWhere(this.model, this.rollup, this.parameters),
      ...this.query.where.flatMap((match) =>
        match ? [matchToSql(this.model, match, this.parameters, this.query.context)] : [],
      ),
    ];
    return conditions.join(' AND ');
  }

  get groups(): string[] {
    return this.query.by.map((name) => identifier(name));
  }

  /** Adds parts up by the stretches and groups that are asked for. */
  total(parts: readonly string[], measures: readonly string[], most: number): string {
    const { per } = this.query;
    const at = per === 'all' ? `NULL::timestamptz` : per === this.rollup.per ? BUCKET : bucketOf(per, BUCKET);
    const groups = this.groups;
    const places = [per === 'all' ? [] : ['1'], groups.map((_, index) => String(index + 2))].flat();
    const order = places.length > 0 ? ` GROUP BY ${places.join(', ')} ORDER BY ${places.join(', ')}` : '';
    return `SELECT ${[`${at} AS "$at"`, ...groups, ...measures].join(', ')}
      FROM (${parts.join(' UNION ALL ')}) AS part${order} LIMIT ${most}`;
  }

  private time(at: number): string {
    return `${this.parameters.add(new Date(at).toISOString())}::timestamptz`;
  }
}

type Row = { $at: Date | null } & Record<string, unknown>;

/**
 * Reads a roll-up: exact for any stretch of time. Whole buckets are read as they were counted; what begins or ends
 * within one, and what a new roll-up has not counted yet, is read from the events.
 * @param most rows at most; one more is given where there are more
 */
export async function readRollup(
  db: Queryable,
  model: EntityModel,
  rollup: RollupModel,
  query: RollupQuery,
  most: number,
): Promise<RollupRow[]> {
  if (!(query.from < query.to)) return [];
  const countedFrom = await countedSince(db, model, rollup);
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

  const own = new Reading(model, rollup, query, countedFrom);
  const sums = query.sum.map(sumOf);
  const edges = own.edges();
  const events =
    edges === undefined
      ? []
      : [countEvents(model, { ...rollup, by: [...query.by], sum: [...query.sum] }, tableOf(model), edges)];
  const counted = [...own.kept(rollupName(model.name, rollup.id), [COUNT, ...sums]), ...events];
  const measures = [
    `coalesce(sum(${COUNT}), 0)::float8 AS "$count"`,
    ...query.sum.map((name) => `coalesce(sum(${sumOf(name)}), 0)::float8 AS ${sumOf(name)}`),
  ];
  for (const found of await db.query<Row>(
    own.total(counted, measures, most + 1),
    own.parameters.values,
    PLAIN,
  )) {
    const row = rowOf(found);
    row.count = Number(found['$count']);
    for (const name of query.sum) row.sum[name] = Number(found[`$sum_${name}`]);
  }
  for (const name of query.distinct) {
    const reading = new Reading(model, rollup, query, countedFrom);
    const text = distinctText(model, rollup, query, reading, name, most + 1);
    for (const found of await db.query<Row>(text, reading.parameters.values, PLAIN))
      rowOf(found).distinct[name] = Number(found['$different']);
  }
  return [...rows.values()];
}

const PLAIN = { prepare: false };

function distinctText(
  model: EntityModel,
  rollup: RollupModel,
  query: RollupQuery,
  reading: Reading,
  name: string,
  most: number,
): string {
  // Where each row is one bucket and one set of groups, their number was kept with it.
  if (reading.isWhole && query.per === rollup.per && query.by.length === rollup.by.length) {
    const column = identifier(`$distinct_${name}`);
    const parts = reading.kept(rollupName(model.name, rollup.id), [column]);
    return reading.total(parts, [`coalesce(sum(${column}), 0)::float8 AS "$different"`], most);
  }
  const edges = reading.edges();
  const events =
    edges === undefined
      ? []
      : [
          `SELECT ${[
            `${bucketOf(rollup.per, 'created_at')} AS ${BUCKET}`,
            ...query.by.map((one) => `${groupText(model, one)} AS ${identifier(one)}`),
            `${whoValue(model, name)} AS ${WHO}`,
          ].join(', ')} FROM ${tableOf(model)} WHERE ${edges} AND ${whoValue(model, name)} IS NOT NULL`,
        ];
  const parts = [...reading.kept(valuesName(model.name, rollup.id, name), [WHO]), ...events];
  return reading.total(parts, [`count(DISTINCT ${WHO})::float8 AS "$different"`], most);
}

/** Since when a roll-up has counted all events. Milliseconds since 1970; infinite before it has begun, or once it is done. */
export async function countedSince(
  db: Queryable,
  { name }: Pick<EntityModel, 'name'>,
  { id }: Pick<RollupModel, 'id'>,
): Promise<number> {
  const [row] = await db.query<{ at: number }>(
    'SELECT (extract(epoch FROM counted_from) * 1000)::float8 AS at FROM record_rollup WHERE entity = $1 AND rollup = $2',
    [name, id],
  );
  return row?.at ?? Infinity;
}

/** A roll-up's groups as conditions see them: the empty text stands for an absent value. */
function groupColumns(model: EntityModel, { by }: RollupModel): ReadonlyMap<string, SqlColumn> {
  return new Map(
    by.map((name) => {
      const field = fieldOf(model, name);
      const kind = traitsOf(field).stored === 'boolean' ? 'boolean' : 'text';
      return [name, { name, field, kind, value: `nullif(${identifier(name)}, '')` }];
    }),
  );
}

function groupValue(model: EntityModel, name: string, text: string): Json {
  return text === '' ? null : (parseValue(fieldOf(model, name), text) ?? text);
}
