import type { EntityModel } from '../../../schemas/model/types.ts';
import type { Queryable } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { tableOf } from '../sql.ts';
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

const statements = new WeakMap<EntityModel, AppendStatement>();

/** Stores events in the order of time and id, and counts them. @returns ids of those that were new */
export async function storeEvents(
  tx: Queryable,
  model: EntityModel,
  rows: readonly StoredEvent[],
): Promise<string[]> {
  const { text, values } = appendStatement(model);
  const stored: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const [row] = await tx.query<{ stored: string[] }>(text, values(rows.slice(from, from + ROWS_AT_ONCE)));
    stored.push(...(row?.stored ?? []));
  }
  return stored;
}

/** The statement of an entity of events; it answers `{stored}`, ids of those that were new. */
function appendStatement(model: EntityModel): AppendStatement {
  let statement = statements.get(model);
  if (!statement) statements.set(model, (statement = makeStatement(model)));
  return statement;
}

function makeStatement(model: EntityModel): AppendStatement {
  const columns = eventColumns(model);
  const parameters = new Parameters();
  const arrays = [
    `${parameters.add(undefined)}::uuid[]`,
    `${parameters.add(undefined)}::timestamptz[]`,
    ...columns.map(({ type }) => `${parameters.add(undefined)}::${type}[]`),
  ];
  const arrayCount = arrays.length;
  const names = ['id', 'created_at', ...columns.map(({ name }) => name)].join(', ');
  const counting = (model.events?.rollups ?? []).flatMap((rollup, index) =>
    countingParts(model, rollup, index, 'made', parameters),
  );
  // Sorted, so that two that store the same events at once wait for each other in one order.
  const text = `WITH made AS (
      INSERT INTO ${tableOf(model)} (${names})
      SELECT ${names} FROM unnest(${arrays.join(', ')}) AS told(${names}) ORDER BY created_at, id
      ON CONFLICT DO NOTHING RETURNING *)
    ${counting.map((part) => `, ${part}`).join('\n')}
    SELECT coalesce(array_agg(id::text), '{}') AS stored FROM made`;
  const rest = parameters.values.slice(arrayCount);
  const values = (rows: readonly StoredEvent[]): unknown[] => [
    rows.map(({ id }) => id),
    rows.map(({ at }) => at),
    ...columns.map((column) => rows.map(({ values: own }) => inColumn(column, own[column.field.name]))),
    ...rest,
  ];
  return { text, values };
}

/** A value as the driver takes it. */
function inColumn({ type }: EventColumn, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return type === 'jsonb' ? JSON.stringify(value) : value;
}
