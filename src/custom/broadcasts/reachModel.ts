import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import { toWallTime, WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { formatDate, formatNumber } from '../../resources/format.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Fields of a broadcast that its reach depends on. */
const REACH_FIELDS = [
  ...['channel', 'target', 'segment', 'people', 'sendAt'],
  ...['withoutSegments', 'withoutTags', 'withoutReceived'],
];
const DAY_MS = 86_400_000;
/** Largest number of variable names in a request. */
const MAX_VARIABLE_NAMES = 100;

/** Builds the request for a broadcast's reach. @param id of the broadcast, where it is stored */
export function buildReachRequest(values: JsonObject, id: string | undefined): JsonObject {
  const fields = REACH_FIELDS.flatMap((name) => {
    const value = values[name];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [[name, value]];
  });
  const { template } = values;
  const isTemplate = values['content'] === 'template';
  const names = isTemplate ? [] : variableNames([values['messages'], values['quickReply']]);
  return {
    ...Object.fromEntries(fields),
    ...(isTemplate && typeof template === 'string' && template !== '' && { template }),
    ...(names.length > 0 && { variables: names.toSorted().slice(0, MAX_VARIABLE_NAMES) }),
    ...(id !== undefined && { campaign: id }),
  };
}

/** The number of recipients; for a broadcast to all friends it is the platform's count. */
export const countRecipients = ({ everyone, reach }: Pick<ReachResponse, 'everyone' | 'reach'>): number =>
  everyone?.includesUnknownFollowers ? Math.max(reach.people, everyone.count?.friends ?? 0) : reach.people;

/**
 * "12,431 by LINE’s count of yesterday"; undefined where the platform has no count. A platform whose day ends before the
 * workspace's has a count of today late in the evening.
 */
export function followerCountText(
  { count }: NonNullable<ReachResponse['everyone']>,
  now = Date.now(),
): string | undefined {
  if (!count) return undefined;
  const daysAgo = (days: number): string =>
    toWallTime(new Date(now - days * DAY_MS).toISOString(), WORKSPACE_ZONE).slice(0, 10);
  const named = [t('today'), t('yesterday')].find((_, days) => count.day === daysAgo(days));
  const day = named ?? formatDate(new Date(`${count.day}T00:00Z`), 'UTC');
  return t('%{friends} by %{platform}’s count of %{day}', {
    friends: formatNumber(count.friends),
    platform: channelLabelsThatCan('followerCounts'),
    day,
  });
}

/** Why a broadcast to everyone reaches only known people, and how many miss it; undefined where it reaches everyone. */
export function limitedAudienceText({ everyone, personal, reach }: ReachResponse): string | undefined {
  if (!everyone || everyone.includesUnknownFollowers) return undefined;
  const [first = '', ...others] = personal.map((name) => `{{${name}}}`);
  const names =
    others.length === 0
      ? first
      : t('%{names} and %{last}', {
          names: [first, ...others.slice(0, -1)].join(t(', ')),
          last: others.at(-1),
        });
  const reason =
    first === ''
      ? t('Somebody is left out')
      : others.length === 0
        ? t('%{names} differs from person to person', { names })
        : t('%{names} differ from person to person', { names });
  const known = t('%{why}, so it goes only to people known here.', { why: reason });
  if (!everyone.count) return t('%{known} Friends who are not known here won’t get it.', { known });
  const missed = Math.max(0, everyone.count.friends - (reach.targeted - reach.blocked));
  return missed === 0
    ? known
    : t('%{known} %{missed} %{noun} won’t get it.', {
        known,
        missed: formatNumber(missed),
        noun: missed === 1 ? t('friend') : t('friends'),
      });
}
