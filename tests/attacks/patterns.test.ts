import { describe, expect, it } from 'vitest';
import { parsePersonIds } from '../../schemas/campaigns/people.ts';
import { splitTexts } from '../../schemas/model/cellTexts.ts';
import { parseDateCell, parseDateTimeCell } from '../../schemas/model/cellTimes.ts';
import {
  isPatternTooLarge,
  findPatternMatches,
  PatternBudget,
} from '../../schemas/understanding/patterns.ts';
import { readSheet } from '../../services/engine/exchange/import/sheet.ts';
import { fileName } from '../../services/engine/files/names.ts';

/** So much that an expression which grows with the square would take minutes. */
const MANY = 1_000_000;

describe('texts of a single character, a million times', () => {
  it.each([
    [
      'a cell of blanks is no time',
      () => parseDateTimeCell(`2026-01-31${' '.repeat(MANY)}x`, 'UTC'),
      undefined,
    ],
    ['a cell of letters is no day', () => parseDateCell(`1 jan${'x'.repeat(MANY)}`), undefined],
    ['quotes are nobody', () => parsePersonIds(`x${'"'.repeat(MANY)}x`).ids.length, 1],
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
      expect(parseDateTimeCell(text.trim(), 'UTC')).toBe('2026-01-31T09:30:00.000Z');
    },
  );
});

/** Compiled, it has 70,000 instructions, and two thousand letters take it half a minute. */
const HUGE = Array.from({ length: 33 }, () => String.raw`\w{0,999}[xy]`).join('|');

describe('patterns that people write', () => {
  it.each([
    [HUGE, true],
    [String.raw`\w{0,999}[xy]`, true],
    ['[a-z]{1000}[a-z]{1000}[a-z]{9}', true],
    ['((((a{10}){10}){9}))', false],
    [String.raw`[A-Z]{2}-\d{6}`, false],
    [String.raw`\Q{0,999}\E[]{0,999}]+\p{Thai}{1,20}`, false],
  ])('%s is too large: %s', (pattern, isTooLarge) => {
    expect(isPatternTooLarge(pattern)).toBe(isTooLarge);
  });

  it('that are too large find nothing, which is reported', () => {
    const budget = new PatternBudget();
    expect(findPatternMatches(HUGE, 'a'.repeat(2_000), { budget, name: 'rule A' })).toEqual([]);
    expect(budget.notes()).toEqual(['Left out, because the pattern cannot be used: rule A']);
  });

  it('together cost no more than a message may; skipped ones are reported', () => {
    const budget = new PatternBudget();
    const text = 'ab'.repeat(500);
    const search = (at: number) => findPatternMatches('[ac](.*z)?', text, { budget, name: `rule ${at}` });
    const found = Array.from({ length: 1_000 }, (_, at) => search(at).length);
    expect(found[0]).toBeGreaterThan(0);
    expect(found.at(-1)).toBe(0);
    expect(budget.notes()).toEqual([expect.stringMatching(/take too long.*rule \d+.* and \d+ more$/)]);
  });
});

describe('a file of nothing but commas', () => {
  it.each([
    ['in its head', ','.repeat(5_000_000)],
    ['below its head', `a,b\n${','.repeat(5_000_000)}`],
    ['behind other rows', `a,b\n1,2\n"${',\n'.repeat(300)}",2\n${','.repeat(200)}`],
  ])('%s is refused', async (_, text) => {
    await expect(readSheet(Buffer.from(text))).rejects.toMatchObject({
      details: { fields: { '': 'The file has more than 200 columns' } },
    });
  });

  it('is refused sooner than a common file of that size is read', async () => {
    const common = `a,b\n${`${'x'.repeat(300)},y\n`.repeat(16_000)}`;
    expect(await quickestMs(','.repeat(common.length))).toBeLessThan(await quickestMs(common));
  });

  it('within quotes is text', async () => {
    const { head, rows } = await readSheet(Buffer.from(`a\n"${','.repeat(500_000)}"`));
    expect([head, rows[0]?.[0]?.length]).toEqual([['a'], 500_000]);
  });
});

/** Milliseconds in which a file is read or refused, the quickest of three times. */
async function quickestMs(text: string): Promise<number> {
  const content = Buffer.from(text);
  const times: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const begun = performance.now();
    await readSheet(content).catch(() => undefined);
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
