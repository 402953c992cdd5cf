import { expect, it } from 'vitest';
import { type DraftRule, findHidingRule, visibleRange } from './ruleOrder.ts';

/** A rule with a reply; written as JSON because an object with a `then` would be taken for a promise. */
const does = (reply: object): DraftRule => JSON.parse(`{"then": ${JSON.stringify(reply)}}`) as DraftRule;
const rule = (when: Partial<NonNullable<DraftRule['when']>>, more: DraftRule = {}): DraftRule => ({
  when: { event: 'message', ...when },
  ...does({ type: 'handoff' }),
  ...more,
});

it('finds the rule that hides a later one of its event', () => {
  const own = rule({ match: 'contains', keywords: ['staff'] });
  expect(findHidingRule([rule({}), own], 1)).toBe(0);
  expect(findHidingRule([rule({ from: '20:00', until: '09:00' }), own], 1)).toBeUndefined();
  expect(findHidingRule([rule({ event: 'follow' }), own], 1)).toBeUndefined();
  expect(findHidingRule([rule({}, { active: false }), own], 1)).toBeUndefined();
  expect(findHidingRule([rule({}, does({ type: 'set', tag: 'a' })), own], 1)).toBeUndefined();
  expect(findHidingRule([own, rule({})], 0)).toBeUndefined();
});

it('shows the rules around the edited one', () => {
  expect(visibleRange(5, 4)).toEqual([0, 5]);
  expect(visibleRange(16, 15)).toEqual([0, 16]);
  expect(visibleRange(100, 0)).toEqual([0, 16]);
  expect(visibleRange(100, 50)).toEqual([42, 58]);
  expect(visibleRange(100, 99)).toEqual([84, 100]);
});
