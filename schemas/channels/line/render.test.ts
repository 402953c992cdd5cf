import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderForLine } from './render.ts';
import { answer, VARIABLES } from '../../messages/testAnswers.ts';
import { lineFaults } from './testLineChecker.ts';
import type { AnswerContent, Message } from '../../messages/types.ts';

const NONE = { variables: new Map<string, string>() };
const sent = (...messages: Message[]) => renderForLine({ messages }, NONE).messages;

// The examples of the Messaging API reference, written as a person would make them here.
describe('what LINE is sent is what its reference shows', () => {
  it('for texts and media', () => {
    const media = {
      originalContentUrl: 'https://example.com/original.jpg',
      previewImageUrl: 'https://example.com/preview.jpg',
    };
    expect(
      sent({ type: 'text', text: 'Hello, world' }, { type: 'image', ...media }, { type: 'video', ...media }),
    ).toEqual([
      { type: 'text', text: 'Hello, world' },
      { type: 'image', ...media },
      { type: 'video', ...media },
    ]);
  });

  it('for buttons', () => {
    expect(
      sent({
        type: 'buttons',
        altText: 'This is a buttons template',
        text: 'Please select',
        actions: [
          { type: 'template_action', id: 'a1', label: 'Buy', templateName: 't' },
          {
            type: 'uri',
            id: 'a2',
            label: 'View detail',
            uri: 'https://example.com/page/123',
            isPopover: true,
          },
          { type: 'call_action', id: 'a3', label: 'Call us', phoneNumber: '+66812345678' },
          { type: 'datetimepicker', id: 'a4', label: 'Pick a day', mode: 'date' },
        ],
      }),
    ).toEqual([
      {
        type: 'template',
        altText: 'This is a buttons template',
        template: {
          type: 'buttons',
          text: 'Please select',
          actions: [
            { type: 'postback', label: 'Buy', data: 'action:a1', displayText: 'Buy' },
            { type: 'uri', label: 'View detail', uri: 'https://example.com/page/123' },
            { type: 'uri', label: 'Call us', uri: 'tel:+66812345678' },
            { type: 'datetimepicker', label: 'Pick a day', data: 'action:a4', mode: 'date' },
          ],
        },
      },
    ]);
  });

  it('for a carousel, whose inactive columns stay at home', () => {
    const column = {
      imageUrl: 'https://example.com/bot/images/item1.jpg',
      title: 'this is menu',
      text: 'description',
      actions: [{ type: 'message' as const, label: 'Yes', text: 'yes' }],
    };
    expect(
      sent({
        type: 'carousel',
        altText: 'this is a carousel template',
        columns: [column, { ...column, isActive: false, title: 'hidden' }],
      }),
    ).toEqual([
      {
        type: 'template',
        altText: 'this is a carousel template',
        template: {
          type: 'carousel',
          columns: [
            {
              thumbnailImageUrl: 'https://example.com/bot/images/item1.jpg',
              title: 'this is menu',
              text: 'description',
              actions: [{ type: 'message', label: 'Yes', text: 'yes' }],
            },
          ],
        },
      },
    ]);
  });

  it('for an image carousel, an imagemap and a Flex message', () => {
    const contents = { type: 'bubble', body: { type: 'box', layout: 'horizontal', contents: [] } };
    expect(
      sent(
        {
          type: 'image_carousel',
          altText: 'pictures',
          columns: [
            {
              imageUrl: 'https://example.com/bot/images/item1.jpg',
              action: { type: 'flow_action', id: 'f', label: 'Buy', flow: 'shop', flowAction: 'buy' },
            },
          ],
        },
        {
          type: 'imagemap',
          altText: 'This is an imagemap',
          baseUrl: 'https://example.com/bot/images/rm001',
          imgUrl: 'https://example.com/bot/images/rm001/1040',
          baseSize: { width: 1040, height: 1040 },
          actions: [
            {
              ...{ x: 0, y: 586, width: 520, height: 454 },
              action: { type: 'uri', label: 'open', uri: 'https://example.com/' },
            },
            {
              ...{ x: 520, y: 586, width: 520, height: 454 },
              action: { type: 'message', label: 'say', text: 'Hello' },
            },
          ],
        },
        { type: 'flex', altText: 'this is a flex message', contents },
      ),
    ).toEqual([
      {
        type: 'template',
        altText: 'pictures',
        template: {
          type: 'image_carousel',
          columns: [
            {
              imageUrl: 'https://example.com/bot/images/item1.jpg',
              action: { type: 'postback', label: 'Buy', data: 'action:f', displayText: 'Buy' },
            },
          ],
        },
      },
      {
        type: 'imagemap',
        altText: 'This is an imagemap',
        baseUrl: 'https://example.com/bot/images/rm001',
        baseSize: { width: 1040, height: 1040 },
        actions: [
          {
            type: 'uri',
            label: 'open',
            linkUri: 'https://example.com/',
            area: { x: 0, y: 586, width: 520, height: 454 },
          },
          { type: 'message', label: 'say', text: 'Hello', area: { x: 520, y: 586, width: 520, height: 454 } },
        ],
      },
      { type: 'flex', altText: 'this is a flex message', contents },
    ]);
  });

  it('for quick replies, below the last message', () => {
    const own = { items: [{ type: 'location' as const, label: 'Send location' }] };
    const messages: Message[] = [
      { type: 'text', text: 'a', quickReply: { items: [{ type: 'camera', label: 'Camera' }] } },
      { type: 'text', text: 'b', quickReply: own },
    ];
    const { messages: rendered, issues } = renderForLine({ messages }, NONE);
    expect(rendered).toEqual([
      { type: 'text', text: 'a' },
      {
        type: 'text',
        text: 'b',
        quickReply: { items: [{ type: 'action', action: { type: 'location', label: 'Send location' } }] },
      },
    ]);
    expect(issues).toEqual([
      { pointer: '/messages/0/quickReply', text: 'Quick replies show below the last message only' },
    ]);
  });
});

