import { afterEach, expect, test } from 'vitest';
import {
  cutStored,
  inEnglish,
  storedList,
  storedLower,
  storedNumber,
  storedText,
  translateStored,
  translateStoredJson,
  translateStoredValue,
} from './stored.ts';
import { setTexts } from './translate.ts';

afterEach(() => setTexts(undefined));

const THAI: Record<string, string> = {
  '%{who} changed the %{kind} %{record}': '%{who} เปลี่ยน%{kind} %{record}',
  Template: 'เทมเพลต',
  Tags: 'แท็ก',
  'It answered %{status}': 'ตอบกลับด้วยสถานะ%{status}แล้ว',
  'Live chat was not told of %{name}. %{fault}.': 'ไม่ได้แจ้ง %{name} ให้ live chat: %{fault}',
  '{{title}} failed: {{failure}}': '{{title}} ล้มเหลว: {{failure}}',
};
const inThai = (): void => setTexts((english) => THAI[english]);

const changed = storedText('%{who} changed the %{kind} %{record}', {
  who: 'Malee',
  kind: storedLower('Template'),
  record: 'Welcome',
});

test('a stored text is translated into the language of its reader', () => {
  expect(translateStored(changed)).toBe('Malee changed the template Welcome');
  inThai();
  expect(translateStored(changed)).toBe('Malee เปลี่ยนเทมเพลต Welcome');
  expect(inEnglish(changed)).toBe('Malee changed the template Welcome');
});

test('stored texts stand beside other words, in lists and in other texts', () => {
  const fields = storedList([storedLower('Tags'), 'x_1']);
  const fault = storedText('It answered %{status}', { status: 500 });
  const whole = storedText('Live chat was not told of %{name}. %{fault}.', { name: 'Nok', fault });
  const glued = storedText('Live chat was not told of %{name}. %{fault}.', {
    name: 'Nok',
    fault: `x ${fault}`,
  });
  expect(translateStored(`${changed}: ${fields}`)).toBe('Malee changed the template Welcome: tags, x_1');
  expect(translateStored(whole)).toBe('Live chat was not told of Nok. It answered 500.');
  inThai();
  expect(translateStored(`${changed}: ${fields}`)).toBe('Malee เปลี่ยนเทมเพลต Welcome: แท็ก, x_1');
  expect(translateStored(whole)).toBe('ไม่ได้แจ้ง Nok ให้ live chat: ตอบกลับด้วยสถานะ 500 แล้ว');
  expect(translateStored(glued)).toBe('ไม่ได้แจ้ง Nok ให้ live chat: x ตอบกลับด้วยสถานะ 500 แล้ว');
});

test('numbers and what parts texts are written as the language does', () => {
  const rows = storedText('It answered %{status}', { status: storedNumber(1234567) });
  const names = storedList(['a', 'b']);
  expect(translateStored(`${rows}: ${names}`)).toBe('It answered 1,234,567: a, b');
  setTexts(
    (english) => ({ 'It answered %{status}': 'Antwort: %{status}', ', ': '; ' })[english],
    () => 'de',
  );
  expect(translateStored(`${rows}: ${names}`)).toBe('Antwort: 1.234.567: a; b');
  expect(inEnglish(`${rows}: ${names}`)).toBe('It answered 1,234,567: a, b');
});

test('texts of schemas are filled as well', () => {
  const failed = storedText('{{title}} failed: {{failure}}', {
    title: 'Import of %{a}.csv',
    failure: storedText('It answered %{status}', { status: 500 }),
  });
  expect(translateStored(failed)).toBe('Import of %{a}.csv failed: It answered 500');
  inThai();
  expect(translateStored(failed)).toBe('Import of %{a}.csv ล้มเหลว: ตอบกลับด้วยสถานะ 500 แล้ว');
});

test('a value that is missing leaves nothing, nor the blank before it', () => {
  expect(
    translateStored(storedText('%{who} changed the %{kind} %{record}', { who: 'Malee', kind: 'workspace' })),
  ).toBe('Malee changed the workspace');
});

test('what was stored as a sentence, or has the marks by itself, stays as it is', () => {
  inThai();
  expect(translateStored('Malee changed the template Welcome')).toBe('Malee changed the template Welcome');
  for (const odd of ['\uFDD0', '\uFDD0a\uFDD1b', '\uFDD2\uFDD1']) expect(translateStored(odd)).toBe(odd);
  expect(translateStored('\uFDD0English\uFDD1{no json\uFDD2')).toBe('English');
  expect(translateStored(storedText('It answered %{status}', { status: '\uFDD0"\uFDD2' }))).toContain(
    'ตอบกลับ',
  );
});

test('a response is translated as JSON, whatever its values contain', () => {
  const quoted = storedText('It answered %{status}', { status: '"5\\00"' });
  const json = JSON.stringify([{ note: quoted, more: `${quoted}\n` }]);
  inThai();
  expect(JSON.parse(translateStoredJson(json))).toEqual([
    { note: 'ตอบกลับด้วยสถานะ"5\\00"แล้ว', more: 'ตอบกลับด้วยสถานะ"5\\00"แล้ว\n' },
  ]);
});

test('a text that is too long is stored in English only, cut', () => {
  expect(cutStored(changed, 100)).toBe(changed);
  expect(cutStored(changed, 13)).toBe('Malee changed');
});

test('the language of English readers is found by the English in it', () => {
  expect(changed).toContain('Malee changed the template Welcome');
});

test('markers in values are dropped, and never prevent the translation', () => {
  for (const content of ['{', '{}', 'null', '[1, 2]', '["x"]', '["x", {"y": null}]', '[null, {}]']) {
    const name = `a\uFDD0x\uFDD1${content}\uFDD2`.slice(1);
    expect(translateStored(storedText('It answered %{status}', { status: name }))).toBe(
      `It answered x${content}`,
    );
  }
});

test('texts anywhere in a value are translated', () => {
  expect(translateStoredValue({ notes: [changed], at: undefined })).toEqual({
    notes: ['Malee changed the template Welcome'],
  });
  const plain = { at: 1 };
  expect(translateStoredValue(plain)).toBe(plain);
});
