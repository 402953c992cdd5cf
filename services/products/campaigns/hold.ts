import type { Context } from '../../engine/modules/module.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { assertRetryable, retryRun } from './retry.ts';
import { findRun, recordTimelineEntry, updateCounts, type HeldFrom, type Run } from './store.ts';

/**
 * A retry waits before it sends anything, so that it can be undone: its run is `held`, with what the broadcast was before.
 * Of its release and its undoing, each of which changes the row of the run, exactly one happens.
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

/** Ends the hold of a run, which is again what it was. @returns what its broadcast was; undefined where none is held */
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

/** Shows until when the retry of a broadcast can be undone, or that none can be. */
export async function showHold({ catalog }: Services, tx: Queryable, campaign: string): Promise<void> {
  const run = await findRun(tx, campaign);
  const heldUntil = run?.held_until?.toISOString() ?? null;
  await updateLiveFields({ db: tx as Services['db'], catalog }, 'campaign', [
    { id: campaign, values: { heldUntil } },
  ]);
}

/**
 * Retries a run whose pause is over, in one transaction: when the process dies, it is held still or is being sent.
 * @returns milliseconds until the pause is over; 0 where it was, or the run is not held
 * @throws ApiError 409 where it can no longer be retried
 */
export async function releaseRun(services: Services, campaign: string): Promise<number> {
  const { result } = await runInTransaction(services, async ({ tx, liveChanges }) => {
    const [held] = await tx.query<Run & { wait: number } & Record<string, unknown>>(
      `SELECT *, greatest(0, extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS wait
       FROM broadcast_run WHERE campaign = $1::uuid AND state = 'held' FOR UPDATE`,
      [campaign],
    );
    if (!held || held.wait > 0) return held?.wait ?? 0;
    await endHold(tx, campaign);
    await assertRetryable(tx, held);
    await retryRun(tx, held);
    await showHold(services, tx, campaign);
    await updateCounts(services, tx, campaign);
    await recordTimelineEntry(tx, campaign, 'resume');
    liveChanges.push({ entity: 'campaign', id: campaign, version: null, by: null, vague: true });
    return 0;
  });
  return result;
}

/** Runs that are held, and milliseconds until the pause of each is over. */
export const listHeld = ({ db }: Context): Promise<{ campaign: string; wait: number }[]> =>
  db.query<{ campaign: string; wait: number }>(
    `SELECT campaign, greatest(0, extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS wait
     FROM broadcast_run WHERE state = 'held' LIMIT 1000`,
  );
