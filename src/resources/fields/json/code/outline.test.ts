import { expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { buildOutline, outlineNodeAt } from './outline.ts';

const schema = flex as unknown as JsonSchema;
const card = {
  type: 'carousel',
  contents: [
    {
      type: 'bubble',
      body: {
        type: 'box',
        layout: 'vertical',
        contents: [{ type: 'text', text: 'Gold' }, { type: 'filler' }],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [{ type: 'button', action: { type: 'message', label: 'Buy', text: 'Buy' } }],
      },
    },
  ],
};

it('lists bubbles and boxes with what is in them', () => {
  const text = JSON.stringify(card, null, 2);
  expect(buildOutline(text, schema).map(({ level, name, label }) => [level, name, label])).toEqual([
    [1, 'carousel', ''],
    [2, 'bubble', ''],
    [3, 'body', 'vertical'],
    [4, 'text', 'Gold'],
    [4, 'filler', ''],
    [3, 'footer', 'vertical'],
    [4, 'button', 'Buy'],
  ]);
});

it('finds the entry at an offset, also in an incomplete text', () => {
  const text =
    '{"type": "bubble", "body": {"type": "box", "layout": "vertical", "contents": [{"type": "text", "text": ';
  const outline = buildOutline(text, schema);
  expect(outline.map(({ name }) => name)).toEqual(['bubble', 'body', 'text']);
  expect(outlineNodeAt(outline, text.length)?.pointer).toBe('/body/contents/0');
  expect(outlineNodeAt(outline, text.indexOf('layout'))?.pointer).toBe('/body');
  expect(outlineNodeAt(outline, 0)?.pointer).toBe('');
});
