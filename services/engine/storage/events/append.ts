import { matches, matchPaths } from '../../../../schemas/model/match.ts';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { quotedTableName } from '../sql.ts';
import { eventColumns, type EventColumn } from './columns.ts';
import { countingParts } from './counting.ts';

/** An event as it is stored: judged, in its canonical form, with the id that follows from its key. */
export interface StoredEvent {
  id: string;
  /** ISO 8601, in UTC. */
  at: string;
  values: Readonly<Record<string, unknown>>;
}

/** The statement that stores events and counts them, all or nothing; what is stored already is passed over. */
interface AppendStatement {
  text: string;
  /** @param rows in the order of time and id */
  values(rows: readonly StoredEvent[]): unknown[];
}

/** Events that one statement stores. */
export const ROWS_AT_ONCE = 2_000;
/** Events from which a column that is the same for all of them is told once. */
const ALIKE_FROM = 100;
/** Statements of an entity, by the shape of their rows: each is planned and kept by every connection. */
const MOST_SHAPES = 32;

const statements = new WeakMap<EntityModel, Map<string, AppendStatement>>();

/** Stores events in the order of time and id, and counts them. @returns ids of those that were new */
export async function storeEvents(
  tx: Queryable,
  model: EntityModel,
  rows: readonly StoredEvent[],
): Promise<string[]> {
  const stored: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const { text, values } = appendStatement(model, some);
    const [row] = await tx.query<{ stored: string[] }>(text, values(some));
    stored.push(...(row?.stored ?? []));
  }
  return stored;
}

/** What rows have in common, of which their statement makes use. */
interface Shape {
  /** Fields that have the very same value in all of them. */
  alike: ReadonlySet<string>;
  /** Places of the roll-ups in which any of them is counted. */
  counted: ReadonlySet<number>;
}

/** The statement for such rows; it answers `{stored}`, ids of those that were new. */
function appendStatement(model: EntityModel, rows: readonly StoredEvent[]): AppendStatement {
  const known = statements.get(model) ?? new Map<string, AppendStatement>();
  statements.set(model, known);
  const rollups = model.events?.rollups ?? [];
  const all = rollups.map((_, place) => place);
  const alike = rows.length < ALIKE_FROM ? new Set<string>() : alikeIn(model, rows);
  const isCounted = (place: number): boolean => {
    const where = rollups[place]?.where;
    // What asks for nothing else is the same for all.
    const some = matchPaths(where).every((path) => alike.has(path)) ? rows.slice(0, 1) : rows;
    return some.some(({ values }) => matches(where, values));
  };
  const own: Shape = { alike, counted: new Set(all.filter(isCounted)) };
  const isTaken = known.has(nameOf(own)) || known.size < MOST_SHAPES;
  const shape = isTaken ? own : { alike: new Set<string>(), counted: new Set(all) };
  const statement = known.get(nameOf(shape)) ?? makeStatement(model, shape);
  known.set(nameOf(shape), statement);
  return statement;
}

const nameOf = ({ alike, counted }: Shape): string => `${[...counted].join('/')} ${[...alike].join('/')}`;

/** Names of the fields that have the very same value in all rows, or none. */
function alikeIn(model: EntityModel, rows: readonly StoredEvent[]): Set<string> {
  const names = eventColumns(model).map(({ field }) => field.name);
  return new Set(
    names.filter((name) => {
      const first = rows[0]?.values[name];
      return rows.every(({ values }) => values[name] === first);
    }),
  );
}

function makeStatement(model: EntityModel, { alike, counted }: Shape): AppendStatement {
  const all = eventColumns(model);
  const columns = all.filter(({ field }) => !alike.has(field.name));
  const shared = all.filter(({ field }) => alike.has(field.name));
  const parameters = new Parameters();
  const arrays = [
    `${parameters.add(undefined)}::uuid[]`,
    `${parameters.add(undefined)}::timestamptz[]`,
    ...columns.map(({ type }) => `${parameters.add(undefined)}::${type}[]`),
  ];
  const once = shared.map(({ type }) => `${parameters.add(undefined)}::${type}`);
  const given = parameters.values.length;
  const own = ['id', 'created_at', ...columns.map(({ name }) => name)].join(', ');
  const names = [own, ...shared.map(({ name }) => name)].join(', ');
  const counting = (model.events?.rollups ?? []).flatMap((rollup, index) =>
    counted.has(index) ? countingParts(model, rollup, index, 'made', parameters) : [],
  );
  // Sorted, so that two that store the same events at once wait for each other in one order.
  const text = `WITH made AS (
      INSERT INTO ${quotedTableName(model)} (${names})
      SELECT ${[own, ...once].join(', ')} FROM unnest(${arrays.join(', ')}) AS told(${own}) ORDER BY created_at, id
      ON CONFLICT DO NOTHING RETURNING *)
    ${counting.map((part) => `, ${part}`).join('\n')}
    SELECT coalesce(array_agg(id::text), '{}') AS stored FROM made`;
  const rest = parameters.values.slice(given);
  const values = (rows: readonly StoredEvent[]): unknown[] => [
    rows.map(({ id }) => id),
    rows.map(({ at }) => at),
    ...columns.map((column) => inColumn(column, rows)),
    ...shared.map((column) => inColumn(column, rows.slice(0, 1))[0]),
    ...rest,
  ];
  return { text, values };
}

/** Values as the driver takes them. */
function inColumn({ field, type }: EventColumn, rows: readonly StoredEvent[]): unknown[] {
  // Messages to many hold the same document.
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
