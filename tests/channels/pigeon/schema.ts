import type { ChannelTypeSchema } from '../../../schemas/channels/types.ts';
import data from './channel.json' with { type: 'json' };

/** A type of channel from outside the repository's folders: it carries texts only. */
export const pigeonSchema: ChannelTypeSchema = {
  ...data,
  render: ({ messages }) => ({
    messages: messages.map((message) => ({
      type: 'text',
      text: 'text' in message ? message.text : `(${message.type})`,
    })),
    losses: messages.flatMap(({ type }, index) =>
      type === 'text' ? [] : [{ pointer: `/messages/${index}`, text: 'A pigeon carries words only' }],
    ),
  }),
};
