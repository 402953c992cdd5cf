import fc from 'fast-check';
import type { JsonObject } from '../model/types.ts';
import type { Action, Answer, Message, MessageOf } from './types.ts';

/** Letters of one to many units: Thai with marks, emoji families, Latin; and variables that have grown long. */
const LETTERS = ['ก', 'ที่', 'น้ำ', 'a', 'é', '👍', '👨‍👩‍👧‍👦', ' ', '{{long}}', '{{name}}', '"', '<b>'];

const text = (min: number, max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: min, maxLength: max })
    .map((parts) => parts.join(''))
    .filter((joined) => joined.trim() !== '');

const https = fc.webUrl({ validSchemes: ['https'] });
const id = fc.uuid();

const tap: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('message' as const), id, label: text(1, 20), text: text(1, 300) }),
  fc.record({
    type: fc.constant('uri' as const),
    id,
    label: text(1, 20),
    uri: fc.oneof(
      https,
      fc.constant('https://shop.example/{{long}}'),
      fc.constantFrom('tel:+66812345678', 'tel:021234567', 'tel:+66-2-123-4567'),
    ),
    isPopover: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('call_action' as const),
    id,
    label: text(1, 20),
    phoneNumber: fc.constant('+66812345678'),
  }),
  fc.record({
    type: fc.constant('template_action' as const),
    id,
    label: text(1, 20),
    templateName: fc.uuid(),
  }),
  fc.record({
    type: fc.constant('datetimepicker' as const),
    id,
    label: text(1, 20),
    mode: fc.constantFrom('date' as const, 'time' as const, 'datetime' as const),
  }),
  fc.record({
    type: fc.constant('flow_action' as const),
    id,
    label: text(1, 20),
    flow: text(1, 20),
    flowAction: text(1, 20),
  }),
);
const quick: fc.Arbitrary<Action> = fc.oneof(
  tap,
  fc.record({ type: fc.constantFrom('camera' as const, 'location' as const), id, label: text(1, 20) }),
);
// The generated types forbid camera and location where the schema does; what `tap` makes keeps to that.
type Tap = MessageOf<'buttons'>['actions'][number];
const taps = (min: number, max: number): fc.Arbitrary<Tap[]> =>
  fc.array(tap as fc.Arbitrary<Tap>, { minLength: min, maxLength: max });

const quickReply = fc.option(fc.record({ items: fc.array(quick, { maxLength: 13 }) }), { nil: undefined });

const carousel = fc
  .record({ actions: fc.integer({ min: 1, max: 10 }), hasTitle: fc.boolean(), hasImage: fc.boolean() })
  .chain(({ actions, hasTitle, hasImage }) =>
    fc.record({
      type: fc.constant('carousel' as const),
      altText: text(1, 200),
      columns: fc.array(
        fc.record({
          id,
          isActive: fc.boolean(),
          text: text(1, 60),
          actions: taps(actions, actions),
          ...(hasTitle && { title: text(1, 40) }),
          ...(hasImage && { imageUrl: https }),
        }),
        { minLength: 1, maxLength: 10 },
      ),
    }),
  );

const area = fc
  .record({ x: fc.integer({ min: 0, max: 1039 }), y: fc.integer({ min: 0, max: 1039 }) })
  .chain(({ x, y }) =>
    fc.record({
      x: fc.constant(x),
      y: fc.constant(y),
      width: fc.integer({ min: 1, max: 1040 - x }),
      height: fc.integer({ min: 1, max: 1040 - y }),
      action: tap as fc.Arbitrary<Tap>,
    }),
  );

const media = { originalContentUrl: https, previewImageUrl: https };
const withQuickReply = <T extends object>(message: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc
    .tuple(message, quickReply)
    .map(([one, replies]) => ({ ...one, ...(replies && { quickReply: replies }) }));

const flexAction: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('message'), label: text(1, 30), text: text(1, 200) }),
  fc.record({
    ...{ type: fc.constant('uri'), label: text(1, 30) },
    uri: fc.constantFrom('https://shop.example/{{name}}', 'https://shop.example/{{long}}/{{long}}/{{long}}'),
  }),
  fc.record({
    type: fc.constant('postback'),
    label: text(1, 30),
    data: fc.constantFrom('a=1', 'a={{long}}'),
  }),
  fc.record({ type: fc.constant('clipboard'), label: text(1, 30), clipboardText: text(1, 100) }),
);
const flexPart: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: text(1, 60) }),
  fc.record({ type: fc.constant('button'), action: flexAction }),
  fc.record({ type: fc.constant('image'), url: https, action: flexAction }),
);
const bubble: fc.Arbitrary<JsonObject> = fc
  .record({ parts: fc.array(flexPart, { minLength: 1, maxLength: 8 }), action: flexAction })
  .map(({ parts, action }) => ({
    ...{ type: 'bubble', action },
    body: { type: 'box', layout: 'vertical', contents: parts },
  }));
const flexContents: fc.Arbitrary<JsonObject> = fc.oneof(
  bubble,
  fc.array(bubble, { minLength: 1, maxLength: 12 }).map((contents) => ({ type: 'carousel', contents })),
);

/** Messages that the schema takes, on whatever platform. */
export const message: fc.Arbitrary<Message> = fc.oneof(
  withQuickReply(fc.record({ type: fc.constant('text' as const), text: text(1, 500) })),
  withQuickReply(fc.record({ type: fc.constant('image' as const), ...media })),
  withQuickReply(fc.record({ type: fc.constant('video' as const), ...media })),
  withQuickReply(carousel),
  withQuickReply(
    fc.record({
      type: fc.constant('image_carousel' as const),
      altText: text(1, 200),
      columns: fc.array(fc.record({ imageUrl: https, action: tap as fc.Arbitrary<Tap> }), {
        minLength: 1,
        maxLength: 10,
      }),
    }),
  ),
  withQuickReply(
    fc.record({
      type: fc.constant('buttons' as const),
      altText: text(1, 200),
      text: text(1, 200),
      actions: taps(1, 10),
    }),
  ),
  withQuickReply(
    fc.record({
      type: fc.constant('imagemap' as const),
      altText: text(1, 200),
      baseUrl: fc.constant('https://console.example/imagemaps/1'),
      imgUrl: https,
      baseSize: fc.constant({ width: 1040, height: 1040 }),
      actions: fc.array(area, { minLength: 1, maxLength: 50 }),
    }),
  ),
  withQuickReply(
    fc.record({
      type: fc.constant('flex' as const),
      altText: text(1, 200),
      contents: flexContents,
    }),
  ),
);

export const answer: fc.Arbitrary<Answer> = fc
  .record({ messages: fc.array(message, { minLength: 1, maxLength: 5 }), quickReply })
  .map(({ messages, quickReply: replies }) => ({ messages, ...(replies && { quickReply: replies }) }));

/** A value that is as long as one can be, and one of letters that are many units. */
export const VARIABLES = new Map([
  ['long', 'ยาว'.repeat(166)],
  ['name', '👨‍👩‍👧‍👦'],
]);
