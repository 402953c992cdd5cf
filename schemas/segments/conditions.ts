import { WORKSPACE_ZONE } from '../model/zonedTime.ts';
import type { Condition, Conditions, CustomFieldCondition } from '../generated/types.ts';
import { matchPaths } from '../model/match.ts';
import type { Match } from '../model/types.ts';

/** `Conditions` are a tree of two levels. An empty `all` matches everybody, an empty `any` nobody. */
export type { Condition, Conditions, CustomFieldCondition };
/** A condition, or a group of them. */
export type ConditionOrGroup = NonNullable<Conditions['conditions']>[number];
export type Group = Extract<ConditionOrGroup, { field: 'group' }>;
/** Conditions on a person's activity rather than the profile. */
export type ActivityCondition = Extract<
  Condition,
  { field: 'message-count' | 'clicked-template' | 'received-campaign' }
>;

/** Maximum conditions of a segment, those in groups included. */
export const MAX_CONDITIONS = 20;

/** Number of conditions, those in groups included; a group itself does not count. */
export const countConditions = (who: Conditions): number => flattenConditions(who).length;

/** All conditions in their order, with groups flattened. */
export const flattenConditions = ({ conditions = [] }: Pick<Conditions, 'conditions'>): Condition[] =>
  conditions.flatMap((one) => (one.field === 'group' ? (one.conditions ?? []) : [one]));

/** Profile fields that a condition reads; empty for a condition on activity. */
export function listProfileFields(condition: Condition): string[] {
  switch (condition.field) {
    case 'custom-field':
      return ['customFields'];
    case 'message-count':
    case 'clicked-template':
    case 'received-campaign':
      return [];
    default:
      return matchPaths(toMatch(condition, new Date(0)));
  }
}

const HOUR_MS = 3_600_000;

/**
 * A condition as a Match on the profile; conditions on activity and custom fields are evaluated otherwise. A profile
 * without the value only meets negative conditions.
 * @param now reference of relative times
 */
export function toMatch(
  condition: Exclude<Condition, CustomFieldCondition | ActivityCondition>,
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

/** Numbers in custom fields that are comparable: exact in every engine. */
export const NUMBER_TEXT = /^-?[0-9]{1,9}(\.[0-9]{1,4})?$/;
/** Custom field values that begin with a day. */
export const DAY_TEXT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/;
