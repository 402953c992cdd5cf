import { expect, test } from 'vitest';
import { MIXED_WORDS, THAI_WORDS } from './testThaiWords.ts';
import { textSortKey, MAX_SORT_KEY_CHARACTERS } from './thaiOrder.ts';

const inOrder = (words: readonly string[]): string[] =>
  words.toReversed().toSorted((one, other) => {
    const [left, right] = [textSortKey(one), textSortKey(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  });

test('Thai has the order of the dictionary, which is that of a collator', () => {
  expect(inOrder(THAI_WORDS)).toEqual(THAI_WORDS);
  expect(THAI_WORDS.toReversed().toSorted(new Intl.Collator('th').compare)).toEqual(THAI_WORDS);
});

test('digits come first, then Latin, then Thai', () => {
  expect(inOrder(MIXED_WORDS)).toEqual(MIXED_WORDS);
  // A collator for other languages has the same order; the one for Thai has Latin behind Thai.
  expect(MIXED_WORDS.toReversed().toSorted(new Intl.Collator('en').compare)).toEqual(MIXED_WORDS);
  const thai = new Intl.Collator('th');
  expect(thai.compare('apple', 'กก')).toBeGreaterThan(0);
});

test('blanks count, as in everything that is not Thai; the collator for Thai passes them over', () => {
  expect(inOrder(['ก ข', 'กก'])).toEqual(['ก ข', 'กก']);
  expect(inOrder(['ไก่ ทอด', 'ไก่ป่า'])).toEqual(['ไก่ ทอด', 'ไก่ป่า']);
  expect(new Intl.Collator('th').compare('ก ข', 'กก')).toBeGreaterThan(0);
});

test.each(['Apple', 'éclair', 'Straße', '10', '', 'กา', '中文', 'a'.repeat(300)])(
  'what has no Thai that is placed otherwise is itself in lower case: %s',
  (text) => {
    expect(textSortKey(text)).toBe(text.toLowerCase().slice(0, MAX_SORT_KEY_CHARACTERS));
  },
);

test.each([
  ['ที่', 'ท\u0e48\u0e35'],
  ['น้ำ', 'น\u0e49\u0e4d\u0e32'],
  ['แชนแนล', 'เเชนเเนล'],
])('%s has one place, in whatever order it was typed', (right, typed) => {
  expect(textSortKey(typed)).toBe(textSortKey(right));
});
