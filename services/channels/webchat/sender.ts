import { isId } from '../../engine/storage/matchSql.ts';
import { chatOf } from './chat.ts';
import type { Sender } from '../types.ts';
import { customSender } from '../custom/sender.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Copies for other front ends that are under way at once; what is more is not copied. */
const MAX_CONCURRENT_COPIES = 200;
let copies = 0;

/**
 * Who chats on a page of ours is answered there: what the bot says is stored where the page asks for it, once however
 * often it is sent, and the channel's webhook is told a copy that nobody waits for. Everybody else came through the
 * webhook of another front end, and is answered by it as on a custom channel.
 */
export const webchatSender: Sender = {
  maxMessagesPerCall: 10,
  isRetrySafe: true,
  deduplicatesByKey: true,
  async send(sending, around) {
    const { channel, person, key, messages } = sending;
    const { sessions, hub } = chatOf(around.db);
    const said = messages.map((message, at) => ({ id: `${key}:${at}`, own: false, message }));
    const stored = isId(person) ? await sessions.append(person, said, channel.id) : undefined;
    if (stored) {
      await hub.notify(person);
      if (channel.webhookUrl && copies < MAX_CONCURRENT_COPIES) {
        copies += 1;
        void customSender
          .send(sending, around)
          .catch(() => undefined)
          .finally(() => (copies -= 1));
      }
      return { state: 'sent' };
    }
    if (channel.webhookUrl) return customSender.send(sending, around);
    return { state: 'failed', note: storedText('The visitor’s conversation is over') };
  },
};
