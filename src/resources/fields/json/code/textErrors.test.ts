import { expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { findTextErrors } from './textErrors.ts';

const schema = flex as unknown as JsonSchema;
const markErrors = (text: string, others?: Record<string, string>): [string, string][] =>
  findTextErrors(text, schema, others).map((error) => [text.slice(error.from, error.to), error.text]);

it.each([
  ['{\n  "type": "bubbel"\n}', [['"type": "bubbel"', 'type: is "bubbel"; did you mean "bubble"?']]],
  [
    '{\n  "type": "bubble",\n  "body": {\n    "type": "box",\n    "contents": []\n  },\n  "colour": 1\n}',
    [
      ['"body": {', 'body: "layout" is missing'],
      ['"colour": 1', 'colour: there is no "colour" in a bubble'],
    ],
  ],
  ['{\n  "type": \n}', [['}', 'a value is expected, not "}"']]],
  ['{"a": [1', [['[1', 'the [ here is never closed']]],
  ['', []],
  ['{"type": "bubble"}', []],
])('marks what is wrong in %j', (text, errors) => {
  expect(markErrors(text)).toEqual(errors);
});

it('marks the other errors at pointers without an error of the schema', () => {
  const text = '{"type": "bubble", "size": "kilo"}';
  expect(markErrors(text, { '/size': 'Not today' })).toEqual([['"size": "kilo"', 'Not today']]);
});
