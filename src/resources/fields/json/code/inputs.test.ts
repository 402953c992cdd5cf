import { expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { findContentInputs, replaceInput } from './inputs.ts';

const schema = flex as unknown as JsonSchema;
const text = (value: string) => ({ type: 'text', text: value });
const bubble = (...contents: object[]) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents },
});
const toJson = (value: object): string => JSON.stringify(value);
const summarize = (value: object) =>
  findContentInputs(toJson(value), schema).map((parts) =>
    parts.map(({ name, inputs }) => [name, ...inputs.map(({ label, value: text }) => `${label}: ${text}`)]),
  );

it('finds the texts, pictures and links of a Flex message, grouped by card', () => {
  const button = { type: 'button', action: { type: 'uri', label: 'Buy', uri: 'https://e.com' } };
  expect(summarize(bubble(text('Gold'), { type: 'image' }, button))).toEqual([
    [
      ['text', 'Text: Gold'],
      ['image', 'Image URL: '],
      ['button', 'Label: Buy', 'Link: https://e.com'],
    ],
  ]);
  const cards = { type: 'carousel', contents: [bubble(text('One')), bubble(text('Two'))] };
  expect(summarize(cards)).toEqual([[['text', 'Text: One']], [['text', 'Text: Two']]]);
});

it('finds nothing in a text that is no JSON', () => {
  expect(findContentInputs('{ "type": ', schema)).toEqual([]);
  expect(findContentInputs('', schema)).toEqual([]);
});

it('replaces one input and leaves the rest', () => {
  const before = bubble(text('Gold'), text('Points'));
  const [input] = findContentInputs(toJson(before), schema)[0]?.[1]?.inputs ?? [];
  const after = replaceInput(toJson(before), schema, input?.path ?? [], 'Silver');
  expect(JSON.parse(after)).toEqual(bubble(text('Gold'), text('Silver')));
});

it('preserves the rest of the text: whitespace, repeated names, long numbers', () => {
  const before = `{ "type": "bubble", "size": 12345678901234567890,
    "body": {"type":"box", "layout":"vertical", "contents":[ {"text": "one", "text":"Gold","type":"text" } ] } }`;
  const [input] = findContentInputs(before, schema)[0]?.[0]?.inputs ?? [];
  expect(input?.value).toBe('Gold');
  const after = replaceInput(before, schema, input?.path ?? [], 'Say "Silver"');
  expect(after).toBe(before.replace('"Gold"', String.raw`"Say \"Silver\""`));
});
