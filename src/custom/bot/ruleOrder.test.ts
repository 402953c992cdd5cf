import { expect, it } from 'vitest';
import { type DraftRule, placeOfWhatHides, shownAround } from './ruleOrder.ts';

/** What a rule does; an object with that name in it is taken for a promise. */
const does = (reply: object): DraftRule => JSON.parse(`{"then": ${JSON.stringify(reply)}}`) as DraftRule;
const rule = (when: Partial<NonNullable<DraftRule['when']>>, more: DraftRule = {}): DraftRule => ({
  when: { event: 'message', ...when },
  ...does({ type: 'handoff' }),
  ...more,
});

it('finds the rule that leaves nothing for a later one of its event', () => {
  const own = rule({ match: 'contains', keywords: ['staff'] });
  expect(placeOfWhatHides([rule({}), own], 1)).toBe(0);
  expect(placeOfWhatHides([rule({ from: '20:00', until: '09:00' }), own], 1)).toBeUndefined();
  expect(placeOfWhatHides([rule({ event: 'follow' }), own], 1)).toBeUndefined();
  expect(placeOfWhatHides([rule({}, { active: false }), own], 1)).toBeUndefined();
  expect(placeOfWhatHides([rule({}, does({ type: 'set', tag: 'a' })), own], 1)).toBeUndefined();
  expect(placeOfWhatHides([own, rule({})], 0)).toBeUndefined();
});

it('shows the rules near the one that is edited', () => {
  expect(shownAround(5, 4)).toEqual([0, 5]);
  expect(shownAround(100, 0)).toEqual([0, 8]);
  expect(shownAround(100, 50)).toEqual([46, 54]);
  expect(shownAround(100, 99)).toEqual([92, 100]);
});
