import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import type { SlotsResponse, ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { parsePersonIds } from '../../../schemas/campaigns/people.ts';
import {
  HOUR_MS,
  findNextFreeTime,
  remainingStartsAt,
  bestRemainingStarts,
} from '../../../schemas/campaigns/hourlyLimit.ts';
import type { Campaign } from '../../../schemas/generated/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import { hasCredentials } from '../../channels/channelState.ts';
import { findPersonVariableNames } from '../../engine/resources/personVariables.ts';
import type { Services } from '../../engine/resources/services.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { UnsealedChannel } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { invalid, malformed } from '../../engine/http/errors.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { readFollowerCount } from '../friends/index.ts';
import { reachesEverybody } from './content.ts';
import { toAudience, countReach, findUnknownPeople, listMembersAfter, type Audience } from './audience.ts';
import { reservedSlotsFrom } from './hourlySlots.ts';
import { fetchQuotaCached } from './quota.ts';
import { readSendingRules, resolveSendTime } from './sendingRules.ts';
import { MAX_PEOPLE_PER_BATCH } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MAX_LISTED_IDS = 100;
const MAX_LISTED_RECIPIENTS = 20;
/** Estimated duration of a batch and, where each person needs a call, of one person. */
const MS_PER_BATCH = 1_000;
const MS_PER_PERSON = 50;

type ReachQuery = Omit<Parameters<typeof toAudience>[0], 'target'> &
  Pick<Campaign, 'sendAt' | 'template'> & {
    target?: Campaign['target'];
    campaign?: string;
    /** Names of the variables in the broadcast's own messages. */
    variables?: string[];
  };

/** @throws ApiError 422 for an unknown channel, or a manual audience with too many people */
async function findAudience(
  services: Services,
  query: ReachQuery,
): Promise<{ channel: UnsealedChannel; audience: Audience }> {
  const channel = isId(query.channel) ? await findChannel(services, query.channel) : undefined;
  if (!channel) throw invalid({ '/channel': t('There is no such channel') });
  return {
    channel,
    audience: toAudience({ ...query, target: query.target ?? 'everyone' }, channel.type),
  };
}

/** The next recipients of a broadcast, in the order in which it is sent. @throws ApiError 422 as `findAudience` */
export async function listRecipients(
  context: Context,
  query: ReachQuery & { after?: string },
): Promise<string[]> {
  const services = context.services();
  const { audience } = await findAudience(services, query);
  const after = isId(query.after) ? query.after : undefined;
  const members = await listMembersAfter(services, services.db, audience, after, MAX_LISTED_RECIPIENTS);
  return members.map(({ profile }) => profile);
}

/** Estimates who would get a broadcast, and when. @throws ApiError 422 as `findAudience` */
export async function estimateReach(context: Context, query: ReachQuery): Promise<ReachResponse> {
  const services = context.services();
  const { channel, audience } = await findAudience(services, query);
  const reach = await countReach(services, audience);
  const unknown = await findUnknownPeople(services, audience);
  const { duplicates } = parsePersonIds(audience.target === 'manual' ? (query.people ?? '') : '');
  const now = Date.now();
  const at = resolveSendTime(query.sendAt, await readSendingRules(services), now);
  const ownId = isId(query.campaign) ? query.campaign : undefined;
  const personal = await findPersonalVariables(services, query);
  const includesUnknownFollowers = reachesEverybody({ personal, audience });
  const everyone =
    audience.target === 'everyone' && capabilitiesOf(channel.type).broadcastToEveryone === true
      ? { includesUnknownFollowers, count: await readFollowerCount(context, channel) }
      : null;
  const slots = await reservedSlotsFrom(context.db, at, ownId);
  const quota = await fetchQuotaCached(context, channel);
  const batches = includesUnknownFollowers ? 1 : Math.ceil(reach.people / MAX_PEOPLE_PER_BATCH);
  const durationMs = capabilitiesOf(channel.type).multicast
    ? batches * MS_PER_BATCH
    : reach.people * MS_PER_PERSON;
  const iso = (time: number): string => new Date(time).toISOString();
  return {
    ...{ reach, everyone, personal },
    fewer: await countFewerThanSaved(services, query, ownId, reach.people),
    ...{ unknownIds: unknown.slice(0, MAX_LISTED_IDS), unknownCount: unknown.length },
    ...{ duplicates: duplicates.slice(0, MAX_LISTED_IDS), duplicateCount: duplicates.length },
    quota: typeof quota === 'object' ? quota : null,
    isConnected: hasCredentials(channel),
    ...{ starts: iso(at), ends: iso(at + durationMs), batchCount: batches },
    ...{ remainingSlots: remainingStartsAt(at, slots), nextSlotAt: iso(findNextFreeTime(at, slots)) },
  };
}

/** People's variables in the messages of a broadcast, its own or its template's. */
async function findPersonalVariables(
  { catalog, db }: Services,
  { template, variables = [] }: ReachQuery,
): Promise<string[]> {
  const stored = isId(template) ? await catalog.repository('message-template')?.find(template) : undefined;
  const names = stored ? variableNames([stored.messages, stored.quickReply]) : variables;
  return [...(await findPersonVariableNames(catalog, db, names))];
}

/** By how many people the segment has shrunk since the broadcast was last saved. */
async function countFewerThanSaved(
  { catalog }: Services,
  { target, segment, channel }: ReachQuery,
  id: string | undefined,
  people: number,
): Promise<number> {
  if (target !== 'segment' || id === undefined) return 0;
  const saved = await catalog.repository('campaign')?.find(id);
  const isSame = saved?.target === target && saved.segment === segment && saved.channel === channel;
  return isSame ? Math.max(0, (saved.counted ?? 0) - people) : 0;
}

/**
 * Lists the hours of a day (UTC+7) that are not over, with the broadcasts that may still begin in each.
 * @param day `2026-11-24`
 * @throws ApiError 400 for an invalid day
 */
export async function listHours({ db }: Context, day: unknown, now = Date.now()): Promise<SlotsResponse> {
  const isDay = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);
  const start = isDay ? Date.parse(`${day}T00:00:00${WORKSPACE_ZONE}`) : Number.NaN;
  if (Number.isNaN(start)) throw malformed(t('"day" must be a day, such as 2026-11-24'));
  const starts = Array.from({ length: 24 }, (_, hour) => start + hour * HOUR_MS);
  const hours = starts.filter((at) => at + HOUR_MS > now);
  const [first] = hours;
  const reserved = first === undefined ? [] : await reservedSlotsFrom(db, first);
  return {
    hours: hours.map((at) => ({
      at: new Date(at).toISOString(),
      remainingSlots: bestRemainingStarts(Math.max(at, now), reserved),
    })),
  };
}
