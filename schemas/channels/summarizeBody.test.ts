import { expect, it } from 'vitest';
import type { Message } from '../messages/types.ts';
import { channelTypeOf } from './registry.ts';
import { renderForChannel } from './render.ts';

const action = { type: 'message', label: 'Yes', text: 'Yes' } as const;
const url = 'https://e.com/a.png';
const MESSAGES: Message[] = [
  { type: 'text', text: 'Hello' },
  { type: 'image', originalContentUrl: url, previewImageUrl: url },
  { type: 'carousel', altText: 'Menu', columns: [{ title: 'Tea', text: 'Hot', actions: [action] }] },
  { type: 'image_carousel', altText: 'Pictures', columns: [{ imageUrl: url, action }] },
  { type: 'buttons', altText: 'Question', text: 'More?', actions: [action] },
  { type: 'flex', altText: 'Receipt', contents: { type: 'bubble' } },
];
const WRITTEN = [
  ['text', 'Hello'],
  ['image', undefined],
  ['carousel', 'Menu'],
  ['image_carousel', 'Pictures'],
  ['buttons', 'More?'],
  ['flex', 'Receipt'],
];

it.each([
  // A carousel of LINE has its words in the alternative text.
  ['LINE', WRITTEN],
  [
    'FACEBOOK',
    [
      ['text', 'Hello'],
      ['image', undefined],
      ['carousel', 'Tea'],
      ['carousel', 'Yes'],
      ['buttons', 'More?'],
      ['text', 'Receipt'],
    ],
  ],
  ['WEBCHAT', [...WRITTEN.slice(0, -1), ['text', 'Receipt']]],
  ['CUSTOM', WRITTEN],
])('the bodies of %s say what they are, in the words of a conversation', (type, expected) => {
  const bodies = MESSAGES.flatMap(
    (message) => renderForChannel({ messages: [message] }, type, { variables: new Map() }).messages,
  );
  const summaries = bodies.map((body) => channelTypeOf(type).summarizeBody(body));
  expect(summaries.map((one) => [one.type, one.text])).toEqual(expected);
});

it.each(['LINE', 'FACEBOOK', 'WEBCHAT', 'CUSTOM'])('what is no message of %s is of no type', (type) => {
  expect(
    channelTypeOf(type).summarizeBody({ type: 'sticker', attachment: { type: 'file' } }).type,
  ).toBeUndefined();
});
