import { isId } from '../../engine/storage/matchSql.ts';
import { chatOf } from './chat.ts';
import type { Sender } from '../types.ts';
import { customSender } from '../custom/sender.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Concurrent copies to other front ends; further messages are not copied. */
const MAX_CONCURRENT_COPIES = 200;
let pendingCopies = 0;

/**
 * For visitors of our own pages, messages are stored once per key, the page fetches them, and the channel's webhook gets a
 * copy without waiting for its response. Other people use another front end and are answered through its webhook, as on a
 * custom channel.
 */
export const webchatSender: Sender = {
  maxMessagesPerCall: 10,
  isRetrySafe: true,
  deduplicatesByKey: true,
  async send(sending, context) {
    const { channel, person, key, messages } = sending;
    const { sessions, hub } = chatOf(context.db);
    const newMessages = messages.map((message, index) => ({ id: `${key}:${index}`, own: false, message }));
    const stored = isId(person) ? await sessions.append(person, newMessages, channel.id) : undefined;
    if (stored) {
      await hub.notify(person);
      if (channel.webhookUrl && pendingCopies < MAX_CONCURRENT_COPIES) {
        pendingCopies += 1;
        void customSender
          .send(sending, context)
          .catch(() => undefined)
          .finally(() => (pendingCopies -= 1));
      }
      return { state: 'sent' };
    }
    if (channel.webhookUrl) return customSender.send(sending, context);
    return { state: 'failed', note: storedText('The visitor’s conversation is over') };
  },
};
