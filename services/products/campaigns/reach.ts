import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import type { PlacesAnswer, ReachAnswer } from '../../../schemas/campaigns/answers.ts';
import { readPeople } from '../../../schemas/campaigns/people.ts';
import { HOUR_MS, nextFree, NOW_DELAY_MS, roomAt, roomWithin } from '../../../schemas/campaigns/places.ts';
import type { Campaign } from '../../../schemas/generated/types.ts';
import { isFilled } from '../../channels/facts.ts';
import type { Services } from '../../engine/resources/services.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import { invalid, malformed } from '../../engine/http/errors.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { audienceOf, reachOf, unknownPeople } from './audience.ts';
import { placesFrom } from './hours.ts';
import { quotaOf } from './quota.ts';
import { PART } from './store.ts';

/** Ids that are named. */
const MOST_NAMED = 100;
/** Milliseconds that a part takes, and one person where each needs a call. */
const PART_MS = 1_000;
const PERSON_MS = 50;

type Asked = Pick<Campaign, 'channel' | 'segment' | 'people' | 'sendAt'> & {
  target?: Campaign['target'];
  campaign?: string;
};

/** Who would get a broadcast, and when. @throws ApiError 422 for a channel that there is not */
export async function reachAnswer(context: Context, asked: Asked): Promise<ReachAnswer> {
  const services = context.services();
  const channel = isId(asked.channel) ? await findChannel(services, asked.channel) : undefined;
  if (!channel) throw invalid({ '/channel': 'There is no such channel' });
  const audience = audienceOf({ ...asked, target: asked.target ?? 'everyone' }, channel.type);
  const reach = await reachOf(services, audience);
  const unknown = await unknownPeople(services, audience);
  const { doubled } = readPeople(audience.target === 'manual' ? (asked.people ?? '') : '');
  const now = Date.now();
  const at = Math.max(now, asked.sendAt === undefined ? now + NOW_DELAY_MS : Date.parse(asked.sendAt));
  const own = isId(asked.campaign) ? asked.campaign : undefined;
  const places = await placesFrom(context.db, at, own);
  const parts = Math.ceil(reach.people / PART);
  const takes = capabilitiesOf(channel.type).multicast ? parts * PART_MS : reach.people * PERSON_MS;
  const iso = (time: number): string => new Date(time).toISOString();
  return {
    reach,
    fewer: await fewerThanSaved(services, asked, own, reach.people),
    ...{ unknown: unknown.slice(0, MOST_NAMED), unknownCount: unknown.length },
    ...{ doubled: doubled.slice(0, MOST_NAMED), doubledCount: doubled.length },
    quota: await quotaOf(context, channel),
    isConnected: isFilled(channel),
    ...{ starts: iso(at), ends: iso(at + takes), parts },
    ...{ room: roomAt(at, places), free: iso(nextFree(at, places)) },
  };
}

/** How many fewer a segment has by now than when the broadcast was last saved with it. */
async function fewerThanSaved(
  { catalog }: Services,
  { target, segment, channel }: Asked,
  id: string | undefined,
  people: number,
): Promise<number> {
  if (target !== 'segment' || id === undefined) return 0;
  const saved = await catalog.typed('campaign')?.find(id);
  const isSame = saved?.target === target && saved.segment === segment && saved.channel === channel;
  return isSame ? Math.max(0, (saved.counted ?? 0) - people) : 0;
}

/**
 * How many broadcasts may still begin in the hours of a day of UTC+7 that are not over.
 * @param day `2026-11-24`
 * @throws ApiError 400 for what is no day
 */
export async function placesAnswer({ db }: Context, day: unknown, now = Date.now()): Promise<PlacesAnswer> {
  const isDay = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);
  const start = isDay ? Date.parse(`${day}T00:00:00${WORKSPACE_ZONE}`) : Number.NaN;
  if (Number.isNaN(start)) throw malformed('"day" must be a day, such as 2026-11-24');
  const starts = Array.from({ length: 24 }, (_, hour) => start + hour * HOUR_MS);
  const hours = starts.filter((at) => at + HOUR_MS > now);
  const [first] = hours;
  const taken = first === undefined ? [] : await placesFrom(db, first);
  return {
    hours: hours.map((at) => ({
      at: new Date(at).toISOString(),
      room: roomWithin(Math.max(at, now), taken),
    })),
  };
}
