import { describe, expect, it } from 'vitest';
import type { FieldModel, Json } from '../../../../../schemas/model/types.ts';
import { parseClipboardCells, parseCell, pasteCells } from './pasteCells.ts';

const field = (name: string, type: FieldModel['type'], rest: Partial<FieldModel> = {}): FieldModel => ({
  ...{ name, path: name, title: name, type, widget: type, display: type, options: {}, column: false },
  ...{ required: false, readOnly: false, unique: false, secret: false, variables: false },
  ...{ mode: { create: 'edit', edit: 'edit' }, messages: {}, access: {}, limits: [] },
  ...rest,
});

describe('pasted cells', () => {
  it.each<[string, string, string[][]]>([
    ['lines are rows', 'one\ntwo', [['one'], ['two']]],
    ['lines of Windows too', 'one\r\ntwo\r\n', [['one'], ['two']]],
    [
      'tabs separate cells',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['an empty cell is one', 'a\t\tc', [['a', '', 'c']]],
    ['a blank line in between is a row', 'a\n\nb', [['a'], [''], ['b']]],
    ['blank lines at the end are none', 'a\n\n\n', [['a']]],
    ['quotes hold lines and tabs together', '"a\nb\tc"\td', [['a\nb\tc', 'd']]],
    ['doubled quotes are one', '"say ""hi"""\tx', [['say "hi"', 'x']]],
    ['a quote that nothing closes is text', '"a\nb', [['"a'], ['b']]],
    ['a quoted word in a sentence is text', '"Hi" she said\nb', [['"Hi" she said'], ['b']]],
    ['Thai stays whole', 'ส่งไปแม่ริม\tได้ไหม', [['ส่งไปแม่ริม', 'ได้ไหม']]],
    ['nothing is no row', '', []],
  ])('%s', (_, text, cells) => {
    expect(parseClipboardCells(text)).toEqual(cells);
  });

  it.each<[string, FieldModel, string, unknown]>([
    ['a number', field('n', 'number'), '1,234.5', 1234.5],
    ['what is no number', field('n', 'number'), 'many', 'many'],
    ['yes', field('b', 'boolean'), 'Yes', true],
    ['no', field('b', 'boolean'), 'FALSE', false],
    [
      'a choice by its label',
      field('c', 'enum', { choices: [{ value: 'th', label: 'Thai' }] }),
      'thai',
      'th',
    ],
    ['no choice', field('c', 'enum', { choices: [{ value: 'th', label: 'Thai' }] }), 'Lao', 'Lao'],
    ['a text without the blanks around it', field('t', 'text'), '  hello ', 'hello'],
    ['a blank', field('t', 'text'), ' ', undefined],
  ])('%s', (_, model, text, value) => {
    expect(parseCell(model, text)).toBe(value);
  });

  const columns = [field('name', 'text'), field('age', 'number')];
  it('overwrites existing items and adds rows beyond the end', () => {
    const items: Json[] = [
      { name: 'a', age: 1 },
      { name: 'b', age: 2, note: 'kept' },
    ];
    const pasted = pasteCells(items, [['20'], ['30', 'too far']], columns, { row: 1, column: 1 }, () => ({
      age: 0,
    }));
    expect(pasted).toEqual([{ name: 'a', age: 1 }, { name: 'b', age: 20, note: 'kept' }, { age: 30 }]);
    expect(items).toHaveLength(2);
  });
  it('fills a list of plain values', () => {
    expect(pasteCells(['x'], [['a'], ['b']], [field('*', 'text')], { row: 0, column: 0 }, () => '')).toEqual([
      'a',
      'b',
    ]);
  });
});
