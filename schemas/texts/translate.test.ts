import { afterEach, expect, test } from 'vitest';
import { setTexts, t } from './translate.ts';
import { mapTexts, translateModel } from './translateModel.ts';

afterEach(() => setTexts(undefined));

const THAI: Record<string, string> = {
  'Not yet': '',
  campaign: 'แคมเปญ',
  Campaign: 'แคมเปญ',
  Name: 'ชื่อ',
  '%{count} left, %{note}': 'เหลือ %{count} %{note}',
  'a date': 'วันที่',
};
const inThai = (): void => setTexts((english) => THAI[english]);

test('English is its own text, and places are filled', () => {
  expect(t('Name')).toBe('Name');
  expect(t('%{count} left, %{note}', { count: 0, note: undefined })).toBe('0 left, ');
  expect(t('%{a} of $& 100 %', { a: '$1 %{b}' })).toBe('$1 %{b} of $& 100 %');
});

test('another language has its own texts, and English where it has none', () => {
  inThai();
  expect(t('Name')).toBe('ชื่อ');
  expect(t('%{count} left, %{note}', { count: 3, note: 'ok' })).toBe('เหลือ 3 ok');
  expect(t('Not there', {})).toBe('Not there');
  expect(t('Not yet')).toBe('Not yet');
});

test('texts of a model are translated, values and names are not', () => {
  const model = {
    name: 'Name',
    title: 'Name',
    format: 'a date',
    messages: { format: 'a date' },
    choices: [{ value: 'Name', label: 'Name' }],
    fields: [{ name: 'Name', title: 'Name', required: true, maxLength: 3 }],
  };
  expect(translateModel(model)).toBe(model);
  inThai();
  expect(translateModel(model)).toEqual({
    name: 'Name',
    title: 'ชื่อ',
    format: 'a date',
    messages: { format: 'วันที่' },
    choices: [{ value: 'Name', label: 'ชื่อ' }],
    fields: [{ name: 'Name', title: 'ชื่อ', required: true, maxLength: 3 }],
  });
});

test('what belongs together by an id stays together', () => {
  inThai();
  const model = {
    menu: [{ id: 'campaign', label: 'Campaign', group: 'campaign' }],
    choices: [{ value: 'campaign.admin', label: 'Name', group: 'Campaign' }],
  };
  expect(translateModel(model)).toEqual({
    menu: [{ id: 'campaign', label: 'แคมเปญ', group: 'campaign' }],
    choices: [{ value: 'campaign.admin', label: 'ชื่อ', group: 'แคมเปญ' }],
  });
});

test('every text of a model is met once', () => {
  const met: string[] = [];
  mapTexts({ title: 'A', fields: [{ title: 'B', description: 'C', pattern: 'D' }] }, (text) => {
    met.push(text);
    return text;
  });
  expect(met).toEqual(['A', 'B', 'C']);
});

test('Thai parts a filled value of Latin letters or numerals from its own letters', () => {
  setTexts(() => '%{title}ต้องมี%{count}ตัว “%{title}”');
  expect(t('x', { title: 'Webhook URL', count: 3 })).toBe('Webhook URL ต้องมี 3 ตัว “Webhook URL”');
  expect(t('x', { title: 'ชื่อ', count: 3 })).toBe('ชื่อต้องมี 3 ตัว “ชื่อ”');
  setTexts(undefined);
  expect(t('%{title}is', { title: 'ชื่อ' })).toBe('ชื่อis');
});

test('one English word with two meanings has a context, which English never shows', () => {
  expect(t('Open', { context: 'choice' })).toBe('Open');
  setTexts((english) => ({ Open: 'เปิด', 'Open|choice': 'รอจัดการ' })[english]);
  expect([t('Open'), t('Open', { context: 'choice' }), t('Open', { context: 'other' })]).toEqual([
    'เปิด',
    'รอจัดการ',
    'เปิด',
  ]);
  expect(translateModel({ submit: 'Open', choices: [{ value: 'open', label: 'Open' }] })).toEqual({
    submit: 'เปิด',
    choices: [{ value: 'open', label: 'รอจัดการ' }],
  });
});
