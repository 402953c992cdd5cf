import { expect, it } from 'vitest';
import content from '../content/traffic.json' with { type: 'json' };
import { dayWeight } from './curve.ts';

it('a day is as busy as its weekday in UTC+7', () => {
  const even = { next: () => 0.5 } as Parameters<typeof dayWeight>[2];
  const weights = Array.from({ length: 7 }, (_, day) =>
    // 22 November 2026 is a Sunday.
    dayWeight(Date.parse(`2026-11-${22 + day}T00:00:00+07:00`), 200, even),
  );
  const [sunday = 1] = weights;
  const [first = 1] = content.weekdays;
  weights.forEach((weight, day) =>
    expect(weight / sunday).toBeCloseTo((content.weekdays[day] ?? 1) / first, 6),
  );
});
