import type { ChannelTypeSchema } from '../../../../schemas/channels/types.ts';
import { createRenderer } from '../../../../schemas/messages/answer.ts';
import { summarizeBody } from '../../../../schemas/messages/summarizeBody.ts';
import data from './channel.json' with { type: 'json' };

/** A fifth type of channel, which lives in the tests alone: a bird carries one note for each text, and nothing else. */
export const pigeon: ChannelTypeSchema = {
  ...data,
  render: createRenderer({
    message({ message, pointer }, issues) {
      if (message.type === 'text') return [{ note: message.text }];
      issues.add(pointer, 'A pigeon carries text alone');
      return [];
    },
    quickReply: ({ action }) => action.label,
    attachQuickReplies: (labels) => ({ tearOff: labels }),
  }),
  summarizeBody: ({ note }) => summarizeBody('text', [note]),
};
