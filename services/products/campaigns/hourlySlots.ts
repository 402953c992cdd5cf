import { HOUR_MS, findNextFreeTime } from '../../../schemas/campaigns/hourlyLimit.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Slots that are read to find the next free time. */
const MAX_SLOTS_READ = 5_000;

/** Start times (ms) of other broadcasts, from an hour before `at` on. @param except id of a broadcast to leave out */
export async function reservedSlotsFrom(db: Queryable, at: number, except?: string): Promise<number[]> {
  const rows = await db.query<{ at: Date }>(
    `SELECT at FROM broadcast_place WHERE at > $1::timestamptz AND ($2::uuid IS NULL OR campaign <> $2::uuid)
     ORDER BY at LIMIT ${MAX_SLOTS_READ}`,
    [new Date(at - HOUR_MS).toISOString(), except ?? null],
  );
  return rows.map((row) => row.at.getTime());
}

/**
 * Reserves a slot in the hour for a broadcast, or moves the one that it has; concurrent calls wait for each other.
 * @returns the next free time where the hour is full; else undefined, and the slot is reserved
 */
export async function reserveSlot(tx: Queryable, campaign: string, at: number): Promise<number | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('broadcasts of an hour', 0))`);
  const nextFree = findNextFreeTime(at, await reservedSlotsFrom(tx, at, campaign));
  if (nextFree !== at) return nextFree;
  await tx.query(
    `INSERT INTO broadcast_place (campaign, at) VALUES ($1::uuid, $2::timestamptz)
     ON CONFLICT (campaign) DO UPDATE SET at = excluded.at`,
    [campaign, new Date(at).toISOString()],
  );
  return undefined;
}

export async function releaseSlot(tx: Queryable, campaign: string): Promise<void> {
  await tx.query('DELETE FROM broadcast_place WHERE campaign = $1::uuid', [campaign]);
}

/** The error where 60 broadcasts begin in that hour already. @param nextFree the next free time, ms */
export const hourFullError = (nextFree: number): ApiError =>
  new ApiError(
    422,
    'INVALID',
    t('60 broadcasts begin in that hour already. The next free time is %{time} (UTC+7:00)', {
      time: formatTime(new Date(nextFree).toISOString()),
    }),
    {
      fields: {
        '/sendAt': t('That hour is full. The next free time is %{time} (UTC+7:00)', {
          time: formatTime(new Date(nextFree).toISOString()),
        }),
      },
    },
  );
