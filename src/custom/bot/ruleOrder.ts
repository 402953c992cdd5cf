import type { ChatLogic } from '../../../schemas/generated/types.ts';

/** A rule as far as it is filled in. */
export type DraftRule = Partial<ChatLogic> & { id?: string };

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a rule asks for nothing but its event, so that no other rule of the event behind it is ever reached. */
const takesAll = ({ when = { event: 'message' } }: DraftRule): boolean =>
  [when.match, when.channels, when.tags, when.from, when.until, when.days].every(isBlank);

/** The first active rule before one that answers whatever that one would, by its place. */
export function placeOfWhatHides(rules: readonly DraftRule[], at: number): number | undefined {
  const event = rules[at]?.when?.event ?? 'message';
  const found = rules.slice(0, at).findIndex(
    (rule) =>
      rule.active !== false &&
      (rule.when?.event ?? 'message') === event &&
      takesAll(rule) &&
      // It sets something and the rules go on.
      rule.then?.type !== 'set',
  );
  return found < 0 ? undefined : found;
}

/** Which rules are drawn around one: all of a few, of many those near it. */
export function shownAround(length: number, at: number, most = 8): [from: number, to: number] {
  const from = Math.max(0, Math.min(at - most + 4, length - most));
  return [from, Math.min(length, from + most)];
}
