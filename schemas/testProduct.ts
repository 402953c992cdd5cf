import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { writeCompiledProduct, readOrCompileProduct } from './built.ts';
import { loadProduct } from './loadSchemas.ts';
import type { ProductModel } from './model/types.ts';

/** Folder of this test run that caches the compiled product; undefined outside a run. */
function cacheFolder(): string | undefined {
  const folder = process.env['TEST_TEMPLATES'] ?? '';
  if (folder === '') return undefined;
  if (!existsSync(join(folder, 'product.bin'))) writeCompiledProduct('schemas', folder);
  return folder;
}

/**
 * The product of the repository's schemas, for tests of anything but its compilation: compiled once per test run, as
 * that takes seconds of CPU time.
 */
export function cachedProduct(): ProductModel {
  const folder = cacheFolder();
  return folder === undefined ? loadProduct('schemas') : readOrCompileProduct('schemas', folder);
}
