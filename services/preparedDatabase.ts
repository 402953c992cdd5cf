import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { CompiledProduct } from '../schemas/built.ts';
import { schemaFilesDigest } from '../schemas/digest.ts';

/** Folder of the engine's files next to the built code, and the file that says which engine and schemas they are of. */
const FOLDER = 'database';
const STAMP = 'database.of';

/** The engine reads what it wrote itself; the schemas say what tables there are. */
const stampOf = (schemas: string): string => `${manifest.dependencies['@electric-sql/pglite']} ${schemas}`;

/**
 * Writes an embedded database with empty tables into the build; first starts copy it.
 * @param createTables creates the tables in a new database, in a folder of its own
 */
export async function writeTemplateDatabase(
  { schemasDigest }: CompiledProduct,
  built: string,
  createTables: (dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-database-'));
  try {
    await createTables(dataDir);
    cpSync(join(dataDir, 'postgres'), join(built, FOLDER), { recursive: true });
    writeFileSync(join(built, STAMP), stampOf(schemasDigest));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Folder of the template database for these schemas and this engine; undefined where nothing is built, or the schemas
 * have changed: a new database is created then.
 * @param built folder of the running code; sources have none beside them
 */
export function findTemplateDatabase(schemasDir: string, built: string): string | undefined {
  const stamp = join(built, STAMP);
  const isCurrent =
    existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(schemaFilesDigest(schemasDir));
  return isCurrent ? join(built, FOLDER) : undefined;
}
