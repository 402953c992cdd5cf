import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonError } from './findJsonError.ts';

it.each([
  ['{\n  "type": \n}', 3, 1, 'a value is expected, not "}"'],
  ['{"a": 1 "b": 2}', 1, 9, 'a comma or } is missing before this'],
  ['{"a": 1,}', 1, 9, 'there is a comma too many before this }'],
  ['{a: 1}', 1, 2, 'a name in double quotes is expected'],
  ['{"a" 1}', 1, 6, 'a colon is missing after the name'],
  ['[1, two]', 1, 5, '"two" needs double quotes around it'],
  ['{"a": "b', 1, 7, 'the text that begins here has no closing quote'],
  ["{'a': 1}", 1, 2, 'a name in double quotes is expected'],
  ['{"a": [1', 1, 7, 'the [ here is never closed'],
  ['{} x', 1, 4, 'nothing more is expected here'],
  ['', 1, 1, 'a value is missing'],
])('says what is wrong with %j and where', (text, line, column, message) => {
  expect(findJsonError(text)).toEqual({ line, column, text: message });
});

it('finds an error exactly where JSON.parse does', () => {
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', ' ', 'x'))
    .map(([json, at, put]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + put + json.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), (text) => (findJsonError(text) === undefined) === parses(text)),
  );
});
