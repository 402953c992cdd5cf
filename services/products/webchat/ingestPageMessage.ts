import { createHash } from 'node:crypto';
import { findChannel } from '../../channels/channelCache.ts';
import { ingestEvents } from '../conversations/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import { unauthenticated } from '../../engine/http/errors.ts';
import { chatOf } from '../../channels/webchat/chat.ts';
import type { PageMessage } from './pageMessage.ts';
import type { ChatSession } from '../../channels/webchat/sessions.ts';

/** A number for an address, shared with some 65,000 others: enough for fair turns, too little to know anybody by. */
export const callerNumber = (address: string): number =>
  createHash('sha256').update(address).digest().readUInt16BE(0);

/**
 * Takes what a page said into its conversation and hands it to the bot. The page says it again until it is told that
 * this came to its end; the time of the first is the event's, so that it stays one event.
 * @param caller number of the address that it came from
 * @throws ApiError 401 where the conversation is over
 */
export async function ingestPageMessage(
  context: Context,
  session: ChatSession,
  { id, text, tap }: PageMessage,
  caller: number,
): Promise<void> {
  const { sessions, hub } = chatOf(context.db);
  const message = tap ? { tap } : { text };
  const [at] = (await sessions.append(session.id, [{ id, own: true, message }], session.channel)) ?? [];
  const channel = await findChannel(context.services(), session.channel);
  if (!at || !channel) throw unauthenticated();
  await hub.notify(session.id);
  const said = tap
    ? {
        type: 'postback' as const,
        ...{ text: tap.label, payload: `action:${tap.action}` },
        ...(tap.value !== undefined && { picked: tap.value }),
      }
    : { type: 'text' as const, text };
  const profile = session.language === null ? {} : { profile: { language: session.language } };
  await ingestEvents(context, channel, [
    { key: `${session.id}:${id}`, at, person: session.id, kind: 'message', caller, ...said, ...profile },
  ]);
}
