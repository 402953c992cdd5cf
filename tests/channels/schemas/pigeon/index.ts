import type { ChannelTypeSchema } from '../../../../schemas/channels/types.ts';
import { Losses, sentMessages, shownQuickReplies } from '../../../../schemas/messages/answer.ts';
import { prepare } from '../../../../schemas/messages/prepare.ts';
import data from './channel.json' with { type: 'json' };

/** A type of channel that no product has: a bird carries one note for each text, and nothing else. */
export const pigeon: ChannelTypeSchema = {
  ...data,
  render(answer, context) {
    const losses = new Losses();
    const filled = prepare(answer, context, losses);
    const sent = sentMessages(filled, losses);
    const messages = sent.flatMap(({ message, pointer }): Record<string, unknown>[] => {
      if (message.type === 'text') return [{ note: message.text }];
      losses.add(pointer, 'A pigeon carries text alone');
      return [];
    });
    const last = messages.at(-1);
    const items = shownQuickReplies(filled, sent, losses);
    if (last && items.length > 0) last['tearOff'] = items.map(({ action }) => action.label);
    return { messages, losses: losses.all };
  },
};
