import { expect, it } from 'vitest';
import { markedPieces } from './markedText.ts';

it('parts a text into plain words and marked ones, each with its place', () => {
  expect(markedPieces('Ship to [Chiang Mai](city) today')).toEqual([
    { text: 'Ship to ', at: 0 },
    { text: 'Chiang Mai', name: 'city', at: 8 },
    { text: ' today', at: 26 },
  ]);
  expect(markedPieces('[a](b)[c](d)').map(({ text, name }) => [text, name])).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  // What is no mark is words.
  expect(markedPieces('a [b] (c)')).toEqual([{ text: 'a [b] (c)', at: 0 }]);
  expect(markedPieces('')).toEqual([]);
});
