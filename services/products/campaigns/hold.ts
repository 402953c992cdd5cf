import type { Context } from '../../engine/modules/module.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { assertRetryable, retryRun } from './retry.ts';
import { findRun, recordTimelineEntry, updateCounts, type HeldFrom, type Run } from './store.ts';

/**
 * Holds a retry before it sends anything, so that it can be undone: the run becomes `held` and stores what the broadcast
 * was before. Releasing and undoing both update the run's row, so only one of them happens.
 */
export async function holdRun(
  tx: Queryable,
  { campaign }: Run,
  seconds: number,
  from: Omit<HeldFrom, 'run'>,
): Promise<void> {
  await tx.query(
    `UPDATE broadcast_run SET state = 'held', held_until = clock_timestamp() + $2::float8 * interval '1 s',
       held_from = $3::jsonb || jsonb_build_object('run', state) WHERE campaign = $1::uuid`,
    [campaign, seconds, JSON.stringify(from)],
  );
}

/** Ends a hold and restores the run's state. @returns the broadcast's state before the hold; undefined where none is held */
export async function endHold(tx: Queryable, campaign: string): Promise<HeldFrom | undefined> {
  const [ended] = await tx.query<{ held_from: HeldFrom }>(
    `WITH held AS (SELECT campaign, held_from FROM broadcast_run
       WHERE campaign = $1::uuid AND state = 'held' FOR UPDATE)
     UPDATE broadcast_run AS stored SET state = held.held_from ->> 'run', held_until = NULL, held_from = NULL
     FROM held WHERE stored.campaign = held.campaign RETURNING held.held_from`,
    [campaign],
  );
  return ended?.held_from;
}

/** Updates the live field that says until when a retry can be undone. */
export async function updateHeldUntil({ catalog }: Services, tx: Queryable, campaign: string): Promise<void> {
  const run = await findRun(tx, campaign);
  const heldUntil = run?.held_until?.toISOString() ?? null;
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'campaign', [
    { id: campaign, values: { heldUntil } },
  ]);
}

/**
 * Retries a held run whose undo period is over, in one transaction, so that a crash leaves it either held or sending.
 * @returns milliseconds until the undo period is over; 0 where it is, or the run is not held
 * @throws ApiError 409 where it can no longer be retried
 */
export async function releaseRun(services: Services, campaign: string): Promise<number> {
  const { result } = await runInTransaction(services, async ({ tx, liveChanges }) => {
    const [held] = await tx.query<Run & { waitMs: number } & Record<string, unknown>>(
      `SELECT *, greatest(0, extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS "waitMs"
       FROM broadcast_run WHERE campaign = $1::uuid AND state = 'held' FOR UPDATE`,
      [campaign],
    );
    if (!held || held.waitMs > 0) return held?.waitMs ?? 0;
    await endHold(tx, campaign);
    await assertRetryable(tx, held);
    await retryRun(tx, held);
    await updateHeldUntil(services, tx, campaign);
    await updateCounts(services, tx, campaign);
    await recordTimelineEntry(tx, campaign, 'resume');
    liveChanges.push({ entity: 'campaign', id: campaign, version: null, by: null, entityOnly: true });
    return 0;
  });
  return result;
}

/** Held runs, and milliseconds until each undo period is over. */
export const listHeldRuns = ({ db }: Context): Promise<{ campaign: string; waitMs: number }[]> =>
  db.query<{ campaign: string; waitMs: number }>(
    `SELECT campaign, greatest(0, extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS "waitMs"
     FROM broadcast_run WHERE state = 'held' LIMIT 1000`,
  );
