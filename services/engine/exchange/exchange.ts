import type { FastifyRequest } from 'fastify';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Database } from '../storage/database.ts';
import type { SheetCache } from './import/sheetCache.ts';
import type { PersonalFiles } from './personalFiles.ts';

/** What export and import work with. */
export interface ExchangeContext {
  db: Database;
  files: Files;
  jobs: Jobs;
  current: () => Services;
  personalFiles: PersonalFiles;
  sheetCache: SheetCache;
  /** The services of this moment, the collection that is addressed, and who asks. */
  resolveRequest: (
    request: FastifyRequest<{ Params: { collection: string } }>,
  ) => Promise<[Services, Resource, Caller]>;
}
