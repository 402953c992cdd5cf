import { describe, expect, it } from 'vitest';
import { readPeople } from '../../schemas/campaigns/people.ts';
import { splitTexts } from '../../schemas/model/cellTexts.ts';
import { dayIn, momentIn } from '../../schemas/model/cellTimes.ts';
import { fileName } from '../../services/files/names.ts';

/** So much that an expression which grows with the square would take minutes. */
const MANY = 1_000_000;

describe('texts of a single character, a million times', () => {
  it.each([
    ['a cell of blanks is no time', () => momentIn(`2026-01-31${' '.repeat(MANY)}x`, 'UTC'), undefined],
    ['a cell of letters is no day', () => dayIn(`1 jan${'x'.repeat(MANY)}`), undefined],
    ['quotes are nobody', () => readPeople(`x${'"'.repeat(MANY)}x`).ids.length, 1],
    ['a name of dots is none', () => fileName('.'.repeat(MANY), 'image/png'), 'file.png'],
    ['dots within a name give way', () => fileName(`a${'.'.repeat(MANY)}b.png`, 'image/png').length, 124],
    ['blanks in a cell are no texts', () => splitTexts(`a${' '.repeat(MANY)}b`).length, 1],
    ['quotes in a cell are one text', () => splitTexts('"'.repeat(MANY)).length, 1],
    ['lines in a cell are no texts', () => splitTexts(`${'\n'.repeat(MANY)}x`), ['x']],
  ])('%s', (_, judge, expected) => {
    expect(judge()).toEqual(expected);
  });
});

describe('times with blanks', () => {
  it.each(['2026-01-31 09:30', '2026-01-31T09:30', ' 2026-01-31   9:30 ', '31 Jan 2026  09:30:00.000'])(
    'reads "%s"',
    (text) => {
      expect(momentIn(text.trim(), 'UTC')).toBe('2026-01-31T09:30:00.000Z');
    },
  );
});
