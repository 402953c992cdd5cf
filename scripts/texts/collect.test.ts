import { expect, test } from 'vitest';
import { collectFromFile, type CollectedTexts } from './collect.ts';
import { compareCatalogue } from './problems.ts';

const IMPORT = `import { message, messages, t as say } from '../schemas/texts/translate.ts';\n`;

const collect = (code: string): CollectedTexts => {
  const collected: CollectedTexts = { texts: new Map(), uncatalogued: [] };
  collectFromFile('src/Some.tsx', IMPORT + code, collected);
  return collected;
};

test.each([
  [`say('Save')`, ['Save']],
  ['say(`Save`)', ['Save']],
  [`say('%{count} left', { count: 3 })`, ['%{count} left']],
  [`say(isOne ? 'One' : 'Many')`, ['One', 'Many']],
  [`say(given || 'Nobody')`, ['Nobody']],
  [`message('Later')`, ['Later']],
  [`messages({ a: 'First', b: 'Second' })`, ['First', 'Second']],
  [`say('Open', { context: 'state', count: 3 })`, ['Open|state']],
  [`say(title)`, []],
  [`t('another function')`, []],
])('finds the texts of %s', (code, texts) => {
  expect([...collect(code).texts.keys()]).toEqual(texts);
});

test.each([
  ['<p>Bare words</p>', ['src/Some.tsx:2: Bare words']],
  ['<img alt="A picture" />', ['src/Some.tsx:2: A picture']],
  ['<p>{say("Through")} · 12</p>', []],
  ['<div className="a b" data-part="one two" />', []],
  [`invalid({ '/name': 'It is taken' })`, ['src/Some.tsx:2: It is taken']],
  ['malformed(`At most ${most} of them`)', ['src/Some.tsx:2: At most … of them']],
  [`new ApiError(409, 'STATE', isOne ? 'One is left' : say('Through'))`, ['src/Some.tsx:2: One is left']],
  [`forbidden(say('Through'))`, []],
])('tells what reaches people past the catalogue: %s', (code, bare) => {
  expect(collect(`const x = ${code};`).uncatalogued).toEqual(bare);
});

test('a catalogue is held against the texts there are', () => {
  const texts = new Set([
    'Save',
    '%{count} left',
    '{title} is required',
    'New',
    '%{name} deleted |||| %{count} of %{name} deleted',
    'One |||| %{count}',
  ]);
  const catalogue = {
    Save: 'บันทึก',
    '%{count} left': 'เหลือ %{n}',
    '{title} is required': 'ต้องระบุ {title}',
    '%{name} deleted |||| %{count} of %{name} deleted': 'ลบ%{name}แล้ว',
    'One |||| %{count}': '%{name} รายการ',
    New: '',
    Gone: 'ไป',
    'New|choice': 'ใหม่',
    'New|nothing': 'ใหม่',
    'Gone|choice': 'ไป',
  };
  expect(compareCatalogue(catalogue, texts)).toEqual({
    missing: ['New'],
    unused: ['Gone', 'New|nothing', 'Gone|choice'],
    places: ['%{count} left → เหลือ %{n}', 'One |||| %{count} → %{name} รายการ'],
  });
});
