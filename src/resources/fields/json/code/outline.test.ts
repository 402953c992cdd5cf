import { expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { outlineOf, partAt } from './outline.ts';

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
  expect(outlineOf(text, schema).map(({ level, name, label }) => [level, name, label])).toEqual([
    [1, 'carousel', ''],
    [2, 'bubble', ''],
    [3, 'body', 'vertical'],
    [4, 'text', 'Gold'],
    [4, 'filler', ''],
    [3, 'footer', 'vertical'],
    [4, 'button', 'Buy'],
  ]);
});

it('knows the part at a place, and goes on while something is being written', () => {
  const text =
    '{"type": "bubble", "body": {"type": "box", "layout": "vertical", "contents": [{"type": "text", "text": ';
  const outline = outlineOf(text, schema);
  expect(outline.map(({ name }) => name)).toEqual(['bubble', 'body', 'text']);
  expect(partAt(outline, text.length)?.pointer).toBe('/body/contents/0');
  expect(partAt(outline, text.indexOf('layout'))?.pointer).toBe('/body');
  expect(partAt(outline, 0)?.pointer).toBe('');
});
