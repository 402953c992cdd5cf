import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Cell } from '../../../../schemas/model/cells.ts';
import { xlsxChunks } from './xlsx.ts';

/** The files of a workbook with one row. */
async function workbook(name: string, ...row: Cell[]): Promise<Record<string, string>> {
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
])('a sheet called “%s” has a name that Excel takes', async (name, taken) => {
  expect((await workbook(name))['xl/workbook.xml']).toContain(`<sheet name="${taken}"`);
});

it('texts are read again as they were written, and days that Excel does not count are texts', async () => {
  const day = (date: string): Cell => ({
    localAsUtc: `${date}T00:00:00.000Z`,
    localText: date,
    dateOnly: true,
  });
  const { 'xl/worksheets/sheet1.xml': sheet } = await workbook(
    'A',
    'a_x0041_b',
    day('1899-12-31'),
    day('1900-03-01'),
  );
  expect(sheet).toContain('>a_x005F_x0041_b<');
  expect(sheet).toContain('>1899-12-31<');
  expect(sheet).toContain('<v>61</v>');
});
