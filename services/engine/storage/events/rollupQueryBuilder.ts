import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import type {
  EntityModel,
  Match,
  MatchContext,
  RollupModel,
  Granularity,
} from '../../../../schemas/model/types.ts';
import { matchToColumnsSql, matchToSql, Parameters } from '../matchSql.ts';
import { quoteIdentifier, type SqlColumn } from '../sql.ts';
import type { TimeRange, Division, Level } from './divideTime.ts';
import { BUCKET, bucketStartSql, countedWhere, fieldOf } from './rollupTables.ts';

export interface RollupQuery {
  /** Milliseconds since 1970; events from here on, before `to`. */
  from: number;
  to: number;
  /** Time span of a row, not shorter than the roll-up's buckets; `all`: the whole time range in one row. */
  per: Granularity | 'all';
  /** Groups of the roll-up that rows are grouped by; the others are summed over. */
  by: readonly string[];
  /** Sums and distinct counts to read, of those the roll-up has. */
  sum: readonly string[];
  distinct: readonly string[];
  /** Conditions on the groups. */
  where: readonly (Match | undefined)[];
  context?: MatchContext;
}

/** Builds the parts of a statement that reads a roll-up: stored counts where buckets cover the time, events elsewhere. */
export class RollupQueryBuilder {
  readonly parameters = new Parameters();

  constructor(
    private readonly model: EntityModel,
    readonly rollup: RollupModel,
    readonly query: RollupQuery,
    private readonly division: Division,
  ) {}

  /** Whether the time range consists of whole buckets of `rollup`. */
  get coversWholeBuckets(): boolean {
    const { levels, uncovered: rest } = this.division;
    return rest.length === 0 && levels.length === 1 && levels[0]?.rollup === this.rollup;
  }

  /** SELECTs of the covered rows of each level, from its counts or its distinct values. */
  rollupSelects(table: (rollup: RollupModel) => string, columns: readonly string[]): string[] {
    const own = [BUCKET, ...this.groups, ...columns];
    return this.division.levels.map(
      (level) =>
        `SELECT ${own.join(', ')} FROM ${quoteIdentifier(table(level.rollup))} WHERE ${this.levelCondition(level)}`,
    );
  }

  /** SQL condition on the rows of a level's roll-up. */
  levelCondition({ rollup, ranges: stretches }: Level): string {
    return [
      this.within(BUCKET, stretches),
      ...this.query.where.flatMap((match) =>
        match
          ? [matchToColumnsSql(groupColumns(this.model, rollup), match, this.parameters, this.query.context)]
          : [],
      ),
    ].join(' AND ');
  }

  get levels(): readonly Level[] {
    return this.division.levels;
  }

  /** SQL condition on the events that no bucket covers; undefined if buckets cover all of the time. */
  uncoveredCondition(): string | undefined {
    if (this.division.uncovered.length === 0) return undefined;
    const conditions = [
      this.within('created_at', this.division.uncovered),
      countedWhere(this.model, this.rollup, this.parameters),
      ...this.query.where.flatMap((match) =>
        match ? [matchToSql(this.model, match, this.parameters, this.query.context)] : [],
      ),
    ];
    return conditions.join(' AND ');
  }

  get groups(): string[] {
    return this.query.by.map((name) => quoteIdentifier(name));
  }

  /** The statement that aggregates the parts by the query's time spans and groups. */
  aggregateSql(parts: readonly string[], measures: readonly string[], limit: number): string {
    const { per } = this.query;
    const at = per === 'all' ? `NULL::timestamptz` : this.rowStartSql;
    const groups = this.groups;
    const positions = [per === 'all' ? [] : ['1'], groups.map((_, index) => String(index + 2))].flat();
    const order =
      positions.length > 0 ? ` GROUP BY ${positions.join(', ')} ORDER BY ${positions.join(', ')}` : '';
    return `SELECT ${[`${at} AS "$at"`, ...groups, ...measures].join(', ')}
      FROM (${parts.join(' UNION ALL ')}) AS part${order} LIMIT ${limit}`;
  }

  /** SQL of the start of the query's time span that a bucket belongs to; a constant for `all`. */
  get rowStartSql(): string {
    const { per } = this.query;
    if (per === 'all') return `'-infinity'::timestamptz`;
    return this.coversWholeBuckets && per === this.rollup.per ? BUCKET : bucketStartSql(per, BUCKET);
  }

  private within(column: string, stretches: readonly TimeRange[]): string {
    const parts = stretches.map(
      ([from, to]) => `(${column} >= ${this.time(from)} AND ${column} < ${this.time(to)})`,
    );
    return parts.length === 1 ? (parts[0] ?? 'true') : `(${parts.join(' OR ')})`;
  }

  private time(at: number): string {
    return `${this.parameters.add(new Date(at).toISOString())}::timestamptz`;
  }
}

/** A roll-up's groups as columns for conditions; an empty text stands for an absent value. */
function groupColumns(model: EntityModel, { by }: RollupModel): ReadonlyMap<string, SqlColumn> {
  return new Map(
    by.map((name) => {
      const field = fieldOf(model, name);
      const kind = traitsOf(field).stored === 'boolean' ? 'boolean' : 'text';
      return [name, { name, field, kind, value: `nullif(${quoteIdentifier(name)}, '')` }];
    }),
  );
}
