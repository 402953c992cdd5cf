import type { FastifyRequest } from 'fastify';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Database } from '../storage/database.ts';
import type { SheetCache } from './import/sheetCache.ts';
import type { PersonalFiles } from './personalFiles.ts';

/** Dependencies of export and import. */
export interface Exchange {
  db: Database;
  files: Files;
  jobs: Jobs;
  current: () => Services;
  personal: PersonalFiles;
  sheets: SheetCache;
  /** The current services, the collection and the caller of a request. */
  about: (
    request: FastifyRequest<{ Params: { collection: string } }>,
  ) => Promise<[Services, Resource, Caller]>;
}
