import { resolve } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { catalogueRoots, texts } from './texts.ts';

const EXTENSION = ['schemas', 'tests/schemas', 'tests/e2e/support/seams'];

/** Builds a module and returns its code. */
async function built(module: string): Promise<string> {
  const buildResult = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [texts(EXTENSION)],
    build: {
      ...{ write: false, minify: false, modulePreload: false },
      rolldownOptions: { input: module, preserveEntrySignatures: 'strict' },
    },
  });
  return [buildResult]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .map((part) => `// ${part.fileName}\n${part.type === 'chunk' ? part.code : ''}`)
    .join('\n');
}

test('a language is a chunk of its own with the texts of the product and its extensions', async () => {
  const code = await built('virtual:languages');
  expect(code).toMatch(/^\/\/ assets\/th-[\w-]+\.js$/m);
  expect(code).toContain('บันทึก');
  expect(code).toContain('คำทักทาย');
  expect(code).toContain('เขียนเหมือนเป็นลูกค้า');
});

test('the web chat has only its own texts', async () => {
  const code = await built('virtual:webchat-texts');
  expect(code).toContain('เปิดแชต');
  expect(code).not.toContain('คำทักทาย');
  expect(Buffer.byteLength(code)).toBeLessThan(6_000);
});

test('catalogues are read from the product, then from its extensions', () => {
  expect(catalogueRoots({})).toEqual([resolve('schemas')]);
  expect(catalogueRoots({ SCHEMAS_DIR: 'tests/schemas', CUSTOM_DIR: 'own' })).toEqual([
    resolve('schemas'),
    resolve('tests/schemas'),
    resolve('own'),
  ]);
});
