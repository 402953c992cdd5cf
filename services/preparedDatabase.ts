import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { CompiledProduct } from '../schemas/built.ts';
import { schemaFilesDigest } from '../schemas/digest.ts';

/** Folder of the engine's files next to the built code, and the file with the versions of engine and schemas. */
const FOLDER = 'database';
const STAMP_FILE = 'database.of';

/** The files depend on the engine's version and on the schemas. */
const versionStamp = (schemas: string): string =>
  `${manifest.dependencies['@electric-sql/pglite']} ${schemas}`;

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
    writeFileSync(join(built, STAMP_FILE), versionStamp(schemasDigest));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Folder of the template database for these schemas and this engine; undefined without a build, or if the schemas have
 * changed: a new database is created then.
 * @param built folder of the running code; sources have none beside them
 */
export function findTemplateDatabase(schemasDir: string, built: string): string | undefined {
  const stamp = join(built, STAMP_FILE);
  const isCurrent =
    existsSync(stamp) && readFileSync(stamp, 'utf8') === versionStamp(schemaFilesDigest(schemasDir));
  return isCurrent ? join(built, FOLDER) : undefined;
}
