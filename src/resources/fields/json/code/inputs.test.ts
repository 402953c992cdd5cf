import { expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { inputsOf, withInput } from './inputs.ts';

const schema = flex as unknown as JsonSchema;
const text = (words: string) => ({ type: 'text', text: words });
const bubble = (...contents: object[]) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents },
});
const written = (value: object): string => JSON.stringify(value);
const told = (value: object) =>
  inputsOf(written(value), schema).map((parts) =>
    parts.map(({ name, inputs }) => [name, ...inputs.map(({ label, value: held }) => `${label}: ${held}`)]),
  );

it('tells the texts, pictures and links of a Flex message, those of each card for themselves', () => {
  const button = { type: 'button', action: { type: 'uri', label: 'Buy', uri: 'https://e.com' } };
  expect(told(bubble(text('Gold'), { type: 'image' }, button))).toEqual([
    [
      ['text', 'Text: Gold'],
      ['image', 'Image URL: '],
      ['button', 'Label: Buy', 'Link: https://e.com'],
    ],
  ]);
  const cards = { type: 'carousel', contents: [bubble(text('One')), bubble(text('Two'))] };
  expect(told(cards)).toEqual([[['text', 'Text: One']], [['text', 'Text: Two']]]);
});

it('has nothing to tell of what is no JSON', () => {
  expect(inputsOf('{ "type": ', schema)).toEqual([]);
  expect(inputsOf('', schema)).toEqual([]);
});

it('writes one of them and leaves all else', () => {
  const before = bubble(text('Gold'), text('Points'));
  const [input] = inputsOf(written(before), schema)[0]?.[1]?.inputs ?? [];
  const after = withInput(written(before), schema, input?.path ?? [], 'Silver');
  expect(JSON.parse(after)).toEqual(bubble(text('Gold'), text('Silver')));
});

it('leaves everything else as somebody wrote it: blanks, names twice, long numbers', () => {
  const before = `{ "type": "bubble", "size": 12345678901234567890,
    "body": {"type":"box", "layout":"vertical", "contents":[ {"text": "one", "text":"Gold","type":"text" } ] } }`;
  const [input] = inputsOf(before, schema)[0]?.[0]?.inputs ?? [];
  expect(input?.value).toBe('Gold');
  const after = withInput(before, schema, input?.path ?? [], 'Say "Silver"');
  expect(after).toBe(before.replace('"Gold"', String.raw`"Say \"Silver\""`));
});
