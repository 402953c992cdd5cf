import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { writeCompiledProduct, productOf } from './built.ts';
import { loadProduct } from './loadSchemas.ts';
import type { ProductModel } from './model/types.ts';

/** Folder of this run of tests in which the product is kept; nothing outside of a run. */
function keptProductFolder(): string | undefined {
  const folder = process.env['TEST_TEMPLATES'] ?? '';
  if (folder === '') return undefined;
  if (!existsSync(join(folder, 'product.bin'))) writeCompiledProduct('schemas', folder);
  return folder;
}

/**
 * The product of the repository's own schemas for tests of something else than its compilation: compiled once in a run
 * of tests, which takes seconds of a processor, and read by every other file of tests.
 */
export function keptProduct(): ProductModel {
  const folder = keptProductFolder();
  return folder === undefined ? loadProduct('schemas') : productOf('schemas', folder);
}
