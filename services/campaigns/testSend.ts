import type { Campaign } from '../../schemas/generated/types.ts';
import { findChannel } from '../conversations/channelBook.ts';
import { SENDERS } from '../conversations/senders/index.ts';
import type { LiveChannel, Outcome } from '../conversations/types.ts';
import type { Context } from '../domain/module.ts';
import { isFilled } from '../channels/facts.ts';
import { invalid } from '../plugins/errors.ts';
import { newId } from '../resources/ids.ts';
import { membersAfter, type Member } from './audience.ts';
import { compose, Wording } from './content.ts';
import type { Broadcast } from './run.ts';

/** People that a test goes to at most. */
const MOST = 5;
const NOTHING = 'There are no messages to send, or no channel';

/**
 * Sends a broadcast's messages to people of its channel, at once, and says of each what came of it.
 * @throws ApiError 422 for people of another channel, or where there are no messages
 */
export async function testSend(
  context: Context,
  campaign: Broadcast,
  testers: readonly string[],
): Promise<{ name: string; said: string }[]> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) throw invalid({ '/testers': NOTHING });
  const { answer, variables } = await compose(services, campaign, channel.type);
  if (!answer) throw invalid({ '/testers': NOTHING });
  const audience = {
    channel: channel.id,
    type: channel.type,
    target: 'manual',
    people: [...testers],
  } as const;
  const members = await membersAfter(services, context.db, audience, undefined, MOST);
  if (members.length < testers.length)
    throw invalid({ '/testers': `Somebody is not on ${channel.name}, or cannot be sent to` });
  const wording = new Wording(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const sent: { name: string; said: string }[] = [];
  for (const member of members)
    sent.push({ name: member.name, said: await sendTo(context, channel, wording, member, campaign) });
  return sent;
}

async function sendTo(
  { settings, db, onFault }: Context,
  channel: LiveChannel,
  wording: Wording,
  member: Member,
  campaign: Pick<Campaign, 'name'> & { id: string },
): Promise<string> {
  if (!isFilled(channel as never)) return 'not sent: the channel is not connected';
  const bodies = wording.bodiesFor(member) ?? wording.bodies();
  const sender = SENDERS[channel.type];
  for (let from = 0; from < bodies.length; from += sender.perCall) {
    const key = newId();
    const { profile, person, lastInbound } = member;
    const sending = {
      ...{ addresses: settings, channel, person, profile, id: campaign.id, key, again: false },
      messages: bodies.slice(from, from + sender.perCall),
      about: { source: 'BROADCAST' as const },
      ...(lastInbound && { lastInbound }),
    };
    const outcome = await sender.send(sending, { db }).catch((error: unknown): Outcome => {
      onFault(error);
      return { state: 'unknown', note: 'It could not be sent' };
    });
    if (outcome.state === 'unknown') return `perhaps delivered: ${outcome.note}`;
    if (outcome.state !== 'sent') return `not sent: ${outcome.note}`;
  }
  return 'sent';
}
