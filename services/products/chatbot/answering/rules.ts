import { WORKSPACE_OFFSET_MS } from '../../../../schemas/model/zonedTime.ts';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import { findPatternMatches, type PatternBudget } from '../../../../schemas/understanding/patterns.ts';
import type { Inbound, StoredRecord } from './types.ts';

type When = NonNullable<StoredRecord<'chat-logic'>['when']>;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Whether all conditions of a rule hold. @param options.name name of the rule, for the budget's notes */
export function matchesRule(
  when: When | undefined,
  inbound: Inbound,
  { budget, name }: { budget: PatternBudget; name: string },
): boolean {
  if (!when) return inbound.event === 'message';
  const { event, channels = [], tags = [] } = when;
  return (
    event === inbound.event &&
    (channels.length === 0 || channels.includes(inbound.channel?.id ?? '')) &&
    (tags.length === 0 || tags.some((tag) => inbound.tags?.includes(tag))) &&
    isWithinHours(when, inbound.at) &&
    matchesText(when, inbound.text, { budget, name: `rule ${name}` })
  );
}

function matchesText(
  { match, keywords = [], pattern }: When,
  text: string,
  options: { budget: PatternBudget; name: string },
): boolean {
  if (match === undefined) return true;
  if (match === 'regex')
    return findPatternMatches(pattern ?? '', text.normalize('NFC'), { ...options, anyCase: true }).length > 0;
  const typed = foldText(text);
  return keywords.map(foldText).some((word) => (match === 'exact' ? typed === word : typed.includes(word)));
}

/** Whether a time is within a rule's hours and days (UTC+7). Hours over midnight count for the day on which they began. */
function isWithinHours({ from, until, days = [] }: When, at: Date): boolean {
  const local = new Date(at.getTime() + WORKSPACE_OFFSET_MS);
  const time = local.toISOString().slice(11, 16);
  const isAfterMidnight = from !== undefined && until !== undefined && until <= from && time < until;
  const day = WEEKDAYS[(local.getUTCDay() + (isAfterMidnight ? 6 : 0)) % 7];
  if (days.length > 0 && !(day && days.some((one) => one === day))) return false;
  if (from === undefined || until === undefined) return true;
  return from < until ? time >= from && time < until : time >= from || time < until;
}
