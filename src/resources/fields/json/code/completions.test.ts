import { describe, expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import { contentFaults } from '../../../../../schemas/model/content.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { ContentSchema } from '../contentSchema.ts';
import { findSuggestions } from './completions.ts';

const schema = flex as unknown as JsonSchema;
/** What is offered at the bar. */
const at = (marked: string) => findSuggestions(marked.replace('|', ''), marked.indexOf('|'), schema);
const labels = (marked: string): string[] => at(marked)?.suggestions.map(({ label }) => label) ?? [];
const box = (contents: string): string =>
  `{"type": "bubble", "body": {"type": "box", "layout": "vertical", "contents": [${contents}]}}`;

describe('completion', () => {
  it('begins with what a message can be', () => {
    expect(labels('|')).toEqual(['bubble', 'carousel']);
    expect(labels('{"|"}')).toEqual(['type']);
    expect(labels('{"type": "|"}')).toEqual(['bubble', 'carousel']);
  });

  it('offers the names that the component has and are not there yet', () => {
    const names = labels('{"type": "bubble", "size": "kilo", |}');
    expect(names).toContain('body');
    expect(names).not.toContain('size');
    expect(names).not.toContain('text');
    expect(labels(box('{"size": "xl", "we|", "type": "text"}'))).toContain('weight');
    expect(labels(box('{"type": "separator", "|": "md"}'))).toEqual(['type', 'margin', 'color'].slice(1));
  });

  it('offers the components where one can stand', () => {
    const all = ['box', 'button', 'image', 'icon', 'text', 'separator', 'filler'];
    expect(labels(box('|'))).toEqual(all);
    expect(labels(box('{"type": "filler"}, |'))).toEqual(all);
    expect(labels(box('{"type": "|"}'))).toEqual(all);
    expect(labels('{"type": "bubble", "hero": |}')).toEqual(['box', 'image', 'video']);
    expect(labels(box('{"type": "button", "action": {"type": "|"}}'))).toContain('clipboard');
  });

  it('offers the words of a property, and examples where it takes more', () => {
    expect(labels(box('{"type": "text", "weight": "|"}'))).toEqual(['regular', 'bold']);
    expect(labels(box('{"type": "text", "wrap": |}'))).toEqual(['true', 'false']);
    expect(labels(box('{"type": "text", "margin": "|"}'))).toContain('xxl');
    expect(labels('{"type": "bubble", "footer": {"type": "box", "layout": |')).toEqual([
      'vertical',
      'horizontal',
      'baseline',
    ]);
  });

  it('offers nothing inside of what nobody knows, or in free text', () => {
    expect(at('{"type": "bubble", "extra": {"|"}}')).toBeUndefined();
    expect(labels(box('{"type": "text", "text": "|"}'))).toEqual([]);
  });

  it('writes what the component needs, and the commas around', () => {
    const [text] = at(box('|'))?.suggestions.filter(({ label }) => label === 'text') ?? [];
    expect(text?.snippet).toBe('{\n\t"type": "text",\n\t"text": "${}"\n}');
    expect(at('{"type": "bubble"\n|\n"size": "kilo"}')).toMatchObject({ commaAt: 17 });
    const body = at('{"type": "bubble",\n|\n"size": "kilo"}')?.suggestions.find(
      ({ label }) => label === 'body',
    );
    expect(body?.snippet).toBe(
      '"body": {\n\t"type": "box",\n\t"layout": "${vertical}",\n\t"contents": [${}]\n},',
    );
    const renamed = at('{"type": "bubble", "bdy|": {}}')?.suggestions.find(({ label }) => label === 'body');
    expect(renamed?.snippet).toBe('"body"');
  });
});

it('every example is a value of its kind', () => {
  const defs = flex.$defs as unknown as Record<string, JsonSchema>;
  const offered = Object.entries(defs).flatMap(([name, { examples }]) =>
    ((examples ?? []) as unknown[]).map((value) => ({ name, value })),
  );
  expect(offered).not.toEqual([]);
  for (const { name, value } of offered) {
    const alone = { $defs: flex.$defs, $ref: `#/$defs/${name}` } as unknown as JsonSchema;
    expect(contentFaults(alone, value), `${name} ${String(value)}`).toEqual([]);
  }
});

it('puts the properties of stored values into the order of the schema', () => {
  const stored = {
    body: { contents: [{ text: 'Hi', size: 'xl', extra: 1, type: 'text' }], layout: 'vertical', type: 'box' },
    type: 'bubble',
  };
  expect(JSON.stringify(new ContentSchema(schema).sortProperties(stored))).toBe(
    '{"type":"bubble","body":{"type":"box","layout":"vertical","contents":[{"type":"text","text":"Hi","size":"xl","extra":1}]}}',
  );
});
