import { afterEach, expect, test } from 'vitest';
import { setTexts } from '../texts/translate.ts';
import { translateModel } from '../texts/translateModel.ts';
import { systemFieldsOf } from './systemFields.ts';
import type { FieldModel } from './types.ts';

afterEach(() => setTexts(undefined));

const inBangkok = [{ name: 'sendAt', options: { timeZone: 'Asia/Bangkok' } }] as unknown as FieldModel[];
const titlesOf = (fields: readonly FieldModel[]): string[] =>
  translateModel(systemFieldsOf(fields))
    .filter(({ name }) => name === 'createdAt' || name === 'updatedAt')
    .map(({ title }) => title);

test('times of a record take the zone of its other times, and name it where they show a time', () => {
  expect(titlesOf(inBangkok)).toEqual(['Created (UTC+7:00)', 'Updated']);
  expect(titlesOf([])).toEqual(['Created', 'Updated']);
});

test('a title with a zone is in the language that is shown', () => {
  const thai: Record<string, string> = { Created: 'สร้างเมื่อ', Updated: 'แก้ไขล่าสุด' };
  setTexts((english) => thai[english]);
  expect(titlesOf(inBangkok)).toEqual(['สร้างเมื่อ (UTC+7:00)', 'แก้ไขล่าสุด']);
});
