import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentFaults } from './content.ts';
import type { JsonObject, JsonSchema } from './types.ts';

const flex = JSON.parse(readFileSync('schemas/contents/flex.schema.json', 'utf8')) as JsonSchema;
const errorTexts = (value: unknown): string[] => contentFaults(flex, value).map(({ text }) => text);
const text = { type: 'text', text: 'Hello' };
const bubble = (...contents: unknown[]) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents },
});

// The sample of the Messaging API's reference, written as it stands there.
const RECEIPT = {
  type: 'bubble',
  hero: {
    type: 'image',
    url: 'https://example.com/cafe.png',
    size: 'full',
    aspectRatio: '20:13',
    aspectMode: 'cover',
    action: { type: 'uri', uri: 'https://line.me/' },
  },
  body: {
    type: 'box',
    layout: 'vertical',
    contents: [
      { type: 'text', text: 'Brown Cafe', weight: 'bold', size: 'xl' },
      {
        type: 'box',
        layout: 'baseline',
        margin: 'md',
        contents: [
          { type: 'icon', size: 'sm', url: 'https://example.com/star.png' },
          { type: 'text', text: '4.0', size: 'sm', color: '#999999', margin: 'md', flex: 0 },
        ],
      },
      {
        type: 'text',
        contents: [{ type: 'span', text: 'Closed', color: '#ff0000', decoration: 'underline' }],
      },
      { type: 'separator', margin: 'xxl' },
    ],
  },
  footer: {
    type: 'box',
    layout: 'vertical',
    spacing: 'sm',
    contents: [
      {
        type: 'button',
        style: 'link',
        height: 'sm',
        action: { type: 'uri', label: 'CALL', uri: 'https://line.me/' },
      },
      { type: 'filler' },
    ],
    flex: 0,
  },
  styles: { footer: { separator: true } },
};

describe('Flex', () => {
  it('is taken as the reference shows it, in a carousel and with variables too', () => {
    expect(errorTexts(RECEIPT)).toEqual([]);
    expect(
      errorTexts({ type: 'carousel', contents: [RECEIPT, bubble({ ...text, color: '{{colour}}' })] }),
    ).toEqual([]);
  });

  it.each([
    [{}, '"type" is missing: bubble or carousel'],
    [{ type: 'bubbel' }, 'type: is "bubbel"; did you mean "bubble"?'],
    [bubble({ type: 'text' }), 'body.contents[0]: "text" or "contents" is missing'],
    [
      bubble(text, { ...text, colour: '#fff' }),
      'body.contents[1].colour: there is no "colour" in a text; did you mean "color"?',
    ],
    [
      bubble({ ...text, color: 'red' }),
      'body.contents[0].color: must be a colour as #RRGGBB or #RRGGBBAA, not "red"',
    ],
    [bubble({ ...text, flex: '1' }), 'body.contents[0].flex: must be a whole number, not "1"'],
    [bubble({ ...text, wrap: 'yes' }), 'body.contents[0].wrap: must be true or false, not "yes"'],
    [bubble({ ...text, weight: 'blod' }), 'body.contents[0].weight: is "blod"; did you mean "bold"?'],
    [
      bubble({ type: 'image', url: 'http://e.com/a.png' }),
      'body.contents[0].url: must be an https address, not "http://e.com/a.png"',
    ],
    [bubble({ type: 'button', style: 'primary' }), 'body.contents[0]: "action" is missing'],
    [{ type: 'carousel', contents: Array(13).fill(bubble(text)) }, 'contents: has 13, at most 12 are taken'],
    [bubble({ ...text, text: 'x'.repeat(31_000) }), 'is too large: 31 kB, at most 30 kB'],
    [
      bubble({ type: 'button', action: { type: 'message', label: 'x'.repeat(41), text: 'x' } }),
      'body.contents[0].action.label: has 41 characters, at most 40 are taken',
    ],
  ])('says what is wrong and where: %#', (value, message) => {
    expect(errorTexts(value)).toEqual([message]);
  });

  it('has the same result as ajv with the same schema', () => {
    const check = new Ajv({ strict: false, discriminator: true, allErrors: false }).compile(flex);
    const keys = [
      'type',
      'text',
      'contents',
      'layout',
      'size',
      'url',
      'action',
      'flex',
      'color',
      'body',
      'label',
    ];
    const leaf = fc.constantFrom<unknown>(
      ...['bubble', 'box', 'text', 'image', 'button', 'vertical', 'md', '#112233', 'https://e.com/a', '12px'],
      ...[1, -1, true, null],
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    const near = fc
      .tuple(fc.constantFrom<JsonObject>(RECEIPT as never, bubble(text) as never), fc.nat(), value)
      .map(([base, at, put]) => {
        const parts = JSON.stringify(base).split(/(?<=[,:[])/);
        parts[at % parts.length] =
          `${JSON.stringify(put)}${parts[at % parts.length]?.endsWith(',') ? ',' : ''}`;
        try {
          return JSON.parse(parts.join('')) as unknown;
        } catch {
          return put;
        }
      });
    fc.assert(
      fc.property(fc.oneof(value, near), (one) => {
        expect(contentFaults(flex, one).length === 0).toBe(check(one));
      }),
      { numRuns: 300 },
    );
  });
});
