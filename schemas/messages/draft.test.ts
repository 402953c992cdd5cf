import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completeDraft } from './draft.ts';
import { renderForChannel } from '../channels/render.ts';
import { answer } from './testAnswers.ts';
import type { ChannelType } from '../channels/types.ts';

const CHANNELS: ChannelType[] = ['LINE', 'FACEBOOK', 'WEBCHAT', 'CUSTOM'];
const variables = new Map<string, string>();
const TYPES = ['text', 'image', 'video', 'carousel', 'image_carousel', 'buttons', 'imagemap', 'flex'];

it('renders a finished answer as it is', () => {
  fc.assert(
    fc.property(answer, fc.constantFrom('LINE' as const, 'FACEBOOK' as const), (made, channel) => {
      expect(renderForChannel(completeDraft(made), channel, { variables })).toEqual(
        renderForChannel(made, channel, { variables }),
      );
    }),
    { numRuns: 60 },
  );
});

it('renders whatever is entered so far on every channel', () => {
  const name = fc.constantFrom(
    ...[
      'type',
      'text',
      'altText',
      'columns',
      'actions',
      'action',
      'contents',
      'items',
      'quickReply',
      'imgUrl',
    ],
  );
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, '', 'x', 7, ...TYPES),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const messages = fc.array(
    fc.tuple(fc.constantFrom(...TYPES, 'none'), fc.dictionary(name, value)).map(([type, rest]) => ({
      ...rest,
      type,
    })),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(messages, value, fc.constantFrom(...CHANNELS), (entered, quickReply, channel) => {
      const made = completeDraft({ messages: entered, quickReply });
      expect(made.messages).toHaveLength(entered.length);
      expect(() => renderForChannel(made, channel, { variables })).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

it('shows web chat areas as buttons and Flex as its alt text', () => {
  const made = completeDraft({
    messages: [
      { type: 'imagemap', imgUrl: 'https://e.com/a', altText: 'Map', actions: [{ action: { label: 'A' } }] },
      { type: 'flex', altText: 'Receipt' },
    ],
  });
  const { messages, issues } = renderForChannel(made, 'WEBCHAT', { variables });
  expect(messages.map(({ type }) => type)).toEqual(['image', 'buttons', 'text']);
  expect(messages[2]).toMatchObject({ text: 'Receipt' });
  expect(issues.map(({ pointer }) => pointer)).toEqual(['/messages/0', '/messages/1']);
});
