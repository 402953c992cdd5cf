import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel, RollupModel, Span } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { changeTables } from '../migrations/changeTables.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { grainStatements, countingCtes } from './counting.ts';
import { type StoredRollup, storedRollups } from './grains.ts';
import { readCountedSince } from './readRollup.ts';
import { BUCKET, rollupTableName, rollupTableNames } from './rollupTables.ts';

/**
 * Counts the stored events for roll-ups that are new or whose definition changed, the newest events first, a day or a
 * month at a time. Longer buckets are aggregated from complete shorter ones. An append waits for one such range at most,
 * and counts its own events. An interrupted run resumes where it stopped.
 * @param onRange called after each range, with the day it begins
 */
export async function backfillRollups(
  db: Database,
  model: EntityModel,
  { signal, onRange }: { signal?: AbortSignal; onRange?: (from: string) => void } = {},
): Promise<void> {
  for (const rollup of storedRollups(model)) {
    await db.session(
      async (session) => {
        for (;;) {
          if (signal?.aborted) return;
          const from = await backfillNextRange(session, model, rollup);
          if (from === undefined) return;
          onRange?.(new Date(from).toISOString().slice(0, 10));
        }
      },
      { longRunning: true },
    );
  }
}

/** Counts one range. @returns its start; undefined once nothing is left */
async function backfillNextRange(
  session: Session,
  model: EntityModel,
  rollup: StoredRollup,
): Promise<number | undefined> {
  const { finer } = rollup;
  const known = await readCountedSince(session, model, finer ? [rollup, finer] : [rollup]);
  const since = known.get(rollup.id) ?? Infinity;
  if (since === -Infinity || (finer && known.get(finer.id) !== -Infinity)) return undefined;
  const span: Span = finer || rollup.per === 'month' ? 'month' : 'day';
  const [source, time] = finer
    ? [quoteIdentifier(rollupTableName(model.name, finer.id)), BUCKET]
    : [quotedTableName(model), 'created_at'];
  return changeTables(session, async (tx) => {
    // Appends have committed or wait for the lock, so all stored events are visible and later ones count themselves.
    await tx.query(`LOCK TABLE ONLY ${quotedTableName(model)} IN SHARE ROW EXCLUSIVE MODE`, [], UNPREPARED);
    const before = since === Infinity ? 'infinity' : new Date(since).toISOString();
    const [row] = await tx.query<{ at: Date | null }>(
      `SELECT max(${time}) AS at FROM ${source} WHERE ${time} < $1::timestamptz`,
      [before],
      UNPREPARED,
    );
    if (!row?.at) {
      await storeCountedFrom(tx, model, rollup, '-infinity');
      return undefined;
    }
    const from = startOf(span, row.at.getTime());
    await recount(tx, model, rollup, from, endOf(span, from));
    await storeCountedFrom(tx, model, rollup, new Date(from).toISOString());
    return from;
  });
}

/** Recounts the buckets of a range from the stored events or from shorter buckets; appends are locked out. */
async function recount(
  tx: Queryable,
  model: EntityModel,
  rollup: StoredRollup,
  from: number,
  to: number,
): Promise<void> {
  const ends = [from, to].map((at) => new Date(at).toISOString());
  const within = `${BUCKET} >= $1::timestamptz AND ${BUCKET} < $2::timestamptz`;
  for (const table of rollupTableNames(model, rollup))
    await tx.query(`DELETE FROM ${quoteIdentifier(table)} WHERE ${within}`, ends, UNPREPARED);
  if (rollup.finer) {
    for (const statement of grainStatements(model, rollup, within))
      await tx.query(statement, ends, UNPREPARED);
    return;
  }
  const parameters = new Parameters();
  const [first, last] = ends.map((end) => parameters.add(end));
  const events = `events AS MATERIALIZED (SELECT * FROM ${quotedTableName(model)}
    WHERE created_at >= ${first}::timestamptz AND created_at < ${last}::timestamptz)`;
  const parts = countingCtes(model, rollup, 0, 'events', parameters, { grains: false });
  await tx.query(`WITH ${[events, ...parts].join(', ')} SELECT 1`, parameters.values, UNPREPARED);
}

async function storeCountedFrom(
  tx: Queryable,
  { name }: EntityModel,
  { id }: RollupModel,
  from: string,
): Promise<void> {
  await tx.query(
    'UPDATE record_rollup SET counted_from = $3::timestamptz WHERE entity = $1 AND rollup = $2',
    [name, id, from],
    UNPREPARED,
  );
}

/** Whether a roll-up of the entity has not counted all stored events yet. */
export async function isBackfilling(db: Queryable, { name }: Pick<EntityModel, 'name'>): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM record_rollup WHERE entity = $1 AND counted_from > '-infinity' LIMIT 1`,
    [name],
    UNPREPARED,
  );
  return rows.length > 0;
}
