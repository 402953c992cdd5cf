import { describe, expect, it } from 'vitest';
import { cellText, readCell, writeCell, type CellOptions } from './cells.ts';
import type { FieldModel, FieldType, Json } from './types.ts';

const field = (type: FieldType, part: Partial<FieldModel> = {}): FieldModel => ({
  ...{ name: 'f', path: 'f', title: 'F', type, widget: type, display: type, options: {}, column: false },
  ...{ required: false, readOnly: false, unique: false, secret: false, variables: false },
  ...{ mode: { create: 'edit', edit: 'edit' }, messages: {}, access: {}, limits: [] },
  ...part,
});
const titles: Record<string, string> = { c1: 'Siam Lifestyle', c2: 'Shop, Pai' };
const tools: CellOptions = {
  zone: 'Asia/Bangkok',
  titleOf: (_, id) => titles[id],
  idOf: (_, text) => Object.keys(titles).find((id) => id === text || titles[id] === text),
};
const scope = field('enum', {
  choices: [
    { value: 'bot', label: 'Bot' },
    { value: 'environment', label: 'Set by us' },
  ],
});
const channel = { reference: { entity: 'channel', create: false } };

describe('a cell', () => {
  it.each<[string, FieldModel, Json, string]>([
    ['a text', field('text'), '0812', '0812'],
    ['a text with its blanks', field('long-text'), ' hello ', ' hello '],
    ['a number', field('number'), 1234.5, '1234.5'],
    ['a choice by its label', scope, 'environment', 'Set by us'],
    ['yes and no', field('boolean'), false, 'false'],
    ['a day', field('date'), '2026-11-21', '2026-11-21'],
    [
      'a moment on the clock of the person',
      field('date-time'),
      '2026-11-21T18:30:00.000Z',
      '2026-11-22 01:30',
    ],
    [
      'a moment on the clock of its field',
      field('date-time', { options: { timeZone: '+00:00' } }),
      '2026-11-21T18:30:00.000Z',
      '2026-11-21 18:30',
    ],
    ['tags', field('tags'), ['vip', 'a, b', 'ลูกค้า', 'say "x"'], 'vip, "a, b", ลูกค้า, "say ""x"""'],
    ['a reference by its title', field('reference', channel), 'c1', 'Siam Lifestyle'],
    ['references by their titles', field('references', channel), ['c1', 'c2'], 'Siam Lifestyle, "Shop, Pai"'],
    ['free keys', field('json'), { a: '1' }, '{"a":"1"}'],
  ])('holds %s, and is read back as it was', (_, one, value, text) => {
    expect(cellText(writeCell(value, one, tools))).toBe(text);
    expect(readCell(text, one, tools)).toEqual({ value });
  });

  it('never holds a secret', () => {
    expect(writeCell('••••1234', field('secret', { secret: true }), tools)).toBe('');
    expect(writeCell('open', field('text', { secret: true }), tools)).toBe('');
  });

  it.each<[string, FieldModel, Json]>([
    ['BOT', scope, 'bot'],
    ['Yes', field('boolean'), true],
    ['1,234,567', field('number'), 1_234_567],
    ['5 Mar 2026', field('date'), '2026-03-05'],
    ['05 Mar 2026 09 : 05', field('date-time'), '2026-03-05T02:05:00.000Z'],
    ['2026-03-05', field('date-time'), '2026-03-04T17:00:00.000Z'],
    ['2026-03-05T09:05:00+02:00', field('date-time'), '2026-03-05T07:05:00.000Z'],
    ['vip; new;', field('tags'), ['vip', 'new']],
    ['[{"a": 1}]', field('list', { item: field('object', { fields: [] }) }), [{ a: 1 }]],
    ['one, two', field('list', { item: field('text') }), ['one', 'two']],
  ])('is read as people write it: %s', (text, one, value) => {
    expect(readCell(text, one, tools)).toEqual({ value });
  });

  it.each<[string, FieldModel, string]>([
    ['maybe', field('boolean'), '“maybe” is not yes or no'],
    ['shop', scope, '“shop” is none of: Bot, Set by us'],
    ['12 apples', field('number'), '“12 apples” is not a number'],
    ['31 Feb 2026', field('date'), '“31 Feb 2026” is not a date such as 2026-01-31'],
    ['2026-01-31 25:00', field('date-time'), '“2026-01-31 25:00” is not a time such as 2026-01-31 09:30'],
    ['Nowhere', field('reference', channel), 'There is no channel “Nowhere”'],
    ['{', field('json'), 'This cell must hold JSON'],
  ])('that makes no sense says so: %s', (text, one, fault) => {
    expect(readCell(text, one, tools)).toEqual({ fault });
  });

  it('that is blank holds nothing', () => {
    for (const type of ['text', 'number', 'tags', 'reference'] as const)
      expect(readCell('  ', field(type), tools)).toEqual({ value: undefined });
  });
});
