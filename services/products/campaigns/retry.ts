import { channelServiceOf } from '../../channels/registry.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { PART, type Run } from './store.ts';

/** Hours for which a platform knows a call by its key. */
const KNOWN_H = 23;

/**
 * Has a run go on with who did not get it: those who failed are in new parts with new keys. Who may have got it is
 * tried again only where the platform takes the same call once.
 */
export async function sendAgain(tx: Queryable, { campaign, parts, audience }: Run): Promise<void> {
  await callAgain(tx, campaign);
  const [moved] = await tx.query<{ people: number; parts: number }>(
    `WITH placed AS (
       SELECT profile, (row_number() OVER (ORDER BY part, place) - 1)::int AS at,
         dense_rank() OVER (ORDER BY part, crowd)::int AS crowd
       FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'failed'),
     made AS (
       INSERT INTO broadcast_part (campaign, part, retry_key, people)
       SELECT $1::uuid, $2::int + 1 + at / ${PART}, gen_random_uuid(), count(*)::int FROM placed GROUP BY 1, 2 RETURNING 1),
     moved AS (
       UPDATE broadcast_recipient AS stored SET state = 'waiting', note = NULL, calling = false, crowd = placed.crowd,
         part = $2::int + 1 + placed.at / ${PART}, place = placed.at % ${PART}
       FROM placed WHERE stored.campaign = $1::uuid AND stored.profile = placed.profile RETURNING 1)
     SELECT (SELECT count(*) FROM moved)::int AS people, (SELECT count(*) FROM made)::int AS parts`,
    [campaign, parts],
  );
  const known = channelServiceOf(audience.type).sender.keeps ? await knownAgain(tx, campaign) : 0;
  await tx.query(
    `UPDATE broadcast_run SET state = 'sending', ended_at = NULL, failed = failed - $2::int, unclear = unclear - $3::int,
       parts = parts + $4::int WHERE campaign = $1::uuid`,
    [campaign, moved?.people ?? 0, known, moved?.parts ?? 0],
  );
}

/** @returns how many are tried again with the key of their call */
async function knownAgain(tx: Queryable, campaign: string): Promise<number> {
  const rows = await tx.query(
    `WITH known AS (
       UPDATE broadcast_part SET state = 'waiting', attempts = 0, due_at = clock_timestamp(), note = NULL
       WHERE campaign = $1::uuid AND part > 0 AND state = 'done' AND made_at > clock_timestamp() - interval '${KNOWN_H} hours'
         AND part IN (SELECT part FROM broadcast_recipient WHERE campaign = $1::uuid AND state = 'unclear') RETURNING part)
     UPDATE broadcast_recipient AS stored SET state = 'waiting', note = NULL FROM known
     WHERE stored.campaign = $1::uuid AND stored.part = known.part AND stored.state = 'unclear' RETURNING 1`,
    [campaign],
  );
  return rows.length;
}

/** The call that reaches everybody, where it was refused or nobody knows: with its key, so that it arrives once. */
async function callAgain(tx: Queryable, campaign: string): Promise<void> {
  const [call] = await tx.query<{ known: boolean }>(
    `UPDATE broadcast_part SET state = 'waiting', worker = NULL, leased_until = NULL, attempts = 0,
       due_at = clock_timestamp(), note = NULL
     WHERE campaign = $1::uuid AND part = 0 AND state = 'done' AND note IS NOT NULL
     RETURNING made_at > clock_timestamp() - interval '${KNOWN_H} hours' AS known`,
    [campaign],
  );
  if (call && !call.known)
    throw new ApiError(409, 'STATE', 'It began too long ago to be tried again; duplicate it instead');
}
