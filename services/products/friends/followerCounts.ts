import { channelTypesThatCan } from '../../../schemas/channels/registry.ts';
import { UpstreamUnavailableError } from '../../channels/callPlatform.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { hasCredentials } from '../../channels/channelState.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { FollowerCount, UnsealedChannel } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { Services } from '../../engine/resources/services.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import type { Queryable } from '../../engine/storage/database.ts';

/** A platform that has no count of a day yet is called again after this time. */
const RETRY_MINUTES = 60;
/** Older counts are not used as the current one. */
const MAX_AGE_DAYS = 7;
/** `asked_at` of demo counts, which are deleted once the channel has credentials. */
const DEMO_ASKED_AT = 'epoch';

const MAX_CHANNELS_PER_JOB = 1_000;

/**
 * The platform's latest follower count of a channel; null if the platform has none. Calls the platform once a day, over
 * all processes.
 */
export async function readFollowerCount(
  context: Context,
  channel: UnsealedChannel,
): Promise<FollowerCount | null> {
  await refreshFollowerCount(context, channel);
  const [row] = await context.db.query<FollowerCount & Record<string, unknown>>(
    `SELECT day::text AS day, friends, blocked, targeted FROM channel_follower_count
     WHERE channel = $1::uuid AND friends IS NOT NULL AND day > current_date - ${MAX_AGE_DAYS}
     ORDER BY day DESC LIMIT 1`,
    [channel.id],
  );
  return row ?? null;
}

/** Fetches the count of the last finished day, unless it is stored or was requested within the hour. */
async function refreshFollowerCount(context: Context, channel: UnsealedChannel): Promise<void> {
  const { fetchFollowerCount: source } = channelServiceOf(channel.type);
  if (!source || !hasCredentials(channel)) return;
  const day = source.lastDay(new Date());
  await context.db.query(
    `DELETE FROM channel_follower_count WHERE channel = $1::uuid AND asked_at = '${DEMO_ASKED_AT}'`,
    [channel.id],
  );
  if (!(await claimDay(context.db, channel.id, day))) return;
  try {
    const counted = await source.fetch(channel, day, context.settings);
    if (counted) await storeFollowerCount(context.services(), channel.id, counted);
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
  }
}

/** @returns whether the caller has to fetch the day's count */
async function claimDay(db: Queryable, channel: string, day: string): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO channel_follower_count AS stored (channel, day, asked_at) VALUES ($1::uuid, $2::date, clock_timestamp())
     ON CONFLICT (channel, day) DO UPDATE SET asked_at = clock_timestamp() WHERE stored.friends IS NULL
       AND stored.asked_at < clock_timestamp() - interval '${RETRY_MINUTES} minutes' RETURNING 1`,
    [channel, day],
  );
  return rows.length > 0;
}

/** Stores a day's count, and updates the channel's fields. */
async function storeFollowerCount(
  services: Services,
  channel: string,
  { day, friends, blocked, targeted }: FollowerCount,
): Promise<void> {
  await runInTransaction(services, async ({ tx, liveChanges }) => {
    await tx.query(
      `UPDATE channel_follower_count SET friends = $3::int, blocked = $4::int, targeted = $5::int
       WHERE channel = $1::uuid AND day = $2::date`,
      [channel, day, friends, blocked, targeted],
    );
    const values = {
      ...{ friends, friendsBlocked: blocked, friendsTargeted: targeted, friendsDay: day },
    };
    const within = { db: tx as Services['db'], catalog: services.catalog };
    await updateLiveFields(within, 'channel', [{ id: channel, values }]);
    liveChanges.push({ entity: 'channel', id: channel, version: null, by: null, entityOnly: true });
  });
}

/**
 * Stores invented counts for a demo channel without credentials; never replaces a platform's counts.
 * @param counts sorted by day
 */
export async function storeDemoFollowerCounts(
  services: Services,
  channel: UnsealedChannel,
  counts: readonly FollowerCount[],
): Promise<void> {
  const last = counts.at(-1);
  if (!last || hasCredentials(channel)) return;
  await services.db.query(
    `INSERT INTO channel_follower_count (channel, day, asked_at, friends, blocked, targeted)
     SELECT $1::uuid, day, '${DEMO_ASKED_AT}', friends, blocked, targeted
     FROM unnest($2::date[], $3::int[], $4::int[], $5::int[]) AS given(day, friends, blocked, targeted)
     ON CONFLICT DO NOTHING`,
    [
      channel.id,
      ...(['day', 'friends', 'blocked', 'targeted'] as const).map((name) => counts.map((one) => one[name])),
    ],
  );
  const { friends, blocked, targeted, day } = last;
  const values = { friends, friendsBlocked: blocked, friendsTargeted: targeted, friendsDay: day };
  await updateLiveFields(services, 'channel', [{ id: channel.id, values }]);
}

/** Refreshes the counts of all channels whose platforms provide them. */
export async function refreshFollowerCounts(context: Context, signal: AbortSignal): Promise<void> {
  const services = context.services();
  const channels = await services.catalog.repository('channel')?.list({
    take: MAX_CHANNELS_PER_JOB,
    where: [{ type: channelTypesThatCan('followerCounts'), active: true }],
  });
  for (const { id } of channels ?? []) {
    if (signal.aborted) return;
    const channel = await findChannel(services, id);
    if (channel) await refreshFollowerCount(context, channel);
  }
}

/**
 * Stored follower counts by channel and day.
 * @param channels ids; empty means all
 */
export async function listFollowerCounts(
  db: Queryable,
  { from, to, channels }: { from: Date; to: Date; channels: readonly string[] },
): Promise<{ channel: string; day: string; friends: number }[]> {
  return db.query<{ channel: string; day: string; friends: number }>(
    `SELECT channel::text AS channel, day::text AS day, friends FROM channel_follower_count
     WHERE friends IS NOT NULL AND day >= $1::date AND day < $2::date
       AND (cardinality($3::uuid[]) = 0 OR channel = ANY($3::uuid[])) ORDER BY day`,
    [from.toISOString().slice(0, 10), to.toISOString(), [...channels]],
  );
}
