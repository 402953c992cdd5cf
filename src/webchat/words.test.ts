import { expect, test } from 'vitest';
import { readCatalogues } from '../../schemas/texts/catalogues.ts';
import { wordsFor } from './words.ts';

test.each([
  ['th', 'th', 'ส่ง'],
  ['TH-th', 'th', 'ส่ง'],
  ['en-GB', 'en', 'Send'],
  ['ja', 'en', 'Send'],
  ['constructor', 'en', 'Send'],
  ['', 'en', 'Send'],
])('asked for %o, the chat speaks %s', (asked, language, send) => {
  const words = wordsFor(asked);
  expect([words.language, words.say('send')]).toEqual([language, send]);
});

test('the chat has texts for every language with a catalogue', () => {
  for (const [code, catalogue] of readCatalogues(['schemas'])) {
    const words = wordsFor(code);
    expect(words.language).toBe(code);
    expect(words.say('ended')).toBe(
      catalogue.get('The earlier conversation has ended. A new one starts here.'),
    );
  }
});

test('counts are in their sentences', () => {
  expect(wordsFor('en').say('openUnread', { count: 3 })).toBe('Open chat, 3 new');
  expect(wordsFor('th').say('openUnread', { count: 3 })).toBe('เปิดแชต มีข้อความใหม่ 3 ข้อความ');
  expect(wordsFor('th').say('tooLong', { length: 2400, most: 2000 })).toContain('(2400/2000)');
});

test.each([
  ['2026-12-01T09:30', '2026-12-01 09:30', '1 ธ.ค. 2026 09:30'],
  ['2026-12-01', '2026-12-01', '1 ธ.ค. 2026'],
  ['09:30', '09:30', '09:30'],
  ['nonsense', 'nonsense', 'nonsense'],
])('the moment %s reads %s, and %s in Thai', (value, english, thai) => {
  expect(wordsFor('en').formatMoment(value)).toBe(english);
  expect(wordsFor('th').formatMoment(value)).toBe(thai);
});
