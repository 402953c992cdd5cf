import { describe, expect, it } from 'vitest';
import { parseSentence, dropBlankParts } from './sentence.ts';
import { testEachGivesOneProblem, noteSchemaWithField } from './testMistakes.ts';

const fillSentence = (sentence: string, value: Record<string, unknown>): string =>
  dropBlankParts(parseSentence(sentence) ?? [], value)
    .map((part) => (part.kind === 'words' ? part.text : `<${part.name}>`))
    .join('');

it.each([
  ['Flow {{flow}}[ from {{start}}]', { flow: 'a', start: 'b' }, 'Flow <flow> from <start>'],
  ['Flow {{flow}}[ from {{start}}]', { flow: 'a', start: '' }, 'Flow <flow>'],
  ['[{{from}} to {{until}}, ]every day', { from: '09:00' }, 'every day'],
  ['Says[ {{words}}]', { words: [] }, 'Says'],
  ['{{no}} is {{ no }}', { no: 0 }, '<no> is <no>'],
  ['A { and {{ stay', {}, 'A { and {{ stay'],
])('%s', (sentence, value, expected) => {
  expect(fillSentence(sentence, value)).toBe(expected);
});

const sentence = (text: string) =>
  noteSchemaWithField({
    type: 'object',
    properties: { word: { type: 'string' } },
    'x-field': { sentence: text },
  });

describe('one mistake in a sentence gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'a field',
      sentence('Says {{wrod}}'),
      '/properties/a/x-field/sentence: unknown field "wrod"; did you mean "word"?',
    ],
    [
      'a bracket',
      sentence('Says[ {{word}}'),
      '/properties/a/x-field/sentence: its brackets do not match; they stand in no other brackets',
    ],
    [
      'a field of a variant',
      noteSchemaWithField({
        type: 'object',
        discriminator: { propertyName: 'type' },
        oneOf: [
          {
            title: 'Flow',
            required: ['type'],
            'x-field': { sentence: 'Flow {{flwo}}' },
            properties: { type: { type: 'string', const: 'flow' }, flow: { type: 'string' } },
          },
        ],
      }),
      '/properties/a/oneOf/0/x-field/sentence: unknown field "flwo"; did you mean "flow"?',
    ],
    [
      'a text with a sentence',
      noteSchemaWithField({ type: 'string', 'x-field': { sentence: 'Says it' } }),
      '/properties/a/x-field/sentence: "sentence" has no effect on a field of type text; it is for object',
    ],
  ]);
});
