import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import type { EntityModel, RollupModel, Span } from '../../../../schemas/model/types.ts';
import { type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { Parameters } from '../matchSql.ts';
import { changeTables } from '../migrations/changeTables.ts';
import { quoteIdentifier, quotedTableName } from '../sql.ts';
import { addingUp, countingParts } from './counting.ts';
import { type StoredRollup, storedRollups } from './grains.ts';
import { countedSince } from './readRollup.ts';
import { BUCKET, rollupName, rollupTableNames } from './rollupTables.ts';

/**
 * Counts the stored events for roll-ups that are new or count something else now, the newest first, a day or a month
 * at a time; longer buckets are added up from shorter ones that are counted wholly. Whoever appends waits for one such stretch at most; what is appended meanwhile is counted by who does.
 * Ended in the middle it goes on there the next time.
 * @param onStretch told after each stretch, with the day that it began
 */
export async function fillRollups(
  db: Database,
  model: EntityModel,
  { signal, onStretch }: { signal?: AbortSignal; onStretch?: (from: string) => void } = {},
): Promise<void> {
  for (const rollup of storedRollups(model)) {
    await db.session(
      async (session) => {
        for (;;) {
          if (signal?.aborted) return;
          const from = await fillStretch(session, model, rollup);
          if (from === undefined) return;
          onStretch?.(new Date(from).toISOString().slice(0, 10));
        }
      },
      { longRunning: true },
    );
  }
}

/** @returns where the stretch began that was counted; undefined once nothing is left */
async function fillStretch(
  session: Session,
  model: EntityModel,
  rollup: StoredRollup,
): Promise<number | undefined> {
  const { finer } = rollup;
  const known = await countedSince(session, model, finer ? [rollup, finer] : [rollup]);
  const since = known.get(rollup.id) ?? Infinity;
  if (since === -Infinity || (finer && known.get(finer.id) !== -Infinity)) return undefined;
  const span: Span = finer || rollup.per === 'month' ? 'month' : 'day';
  const [source, time] = finer
    ? [quoteIdentifier(rollupName(model.name, finer.id)), BUCKET]
    : [quotedTableName(model), 'created_at'];
  return changeTables(session, async (tx) => {
    // Who appends is through, or waits: then all that is stored is seen, and what comes is added.
    await tx.query(`LOCK TABLE ONLY ${quotedTableName(model)} IN SHARE ROW EXCLUSIVE MODE`, [], UNPREPARED);
    const before = since === Infinity ? 'infinity' : new Date(since).toISOString();
    const [row] = await tx.query<{ at: Date | null }>(
      `SELECT max(${time}) AS at FROM ${source} WHERE ${time} < $1::timestamptz`,
      [before],
      UNPREPARED,
    );
    if (!row?.at) {
      await note(tx, model, rollup, '-infinity');
      return undefined;
    }
    const from = startOf(span, row.at.getTime());
    await recount(tx, model, rollup, from, endOf(span, from));
    await note(tx, model, rollup, new Date(from).toISOString());
    return from;
  });
}

/** Counts the buckets of a stretch anew from the events that are stored, or from shorter ones; nobody appends meanwhile. */
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
    for (const statement of addingUp(model, rollup, within)) await tx.query(statement, ends, UNPREPARED);
    return;
  }
  const parameters = new Parameters();
  const [first, last] = ends.map((end) => parameters.add(end));
  const made = `made AS MATERIALIZED (SELECT * FROM ${quotedTableName(model)}
    WHERE created_at >= ${first}::timestamptz AND created_at < ${last}::timestamptz)`;
  const parts = countingParts(model, rollup, 0, 'made', parameters, { grains: false });
  await tx.query(`WITH ${[made, ...parts].join(', ')} SELECT 1`, parameters.values, UNPREPARED);
}

async function note(tx: Queryable, { name }: EntityModel, { id }: RollupModel, from: string): Promise<void> {
  await tx.query(
    'UPDATE record_rollup SET counted_from = $3::timestamptz WHERE entity = $1 AND rollup = $2',
    [name, id, from],
    UNPREPARED,
  );
}

/** Whether some roll-up of the entity has not counted everything yet. */
export async function isFilling(db: Queryable, { name }: Pick<EntityModel, 'name'>): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM record_rollup WHERE entity = $1 AND counted_from > '-infinity' LIMIT 1`,
    [name],
    UNPREPARED,
  );
  return rows.length > 0;
}
