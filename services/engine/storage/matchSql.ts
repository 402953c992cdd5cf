import { isOperators, matches, resolveValue } from '../../../schemas/model/match.ts';
import type { Match, MatchContext, MatchTest } from '../../../schemas/model/types.ts';
import { timeOfEvent } from './events/ids.ts';
import { columnsOf, quoteLiteral, timeToTextSql, type ColumnModel, type SqlColumn } from './sql.ts';
import { textOf } from '../../../schemas/model/text.ts';

/** Collects the values of a statement's `$n` parameters. */
export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

type Scalar = string | number | boolean | null;

/**
 * Translates a Match into an SQL condition on the entity's table, with the same result as `matches` on the record.
 * Texts are compared by code point. The SQL depends on the Match's shape alone, so that it can be prepared.
 * @param context the person and the time that conditions may refer to
 */
export function matchToSql(
  model: ColumnModel,
  match: Match,
  parameters: Parameters,
  context: MatchContext = {},
): string {
  return matchToColumnsSql(columnsOf(model), match, parameters, context);
}

/** Translates a Match into an SQL condition on rows with these columns. */
export function matchToColumnsSql(
  columns: ReadonlyMap<string, SqlColumn>,
  match: Match,
  parameters: Parameters,
  context: MatchContext = {},
): string {
  return new MatchTranslator(columns, parameters, context).match(match, false);
}

class MatchTranslator {
  constructor(
    private readonly columns: ReadonlyMap<string, SqlColumn>,
    private readonly parameters: Parameters,
    private readonly context: MatchContext,
  ) {}

  /** @param isNegated below a `not`, where NULL must become false */
  match(match: Match, isNegated: boolean): string {
    const parts = Object.entries(match).flatMap(([key, test]) => {
      if (test === undefined) return [];
      if (key === 'all') return (test as Match[]).map((part) => this.match(part, isNegated));
      if (key === 'any') {
        const choices = (test as Match[]).map((part) => this.match(part, isNegated));
        return choices.length === 0 ? 'false' : `(${choices.join(' OR ')})`;
      }
      if (key === 'not') return `NOT ${this.match(test as Match, true)}`;
      if (key.startsWith('$')) return String(matches({ [key]: test }, {}, this.context));
      const condition = this.test(key, test as MatchTest);
      return isNegated ? `coalesce(${condition}, false)` : condition;
    });
    return parts.length === 0 ? 'true' : `(${parts.join(' AND ')})`;
  }

  private test(path: string, test: MatchTest): string {
    const operand = this.operand(path);
    if (isOperators(test)) {
      const parts = Object.entries(test).map(([operator, raw]) => this.operator(operand, operator, raw));
      return parts.length === 0 ? 'true' : `(${parts.join(' AND ')})`;
    }
    if (Array.isArray(test)) return operand.oneOf(test.map((choice) => this.resolve(choice)));
    return operand.oneOf([this.resolve(test)]);
  }

  private operator(operand: Operand, operator: string, raw: unknown): string {
    const expected = this.resolve(raw);
    switch (operator) {
      case 'exists':
        return expected === true
          ? operand.present()
          : expected === false
            ? `NOT ${operand.present()}`
            : 'false';
      case 'ne':
        return `NOT coalesce(${operand.oneOf([expected])}, false)`;
      case 'in':
        return Array.isArray(expected)
          ? operand.oneOf(expected.map((choice) => this.resolve(choice)))
          : 'false';
      case 'contains':
        return operand.contains(expected);
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return operand.compare(operator, expected);
      default:
        return 'false';
    }
  }

  private resolve(value: unknown): unknown {
    return resolveValue(value, this.context);
  }

