import { WORKSPACE_OFFSET_MS } from '../../../schemas/model/zonedTime.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** A list's filters as react-admin has them: `channel: ['…']`, `lastSeen.gte: ['…']`. */
export type Filters = Readonly<Record<string, unknown>>;

/** A list's filters as conditions of a segment, and the filters without a condition. */
export interface FilterConditions {
  conditions: JsonObject[];
  /** Names of the filters that are left out. */
  leftOut: string[];
}

const DAY_MS = 24 * 3_600_000;
const toDay = (at: number): string => new Date(at + WORKSPACE_OFFSET_MS).toISOString().slice(0, 10);

const toTexts = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** Condition `on or after` or `before` a day of UTC+7; an end within a day includes that day. */
function toDateCondition(field: string, operator: string, moment: string): JsonObject | undefined {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return undefined;
  if (operator === 'gte' || operator === 'gt') return { field, is: 'after', date: toDay(at) };
  const day = toDay(at);
  const isMidnight = toDay(at - 1) !== day;
  return { field, is: 'before', date: operator === 'lt' && isMidnight ? day : toDay(at + DAY_MS) };
}

const toFollowCondition = (states: string[]): JsonObject => {
  const each = states.map((state): Json => ({ field: 'follow-state', is: 'is', state }));
  const [only] = each;
  return each.length === 1 ? (only as JsonObject) : { field: 'group', match: 'any', conditions: each };
};

const FILTER_NAMES: Record<string, string> = { keyword: t('the search') };

/** Converts the audience's filters to a segment; a user tag and a custom tag become the same condition. */
export function filterToSegment(filters: Filters): FilterConditions {
  const conditions: JsonObject[] = [];
  const leftOut: string[] = [];
  for (const [key, value] of Object.entries(filters)) {
    const [name = '', operator = ''] = key.split('.');
    const values = toTexts(value);
    const [first] = values;
    if (first === undefined) continue;
    const condition = toCondition(name, operator, values, first);
    if (condition) conditions.push(condition);
    else leftOut.push(FILTER_NAMES[name] ?? name);
  }
  return { conditions, leftOut };
}

function toCondition(
  name: string,
  operator: string,
  values: string[],
  first: string,
): JsonObject | undefined {
  switch (name) {
    case 'channel':
      return { field: 'channel', is: 'any', channels: values };
    case 'userTags':
    case 'customTags':
      return { field: 'tag', is: 'any', tags: values };
    case 'followState':
      return toFollowCondition(values);
    case 'language':
      return { field: 'language', is: 'any', languages: values };
    case 'firstSeen':
      return toDateCondition('first-seen', operator, first);
    case 'lastSeen':
      return toDateCondition('last-seen', operator, first);
    default:
      return undefined;
  }
}
