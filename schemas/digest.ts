import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Subfolders without schemas. */
export const NON_SCHEMA_FOLDERS = ['vocabulary', 'generated', 'model', 'texts'];

/** Hash of the names and contents of all schema files, misplaced ones included. */
export function schemaFilesDigest(folder: string): string {
  const sum = createHash('sha256');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of names.sort()) {
    const isSchema = name.endsWith('.json') && !NON_SCHEMA_FOLDERS.includes(name.split(sep)[0] ?? '');
    if (isSchema)
      sum
        .update(name)
        .update('\0')
        .update(readFileSync(join(folder, name)))
        .update('\0');
  }
  return sum.digest('hex');
}
