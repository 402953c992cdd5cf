import { WORKSPACE_ZONE } from '../model/zonedTime.ts';
import type { Condition, Conditions, CustomFieldCondition } from '../generated/types.ts';
import { matchPaths } from '../model/match.ts';
import type { Match } from '../model/types.ts';

/** `Conditions` are a tree of two levels. An empty `all` is everybody, an empty `any` nobody. */
export type { Condition, Conditions, CustomFieldCondition };
/** A condition, or a group of them. */
export type ConditionOrGroup = NonNullable<Conditions['conditions']>[number];
export type Group = Extract<ConditionOrGroup, { field: 'group' }>;
/** What is judged by what a person did, not by the profile. */
export type DeedCondition = Extract<
  Condition,
  { field: 'message-count' | 'clicked-template' | 'received-campaign' }
>;

/** Conditions that a segment has at most, those in groups among them. */
export const MOST_CONDITIONS = 20;

/** How many conditions there are, wherever they stand; a group itself is none. */
export const countConditions = (who: Conditions): number => leavesOf(who).length;

/** Every condition, in the order in which they stand, groups taken apart. */
export const leavesOf = ({ conditions = [] }: Pick<Conditions, 'conditions'>): Condition[] =>
  conditions.flatMap((one) => (one.field === 'group' ? (one.conditions ?? []) : [one]));

/** The fields of a profile that a condition looks at; none where it is about what people did. */
export function pathsOf(condition: Condition): string[] {
  switch (condition.field) {
    case 'custom-field':
      return ['customFields'];
    case 'message-count':
    case 'clicked-template':
    case 'received-campaign':
      return [];
    default:
      return matchPaths(matchOf(condition, new Date(0)));
  }
}

const HOUR_MS = 3_600_000;

/**
 * What a condition asks of a profile, where that can be said so; the others are judged by what people did, or by a
 * field under a name of their own. Who has no value meets negative conditions alone.
 * @param now relative times roll back from it
 */
export function matchOf(
  condition: Exclude<Condition, CustomFieldCondition | DeedCondition>,
  now: Date,
): Match {
  switch (condition.field) {
    case 'channel':
      return negateIf(condition.is === 'none', { channel: condition.channels });
    case 'tag': {
      const tagMatches = condition.tags.map((tag): Match => ({
        any: [{ userTags: { contains: tag } }, { customTags: { contains: tag } }],
      }));
      return condition.is === 'every'
        ? { all: tagMatches }
        : negateIf(condition.is === 'none', { any: tagMatches });
    }
    case 'first-seen':
      return seenMatch('firstSeen', condition, now);
    case 'last-seen':
      return seenMatch('lastSeen', condition, now);
    case 'follow-state': {
      const { state } = condition;
      const blank: Match[] = state === 'unknown' ? [{ followState: { exists: false } }] : [];
      return negateIf(condition.is === 'is-not', { any: [{ followState: state }, ...blank] });
    }
    case 'language':
      return negateIf(condition.is === 'none', { language: condition.languages });
  }
}

const negateIf = (negative: boolean, match: Match): Match => (negative ? { not: match } : match);

function seenMatch(
  field: 'firstSeen' | 'lastSeen',
  { is, amount = 1, unit = 'days', date = '' }: Extract<Condition, { amount?: number }>,
  now: Date,
): Match {
  // Days are those of UTC+7, whatever the clock of the machine.
  const day = new Date(Date.parse(`${date}T00:00:00.000${WORKSPACE_ZONE}`));
  if (is === 'after' || is === 'before') {
    if (Number.isNaN(day.getTime())) return { any: [] };
    return { [field]: { [is === 'after' ? 'gte' : 'lt']: day.toISOString() } };
  }
  const since = new Date(now.getTime() - amount * (unit === 'hours' ? 1 : 24) * HOUR_MS);
  return negateIf(is === 'not-within', { [field]: { gte: since.toISOString() } });
}

/** Numbers in custom fields that can be compared: exact in every engine. */
export const NUMBER_TEXT = /^-?[0-9]{1,9}(\.[0-9]{1,4})?$/;
/** Custom fields that begin with a day. */
export const DAY_TEXT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;
