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

/** What the checks of one broadcast look at, each part read once. */
export interface Subject {
  broadcast: Broadcast;
  channel: UnsealedChannel | undefined;
  type: ChannelType;
  composed: Composition;
  /** When it would begin, in milliseconds. */
  startsAt: number;
  /** Where its messages are: `/messages/0` of the broadcast, or the template that has them. */
  at(pointer: string): string;
  reach(): Promise<Reach>;
  /**
   * How many get it: by the platform's own count, where its call reaches all who follow the channel; null where the platform
   * has not counted them.
   */
  recipients(): Promise<number | null>;
  /** One call reaches all who follow the channel, those too who are not known here. */
  isWhole: boolean;
}

const subjects = new WeakMap<object, Promise<Subject>>();

/** The same for all checks that are made of a record at once. */
export function subjectOf({ record }: Pick<CheckCall, 'record'>, context: Context): Promise<Subject> {
  let subject = subjects.get(record);
  if (!subject) subjects.set(record, (subject = readSubject(record as Broadcast, context)));
  return subject;
}

async function readSubject(broadcast: Broadcast, context: Context): Promise<Subject> {
  const services = context.services();
  const type = broadcast.platform as ChannelType;
  const composed = await composeBroadcast(services, broadcast, type);
  const { sendAt } = broadcast;
  let reach: Promise<Reach> | undefined;
  const channel = await findChannel(services, broadcast.channel);
  const isWhole = reachesEverybody(composed);
  const countKnown = (): Promise<Reach> => (reach ??= countReach(services, composed.audience));
  return {
    ...{ broadcast, channel, isWhole },
    type,
    composed,
    startsAt: resolveSendTime(sendAt, await readSendingRules(services)),
    at: (pointer) => (broadcast.content === 'template' ? '/template' : pointer),
    reach: countKnown,
    async recipients() {
      const { people: known } = await countKnown();
      if (!isWhole) return known;
      const told = channel && (await readFollowerCount(context, channel));
      return told ? Math.max(known, told.friends) : null;
    },
  };
}

export const ok = (text: string): CheckFinding => ({ level: 'ok', text });
export const count = (value: number): string => storedNumber(value);
/** One of two texts, of one and of several, with their number as `%{count}`. */
export const counted = (value: number, one: string, many: string, values?: TextValues): string =>
  t(value === 1 ? one : many, { ...values, count: count(value) });
/** `1,200 people`, `1 person`. */
export const people = (value: number): string =>
  counted(value, message('%{count} person'), message('%{count} people'));
