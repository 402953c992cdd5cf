import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeCompiledProduct, readOrCompileProduct } from './built.ts';
import { loadProduct, SchemaProblems } from './loadSchemas.ts';

const teamFile = 'team.schema.json';

describe('the product as it was built', () => {
  let folder: string;
  let built: string;

  beforeEach(() => {
    built = mkdtempSync(join(tmpdir(), 'built-'));
    folder = join(built, 'schemas');
    cpSync('schemas', folder, {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    });
    writeCompiledProduct(folder, built);
  });
  afterEach(() => rmSync(built, { recursive: true }));

  const edit = (file: string, change: (schema: Record<string, unknown>) => void): void => {
    const schema = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    change(schema);
    writeFileSync(join(folder, file), JSON.stringify(schema));
  };
  const titleOf = (name: string): string | undefined =>
    readOrCompileProduct(folder, built).entities.find((one) => one.name === name)?.title;

  it('is what compiling the folder gives, and as unchangeable', () => {
    const product = readOrCompileProduct(folder, built);
    expect(product).toEqual(loadProduct(folder));
    expect(Object.isFrozen(product.entities.at(-1)?.fields.at(-1))).toBe(true);
  });

  it('is taken instead of compiling', () => {
    const path = join(built, 'product.bin');
    const cached = deserialize(readFileSync(path)) as { product: { entities: { title: string }[] } };
    for (const model of cached.product.entities) model.title = 'Kept';
    writeFileSync(path, serialize(cached));
    expect(titleOf('team')).toBe('Kept');
  });

  it('gives way to the folder once anything in it has changed', () => {
    edit(teamFile, (schema) => (schema['title'] = 'Crew'));
    expect(titleOf('team')).toBe('Crew');
    rmSync(join(folder, 'message-template.schema.json'));
    expect(() => readOrCompileProduct(folder, built)).toThrow(SchemaProblems);
  });

  it('gives way to a mistake, and to a schema where nobody reads it', () => {
    writeFileSync(join(folder, teamFile), '{');
    expect(() => readOrCompileProduct(folder, built)).toThrow(/team\.schema\.json: is not valid JSON/);
    writeCompiledProduct('schemas', built);
    cpSync(join('schemas', teamFile), join(folder, teamFile));
    cpSync(join('schemas', teamFile), join(folder, 'strays', teamFile));
    expect(() => readOrCompileProduct(folder, built)).toThrow(
      /strays\/team\.schema\.json: is not loaded from this folder/,
    );
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'was written by a newer Node',
      (bytes: Buffer) => Buffer.concat([Buffer.of(0xff, 0x7f), bytes.subarray(2)]),
    ],
    ['is empty', () => Buffer.alloc(0)],
  ])('stops no start when it %s', (_, broken) => {
    const path = join(built, 'product.bin');
    writeFileSync(path, broken(readFileSync(path)));
    expect(readOrCompileProduct(folder, built)).toEqual(loadProduct(folder));
  });

  it('is not needed: without a build the folder is compiled', () => {
    expect(readOrCompileProduct(folder, join(built, 'none'))).toEqual(loadProduct(folder));
  });
});
