import process from 'node:process';
import { StorageError, type Database } from '../services/storage/database.ts';
import { openDatabase } from '../services/storage/open.ts';

/**
 * Runs a command's work on the database that DATABASE_URL or DATA_DIR names, tells its result or its fault in one
 * line, and sets the exit code.
 * @param usage how the command is called, when it was called wrongly
 */
export async function runOnDatabase(
  usage: string | undefined,
  work: (db: Database) => Promise<string>,
): Promise<void> {
  let db: Database | undefined;
  try {
    if (usage) throw new StorageError(`Use: ${usage}`);
    db = await openDatabase({
      dataDir: process.env['DATA_DIR'] || '.data',
      databaseUrl: process.env['DATABASE_URL'] || undefined,
    });
    console.log(await work(db));
  } catch (error) {
    console.error(error instanceof StorageError ? error.message : error);
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}
