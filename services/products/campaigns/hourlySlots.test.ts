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
const AT_ONCE = 6;

/** What happens to a broadcast: it is scheduled or moved to a minute, begins by the clock, or is cancelled. */
interface Step {
  campaign: number;
  does: 'schedule' | 'begin' | 'cancel';
  minute: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  campaign: fc.nat(BROADCASTS - 1),
  does: fc.oneof(
    { weight: 8, arbitrary: fc.constant('schedule' as const) },
    { weight: 2, arbitrary: fc.constant('begin' as const) },
    { weight: 1, arbitrary: fc.constant('cancel' as const) },
  ),
  // Most want the same hour, as people do.
  minute: fc.oneof({ weight: 3, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.nat(200) }),
});
const idOf = (campaign: number): string => `00000000-0000-7000-8000-${String(campaign).padStart(12, '0')}`;

describe.each(productEngines())('places in the hours on the $name engine', (engine) => {
  let dbs: [Database, ...Database[]];
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ dbs, close } = await openProcesses(engine));
  });
  afterAll(() => close());
  const first = (): Database => dbs[0];

  /** @returns the next free time where there was no place */
  const take = (db: Database, { campaign, does, minute }: Step, clock: number): Promise<number | undefined> =>
    db.transaction(async (tx) => {
      if (does !== 'cancel')
        return reserveSlot(tx, idOf(campaign), does === 'begin' ? clock : NOON + minute * MINUTE_MS);
      await releaseSlot(tx, idOf(campaign));
      return undefined;
    });
  const placesOf = async (): Promise<Map<string, number>> => {
    const rows = await first().query<{ campaign: string; at: Date }>(
      'SELECT campaign, at FROM broadcast_place',
    );
    return new Map(rows.map(({ campaign, at }) => [campaign, at.getTime()]));
  };
  /** The most that begin in any hour, counted in the plainest way. */
  const busiest = (places: number[]): number =>
    Math.max(0, ...places.map((from) => places.filter((at) => at >= from && at < from + HOUR_MS).length));

  it('whoever asks at once, no hour has more than 60, and nobody is refused a place that there is', async () => {
    let fullest = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 220, maxLength: 320 }), async (steps) => {
        await first().query('DELETE FROM broadcast_place');
        let clock = NOON;
        for (let from = 0; from < steps.length; from += AT_ONCE) {
          // Of one broadcast only one request is under way: its record is locked.
          const some = steps
            .slice(from, from + AT_ONCE)
            .filter((step, n, all) => all.findIndex(({ campaign }) => campaign === step.campaign) === n);
          clock += MINUTE_MS;
          const answers = await Promise.all(
            some.map((step, n) => take(dbs[n % dbs.length] as Database, step, clock)),
          );
          const places = await placesOf();
          const hour = busiest([...places.values()]);
          expect(hour).toBeLessThanOrEqual(MAX_BROADCASTS_PER_HOUR);
          fullest = Math.max(fullest, hour);
          const told = some.map(({ campaign, does, minute }, n) => {
            const at = does === 'begin' ? clock : NOON + minute * MINUTE_MS;
            const has = places.get(idOf(campaign));
            const free = answers[n];
            return does === 'cancel' ? has === undefined : free === undefined ? has === at : free > at;
          });
          expect(told).toEqual(some.map(() => true));
        }
        // With nobody else there, a place is refused exactly where the hour is full, and the time that is named is free.
        for (const step of steps.slice(0, 12)) {
          const places = await placesOf();
          places.delete(idOf(step.campaign));
          const others = [...places.values()];
          const at = step.does === 'begin' ? clock : NOON + step.minute * MINUTE_MS;
          const free = await take(first(), { ...step, does: 'begin' }, at);
          expect(free === undefined).toBe(hasRoomAt(at, others));
          if (free === undefined) continue;
          refused += 1;
          expect(hasRoomAt(free, others)).toBe(true);
          expect(hasRoomAt(free - 1, others)).toBe(false);
        }
      }),
      { numRuns: 6, seed: 60 },
    );
    expect(fullest).toBe(MAX_BROADCASTS_PER_HOUR);
    expect(refused).toBeGreaterThan(0);
  });
});
