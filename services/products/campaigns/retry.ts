import { channelServiceOf } from '../../channels/registry.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { MAX_PEOPLE_PER_BATCH, type Run } from './store.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

/** Hours for which a platform deduplicates calls by their key. */
const RETRY_KEY_TTL_H = 23;
const IS_RETRY_KEY_VALID_SQL = `made_at > clock_timestamp() - interval '${RETRY_KEY_TTL_H} hours'`;
const RETRY_TOO_LATE = message('It began too long ago to be tried again; duplicate it instead');

/** @throws ApiError 409 where the recipients were deleted, or the platform would no longer recognise a repeated call */
export async function assertRetryable(tx: Queryable, run: Run): Promise<void> {
  if (run.recipients_removed_at)
    throw new ApiError(
      409,
      'STATE',
      t('Who did not get it is no longer stored. Duplicate the broadcast instead'),
    );
  const [call] = await tx.query<{ isKeyValid: boolean }>(
    `SELECT ${IS_RETRY_KEY_VALID_SQL} AS "isKeyValid" FROM broadcast_part
     WHERE campaign = $1::uuid AND part = 0 AND state = 'done' AND note IS NOT NULL`,
    [run.campaign],
  );
  if (call && !call.isKeyValid) throw new ApiError(409, 'STATE', t(RETRY_TOO_LATE));
}

/**
 * Reopens a run for the people who did not get it. Failed recipients are moved to new batches with new keys. Those whose
 * outcome is unclear are retried only where the platform deduplicates calls by their key.
 */
export async function retryRun(tx: Queryable, { campaign, parts, audience }: Run): Promise<void> {
  await requeueBroadcastCall(tx, campaign);
  const [moved] = await tx.query<{ people: number; parts: number }>(
    `WITH placed AS (
       SELECT profile, (row_number() OVER (ORDER BY part, place) - 1)::int AS at,
         dense_rank() OVER (ORDER BY part, crowd)::int AS crowd
       FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'failed'),
     made AS (
       INSERT INTO broadcast_part (campaign, part, retry_key, people)
       SELECT $1::uuid, $2::int + 1 + at / ${MAX_PEOPLE_PER_BATCH}, gen_random_uuid(), count(*)::int FROM placed GROUP BY 1, 2 RETURNING 1),
     moved AS (
       UPDATE broadcast_recipient AS stored SET state = 'waiting', note = NULL, calling = false, crowd = placed.crowd,
         part = $2::int + 1 + placed.at / ${MAX_PEOPLE_PER_BATCH}, place = placed.at % ${MAX_PEOPLE_PER_BATCH}
       FROM placed WHERE stored.campaign = $1::uuid AND stored.profile = placed.profile RETURNING 1)
     SELECT (SELECT count(*) FROM moved)::int AS people, (SELECT count(*) FROM made)::int AS parts`,
    [campaign, parts],
  );
  const requeued = channelServiceOf(audience.type).sender.deduplicatesByKey
    ? await requeueUnclear(tx, campaign)
    : 0;
  await tx.query(
    `UPDATE broadcast_run SET state = 'sending', ended_at = NULL, failed = failed - $2::int, unclear = unclear - $3::int,
       parts = parts + $4::int WHERE campaign = $1::uuid`,
    [campaign, moved?.people ?? 0, requeued, moved?.parts ?? 0],
  );
}

/** Requeues recipients whose outcome is unclear, with the same keys. @returns their number */
async function requeueUnclear(tx: Queryable, campaign: string): Promise<number> {
  const rows = await tx.query(
    `WITH known AS (
       UPDATE broadcast_part SET state = 'waiting', attempts = 0, due_at = clock_timestamp(), note = NULL
       WHERE campaign = $1::uuid AND part > 0 AND state = 'done' AND ${IS_RETRY_KEY_VALID_SQL}
         AND part IN (SELECT part FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'unclear') RETURNING part)
     UPDATE broadcast_recipient AS stored SET state = 'waiting', note = NULL FROM known
     WHERE stored.campaign = $1::uuid AND stored.part = known.part AND stored.state = 'unclear' RETURNING 1`,
    [campaign],
  );
  return rows.length;
}

/** Requeues the call that reaches everybody, if it failed or is unclear, with the same key so that it arrives once. */
async function requeueBroadcastCall(tx: Queryable, campaign: string): Promise<void> {
  const [call] = await tx.query<{ isKeyValid: boolean }>(
    `UPDATE broadcast_part SET state = 'waiting', worker = NULL, attempts = 0, due_at = clock_timestamp(), note = NULL
     WHERE campaign = $1::uuid AND part = 0 AND state = 'done' AND note IS NOT NULL
     RETURNING ${IS_RETRY_KEY_VALID_SQL} AS "isKeyValid"`,
    [campaign],
  );
  if (call && !call.isKeyValid) throw new ApiError(409, 'STATE', t(RETRY_TOO_LATE));
}
