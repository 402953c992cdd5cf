import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../schemas/model/types.ts';

/** A copy of the product's schemas to edit, in a temporary folder. */
export function copySchemas(): string {
  const folder = mkdtempSync(join(tmpdir(), 'console-schemas-'));
  cpSync('schemas', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
  return folder;
}

/** A copy of the product's schemas with those of the tests (`tests/schemas`) beside them. */
export function copyTestSchemas(): string {
  const folder = copySchemas();
  cpSync('tests/schemas', folder, { recursive: true });
  return folder;
}

/** Rewrites one JSON file of the folder. */
export function editSchema(folder: string, file: string, edit: (schema: JsonObject) => void): void {
  const path = join(folder, file);
  const schema = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
  edit(schema);
  writeFileSync(path, JSON.stringify(schema, null, 2));
}

export function writeSchema(folder: string, file: string, schema: JsonObject): void {
  writeFileSync(join(folder, file), JSON.stringify(schema, null, 2));
}
