import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Cell } from '../../../../schemas/model/cells.ts';
import { xlsxChunks } from './xlsx.ts';

/** Writes a workbook with one row. @returns its files by path */
async function unpackWorkbook(name: string, ...row: Cell[]): Promise<Record<string, string>> {
  const pages = (async function* () {
    yield [row];
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxChunks({ name, headers: ['Title'], pages })) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

it.each([
  ['Audience', 'Audience'],
  ["'Orders: a/b'", '’Orders  a b’'],
  ['History', 'Sheet'],
  ['???', 'Sheet'],
])('the sheet name “%s” becomes one that Excel accepts', async (name, expectedName) => {
  expect((await unpackWorkbook(name))['xl/workbook.xml']).toContain(`<sheet name="${expectedName}"`);
});

it('texts with escape sequences are escaped, and dates before 1 March 1900 are written as texts', async () => {
  const day = (date: string): Cell => ({
    localAsUtc: `${date}T00:00:00.000Z`,
    localText: date,
    dateOnly: true,
  });
  const { 'xl/worksheets/sheet1.xml': sheet } = await unpackWorkbook(
    'A',
    'a_x0041_b',
    day('1899-12-31'),
    day('1900-03-01'),
  );
  expect(sheet).toContain('>a_x005F_x0041_b<');
  expect(sheet).toContain('>1899-12-31<');
  expect(sheet).toContain('<v>61</v>');
});
