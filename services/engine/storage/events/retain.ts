import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Database } from '../database.ts';
import { deleteRows } from '../deleteRows.ts';
import { changeTables } from '../migrations/changeTables.ts';
import { quoteIdentifier } from '../sql.ts';
import { storedRollups } from './grains.ts';
import { BUCKET, rollupTableNames } from './rollupTables.ts';
import { ensurePartitions, monthsAround, listPartitions } from './table.ts';

const DAY_MS = 24 * 3_600_000;
/** A month is kept this much longer, since the clocks of two processes may differ. */
const MARGIN_DAYS = 1;

export interface RetentionResult {
  /** Months whose events were dropped, as `2025-09`. */
  months: string[];
  /** Number of deleted roll-up rows. */
  counts: number;
}

/**
 * Daily maintenance of an event entity: creates the partitions of coming months, drops months older than the entity's
 * `keep`, and deletes counts older than their roll-up's `keep`. Other counts stay.
 * @param now milliseconds since 1970
 * @param signal stops deleting counts
 */
export async function applyEventRetention(
  db: Database,
  model: EntityModel,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<RetentionResult> {
  const { events } = model;
  if (!events) return { months: [], counts: 0 };
  await db.session(
    (session) => changeTables(session, (tx) => ensurePartitions(tx, model, monthsAround(now))),
    {
      longRunning: true,
    },
  );
  const months: string[] = [];
  const oldest = events.keep === undefined ? -Infinity : now - (events.keep + MARGIN_DAYS) * DAY_MS;
  for (const { name, from, to } of await listPartitions(db, model)) {
    if (to > oldest) continue;
    await db.session(
      (session) =>
        changeTables(session, (tx) =>
          tx.query(`DROP TABLE IF EXISTS ${quoteIdentifier(name)}`, [], { prepare: false }),
        ),
      { longRunning: true },
    );
    months.push(new Date((from + to) / 2).toISOString().slice(0, 7));
  }
  return { months, counts: await deleteOldCounts(db, model, now, signal) };
}

async function deleteOldCounts(
  db: Database,
  model: EntityModel,
  now: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let dropped = 0;
  for (const rollup of storedRollups(model)) {
    if (rollup.keep === undefined) continue;
    const oldest = new Date(now - rollup.keep * DAY_MS).toISOString();
    for (const table of rollupTableNames(model, rollup))
      dropped += await deleteRows(db, table, {
        where: `${BUCKET} < $1::timestamptz`,
        values: [oldest],
        ...(signal && { signal }),
      });
  }
  return dropped;
}
