import { expect, it } from 'vitest';
import { disposition, fileNameOf } from './names.ts';

it.each([
  ['ร้านน้ำชา สยาม', 'ร้านน้ำชา-สยาม'],
  ['My Shop (LINE)', 'my-shop-line'],
  ['カフェ 2', 'カフェ-2'],
  ['../..', ''],
])('a file that is called after %s keeps its letters', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});

it('is told to browsers in every script', () => {
  const name = `${fileNameOf('ร้านน้ำชา')}-2026-11-24.zip`;
  const told = disposition('attachment', name);
  expect(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(told)?.[1] ?? '')).toBe(name);
});
