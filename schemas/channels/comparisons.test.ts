import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelTypes } from './registry.ts';

/** Folders that belong to one type of channel, message or action each, demo data, what is generated, and tests with their helpers. */
const OWN =
  /^(schemas|services|src)\/channels\/[a-z]+\/|^schemas\/(messages|actions)\/[a-z-]+\/|^services\/products\/demo\/|^schemas\/generated\//;
const TEST = /\.test\.tsx?$|\/test[A-Z]\w*\.tsx?$|\/testing\//;

const sources = ['schemas', 'services', 'src'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => /\.(?:tsx?|schema\.json)$/.test(file) && !OWN.test(file) && !TEST.test(file)),
);
// What a comment gives as an example is no comparison.
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

it('no source or schema but the folders of the types names one: they ask what a channel can', () => {
  const names = new RegExp(
    `['"\`](${channelTypes()
      .map(({ type }) => type)
      .join('|')})['"\`]`,
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources).toContain(join('schemas', 'definitions', 'message.schema.json'));
  expect(sources.filter((file) => names.test(codeOf(file)))).toEqual([]);
});

/** The tables of types; the settings that say where platforms are; and a name under which migrations are recorded. */
const NAMING = [
  'schemas/channels/registry.ts',
  'services/channels/registry.ts',
  'services/products/richMenus/index.ts',
  'src/channels/phones.ts',
  'src/channels/pictures.ts',
  'src/channels/registry.ts',
];

it('no sentence of a source names a platform: it takes the name that the type has', () => {
  const files = sources.filter((file) => /\.tsx?$/.test(file) && /\b(LINE|Facebook)\b/.test(codeOf(file)));
  expect(files.toSorted()).toEqual(NAMING);
});
