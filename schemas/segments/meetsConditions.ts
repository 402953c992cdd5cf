import { matches } from '../model/match.ts';
import {
  type Condition,
  type ConditionOrGroup,
  type Conditions,
  type CustomFieldCondition,
  DAY_TEXT,
  toMatch,
  NUMBER_TEXT,
} from './conditions.ts';

/** A person's activity. */
export interface PersonActivity {
  /** Messages that the person has written. */
  messages: number;
  /** Ids of templates whose buttons the person tapped. */
  clicked: ReadonlySet<string>;
  /** Ids of broadcasts that the person received. */
  received: ReadonlySet<string>;
}

/**
 * Whether a person meets conditions; agrees with the SQL of `services/products/segments`.
 * @param person the profile's values
 */
export function meetsConditions(
  { match, conditions = [] }: Pick<Conditions, 'match'> & { conditions?: readonly ConditionOrGroup[] },
  person: Readonly<Record<string, unknown>>,
  activity: PersonActivity,
  now: Date,
): boolean {
  const isMet = (one: ConditionOrGroup): boolean =>
    one.field === 'group'
      ? meetsConditions(one, person, activity, now)
      : meetsCondition(one, person, activity, now);
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
}

function meetsCondition(
  condition: Condition,
  person: Readonly<Record<string, unknown>>,
  { messages, clicked, received }: PersonActivity,
  now: Date,
): boolean {
  switch (condition.field) {
    case 'custom-field':
      return meetsCustomField(condition, person['customFields']);
    case 'message-count':
      return condition.is === 'at-least' ? messages >= condition.count : messages <= condition.count;
    case 'clicked-template':
      return clicked.has(condition.template) === (condition.is === 'is');
    case 'received-campaign':
      return received.has(condition.campaign) === (condition.is === 'is');
    default:
      return matches(toMatch(condition, now), person);
  }
}

function meetsCustomField(condition: CustomFieldCondition, fields: unknown): boolean {
  const { name, is, values = [], number = Number.NaN, date = '' } = condition;
  const fieldValue = Object.entries(fields ?? {}).find(([key]) => key === name)?.[1] as unknown;
  const value = typeof fieldValue === 'string' && fieldValue !== '' ? fieldValue : undefined;
  switch (is) {
    case 'known':
      return value !== undefined;
    case 'unknown':
      return value === undefined;
    case 'none':
      return value === undefined || !values.includes(value);
    case 'any':
      return value !== undefined && values.includes(value);
    case 'contains':
      return value !== undefined && values.some((part) => value.includes(part));
    case 'at-least':
    case 'at-most': {
      if (value === undefined || !NUMBER_TEXT.test(value)) return false;
      return is === 'at-least' ? Number(value) >= number : Number(value) <= number;
    }
    case 'after':
    case 'before': {
      if (value === undefined || !DAY_TEXT.test(value)) return false;
      const day = value.slice(0, 10);
      return is === 'after' ? day >= date : day < date;
    }
  }
}
