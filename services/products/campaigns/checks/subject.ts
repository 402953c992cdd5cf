import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { findChannel } from '../../../channels/channelCache.ts';
import type { UnsealedChannel } from '../../../channels/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { CheckCall, CheckFinding } from '../../../engine/resources/actions.ts';
import { readFollowerCount } from '../../friends/index.ts';
import { countReach, type Reach } from '../audience.ts';
import { composeBroadcast, reachesEverybody, type Broadcast, type Composition } from '../content.ts';
import { readSendingRules, resolveSendTime } from '../sendingRules.ts';
import { message, t, type TextValues } from '../../../../schemas/texts/translate.ts';
import { storedNumber } from '../../../../schemas/texts/stored.ts';

/** What the checks of one broadcast have in common, each part read once. */
export interface CheckSubject {
  broadcast: Broadcast;
  channel: UnsealedChannel | undefined;
  type: ChannelType;
  composed: Composition;
  /** When it would begin, in milliseconds. */
  startsAt: number;
  /** JSON pointer of the field to correct: `/messages/0` of the broadcast itself, or `/template`. */
  locate(pointer: string): string;
  reach(): Promise<Reach>;
  /**
   * Number of recipients; for all followers, the platform's own count, or null where it has none.
   */
  recipients(): Promise<number | null>;
  /** One call reaches all who follow the channel, including people without a profile. */
  isForAllFollowers: boolean;
}

const subjects = new WeakMap<object, Promise<CheckSubject>>();

/** Loads the subject once for all checks of the same record object. */
export function loadSubject({ record }: Pick<CheckCall, 'record'>, context: Context): Promise<CheckSubject> {
  let subject = subjects.get(record);
  if (!subject) subjects.set(record, (subject = readSubject(record as Broadcast, context)));
  return subject;
}

async function readSubject(broadcast: Broadcast, context: Context): Promise<CheckSubject> {
  const services = context.services();
  const type = broadcast.platform as ChannelType;
  const composed = await composeBroadcast(services, broadcast, type);
  const { sendAt } = broadcast;
  let reach: Promise<Reach> | undefined;
  const channel = await findChannel(services, broadcast.channel);
  const isForAllFollowers = reachesEverybody(composed);
  const countKnownRecipients = (): Promise<Reach> => (reach ??= countReach(services, composed.audience));
  return {
    ...{ broadcast, channel, isForAllFollowers },
    type,
    composed,
    startsAt: resolveSendTime(sendAt, await readSendingRules(services)),
    locate: (pointer) => (broadcast.content === 'template' ? '/template' : pointer),
    reach: countKnownRecipients,
    async recipients() {
      const { people: known } = await countKnownRecipients();
      if (!isForAllFollowers) return known;
      const followers = channel && (await readFollowerCount(context, channel));
      return followers ? Math.max(known, followers.friends) : null;
    },
  };
}

/** Finding of a check that passes. */
export const ok = (text: string): CheckFinding => ({ level: 'ok', text });
export const formatCount = (value: number): string => storedNumber(value);
/** Chooses the text for one or for several, with the number as `%{count}`. */
export const pluralize = (value: number, one: string, several: string, values?: TextValues): string =>
  t(value === 1 ? one : several, { ...values, count: formatCount(value) });
/** `1,200 people`, `1 person`. */
export const formatPeople = (value: number): string =>
  pluralize(value, message('%{count} person'), message('%{count} people'));
