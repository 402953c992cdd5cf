import { describe, expect, it } from 'vitest';
import { parsePersonIds } from './people.ts';
import {
  hasRoomAt,
  HOUR_MS,
  MAX_BROADCASTS_PER_HOUR,
  findNextFreeTime,
  remainingStartsAt,
  bestRemainingStarts,
} from './hourlyLimit.ts';
import { setTexts } from '../texts/translate.ts';
import { formatTime } from './formatTime.ts';

const MINUTE = 60_000;
const full = (at: number): number[] => Array.from({ length: MAX_BROADCASTS_PER_HOUR }, () => at);

/** The same numbers at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The most that begin in any hour, counted in the plainest way. */
const busiest = (places: number[]): number =>
  Math.max(0, ...places.map((from) => places.filter((at) => at >= from && at < from + HOUR_MS).length));

describe('places in an hour', () => {
  it('a full hour takes no more until exactly an hour later, nor any time before it that is less', () => {
    const at = 10 * HOUR_MS;
    expect(hasRoomAt(at, full(at))).toBe(false);
    expect(hasRoomAt(at + HOUR_MS - 1, full(at))).toBe(false);
    expect(hasRoomAt(at + HOUR_MS, full(at))).toBe(true);
    expect(hasRoomAt(at - HOUR_MS + 1, full(at))).toBe(false);
    expect(hasRoomAt(at - HOUR_MS, full(at))).toBe(true);
    expect(findNextFreeTime(at, full(at))).toBe(at + HOUR_MS);
    expect([
      remainingStartsAt(at, full(at)),
      remainingStartsAt(at + HOUR_MS, full(at)),
      remainingStartsAt(at, [at]),
    ]).toEqual([0, 60, 59]);
  });

  it('an hour has the room of its best moment', () => {
    const at = 10 * HOUR_MS;
    expect(bestRemainingStarts(at, [])).toBe(60);
    expect(bestRemainingStarts(at, full(at))).toBe(0);
    expect(bestRemainingStarts(at, full(at).slice(20))).toBe(20);
    // Full from half past nine on: from half past ten there is room again.
    expect(remainingStartsAt(at, full(at - HOUR_MS / 2))).toBe(0);
    expect(bestRemainingStarts(at, full(at - HOUR_MS / 2))).toBe(60);
    expect(bestRemainingStarts(at - HOUR_MS, full(at - HOUR_MS / 2))).toBe(0);
  });

  it('whatever is asked for, no hour has more than 60, and the next free time is free and the first', () => {
    const random = numbers(7);
    for (let round = 0; round < 3; round += 1) {
      const places: number[] = [];
      for (let asked = 0; asked < 240; asked += 1) {
        const at = Math.floor(random() * 4 * 60) * MINUTE;
        const free = findNextFreeTime(at, places);
        expect(hasRoomAt(free, places)).toBe(true);
        expect(free === at).toBe(hasRoomAt(at, places));
        const earlier = Array.from({ length: (free - at) / MINUTE }, (_, n) => at + n * MINUTE);
        expect(earlier.filter((time) => hasRoomAt(time, places))).toEqual([]);
        // Half of the people take what they are offered, the others give up.
        if (free === at || random() < 0.5) places.push(free);
      }
      expect(busiest(places)).toBeLessThanOrEqual(MAX_BROADCASTS_PER_HOUR);
      expect(busiest(places)).toBeGreaterThan(MAX_BROADCASTS_PER_HOUR / 2);
    }
  });
});

it('says times on the clock of UTC+7', () => {
  expect(formatTime('2026-11-24T02:00:00.000Z')).toBe('24 Nov 2026 09 : 00');
  expect(formatTime('2026-12-31T18:30:00.000Z')).toBe('01 Jan 2027 01 : 30');
  setTexts((english) => ({ Jan: 'ม.ค.' })[english]);
  expect(formatTime('2026-12-31T18:30:00.000Z')).toBe('01 ม.ค. 2027 01 : 30');
  setTexts(undefined);
});

it('reads pasted ids and those of a CSV file, each once', () => {
  expect(parsePersonIds('U1\r\nU2, "U3";U1\tU2\n\n')).toEqual({
    ids: ['U1', 'U2', 'U3'],
    duplicates: ['U1', 'U2'],
  });
  expect(parsePersonIds('  ')).toEqual({ ids: [], duplicates: [] });
});
