import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProductModel } from '../schemas/model/types.ts';
import { waitForEdit, watchSchemas } from './watchSchemas.ts';

let folder: string;
let stop: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  cpSync('schemas', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
});
afterEach(() => stop?.());

const edit = (from: string, to: string): void => {
  const file = join(folder, 'team.schema.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};
const PATIENCE = { timeout: 20_000 };

it('reports the problems of an edit, keeps the product, and loads the corrected one', async () => {
  const taken: ProductModel[] = [];
  const reported: (string | undefined)[] = [];
  stop = watchSchemas(
    folder,
    (product) => {
      taken.push(product);
      return Promise.resolve();
    },
    (refusal) => reported.push(refusal),
  );
  edit('"sort": "name"', '"sort": "nmae"');
  await vi.waitFor(() => expect(reported).toHaveLength(1), PATIENCE);
  expect(reported[0]).toContain('team.schema.json at /x-entity/list/sort: unknown sort field "nmae"');
  expect(taken).toEqual([]);

  edit('"sort": "nmae"', '"sort": "-name"');
  await vi.waitFor(() => expect(reported).toHaveLength(2), PATIENCE);
  expect(reported[1]).toBeUndefined();
  const team = taken[0]?.entities.find(({ name }) => name === 'team');
  expect(team?.list.sort).toEqual({ field: 'name', order: 'DESC' });
}, 60_000);

it('awaits the next edit', async () => {
  const { edited, stop } = waitForEdit(folder);
  try {
    edit('"sort": "name"', '"sort": "-name"');
    await expect(edited).resolves.toBeUndefined();
  } finally {
    stop();
  }
});
