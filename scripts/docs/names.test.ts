import { expect, test } from 'vitest';
import { brokenLinks, missingFiles } from './names.ts';

const FILES = ['services/products/campaigns/run.ts', 'schemas/model/validate.ts', 'docs/security.md'];

test.each([
  ['a file by its end', 'see `campaigns/run.ts` and `validate.ts`', []],
  ['a folder', 'in `schemas/model` and `services/products/`', []],
  ['a file that is gone', 'see `campaigns/rates.ts`', ['campaigns/rates.ts']],
  ['half of a name', 'see `un.ts`', ['un.ts']],
  ['a folder that is gone', 'in `src/pages`', ['src/pages']],
  ['a placeholder', 'in `schemas/channels/<type>/render.ts` and `*.schema.json`', []],
  ['code that is no file', '`validate(model)` in `matches`', []],
])('a page that names %s', (_, text, missing) => {
  expect(missingFiles(text, FILES)).toEqual(missing);
});

test('links to other pages are followed, those to elsewhere are not', () => {
  const text = '[a](security.md#keys) [b](gone.md) [c](https://example.com/x.md) [d](#here)';
  expect(brokenLinks(text, (link) => link === 'security.md')).toEqual(['gone.md']);
});
