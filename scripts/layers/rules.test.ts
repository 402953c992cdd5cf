import { expect, test } from 'vitest';
import { importCircles, upwardImports } from './rules.ts';

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

test('each circle is named once, with all of its files', () => {
  const imports = graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'], f: ['a'] });
  expect(importCircles(imports)).toEqual([
    ['d', 'e'],
    ['a', 'b', 'c'],
  ]);
});
