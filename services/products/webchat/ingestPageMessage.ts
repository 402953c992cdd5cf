import { createHash } from 'node:crypto';
import { findChannel } from '../../channels/channelCache.ts';
import { ingestEvents } from '../conversations/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import { unauthenticated } from '../../engine/http/errors.ts';
import { chatOf } from '../../channels/webchat/chat.ts';
import type { PageMessage } from './pageMessage.ts';
import type { ChatSession } from '../../channels/webchat/sessions.ts';

/** A 16-bit hash of an address: enough to share capacity fairly, too little to identify anybody. */
export const callerNumber = (address: string): number =>
  createHash('sha256').update(address).digest().readUInt16BE(0);

/**
 * Appends a page's message to its conversation and ingests it for the bot. The page repeats it until it is accepted; the
 * time of the first attempt is the event's, so that it stays one event.
 * @param caller the caller number of the address
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
  const content = tap
    ? {
        type: 'postback' as const,
        ...{ text: tap.label, payload: `action:${tap.action}` },
        ...(tap.value !== undefined && { picked: tap.value }),
      }
    : { type: 'text' as const, text };
  const profile = session.language === null ? {} : { profile: { language: session.language } };
  await ingestEvents(context, channel, [
    { key: `${session.id}:${id}`, at, person: session.id, kind: 'message', caller, ...content, ...profile },
  ]);
}
