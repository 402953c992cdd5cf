import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { schemaFilesDigest } from './digest.ts';
import { loadProduct } from './loadSchemas.ts';
import { deepFreeze } from './model/freeze.ts';
import type { ProductModel } from './model/types.ts';

/** A product compiled by a build, with the digest of its schemas. */
export interface CompiledProduct {
  /** Digest of the schema folder. */
  schemasDigest: string;
  product: ProductModel;
}

/** Its file, next to the built code. */
const PRODUCT_FILE = 'product.bin';

/**
 * Compiles a schema folder once, for all starts of what is built with it.
 * @param built folder of the build
 * @returns what was written
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function writeCompiledProduct(folder: string, built: string): CompiledProduct {
  // Computed before the product is read, so that the start notices an edit in between.
  const compiled: CompiledProduct = {
    schemasDigest: schemaFilesDigest(folder),
    product: loadProduct(folder),
  };
  writeFileSync(join(built, PRODUCT_FILE), serialize(compiled));
  return compiled;
}

/**
 * The compiled product of a schema folder: the build's, where the folder has not changed since, else compiled now.
 * @param built folder of the running code; sources have no compiled product beside them
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function readOrCompileProduct(folder: string, built: string): ProductModel {
  const compiled = readCompiledProduct(join(built, PRODUCT_FILE));
  return compiled?.schemasDigest === schemaFilesDigest(folder)
    ? deepFreeze(compiled.product)
    : loadProduct(folder);
}

/** Undefined when there is none, or it cannot be read: truncated, or written by a newer Node. */
function readCompiledProduct(path: string): CompiledProduct | undefined {
  try {
    return deserialize(readFileSync(path)) as CompiledProduct;
  } catch {
    return undefined;
  }
}
