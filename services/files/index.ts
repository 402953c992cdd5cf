import type { FastifyInstance } from 'fastify';
import type { Services } from '../resources/services.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import { runMigrations } from '../storage/migrations/run.ts';
import { Files } from './files.ts';
import { registerServing } from './serve.ts';
import { clearStaging } from './staging.ts';
import { filesFolder, openFileStore } from './openStore.ts';
import { FILE_TABLES } from './tables.ts';
import { registerUploads } from './uploads.ts';

/** The files of this installation, ready for use. */
export async function openFiles(db: Database, settings: Settings): Promise<Files> {
  await runMigrations(db, FILE_TABLES);
  const folder = filesFolder(settings);
  await clearStaging(folder);
  return new Files(db, await openFileStore(settings), folder);
}

/** Upload, fetching from outside, and serving. */
export async function registerFiles(
  app: FastifyInstance,
  files: Files,
  current: () => Services,
): Promise<void> {
  registerServing(app, files);
  await registerUploads(app, files, current);
}
