import { describe, expect, it } from 'vitest';
import { isMet, measure } from './results.ts';
import { figure, resultTable } from './table.ts';

const faster = measure('http', 'list', '/s', [900, 1000, 1100], {
  goal: { of: 'ratio', atLeast: 0.5 },
  beside: { of: 'bare', samples: [4000, 4100, 3900] },
});
const small = measure('browser', 'first list', 'KiB', [150], { goal: { of: 'ours', atMost: 180 } });

describe('a goal', () => {
  it('bounds our figure or its ratio to the other', () => {
    expect(isMet(small)).toBe(true);
    expect(isMet(faster)).toBe(false);
    expect(
      isMet(
        measure('http', 'list', '/s', [2000], {
          goal: { of: 'ratio', atLeast: 0.5 },
          beside: { of: 'bare', samples: [4000] },
        }),
      ),
    ).toBe(true);
  });
  it('is not met by a missing figure, and says nothing where there is none', () => {
    expect(isMet(measure('browser', 'lost', 'ms', [], { goal: { of: 'ours', atMost: 1 } }))).toBe(false);
    expect(isMet(measure('start', 'start', 'ms', [5]))).toBeUndefined();
  });
});

describe('the table', () => {
  it('shows medians side by side, aligned, with verdicts', () => {
    expect(resultTable([faster, small]).split('\n')).toEqual([
      'measure         ours           beside  ratio       goal  met',
      '',
      'HTTP',
      'list        1,000 /s  4,000 /s (bare)  0.25×     ≥ 0.5×   NO',
      '',
      'BROWSER',
      'first list   150 KiB                          ≤ 180 KiB  yes',
    ]);
  });
  it('is a document table on demand', () => {
    expect(resultTable([small], { markdown: true }).split('\n')).toEqual([
      '| measure | ours | beside | ratio | goal | met |',
      '| --- | --: | --: | --: | --: | --: |',
      '| first list | 150 KiB |  |  | ≤ 180 KiB | yes |',
    ]);
  });
  it('writes three significant digits', () => {
    expect([0.12345, 12.345, 1234.5, Number.NaN].map(figure)).toEqual(['0.123', '12.3', '1,235', '–']);
  });
});
