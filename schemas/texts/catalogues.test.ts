import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogues } from './catalogues.ts';

/** A folder with catalogues. */
const folderOf = (catalogues: Record<string, Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'catalogues-'));
  mkdirSync(join(folder, 'texts'));
  for (const [language, texts] of Object.entries(catalogues))
    writeFileSync(join(folder, 'texts', `${language}.json`), JSON.stringify(texts));
  return folder;
};
const read = (...folders: string[]): unknown =>
  Object.fromEntries(
    [...readCatalogues(folders)].map(([language, texts]) => [language, Object.fromEntries(texts)]),
  );

test('folders add to each other’s languages, and the later one’s text holds', () => {
  const product = folderOf({ th: { Save: 'บันทึก', Name: 'ชื่อ' } });
  const extension = folderOf({ th: { Order: 'คำสั่งซื้อ', Name: 'ชื่อลูกค้า' }, de: { Order: 'Auftrag' } });
  expect(read(product, extension)).toEqual({
    th: { Save: 'บันทึก', Name: 'ชื่อลูกค้า', Order: 'คำสั่งซื้อ' },
    de: { Order: 'Auftrag' },
  });
});

test('a text that is not yet translated takes nothing away, and a folder may have no catalogues', () => {
  const product = folderOf({ th: { Save: 'บันทึก' } });
  expect(read(product, folderOf({ th: { Save: '' } }), '/nowhere')).toEqual({ th: { Save: 'บันทึก' } });
});
