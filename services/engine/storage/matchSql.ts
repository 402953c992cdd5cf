import { isOperators, matches, resolveValue } from '../../../schemas/model/match.ts';
import type { Match, MatchContext, MatchTest } from '../../../schemas/model/types.ts';
import { timeOfEvent } from './events/ids.ts';
import { columnsOf, quoteLiteral, textOfTime, type ColumnModel, type SqlColumn } from './sql.ts';
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
 * A Match as an SQL condition on the entity's table, with the same verdict as `matches` gives on the record.
 * Texts are compared by code point. The text depends on the Match's shape alone, so that it can be prepared.
 * @param context what the person and the time are
 */
export function matchToSql(
  model: ColumnModel,
  match: Match,
  parameters: Parameters,
  context: MatchContext = {},
): string {
  return conditionOn(columnsOf(model), match, parameters, context);
}

/** The same on rows that have these columns. */
export function conditionOn(
  columns: ReadonlyMap<string, SqlColumn>,
  match: Match,
  parameters: Parameters,
  context: MatchContext = {},
): string {
  return new Translation(columns, parameters, context).match(match, false);
}

class Translation {
  constructor(
    private readonly columns: ReadonlyMap<string, SqlColumn>,
    private readonly parameters: Parameters,
    private readonly context: MatchContext,
  ) {}

  /** @param definite below a `not`, where NULL must not stand for false */
  match(match: Match, definite: boolean): string {
    const parts = Object.entries(match).flatMap(([key, test]) => {
      if (test === undefined) return [];
      if (key === 'all') return (test as Match[]).map((part) => this.match(part, definite));
      if (key === 'any') {
        const choices = (test as Match[]).map((part) => this.match(part, definite));
        return choices.length === 0 ? 'false' : `(${choices.join(' OR ')})`;
      }
      if (key === 'not') return `NOT ${this.match(test as Match, true)}`;
      if (key.startsWith('$')) return String(matches({ [key]: test }, {}, this.context));
      const condition = this.test(key, test as MatchTest);
      return definite ? `coalesce(${condition}, false)` : condition;
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

/** A typed field at the top: the very expression that its index holds. */
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
    if (this.column.timed && parts.length > 0) {
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
    if (typedChoices(this.column)) return this.choicesThat('contains', expected);
    return `strpos(${this.column.value}, ${this.parameters.add(expected)}) > 0`;
  }

  compare(comparison: Comparison, expected: unknown): string {
    if (this.column.kind === 'boolean') return 'false';
    if (typedChoices(this.column)) return this.choicesThat(comparison, expected);
    const operator = COMPARISONS[comparison];
    if (this.column.kind === 'time' && typeof expected === 'string' && exactTime(expected) === undefined) {
      // Not a time as records tell it: compared as the text that it is.
      return isStorable(expected)
        ? `(${textOfTime(this.column.value)} COLLATE "C") ${operator} ${this.parameters.add(expected)}`
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

  private choicesThat(operator: Comparison | 'contains', expected: unknown): string {
    const test = { [operator]: expected } as MatchTest;
    return this.oneOf(
      (typedChoices(this.column) ?? []).filter((value) => matches({ value: test }, { value })),
    );
  }

  private convert(value: unknown): unknown {
    switch (this.column.kind) {
      case 'number':
        return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
      case 'boolean':
        return typeof value === 'boolean' ? String(value) : undefined;
      case 'time':
        return typeof value === 'string' ? exactTime(value) : undefined;
      case 'id':
        return isId(value) ? value : undefined;
      default:
        if (typedChoices(this.column)?.includes(value)) return String(value);
        return isStorable(value) && !typedChoices(this.column) ? value : undefined;
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
 * The choices of a field that has others than texts, for instance numbers: the table tells them as text, which has
 * neither their type nor their order.
 */
function typedChoices({ field }: SqlColumn): unknown[] | undefined {
  const values = field?.choices?.map(({ value }) => value);
  return values?.some((value) => typeof value !== 'string') ? values : undefined;
}

/** Any other place in the record, judged by what is stored there. */
class JsonOperand implements Operand {
  constructor(
    private readonly value: string,
    private readonly parameters: Parameters,
    /** Holds a list whenever it is present, by its schema. */
    private readonly list = false,
  ) {}

  oneOf(choices: readonly unknown[]): string {
    const scalars = choices.filter(
      (choice): choice is Scalar | undefined =>
        choice === undefined || (isScalar(choice) && isStorable(choice, true)),
    );
    const parts = scalars.map((choice) => {
      // No list contains what is undefined, but what is absent equals it.
      if (choice === undefined) return `(${this.value} IS NULL OR ${this.value} = 'null')`;
      const within = `${this.value} @> ${this.parameters.add(JSON.stringify([choice]))}::jsonb`;
      if (choice === null)
        return `(${this.value} IS NULL OR ${this.value} = 'null' OR (jsonb_typeof(${this.value}) = 'array' AND ${within}))`;
      if (this.list) return within;
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
    if (this.list) return within;
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

/** Whether a value can be the id of a record: a UUID as it is written in answers. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A text that PostgreSQL can hold, without NUL and half a surrogate pair; what it cannot hold equals nothing that is stored. */
export function isStorable(value: unknown, orScalar = false): value is string {
  return typeof value === 'string' ? value.isWellFormed() && !value.includes('\0') : orScalar;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function exactTime(value: string): string | undefined {
  const time = Date.parse(value);
  return Number.isNaN(time) || new Date(time).toISOString() !== value ? undefined : value;
}
