import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderForFacebook } from './render.ts';
import { renderForChannel } from '../render.ts';
import { answer, VARIABLES } from '../../messages/testAnswers.ts';
import { facebookFaults } from './testFacebookChecker.ts';
import type { Action, Message } from '../../messages/types.ts';

const NONE = { variables: new Map<string, string>() };
const say = (label: string): Extract<Action, { type: 'message' }> => ({
  type: 'message',
  id: label,
  label,
  text: label,
});

describe('what Facebook is sent is what its reference shows', () => {
  it('for texts, pictures and buttons', () => {
    const messages: Message[] = [
      { type: 'text', text: 'Hello' },
      { type: 'image', originalContentUrl: 'https://e.com/a.png', previewImageUrl: 'https://e.com/b.png' },
      {
        type: 'buttons',
        altText: 'a',
        text: 'What do you want to do next?',
        actions: [
          { type: 'uri', label: 'Visit', uri: 'https://www.messenger.com', isPopover: true },
          { type: 'call_action', label: 'Call', phoneNumber: '+15105551234' },
          say('Start'),
        ],
      },
    ];
    expect(renderForFacebook({ messages }, NONE).messages).toEqual([
      { text: 'Hello' },
      { attachment: { type: 'image', payload: { url: 'https://e.com/a.png', is_reusable: true } } },
      {
        attachment: {
          type: 'template',
          payload: {
            template_type: 'button',
            text: 'What do you want to do next?',
            buttons: [
              {
                type: 'web_url',
                title: 'Visit',
                url: 'https://www.messenger.com',
                webview_height_ratio: 'tall',
              },
              { type: 'phone_number', title: 'Call', payload: '+15105551234' },
              { type: 'postback', title: 'Start', payload: 'action:Start' },
            ],
          },
        },
      },
    ]);
  });

  it('for carousels; a column without a title is split', () => {
    const text = 'x'.repeat(100);
    const { messages } = renderForFacebook(
      {
        messages: [
          {
            type: 'carousel',
            altText: 'a',
            columns: [
              {
                imageUrl: 'https://e.com/a.png',
                title: 'Welcome!',
                text: 'We have the right hat',
                actions: [say('Hi')],
              },
              { text, actions: [say('Hi')] },
            ],
          },
        ],
        quickReply: { items: [say('Red'), { type: 'location', label: 'Where' }] },
      },
      NONE,
    );
    const buttons = [{ type: 'postback', title: 'Hi', payload: 'action:Hi' }];
    expect(messages).toEqual([
      {
        attachment: {
          type: 'template',
          payload: {
            template_type: 'generic',
            elements: [
              {
                title: 'Welcome!',
                subtitle: 'We have the right hat',
                image_url: 'https://e.com/a.png',
                buttons,
              },
              { title: 'x'.repeat(80), subtitle: 'x'.repeat(20), buttons },
            ],
          },
        },
        quick_replies: [{ content_type: 'text', title: 'Red', payload: 'action:Red' }],
      },
    ]);
  });
});

it('what Facebook lacks is approximated, and reported', () => {
  const { messages, issues } = renderForFacebook(
    {
      messages: [
        { type: 'flex', altText: 'A layout', contents: {} },
        {
          type: 'imagemap',
          altText: 'Our shops',
          baseUrl: 'https://e.com/i',
          imgUrl: 'https://e.com/i/1040',
          baseSize: { width: 1040, height: 1040 },
          actions: ['A', 'B', 'C', 'D'].map((label) => ({
            x: 0,
            y: 0,
            width: 9,
            height: 9,
            action: say(label),
          })),
        },
      ],
    },
    NONE,
  );
  const template = (text: string, ...labels: string[]) => ({
    attachment: {
      type: 'template',
      payload: {
        template_type: 'button',
        text,
        buttons: labels.map((title) => ({ type: 'postback', title, payload: `action:${title}` })),
      },
    },
  });
  expect(messages).toEqual([
    { text: 'A layout' },
    { attachment: { type: 'image', payload: { url: 'https://e.com/i/1040', is_reusable: true } } },
    template('Our shops', 'A', 'B', 'C'),
    template('…', 'D'),
  ]);
  expect(issues.map(({ pointer }) => pointer)).toEqual(['/messages/0', '/messages/1', '/messages/1/actions']);
});

it('what is cut from an imagemap is reported at its own fields', () => {
  const area = { x: 0, y: 0, width: 9, height: 9, action: say('A label of more than twenty letters') };
  const imagemap: Message = {
    ...{
      type: 'imagemap',
      altText: 'x'.repeat(700),
      baseUrl: 'https://e.com/i',
      imgUrl: 'https://e.com/i/1040',
    },
    ...{ baseSize: { width: 1040, height: 1040 }, actions: [area] },
  };
  const { issues } = renderForFacebook({ messages: [imagemap] }, NONE);
  expect(issues.map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining(['/messages/0/actions/0/action/label', '/messages/0/altText']),
  );
});

it('a call needs a number with its country code, and a Thai label its code points', () => {
  const label = 'ที่น้ำ'.repeat(7);
  const uris = ['tel:021234567', 'tel:+66-2-123-4567', 'tel:+6621234567'];
  const actions = uris.map((uri) => ({ type: 'uri' as const, id: 'c', label: 'Call', uri }));
  const messages: Message[] = [
    { type: 'buttons', altText: 'a', text: 'Talk to us', actions },
    { type: 'text', text: 'Sizes', quickReply: { items: [say(label)] } },
  ];
  const facebook = renderForFacebook({ messages }, NONE);
  const [buttons, text] = facebook.messages as [
    { attachment: { payload: { buttons: object[] } } },
    { quick_replies: { title: string }[] },
  ];
  expect(buttons.attachment.payload.buttons).toEqual([
    { type: 'postback', title: 'Call', payload: 'action:c' },
    { type: 'phone_number', title: 'Call', payload: '+6621234567' },
    { type: 'phone_number', title: 'Call', payload: '+6621234567' },
  ]);
  expect([...(text.quick_replies[0]?.title ?? '')].length).toBeLessThanOrEqual(20);
  expect(facebook.issues.map(({ pointer }) => pointer)).toEqual([
    '/messages/0/actions/0',
    '/messages/1/quickReply/items/0/label',
  ]);
  // Who is on LINE calls all of them.
  expect(JSON.stringify(renderForChannel({ messages }, 'LINE', NONE).messages)).toContain('tel:021234567');
});

it('whatever the schema takes keeps to the limits of Facebook', () => {
  fc.assert(
    fc.property(answer, (one) => {
      expect(facebookFaults(renderForFacebook(one, { variables: VARIABLES }).messages)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it('webchat and custom channels get the answer as it was written', () => {
  const columns = [
    { text: 'shown', actions: [say('A')] },
    { text: 'kept', isActive: false, actions: [say('A')] },
  ];
  const messages: Message[] = [
    { type: 'text', text: 'Hello {{name}}', errorMessage: 'Sorry' },
    { type: 'carousel', altText: 'a', columns, quickReply: { items: [say('Bye')] } },
  ];
  const context = { variables: new Map([['name', 'Malee']]) };
  for (const type of ['WEBCHAT', 'CUSTOM'] as const) {
    expect(renderForChannel({ messages }, type, context)).toEqual({
      messages: [
        { type: 'text', text: 'Hello Malee' },
        { type: 'carousel', altText: 'a', columns: columns.slice(0, 1), quickReply: { items: [say('Bye')] } },
      ],
      issues: [],
    });
  }
});
