import { setTimeout as pause } from 'node:timers/promises';
import type { CallKind, UnsealedChannel, RateLimit } from '../../channels/types.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { channelServiceOf } from '../../channels/registry.ts';

/** Longest that a sender waits for a slot before it reschedules its batch. */
const MAX_WAIT_MS = 2_000;

/**
 * Acquires slots for calls on a channel, across all processes: no window of `perMs` has more calls than the limit.
 * @param calls at most the limit
 * @returns milliseconds after which there may be room; 0 when the slots are acquired
 */
export async function tryAcquireSlots(
  db: Queryable,
  channel: string,
  kind: CallKind,
  { calls: maxCalls, perMs }: Pick<RateLimit, 'calls' | 'perMs'>,
  calls: number,
): Promise<number> {
  const [row] = await db.query<{ wait: number }>(
    `INSERT INTO channel_pace AS pace (channel, kind, taken) VALUES ($1::uuid, $2, array_fill(clock_timestamp(), ARRAY[$4::int]))
     ON CONFLICT (channel, kind) DO UPDATE SET (taken, free_at) = (
       SELECT CASE WHEN count(at) + $4::int <= $3::int THEN array_fill(max(now), ARRAY[$4::int]) ELSE '{}' END
           || coalesce(array_agg(at ORDER BY at DESC) FILTER (WHERE at IS NOT NULL), '{}'),
         CASE WHEN count(at) + $4::int <= $3::int THEN NULL
           ELSE (array_agg(at ORDER BY at))[count(at)::int + $4::int - $3::int] + $5::float8 * interval '1 ms' END
       FROM (SELECT clock_timestamp() AS now) AS clock
         LEFT JOIN unnest(pace.taken) AS at ON at > now - $5::float8 * interval '1 ms')
     RETURNING CASE WHEN free_at IS NULL THEN 0
       ELSE greatest(1, extract(epoch FROM free_at - clock_timestamp()) * 1000) END::float8 AS wait`,
    [channel, kind, maxCalls, calls, perMs],
  );
  return row?.wait ?? 0;
}

/**
 * Waits up to two seconds until so many calls may be made.
 * @returns undefined when they may; else seconds to wait, and why
 */
export async function acquireSlots(
  db: Queryable,
  { id, type }: Pick<UnsealedChannel, 'id' | 'type'>,
  kind: CallKind,
  calls = 1,
): Promise<{ retryAfterS: number; note: string } | undefined> {
  const limit = channelServiceOf(type).rateLimits[kind];
  if (!limit) return undefined;
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const waitMs = await tryAcquireSlots(db, id, kind, limit, Math.min(calls, limit.calls));
    if (waitMs === 0) return undefined;
    if (Date.now() + waitMs > until) return { retryAfterS: waitMs / 1_000, note: limit.note };
    await pause(waitMs);
  }
}
