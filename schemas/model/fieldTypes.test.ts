import { expect, it } from 'vitest';
import { typeOf } from './compile/typeOf.ts';
import { VOCABULARY } from './compile/vocabulary.ts';
import { FIELD_TYPES, parseValue } from './fieldTypes.ts';
import type { FieldType, Json } from './types.ts';

it('knows every word for a type that the vocabulary has of its own, and no other', () => {
  const own = [...VOCABULARY.type.values()].filter((word) => word['x-like'] === undefined);
  expect(Object.keys(FIELD_TYPES).sort()).toEqual(own.map((word) => word.const).sort());
});

it.each<[FieldType, string, Json | undefined]>([
  ['number', '1.5', 1.5],
  ['number', '1e3', 1000],
  ['number', '1e999', undefined],
  ['number', 'many', undefined],
  ['number', '', undefined],
  ['boolean', 'true', true],
  ['boolean', 'TRUE', undefined],
  ['date', '2026-02-28', '2026-02-28'],
  ['date', '2026-02-30', undefined],
  ['date-time', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['date-time', '2026-01-31T09:30+07:00', '2026-01-31T02:30:00.000Z'],
  ['date-time', '0000-01-01', undefined],
  ['text', ' as it is ', ' as it is '],
  ['tags', 'vip', 'vip'],
])('reads a %s from "%s"', (type, text, value) => {
  expect(parseValue({ type }, text)).toEqual(value);
});

it('reads a choice as it is written, or in any case where the field takes any', () => {
  const choices = [{ value: 'LINE' }, { value: 3 }];
  expect(parseValue({ type: 'enum', choices }, '3')).toBe(3);
  expect(parseValue({ type: 'enum', choices }, 'line')).toBeUndefined();
  expect(parseValue({ type: 'enum', choices, anyCase: true }, 'line')).toBe('LINE');
});

it('treats a type of the vocabulary that is like another one as that one, and shows it by its own name', () => {
  const words = new Map([['colour', { 'x-like': 'text' as const }]]);
  const schema = { type: 'string', 'x-field': { type: 'colour' } };
  expect(typeOf(schema, words)).toEqual({ type: 'text', shownAs: 'colour' });
});
