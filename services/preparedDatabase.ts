import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { Kept } from '../schemas/built.ts';
import { schemaFilesDigest } from '../schemas/digest.ts';

/** Folder of the engine's files beside the code that was built with them, and the file that says of what they are. */
const FOLDER = 'database';
const STAMP = 'database.of';

/** The engine reads what it wrote itself; the schemas say what tables there are. */
const stampOf = (schemas: string): string => `${manifest.dependencies['@electric-sql/pglite']} ${schemas}`;

/**
 * Keeps an embedded database with all tables and nothing in them beside what is built, for all first starts.
 * @param bring makes the tables in the database that is to be kept, in a folder of its own
 */
export async function keepDatabase(
  { of }: Kept,
  built: string,
  bring: (dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-database-'));
  try {
    await bring(dataDir);
    cpSync(join(dataDir, 'postgres'), join(built, FOLDER), { recursive: true });
    writeFileSync(join(built, STAMP), stampOf(of));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Folder of the database that was kept for these schemas and this engine; none where nothing is built, or the schemas
 * are others: a new database is made for them.
 * @param built folder of the running code; sources have none beside them
 */
export function keptDatabase(schemasDir: string, built: string): string | undefined {
  const stamp = join(built, STAMP);
  const isKept = existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(schemaFilesDigest(schemasDir));
  return isKept ? join(built, FOLDER) : undefined;
}
