import { expect, it } from 'vitest';
import { contentDisposition, toFileStem } from './names.ts';

it.each([
  ['ร้านน้ำชา สยาม', 'ร้านน้ำชา-สยาม'],
  ['My Shop (LINE)', 'my-shop-line'],
  ['カフェ 2', 'カフェ-2'],
  ['../..', ''],
])('the file name for the title %s keeps its letters', (title, name) => {
  expect(toFileStem(title)).toBe(name);
});

it('content-disposition has the name in every script', () => {
  const name = `${toFileStem('ร้านน้ำชา')}-2026-11-24.zip`;
  const header = contentDisposition('attachment', name);
  expect(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(header)?.[1] ?? '')).toBe(name);
});
