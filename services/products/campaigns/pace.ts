import { setTimeout as pause } from 'node:timers/promises';
import type { CallKind, LiveChannel, Rate } from '../../channels/types.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { channelServiceOf } from '../../channels/registry.ts';

/** Milliseconds that a sender waits for its turn before it lets others go on. */
const LONGEST_PAUSE = 2_000;

/**
 * Takes so many calls of what a channel's platform bears, whichever process asks: in no stretch of `perMs` are there
 * more than the rate says.
 * @param calls at most as many as the rate has
 * @returns milliseconds after which there may be room; 0 when they are taken
 */
export async function takeCalls(
  db: Queryable,
  channel: string,
  kind: CallKind,
  { calls: most, perMs }: Pick<Rate, 'calls' | 'perMs'>,
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
    [channel, kind, most, calls, perMs],
  );
  return row?.wait ?? 0;
}

/**
 * Waits until so many calls may be made, for a moment at most.
 * @returns undefined when they may; else seconds to wait, and why
 */
export async function turnOf(
  db: Queryable,
  { id, type }: Pick<LiveChannel, 'id' | 'type'>,
  kind: CallKind,
  calls = 1,
): Promise<{ after: number; note: string } | undefined> {
  const rate = channelServiceOf(type).rates[kind];
  if (!rate) return undefined;
  const until = Date.now() + LONGEST_PAUSE;
  for (;;) {
    const wait = await takeCalls(db, id, kind, rate, Math.min(calls, rate.calls));
    if (wait === 0) return undefined;
    if (Date.now() + wait > until) return { after: wait / 1_000, note: rate.note };
    await pause(wait);
  }
}
