import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { NOW_DELAY_MS } from '../../../../schemas/campaigns/hourlyLimit.ts';
import { findChannel } from '../../../channels/channelCache.ts';
import type { UnsealedChannel } from '../../../channels/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { CheckCall, CheckFinding } from '../../../engine/resources/actions.ts';
import { countReach, type Reach } from '../audience.ts';
import { composeBroadcast, type Composition } from '../content.ts';
import type { Broadcast } from '../run.ts';

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
  return {
    broadcast,
    channel: await findChannel(services, broadcast.channel),
    type,
    composed,
    startsAt: sendAt === undefined ? Date.now() + NOW_DELAY_MS : Date.parse(sendAt),
    at: (pointer) => (broadcast.content === 'template' ? '/template' : pointer),
    reach: () => (reach ??= countReach(services, composed.audience)),
  };
}

export const ok = (text: string): CheckFinding => ({ level: 'ok', text });
export const count = (value: number): string => value.toLocaleString('en-US');
/** `1 link`, `3 links`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
/** `1,200 people get`, `1 person gets`. */
export const people = (value: number): string => counted(value, 'person', 'people');
