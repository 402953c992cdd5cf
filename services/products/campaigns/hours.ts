import { HOUR_MS, nextFree } from '../../../schemas/campaigns/places.ts';
import { sayTime } from '../../../schemas/campaigns/times.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { Queryable } from '../../engine/storage/database.ts';

/** Places that are looked at for the next free time. */
const MOST_PLACES = 5_000;

/** Times in milliseconds that other broadcasts begin at, from an hour before `at` on. */
export async function placesFrom(db: Queryable, at: number, but?: string): Promise<number[]> {
  const rows = await db.query<{ at: Date }>(
    `SELECT at FROM broadcast_place WHERE at > $1::timestamptz AND ($2::uuid IS NULL OR campaign <> $2::uuid)
     ORDER BY at LIMIT ${MOST_PLACES}`,
    [new Date(at - HOUR_MS).toISOString(), but ?? null],
  );
  return rows.map((row) => row.at.getTime());
}

/**
 * Takes a place in the hour for a broadcast, or moves the one that it has; whoever asks at the same time waits.
 * @returns the next free time where the hour is full; else undefined, and the place is taken
 */
export async function takePlace(tx: Queryable, campaign: string, at: number): Promise<number | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('broadcasts of an hour', 0))`);
  const free = nextFree(at, await placesFrom(tx, at, campaign));
  if (free !== at) return free;
  await tx.query(
    `INSERT INTO broadcast_place (campaign, at) VALUES ($1::uuid, $2::timestamptz)
     ON CONFLICT (campaign) DO UPDATE SET at = excluded.at`,
    [campaign, new Date(at).toISOString()],
  );
  return undefined;
}

export async function leavePlace(tx: Queryable, campaign: string): Promise<void> {
  await tx.query('DELETE FROM broadcast_place WHERE campaign = $1::uuid', [campaign]);
}

/** What is answered where 60 begin in that hour already. @param free milliseconds */
export const hourIsFull = (free: number): ApiError =>
  new ApiError(
    422,
    'INVALID',
    `60 broadcasts begin in that hour already. The next free time is ${sayTime(new Date(free).toISOString())} (UTC+7:00)`,
    {
      fields: {
        '/sendAt': `That hour is full. The next free time is ${sayTime(new Date(free).toISOString())} (UTC+7:00)`,
      },
    },
  );
