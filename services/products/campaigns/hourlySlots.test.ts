import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRoomAt, HOUR_MS, MAX_BROADCASTS_PER_HOUR } from '../../../schemas/campaigns/hourlyLimit.ts';
import type { Database } from '../../engine/storage/database.ts';
import { productEngines } from '../../engine/storage/testEngines.ts';
import { releaseSlot, reserveSlot } from './hourlySlots.ts';
import { openProcesses } from './testProcesses.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-24T05:00:00Z');
/** Broadcasts of a schedule; enough for several full hours. */
const BROADCASTS = 150;
/** Requests that are under way at once. */
const CONCURRENT_REQUESTS = 6;

/** A broadcast is scheduled for or moved to a minute, begins now, or is cancelled. */
interface Step {
  campaign: number;
  action: 'schedule' | 'begin' | 'cancel';
  minute: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  campaign: fc.nat(BROADCASTS - 1),
  action: fc.oneof(
    { weight: 8, arbitrary: fc.constant('schedule' as const) },
    { weight: 2, arbitrary: fc.constant('begin' as const) },
    { weight: 1, arbitrary: fc.constant('cancel' as const) },
  ),
  // Most want the same hour, as people do.
  minute: fc.oneof({ weight: 3, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(200) }),
});
const toId = (campaign: number): string => `00000000-0000-7000-8000-${String(campaign).padStart(12, '0')}`;

describe.each(productEngines())('hourly slots on the $name engine', (engine) => {
  let dbs: [Database, ...Database[]];
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ dbs, close } = await openProcesses(engine));
  });
  afterAll(() => close());
  const first = (): Database => dbs[0];

  /** @returns the next free time where the hour was full */
  const applyStep = (
    db: Database,
    { campaign, action, minute }: Step,
    clock: number,
  ): Promise<number | undefined> =>
    db.transaction(async (tx) => {
      if (action !== 'cancel')
        return reserveSlot(tx, toId(campaign), action === 'begin' ? clock : NOON + minute * MINUTE_MS);
      await releaseSlot(tx, toId(campaign));
      return undefined;
    });
  const readSlots = async (): Promise<Map<string, number>> => {
    const rows = await first().query<{ campaign: string; at: Date }>(
      'SELECT campaign, at FROM broadcast_place',
    );
    return new Map(rows.map(({ campaign, at }) => [campaign, at.getTime()]));
  };
  /** The most starts in any hour, by brute force. */
  const maxPerHour = (slots: number[]): number =>
    Math.max(0, ...slots.map((from) => slots.filter((at) => at >= from && at < from + HOUR_MS).length));

  it('with concurrent requests no hour has more than 60, and no free slot is refused', async () => {
    let fullestHour = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 220, maxLength: 320 }), async (steps) => {
        await first().query('DELETE FROM broadcast_place');
        let clock = NOON;
        for (let from = 0; from < steps.length; from += CONCURRENT_REQUESTS) {
          // One request per broadcast at a time: its record is locked.
          const batch = steps
            .slice(from, from + CONCURRENT_REQUESTS)
            .filter((step, n, all) => all.findIndex(({ campaign }) => campaign === step.campaign) === n);
          clock += MINUTE_MS;
          const nextFreeTimes = await Promise.all(
            batch.map((step, n) => applyStep(dbs[n % dbs.length] as Database, step, clock)),
          );
          const slots = await readSlots();
          const inFullestHour = maxPerHour([...slots.values()]);
          expect(inFullestHour).toBeLessThanOrEqual(MAX_BROADCASTS_PER_HOUR);
          fullestHour = Math.max(fullestHour, inFullestHour);
          const isCorrect = batch.map(({ campaign, action, minute }, n) => {
            const at = action === 'begin' ? clock : NOON + minute * MINUTE_MS;
            const slot = slots.get(toId(campaign));
            const free = nextFreeTimes[n];
            return action === 'cancel' ? slot === undefined : free === undefined ? slot === at : free > at;
          });
          expect(isCorrect).toEqual(batch.map(() => true));
        }
        // Without concurrency, a slot is refused exactly where the hour is full, and the returned time is free.
        for (const step of steps.slice(0, 12)) {
          const slots = await readSlots();
          slots.delete(toId(step.campaign));
          const others = [...slots.values()];
          const at = step.action === 'begin' ? clock : NOON + step.minute * MINUTE_MS;
          const free = await applyStep(first(), { ...step, action: 'begin' }, at);
          expect(free === undefined).toBe(hasRoomAt(at, others));
          if (free === undefined) continue;
          refused += 1;
          expect(hasRoomAt(free, others)).toBe(true);
          expect(hasRoomAt(free - 1, others)).toBe(false);
        }
      }),
      { numRuns: 6, seed: 60 },
    );
    expect(fullestHour).toBe(MAX_BROADCASTS_PER_HOUR);
    expect(refused).toBeGreaterThan(0);
  });
});
