import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { toCsv, unescapeFormula } from './csv.ts';

const cell = (text: string): string => toCsv([[text]]).replace(/\r\n$/, '');

describe('cells of a CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+66 81', "'+66 81"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\t=1+1', "'\t=1+1"],
    ['\r=1+1', '"\'\r=1+1"'],
    ['\n=1+1', '"\'\n=1+1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠sum', "'＠sum"],
    ["'=1+1", "''=1+1"],
    ["''=1+1", "'''=1+1"],
    ["'-12", "''-12"],
  ])('keep %j from becoming a formula', (text, safe) => {
    expect(cell(text)).toBe(safe);
  });

  it.each(['-12', '+3.5', '0', 'plain', 'a=b', 'สวัสดี', "'90s", "'"])('leave %j as it is', (text) => {
    expect(cell(text)).toBe(text);
  });

  it('are quoted where they would break the line', () => {
    expect(cell('a,b')).toBe('"a,b"');
    expect(cell('say "hi"\nthen')).toBe('"say ""hi""\nthen"');
    expect(cell(' padded ')).toBe('" padded "');
  });
});

it.each([...'=+-@\t\r\n＝＋－＠\'", ;|%\\0a\u00a0\u200b\ufeffก'])(
  'cells that begin with %j come back',
  (sign) => {
    const cells = ['', '1', '=1', '12', ' a'].flatMap((rest) =>
      ['', "'", "''"].flatMap((before) => [`${before}${sign}${rest}`, `${sign}${before}${rest}`]),
    );
    const [read = []] = parse(toCsv([cells]));
    expect(read.map(unescapeFormula)).toEqual(cells);
  },
);

describe('a CSV', () => {
  it('ends its lines as RFC 4180 asks', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['c', ''],
      ]),
    ).toBe('a,b\r\nc,\r\n');
    expect(toCsv([])).toBe('');
  });

  it('begins with the mark of UTF-8 where that is asked for', () => {
    expect(toCsv([['ชื่อ']], { byteOrderMark: true })).toBe('\uFEFFชื่อ\r\n');
  });

  it('is read back as it was', () => {
    const rows = [
      ['a,b', 'say "hi"', 'two\r\nlines'],
      ['', ' padded ', 'x;y'],
    ];
    expect(parse(toCsv(rows))).toEqual(rows);
  });
});
