import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelTypes } from './registry.ts';

/** Folders that belong to one type each, demo data, what is generated, and tests with their helpers. */
const OWN = /^(schemas|services|src)\/channels\/[a-z]+\/|^services\/products\/demo\/|^schemas\/generated\//;
const TEST = /\.test\.tsx?$|\/test[A-Z]\w*\.tsx?$/;

it('no source or schema but the folders of the types names one: they ask what a channel can', () => {
  const names = new RegExp(
    `['"\`](${channelTypes()
      .map(({ type }) => type)
      .join('|')})['"\`]`,
  );
  const sources = ['schemas', 'services', 'src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, file))
      .filter((file) => /\.(?:tsx?|schema\.json)$/.test(file) && !OWN.test(file) && !TEST.test(file)),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources).toContain(join('schemas', 'definitions', 'message.schema.json'));
  // What a comment gives as an example is no comparison.
  const codeOf = (file: string): string =>
    readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const naming = sources.filter((file) => names.test(codeOf(file)));
  expect(naming).toEqual([]);
});
