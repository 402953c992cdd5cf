import { matches, matchPaths } from '../../../../schemas/model/match.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { quotedTableName } from '../sql.ts';
import { eventColumns, type EventColumn } from './columns.ts';
import { countingCtes } from './counting.ts';

/** An event ready to be stored: validated, in canonical form, with the id derived from its key. */
export interface StoredEvent {
  id: string;
  /** ISO 8601, in UTC. */
  at: string;
  values: Readonly<Record<string, unknown>>;
}

/** The statement that stores events and counts them in the roll-ups, all or nothing; stored events are skipped. */
interface AppendStatement {
  text: string;
  /** @param rows in the order of time and id */
  values(rows: readonly StoredEvent[]): unknown[];
}

export const MAX_EVENTS_PER_STATEMENT = 2_000;
/** From this many rows on, a value that all rows share is passed as one parameter instead of an array. */
const MIN_ROWS_FOR_CONSTANTS = 100;
/** Cached statements per entity, by the shape of their rows; every connection prepares each of them. */
const MAX_CACHED_SHAPES = 32;

const statements = new WeakMap<EntityModel, Map<string, AppendStatement>>();

/** Stores events, sorted by time and id, and counts them in the roll-ups. @returns ids of the new ones */
export async function storeEvents(
  tx: Queryable,
  model: EntityModel,
  rows: readonly StoredEvent[],
): Promise<string[]> {
  const stored: string[] = [];
  for (let from = 0; from < rows.length; from += MAX_EVENTS_PER_STATEMENT) {
    const batch = rows.slice(from, from + MAX_EVENTS_PER_STATEMENT);
    const { text, values } = getAppendStatement(model, batch);
    const [row] = await tx.query<{ stored: string[] }>(text, values(batch));
    stored.push(...(row?.stored ?? []));
  }
  return stored;
}

/** What the rows of a statement have in common. */
interface Shape {
  /** Names of fields with the same value in all rows. */
  constantFields: ReadonlySet<string>;
  /** Indexes of the roll-ups that count at least one of the rows. */
  countedRollups: ReadonlySet<number>;
}

/** The cached statement for these rows; it returns `{stored}`, ids of the new events. */
function getAppendStatement(model: EntityModel, rows: readonly StoredEvent[]): AppendStatement {
  const cached = statements.get(model) ?? new Map<string, AppendStatement>();
  statements.set(model, cached);
  const rollups = model.events?.rollups ?? [];
  const all = rollups.map((_, place) => place);
  const alike = rows.length < MIN_ROWS_FOR_CONSTANTS ? new Set<string>() : findConstantFields(model, rows);
  const isCounted = (place: number): boolean => {
    const where = rollups[place]?.where;
    // A condition on constant fields alone gives the same result for every row.
    const some = matchPaths(where).every((path) => alike.has(path)) ? rows.slice(0, 1) : rows;
    return some.some(({ values }) => matches(where, values));
  };
  const own: Shape = { constantFields: alike, countedRollups: new Set(all.filter(isCounted)) };
  const fitsCache = cached.has(shapeKey(own)) || cached.size < MAX_CACHED_SHAPES;
  const shape = fitsCache ? own : { constantFields: new Set<string>(), countedRollups: new Set(all) };
  const statement = cached.get(shapeKey(shape)) ?? buildAppendStatement(model, shape);
  cached.set(shapeKey(shape), statement);
  return statement;
}

const shapeKey = ({ constantFields: alike, countedRollups: counted }: Shape): string =>
  `${[...counted].join('/')} ${[...alike].join('/')}`;

/** Names of fields with the same value, or none, in all rows. */
function findConstantFields(model: EntityModel, rows: readonly StoredEvent[]): Set<string> {
  const names = eventColumns(model).map(({ field }) => field.name);
  return new Set(
    names.filter((name) => {
      const first = rows[0]?.values[name];
      return rows.every(({ values }) => values[name] === first);
    }),
  );
}

function buildAppendStatement(
  model: EntityModel,
  { constantFields: alike, countedRollups: counted }: Shape,
): AppendStatement {
  const all = eventColumns(model);
  const columns = all.filter(({ field }) => !alike.has(field.name));
  const constantColumns = all.filter(({ field }) => alike.has(field.name));
  const parameters = new Parameters();
  const arrays = [
    `${parameters.add(undefined)}::uuid[]`,
    `${parameters.add(undefined)}::timestamptz[]`,
    ...columns.map(({ type }) => `${parameters.add(undefined)}::${type}[]`),
  ];
  const constantPlaceholders = constantColumns.map(({ type }) => `${parameters.add(undefined)}::${type}`);
  const rowParameterCount = parameters.values.length;
  const arrayColumnNames = ['id', 'created_at', ...columns.map(({ name }) => name)].join(', ');
  const columnNames = [arrayColumnNames, ...constantColumns.map(({ name }) => name)].join(', ');
  const counting = (model.events?.rollups ?? []).flatMap((rollup, index) =>
    counted.has(index) ? countingCtes(model, rollup, index, 'inserted', parameters) : [],
  );
  // Sorted, so that concurrent statements with the same events lock them in the same order.
  const text = `WITH inserted AS (
      INSERT INTO ${quotedTableName(model)} (${columnNames})
      SELECT ${[arrayColumnNames, ...constantPlaceholders].join(', ')} FROM unnest(${arrays.join(', ')}) AS given(${arrayColumnNames}) ORDER BY created_at, id
      ON CONFLICT DO NOTHING RETURNING *)
    ${counting.map((part) => `, ${part}`).join('\n')}
    SELECT coalesce(array_agg(id::text), '{}') AS stored FROM inserted`;
  const rest = parameters.values.slice(rowParameterCount);
  const values = (rows: readonly StoredEvent[]): unknown[] => [
    rows.map(({ id }) => id),
    rows.map(({ at }) => at),
    ...columns.map((column) => toColumnValues(column, rows)),
    ...constantColumns.map((column) => toColumnValues(column, rows.slice(0, 1))[0]),
    ...rest,
  ];
  return { text, values };
}

/** A column's values as parameters of the driver. */
function toColumnValues({ field, type }: EventColumn, rows: readonly StoredEvent[]): unknown[] {
  // A message to many people is the same object in every row: serialized once.
  let last: unknown;
  let text = '';
  return rows.map(({ values }) => {
    const value = values[field.name];
    if (value === undefined || value === null) return null;
    if (type !== 'jsonb') return value;
    if (value !== last) text = JSON.stringify((last = value));
    return text;
  });
}
