import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDuplicateKeys } from './duplicateKeys.ts';
import { loadProduct, type SchemaProblems } from './loadSchemas.ts';

it.each<[string, string[]]>([
  ['{"a": 1, "b": {"a": 1}}', []],
  ['{"a": 1, "b": 2, "a": 3}', ['/a']],
  ['{"a": [{"x": 1}, {"x": [], "y": {}, "x": "}, {"}]}', ['/a/1/x']],
  ['{"a/b": {"c": 1, "\\u0063": 2}}', ['/a~1b/c']],
  ['{"a": "a", "b": "a\\"a", "c": ["a", "a"]}', []],
])('finds the keys that stand twice in %s', (text, paths) => {
  expect(findDuplicateKeys(text)).toEqual(paths);
});

it('tells of double keys, unreadable files and mistakes inside of all files at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
  cpSync('schemas', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  const twice = readFileSync(join(folder, 'variable.schema.json'), 'utf8').replace(
    '"form":',
    '"list": {}, "form":',
  );
  writeFileSync(join(folder, 'variable.schema.json'), twice);
  writeFileSync(join(folder, 'job.schema.json'), '{');
  writeFileSync(join(folder, 'Order_Status.schema.json'), '{}');
  mkdirSync(join(folder, 'entities'));
  writeFileSync(join(folder, 'entities', 'order.schema.json'), '{}');
  writeFileSync(join(folder, 'messages', 'sticker.schema.json'), '{}');
  mkdirSync(join(folder, 'forms', 'old.json'));
  let problems: SchemaProblems | undefined;
  try {
    loadProduct(folder);
  } catch (error) {
    problems = error as SchemaProblems;
  }
  expect(problems?.problems.map(({ file, path }) => `${file} ${path}`)).toEqual([
    'job.schema.json ',
    'variable.schema.json /x-entity/list',
    'forms/old.json ',
    'entities/order.schema.json ',
    'messages/sticker.schema.json ',
    'Order_Status.schema.json ',
  ]);
});
