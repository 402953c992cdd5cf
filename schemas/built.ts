import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { loadProduct, NO_SCHEMAS } from './folder.ts';
import { deepFreeze } from './model/freeze.ts';
import type { ProductModel } from './model/types.ts';

/** What a build keeps: the product that it compiled, and of which schemas. */
interface Kept {
  of: string;
  product: ProductModel;
}

/** Its file, beside the code that was built with it. */
const FILE = 'product.bin';

/**
 * Compiles a schema folder once, for all starts of what is built with it.
 * @param built folder of the build
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function keepProduct(folder: string, built: string): void {
  // Before the product is read: an edit in between is found at the start.
  const kept: Kept = { of: digestOf(folder), product: loadProduct(folder) };
  writeFileSync(join(built, FILE), serialize(kept));
}

/**
 * The compiled product of a schema folder: as it was built, where the folder still holds the same, else compiled anew.
 * @param built folder of the running code; sources have none beside them
 * @throws SchemaProblems when anything in the folder is wrong
 */
export function productOf(folder: string, built: string): ProductModel {
  const kept = keptIn(join(built, FILE));
  return kept?.of === digestOf(folder) ? deepFreeze(kept.product) : loadProduct(folder);
}

/** Nothing where none is kept, or one that cannot be read: it is cut off, or a newer Node wrote it. */
function keptIn(path: string): Kept | undefined {
  try {
    return deserialize(readFileSync(path)) as Kept;
  } catch {
    return undefined;
  }
}

/** Of the names and texts of everything in the folder that a schema or a stray one may be. */
function digestOf(folder: string): string {
  const sum = createHash('sha256');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.sort()) {
    const isSchema = name.endsWith('.json') && !NO_SCHEMAS.includes(name.split(sep)[0] ?? '');
    if (isSchema)
      sum
        .update(name)
        .update('\0')
        .update(readFileSync(join(folder, name)))
        .update('\0');
  }
  return sum.digest('hex');
}
