import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

describe('csvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+66 81', "'+66 81"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\tx', '"\'\tx"'],
  ])('keeps %j from becoming a formula', (text, cell) => {
    expect(csvCell(text).replaceAll('"', '')).toBe(cell.replaceAll('"', ''));
  });

  it.each(['-12', '+3.5', '0', 'plain', 'สวัสดี'])('leaves %j as it is', (text) => {
    expect(csvCell(text)).toBe(text);
  });

  it('quotes what would break the line', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "hi"\nthen')).toBe('"say ""hi""\nthen"');
    expect(csvCell(' padded ')).toBe('" padded "');
  });

  it('ends lines as RFC 4180 asks', () => {
    expect(csvLine(['a', 'b'])).toBe('a,b\r\n');
  });
});
