import type { FastifyRequest } from 'fastify';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Database } from '../storage/database.ts';
import type { Sheets } from './import/sheets.ts';
import type { PersonalFiles } from './personalFiles.ts';

/** What export and import work with. */
export interface Exchange {
  db: Database;
  files: Files;
  jobs: Jobs;
  current: () => Services;
  personal: PersonalFiles;
  sheets: Sheets;
  /** The services of this moment, the collection that is addressed, and who asks. */
  about: (
    request: FastifyRequest<{ Params: { collection: string } }>,
  ) => Promise<[Services, Resource, Caller]>;
}
