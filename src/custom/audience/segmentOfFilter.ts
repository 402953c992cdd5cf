import { WORKSPACE_OFFSET_MS } from '../../../schemas/model/zonedTime.ts';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Filters of a list as react-admin has them: `channel: ['…']`, `lastSeen.gte: ['…']`. */
export type Filters = Readonly<Record<string, unknown>>;

/** What a list's filters say in a segment's words, and what no condition says. */
export interface SegmentOfFilter {
  conditions: JsonObject[];
  /** Filters that are left out, by what people call them. */
  leftOut: string[];
}

const DAY_MS = 24 * 3_600_000;
const dayOf = (at: number): string => new Date(at + WORKSPACE_OFFSET_MS).toISOString().slice(0, 10);

const textsOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');

/** `on or after` and `before` a day of UTC+7; what ends within a day counts that day in. */
function seen(field: string, operator: string, moment: string): JsonObject | undefined {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return undefined;
  if (operator === 'gte' || operator === 'gt') return { field, is: 'after', date: dayOf(at) };
  const day = dayOf(at);
  const begins = dayOf(at - 1) !== day;
  return { field, is: 'before', date: operator === 'lt' && begins ? day : dayOf(at + DAY_MS) };
}

const followState = (states: string[]): JsonObject => {
  const each = states.map((state): Json => ({ field: 'follow-state', is: 'is', state }));
  const [only] = each;
  return each.length === 1 ? (only as JsonObject) : { field: 'group', match: 'any', conditions: each };
};

const LEFT_OUT: Record<string, string> = { keyword: t('the search') };

/** What a filtered audience would be as a segment; a tag is a user's or a custom one, whichever was filtered by. */
export function segmentOfFilter(filters: Filters): SegmentOfFilter {
  const conditions: JsonObject[] = [];
  const leftOut: string[] = [];
  for (const [key, value] of Object.entries(filters)) {
    const [name = '', operator = ''] = key.split('.');
    const values = textsOf(value);
    const [first] = values;
    if (first === undefined) continue;
    const condition = conditionOf(name, operator, values, first);
    if (condition) conditions.push(condition);
    else leftOut.push(LEFT_OUT[name] ?? name);
  }
  return { conditions, leftOut };
}

function conditionOf(
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
      return followState(values);
    case 'language':
      return { field: 'language', is: 'any', languages: values };
    case 'firstSeen':
      return seen('first-seen', operator, first);
    case 'lastSeen':
      return seen('last-seen', operator, first);
    default:
      return undefined;
  }
}
