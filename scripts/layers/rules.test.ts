import { expect, test } from 'vitest';
import { folderImports, importCircles, privateImports, unlistedFolders, upwardImports } from './rules.ts';

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

test('an import from a lower folder up into a higher one is named, one downwards is not', () => {
  const imports = graph({ 'low/a.ts': ['high/b.ts', 'low/c.ts'], 'high/b.ts': ['low/c.ts'], 'low/c.ts': [] });
  expect(upwardImports(imports, ['low/', 'high/'])).toEqual([
    'low/a.ts imports high/b.ts: low/ stands below high/',
  ]);
});

test('files outside of every layer may import anything', () => {
  expect(upwardImports(graph({ 'else/a.ts': ['high/b.ts'], 'high/b.ts': [] }), ['low/', 'high/'])).toEqual(
    [],
  );
});

test('services import a product by its index.ts alone; its own files and scripts import what they want', () => {
  const [one, two] = ['services/products/one/', 'services/products/two/'];
  const imports = graph({
    [`${one}index.ts`]: [`${one}a.ts`],
    [`${one}a.ts`]: [`${one}b.ts`, `${two}index.ts`, `${two}c.ts`],
    [`${one}b.ts`]: [],
    [`${two}index.ts`]: [`${two}c.ts`],
    [`${two}c.ts`]: [],
    'services/main.ts': [`${one}index.ts`, `${one}b.ts`],
    'scripts/measure.ts': [`${one}b.ts`],
  });
  expect(privateImports(imports, [one, two])).toEqual([
    `services/main.ts imports ${one}b.ts: others may import ${one}index.ts alone`,
    `${one}a.ts imports ${two}c.ts: others may import ${two}index.ts alone`,
  ]);
});

test('a folder that stands in no layer is named, a file beside the folders is not', () => {
  const imports = graph({
    'rooms/new/a.ts': [],
    'rooms/new/b.ts': [],
    'rooms/old/c.ts': [],
    'rooms/d.ts': [],
  });
  expect(unlistedFolders(imports, ['rooms/'], ['rooms/old/'])).toEqual([
    'rooms/new/ stands in no layer: add it to scripts/layers/layers.ts',
  ]);
});

test('each circle is named once, with all of its files', () => {
  const imports = graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] });
  expect(importCircles(imports)).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});

test('folders are seen as wholes: two that import each other are a circle, though none of their files is in one', () => {
  const imports = graph({
    'rooms/one/a.ts': ['rooms/two/b.ts', 'rooms/main.ts'],
    'rooms/one/c.ts': [],
    'rooms/two/b.ts': [],
    'rooms/two/d.ts': ['rooms/one/c.ts'],
    'rooms/two/testing/e.ts': ['rooms/three/f.ts'],
    'rooms/three/f.ts': ['rooms/two/b.ts'],
    'rooms/main.ts': ['else/g.ts'],
  });
  const folders = folderImports(imports, ['rooms/']);
  expect(importCircles(folders)).toEqual([['rooms/one/', 'rooms/two/']]);
  expect(folders.get('rooms/')).toEqual([]);
});
