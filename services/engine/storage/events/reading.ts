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
import type { Between, Division, Level } from './divide.ts';
import { BUCKET, bucketStartSql, countedWhere, fieldOf } from './rollupTables.ts';

export interface RollupQuery {
  /** Milliseconds since 1970; events from here on, before `to`. */
  from: number;
  to: number;
  /** How long a row's stretch is, not shorter than the roll-up's own; `all`: one stretch. */
  per: Granularity | 'all';
  /** Groups of the roll-up that rows are apart by; over the others they are added up. */
  by: readonly string[];
  /** What is added up and counted: of the roll-up's own. */
  sum: readonly string[];
  distinct: readonly string[];
  /** Conditions on the groups. */
  where: readonly (Match | undefined)[];
  context?: MatchContext;
}

/** One reading: what of the time is counted already, and what is read from the events themselves. */
export class Reading {
  readonly parameters = new Parameters();

  constructor(
    private readonly model: EntityModel,
    readonly rollup: RollupModel,
    readonly query: RollupQuery,
    private readonly division: Division,
  ) {}

  /** Whether the time is made of whole buckets of the roll-up itself. */
  get isWhole(): boolean {
    const { levels, rest } = this.division;
    return rest.length === 0 && levels.length === 1 && levels[0]?.rollup === this.rollup;
  }

  /** Rows of the roll-ups, or of the values that they count. */
  kept(table: (rollup: RollupModel) => string, columns: readonly string[]): string[] {
    const own = [BUCKET, ...this.groups, ...columns];
    return this.division.levels.map(
      (level) =>
        `SELECT ${own.join(', ')} FROM ${quoteIdentifier(table(level.rollup))} WHERE ${this.conditionOf(level)}`,
    );
  }

  /** The condition on rows of a level's roll-up. */
  conditionOf({ rollup, stretches }: Level): string {
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

  /** The condition on events that no bucket stands for; nothing where there are none. */
  edges(): string | undefined {
    if (this.division.rest.length === 0) return undefined;
    const conditions = [
      this.within('created_at', this.division.rest),
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

  /** Adds parts up by the stretches and groups that are asked for. */
  total(parts: readonly string[], measures: readonly string[], most: number): string {
    const { per } = this.query;
    const at = per === 'all' ? `NULL::timestamptz` : this.stretch;
    const groups = this.groups;
    const places = [per === 'all' ? [] : ['1'], groups.map((_, index) => String(index + 2))].flat();
    const order = places.length > 0 ? ` GROUP BY ${places.join(', ')} ORDER BY ${places.join(', ')}` : '';
    return `SELECT ${[`${at} AS "$at"`, ...groups, ...measures].join(', ')}
      FROM (${parts.join(' UNION ALL ')}) AS part${order} LIMIT ${most}`;
  }

  /** The beginning of the stretch that a part's row is counted in; of all time it is one. */
  get stretch(): string {
    const { per } = this.query;
    if (per === 'all') return `'-infinity'::timestamptz`;
    return this.isWhole && per === this.rollup.per ? BUCKET : bucketStartSql(per, BUCKET);
  }

  private within(column: string, stretches: readonly Between[]): string {
    const parts = stretches.map(
      ([from, to]) => `(${column} >= ${this.time(from)} AND ${column} < ${this.time(to)})`,
    );
    return parts.length === 1 ? (parts[0] ?? 'true') : `(${parts.join(' OR ')})`;
  }

  private time(at: number): string {
    return `${this.parameters.add(new Date(at).toISOString())}::timestamptz`;
  }
}

/** A roll-up's groups as conditions see them: the empty text stands for an absent value. */
function groupColumns(model: EntityModel, { by }: RollupModel): ReadonlyMap<string, SqlColumn> {
  return new Map(
    by.map((name) => {
      const field = fieldOf(model, name);
      const kind = traitsOf(field).stored === 'boolean' ? 'boolean' : 'text';
      return [name, { name, field, kind, value: `nullif(${quoteIdentifier(name)}, '')` }];
    }),
  );
}
