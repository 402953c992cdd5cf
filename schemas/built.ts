import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { schemaFilesDigest } from './digest.ts';
import { loadProduct } from './loadSchemas.ts';
import { deepFreeze } from './model/freeze.ts';
import type { ProductModel } from './model/types.ts';

/** What a build keeps: the product that it compiled, and of which schemas. */
export interface Kept {
  /** Digest of the schema folder. */
  of: string;
  product: ProductModel;
}

/** Its file, beside the code that was built with it. */
const FILE = 'product.bin';

/**
 * Compiles a schema folder once, for all starts of what is built with it.
 * @param built folder of the build
 * @returns what was kept
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function keepProduct(folder: string, built: string): Kept {
  // Before the product is read: an edit in between is found at the start.
  const kept: Kept = { of: schemaFilesDigest(folder), product: loadProduct(folder) };
  writeFileSync(join(built, FILE), serialize(kept));
  return kept;
}

/**
 * The compiled product of a schema folder: as it was built, where the folder still holds the same, else compiled anew.
 * @param built folder of the running code; sources have none beside them
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function productOf(folder: string, built: string): ProductModel {
  const kept = keptIn(join(built, FILE));
  return kept?.of === schemaFilesDigest(folder) ? deepFreeze(kept.product) : loadProduct(folder);
}

/** Nothing where none is kept, or one that cannot be read: it is cut off, or a newer Node wrote it. */
function keptIn(path: string): Kept | undefined {
  try {
    return deserialize(readFileSync(path)) as Kept;
  } catch {
    return undefined;
  }
}