  private operand(path: string): Operand {
    const segments = path.replace(/^\//, '').split(/[./]/);
    const column = this.columns.get(segments[0] ?? '');
    if (segments.length === 1 && column) {
      if (column.kind === 'list') return new JsonOperand(column.value, this.parameters, true);
      if (column.kind === 'json') return new JsonOperand(column.value, this.parameters);
      return new ColumnOperand(column, this.parameters);
    }
    const root = column && column.field ? column.value : `(data -> ${quoteLiteral(segments[0] ?? '')})`;
    if (segments.length === 1) return new JsonOperand(root, this.parameters);
    if (column && !['list', 'json'].includes(column.kind))
      return new JsonOperand('NULL::jsonb', this.parameters);
    const rest = segments.slice(1).map((segment) => `"${segment.replaceAll(/(["\\])/g, '\\$1')}"`);
    return new JsonOperand(`(${root} #> ${quoteLiteral(`{${rest.join(',')}}`)})`, this.parameters);
  }
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

type Comparison = keyof typeof COMPARISONS;

interface Operand {
  oneOf(choices: readonly unknown[]): string;
  present(): string;
  contains(expected: unknown): string;
  compare(comparison: Comparison, expected: unknown): string;
}

/** A typed top-level field, by the same expression as its index. */
class ColumnOperand implements Operand {
  constructor(
    private readonly column: SqlColumn,
    private readonly parameters: Parameters,
  ) {}

  oneOf(choices: readonly unknown[]): string {
    const { value } = this.column;
    const present = choices.filter((choice) => choice !== null && choice !== undefined);
    const usable = present.map((choice) => this.convert(choice)).filter((choice) => choice !== undefined);
    const parts: string[] = [];
    if (usable.length === 1) parts.push(`${value} = ${this.parameter(usable[0])}`);
    if (usable.length > 1) parts.push(`${value} = ANY(${this.parameters.add(usable)}::${this.sqlType()}[])`);
    if (this.column.hasTime && parts.length > 0) {
      const times = usable.flatMap((id) => timeOfEvent(textOf(id)) ?? []);
      parts.splice(
        0,
        1,
        `(${parts[0] ?? ''} AND created_at = ANY(${this.parameters.add(times)}::timestamptz[]))`,
      );
    }
    if (present.length < choices.length) parts.push(`${value} IS NULL`);
    return parts.length === 0 ? 'false' : parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`;
  }

  present(): string {
    const { kind, value } = this.column;
    return kind === 'text' ? `(${value} IS NOT NULL AND ${value} <> '')` : `(${value} IS NOT NULL)`;
  }

  contains(expected: unknown): string {
    if (this.column.kind !== 'text' || !isStorable(expected)) return 'false';
    if (nonTextChoices(this.column)) return this.matchingChoices('contains', expected);
    return `strpos(${this.column.value}, ${this.parameters.add(expected)}) > 0`;
  }

  compare(comparison: Comparison, expected: unknown): string {
    if (this.column.kind === 'boolean') return 'false';
    if (nonTextChoices(this.column)) return this.matchingChoices(comparison, expected);
    const operator = COMPARISONS[comparison];
    if (
      this.column.kind === 'time' &&
      typeof expected === 'string' &&
      parseRecordTime(expected) === undefined
    ) {
      // Not a time in the format of records: compared as text.
      return isStorable(expected)
        ? `(${timeToTextSql(this.column.value)} COLLATE "C") ${operator} ${this.parameters.add(expected)}`
        : 'false';
    }
    if (this.column.kind === 'id') {
      return isStorable(expected)
        ? `(${this.column.value}::text COLLATE "C") ${operator} ${this.parameters.add(expected)}`
        : 'false';
    }
    const converted = this.convert(expected);
    return converted === undefined
      ? 'false'
      : `${this.column.value} ${operator} ${this.parameter(converted)}`;
  }

  private matchingChoices(operator: Comparison | 'contains', expected: unknown): string {
    const test = { [operator]: expected } as MatchTest;
    return this.oneOf(
      (nonTextChoices(this.column) ?? []).filter((value) => matches({ value: test }, { value })),
    );
  }

  private convert(value: unknown): unknown {
    switch (this.column.kind) {
      case 'number':
        return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
      case 'boolean':
        return typeof value === 'boolean' ? String(value) : undefined;
      case 'time':
        return typeof value === 'string' ? parseRecordTime(value) : undefined;
      case 'id':
        return isId(value) ? value : undefined;
      default:
        if (nonTextChoices(this.column)?.includes(value)) return String(value);
        return isStorable(value) && !nonTextChoices(this.column) ? value : undefined;
    }
  }

  private parameter(value: unknown): string {
    return `${this.parameters.add(value)}::${this.sqlType()}`;
  }

  private sqlType(): string {
    const types = { number: 'float8', time: 'timestamptz', id: 'uuid' } as const;
    return this.column.kind in types ? types[this.column.kind as keyof typeof types] : 'text';
  }
}

/**
 * The choices of a field when not all are texts: SQL compares choices as text, which has neither their type nor their
 * order.
 */
function nonTextChoices({ field }: SqlColumn): unknown[] | undefined {
  const values = field?.choices?.map(({ value }) => value);
  return values?.some((value) => typeof value !== 'string') ? values : undefined;
}

/** Any other place in the record: the type is that of the stored value. */
class JsonOperand implements Operand {
  constructor(
    private readonly value: string,
    private readonly parameters: Parameters,
    /** By its schema, a present value is a list. */
    private readonly isList = false,
  ) {}

  oneOf(choices: readonly unknown[]): string {
    const scalars = choices.filter(
      (choice): choice is Scalar | undefined =>
        choice === undefined || (isScalar(choice) && isStorable(choice, true)),
    );
    const parts = scalars.map((choice) => {
      // An absent value equals undefined; no list contains undefined.
      if (choice === undefined) return `(${this.value} IS NULL OR ${this.value} = 'null')`;
      const within = `${this.value} @> ${this.parameters.add(JSON.stringify([choice]))}::jsonb`;
      if (choice === null)
        return `(${this.value} IS NULL OR ${this.value} = 'null' OR (jsonb_typeof(${this.value}) = 'array' AND ${within}))`;
      if (this.isList) return within;
      const same = `${this.value} = ${this.parameters.add(JSON.stringify(choice))}::jsonb`;
      return `CASE jsonb_typeof(${this.value}) WHEN 'array' THEN ${within} ELSE ${same} END`;
    });
    return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
  }

  present(): string {
    return `(coalesce(${this.value}, 'null') NOT IN ('null', '""', '[]'))`;
  }

  contains(expected: unknown): string {
    if (!isScalar(expected) || !isStorable(expected, true)) return 'false';
    const within = `${this.value} @> ${this.parameters.add(JSON.stringify([expected]))}::jsonb`;
    if (this.isList) return within;
    const part =
      typeof expected === 'string'
        ? `strpos(${this.value} #>> '{}', ${this.parameters.add(expected)}) > 0`
        : 'false';
    return `CASE jsonb_typeof(${this.value}) WHEN 'array' THEN ${within} WHEN 'string' THEN ${part} ELSE false END`;
  }

  compare(comparison: Comparison, expected: unknown): string {
    const operator = COMPARISONS[comparison];
    if (typeof expected === 'number' && Number.isFinite(expected)) {
      const number = `${this.value} ${operator} ${this.parameters.add(JSON.stringify(expected))}::jsonb`;
      return `CASE jsonb_typeof(${this.value}) WHEN 'number' THEN ${number} ELSE false END`;
    }
    if (typeof expected !== 'string' || !isStorable(expected)) return 'false';
    const text = `(${this.value} #>> '{}') COLLATE "C" ${operator} ${this.parameters.add(expected)}`;
    return `CASE jsonb_typeof(${this.value}) WHEN 'string' THEN ${text} ELSE false END`;
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value can be the id of a record: a UUID in lower case. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** Whether PostgreSQL can store a text: no NUL, no lone surrogate. A text that it cannot store equals no stored one. */
export function isStorable(value: unknown, allowScalars = false): value is string {
  return typeof value === 'string' ? value.isWellFormed() && !value.includes('\0') : allowScalars;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A time in the exact format of records, or undefined. */
function parseRecordTime(value: string): string | undefined {
  const time = Date.parse(value);
  return Number.isNaN(time) || new Date(time).toISOString() !== value ? undefined : value;
}
