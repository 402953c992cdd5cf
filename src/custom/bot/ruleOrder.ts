import type { ChatLogic } from '../../../schemas/generated/types.ts';

/** A rule of the form, possibly incomplete. */
export type DraftRule = Partial<ChatLogic> & { id?: string };

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a rule has no condition beside its event, so that it hides all later rules of that event. */
const matchesAll = ({ when = { event: 'message' } }: DraftRule): boolean =>
  [when.match, when.channels, when.tags, when.from, when.until, when.days].every(isBlank);

/** The index of the first active rule before one that answers everything that one would. */
export function findHidingRule(rules: readonly DraftRule[], at: number): number | undefined {
  const event = rules[at]?.when?.event ?? 'message';
  const found = rules.slice(0, at).findIndex(
    (rule) =>
      rule.active !== false &&
      (rule.when?.event ?? 'message') === event &&
      matchesAll(rule) &&
      // A rule that only sets something lets the next ones run.
      rule.then?.type !== 'set',
  );
  return found < 0 ? undefined : found;
}

/** The range of rules that are shown around one: all of a few, else the closest. */
export function visibleRange(length: number, at: number, maxShown = 16): [from: number, to: number] {
  const from = Math.max(0, Math.min(at - maxShown / 2, length - maxShown));
  return [from, Math.min(length, from + maxShown)];
}