it('an answer whose last message has none shows its own quick replies', () => {
  const items = [{ type: 'message' as const, label: 'Yes', text: 'yes' }];
  const { messages } = renderForLine(
    { messages: [{ type: 'text', text: 'Sure?' }], quickReply: { items } },
    NONE,
  );
  expect(messages).toEqual([
    {
      type: 'text',
      text: 'Sure?',
      quickReply: { items: [{ type: 'action', action: { type: 'message', label: 'Yes', text: 'yes' } }] },
    },
  ]);
});

it('variables are filled in, and what outgrows LINE by that is shortened without tearing a letter', () => {
  const family = '👨‍👩‍👧‍👦';
  const variables = new Map([['v', family.repeat(30)]]);
  const answered: AnswerContent = {
    messages: [
      {
        type: 'buttons',
        altText: '{{v}}',
        text: 'Hi {{v}}',
        actions: [{ type: 'message', label: '{{v}}', text: '{{v}} {{unknown}}' }],
      },
    ],
  };
  const [message] = renderForLine(answered, { variables }).messages;
  expect(message).toMatchObject({
    template: {
      text: `Hi ${family.repeat(30)}`,
      actions: [{ label: `${family.repeat(19)}…`, text: `${family.repeat(30)} {{unknown}}` }],
    },
  });
});

it('what LINE cannot show is reported with its pointer', () => {
  const picker = { type: 'datetimepicker' as const, id: 'd', label: 'When', mode: 'date' as const };
  const uri = { type: 'uri' as const, label: 'Far', uri: `https://example.com/${'x'.repeat(1000)}` };
  const { issues } = renderForLine(
    {
      messages: [
        { type: 'buttons', altText: 'a', text: 't', actions: [uri, picker, picker, picker, picker] },
        {
          type: 'imagemap',
          altText: 'a',
          baseUrl: 'https://example.com/i',
          imgUrl: 'https://example.com/i/1040',
          baseSize: { width: 1040, height: 1040 },
          actions: [picker, uri].map((action) => ({ x: 0, y: 0, width: 10, height: 10, action })),
        },
        {
          type: 'carousel',
          altText: 'a',
          columns: [{ isActive: false, text: 't', actions: [picker] }],
        },
      ],
    },
    NONE,
  );
  expect(issues).toEqual([
    { pointer: '/messages/2', text: 'Not sent: no column is active' },
    { pointer: '/messages/0/actions', text: 'LINE shows the first 4 actions' },
    {
      pointer: '/messages/0/actions/0',
      text: 'The link has more than 1000 characters: the label is sent as a text',
    },
    {
      pointer: '/messages/1/actions/0/action',
      text: 'LINE tap areas can only open links or send text. The label is sent as text.',
    },
    {
      pointer: '/messages/1/actions/1/action',
      text: 'The link has more than 1000 characters: the label is sent as a text',
    },
  ]);
});

describe('Flex contents that variables have grown', () => {
  const bubbleOf = (action: object) => ({
    ...{ type: 'flex' as const, altText: 'Your order {{v}}' },
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', contents: [{ type: 'button', action }] },
    },
  });
  const grown = (action: object, v: string) =>
    renderForLine({ messages: [bubbleOf(action)] }, { variables: new Map([['v', v]]) });

  it('have labels and texts that LINE takes', () => {
    const { messages, issues } = grown({ type: 'message', label: '{{v}}', text: '{{v}}' }, 'ก'.repeat(400));
    const action = { type: 'message', label: `${'ก'.repeat(39)}…`, text: `${'ก'.repeat(299)}…` };
    expect(messages).toMatchObject([{ contents: { body: { contents: [{ action }] } } }]);
    expect(issues).toEqual([]);
  });

  it.each([
    ['an address', { type: 'uri', label: 'Open', uri: 'https://example.com/{{v}}' }, 'x'.repeat(1000)],
    ['what the bot is told', { type: 'postback', label: 'Open', data: '{{v}}' }, 'x'.repeat(301)],
  ])('give way to their alternative text where %s would be torn', (_, action, v) => {
    const { messages, issues } = grown(action, v);
    expect(messages).toEqual([{ type: 'text', text: expect.stringMatching(/^Your order xxx/) }]);
    expect(issues).toMatchObject([
      { pointer: '/messages/0/contents', text: expect.stringContaining('The alternative text is sent') },
    ]);
  });
});

it('whatever the schema takes, LINE takes', () => {
  fc.assert(
    fc.property(answer, (one) => {
      const { messages } = renderForLine(one, { variables: VARIABLES });
      // Nothing is sent where every message is a carousel without an active column.
      fc.pre(messages.length > 0);
      expect(lineFaults(messages)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
