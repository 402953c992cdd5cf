import { describe, expect, it } from 'vitest';
import { expressionsInCode } from './collect.ts';
import { findProblems } from './problems.ts';
import { superLinearCauses } from './superLinear.ts';

describe('superLinearCauses', () => {
  it.each([
    ['blanks before a time', /^(.*?)(?:[T ]\s*(\d{1,2}) ?: ?(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/],
    ['quotes around a text', /^"+|"+$/g],
    ['blanks and dots around a text', /^[ .]+|[ .]+$/gu],
    ['a repetition within a repetition', /^(a+)+$/],
    ['a beginning that is read over', /<link rel="preload"[^>]*>/],
    ['a beginning after a line break', /^<link[^>]*>/m],
    ['a beginning that ends within what is repeated', /"(?:[^"\\]|\\.)*"/],
  ])('finds %s', (_, { source, flags }) => {
    expect(superLinearCauses(source, flags)).not.toEqual([]);
  });

  it.each([
    ['what stands at the beginning of a text', /^<link[^>]*>/],
    ['what cannot fail', /"(?:[^"\\]|\\.)*"?/],
    ['a beginning that is not read over', /<link[^<>]*>/],
    ['a beginning behind a character that is not read over', /(?<![\d.,])-?\d+(?:,\d{3})*(?!\d)/u],
    ['a repetition with an end', /\p{L}{1,64}@[a-z]{1,63}/u],
    ['a match at one place', /\s*x/y],
  ])('takes %s', (_, { source, flags }) => {
    expect(superLinearCauses(source, flags)).toEqual([]);
  });
});

describe('problemsOf', () => {
  const found = expressionsInCode(
    'a.ts',
    [
      'const linear = /^a+$/;',
      'const slow = (text: string) => text.replace(/a+$/, "");',
      'new RegExp("b+$");',
      'RegExp(pattern);',
    ].join('\n'),
  );

  it('names file, line and cause', () => {
    expect(findProblems(found, [])).toEqual([
      'a.ts:2 /a+$/: a+ is tried again from each of its characters',
      'a.ts:3 new RegExp("b+$"): b+ is tried again from each of its characters',
      'a.ts:4 RegExp(pattern): it is put together while the program runs, so that nobody can check it',
    ]);
  });

  it('leaves out what is listed, and tells of what is listed needlessly', () => {
    const listed = ['/a+$/', 'new RegExp("b+$")', 'RegExp(pattern)', '/^a+$/'];
    const exceptions = listed.map((text) => ({ file: 'a.ts', text, reason: '' }));
    expect(findProblems(found, exceptions)).toEqual([
      'scripts/expressions/bounded.ts: a.ts has no /^a+$/ that needs an exception',
    ]);
  });
});
