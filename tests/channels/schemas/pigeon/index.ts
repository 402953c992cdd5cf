import type { ChannelTypeSchema } from '../../../../schemas/channels/types.ts';
import { Losses, messagesToSend, quickRepliesToShow } from '../../../../schemas/messages/answer.ts';
import { resolveAnswer } from '../../../../schemas/messages/resolveAnswer.ts';
import { describeBody } from '../../../../schemas/messages/describe.ts';
import data from './channel.json' with { type: 'json' };

/** A fifth type of channel, which lives in the tests alone: a bird carries one note for each text, and nothing else. */
export const pigeon: ChannelTypeSchema = {
  ...data,
  render(answer, context) {
    const losses = new Losses();
    const filled = resolveAnswer(answer, context, losses);
    const sent = messagesToSend(filled, losses);
    const messages = sent.flatMap(({ message, pointer }): Record<string, unknown>[] => {
      if (message.type === 'text') return [{ note: message.text }];
      losses.add(pointer, 'A pigeon carries text alone');
      return [];
    });
    const last = messages.at(-1);
    const items = quickRepliesToShow(filled, sent, losses);
    if (last && items.length > 0) last['tearOff'] = items.map(({ action }) => action.label);
    return { messages, losses: losses.all };
  },
  describe: ({ note }) => describeBody('text', [note]),
};
