import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateStoredValue } from '../../../schemas/texts/stored.ts';
import { newId } from '../../engine/resources/ids.ts';
import type { Database } from '../../engine/storage/database.ts';
import { productEngines } from '../../engine/storage/testEngines.ts';
import { tryAcquireSlots, acquireSlots } from './rateLimiter.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import { openProcesses } from './testProcesses.ts';

const HOUR_MS = 3_600_000;

describe.each(productEngines())('rate limits of a channel on the $name engine', (engine) => {
  let dbs: [Database, ...Database[]];
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ dbs, close } = await openProcesses(engine));
  });
  afterAll(() => close());
  const first = (): Database => dbs[0];
  /** Moves the acquired slots into the past, as if time had passed. */
  const shiftBack = (channel: string, ms: number): Promise<unknown> =>
    first().query(
      `UPDATE channel_pace SET taken = ARRAY(SELECT at - $2::float8 * interval '1 ms' FROM unnest(taken) AS at)
       WHERE channel = $1::uuid`,
      [channel, ms],
    );

  it('with concurrent callers an hour has no more calls than its limit, and the returned wait is enough', async () => {
    const channel = newId();
    const rate = { calls: 60, perMs: HOUR_MS };
    const waits = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        tryAcquireSlots(dbs[n % dbs.length] as Database, channel, 'everyone', rate, 1),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
    const [wait = 0] = waits.filter((one) => one > 0);
    expect(wait).toBeGreaterThan(HOUR_MS - 60_000);
    expect(wait).toBeLessThanOrEqual(HOUR_MS);
    await shiftBack(channel, wait - 30_000);
    expect(await tryAcquireSlots(first(), channel, 'everyone', rate, 1)).toBeGreaterThan(0);
    await shiftBack(channel, 30_000);
    expect(await tryAcquireSlots(first(), channel, 'everyone', rate, 1)).toBe(0);
  });

  it('several slots are acquired together or not at all, separately for each kind and channel', async () => {
    const [one, other] = [newId(), newId()];
    const rate = { calls: 50, perMs: HOUR_MS };
    const acquire = (channel: string, calls: number, kind: 'each' | 'many' = 'each') =>
      tryAcquireSlots(first(), channel, kind, rate, calls);
    expect([await acquire(one, 20), await acquire(one, 20)]).toEqual([0, 0]);
    expect(await acquire(one, 20)).toBeGreaterThan(0);
    expect(await acquire(one, 10)).toBe(0);
    expect([await acquire(one, 50, 'many'), await acquire(other, 50)]).toEqual([0, 0]);
    await shiftBack(one, HOUR_MS);
    expect(await acquire(one, 50)).toBe(0);
  });

  it('a long wait is returned with its reason; without a rate limit nobody waits', async () => {
    const channel = { id: newId(), type: 'LINE' as const };
    for (let n = 0; n < 60; n += 1) expect(await acquireSlots(first(), channel, 'everyone')).toBeUndefined();
    const throttled = await acquireSlots(first(), channel, 'everyone');
    expect(translateStoredValue(throttled)?.note).toBe('LINE takes 60 broadcasts an hour');
    expect(throttled?.retryAfterS).toBeGreaterThan(3_000);
    expect(await acquireSlots(first(), { ...channel, type: 'WEBCHAT' }, 'each', 1_000)).toBeUndefined();
    const each = channelServiceOf('FACEBOOK').rateLimits.each?.calls ?? 0;
    const page = { id: newId(), type: 'FACEBOOK' as const };
    expect(await acquireSlots(first(), page, 'each', each)).toBeUndefined();
    // The wait of one second is shorter than what acquireSlots waits itself.
    expect(await acquireSlots(first(), page, 'each', each)).toBeUndefined();
  });
});
