import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DomainModule } from '../domain/module.ts';
import type { Files } from '../files/files.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Resource } from '../resources/catalog.ts';
import { downloadPaths } from '../resources/openapi/exchangePaths.ts';
import { json, ref } from '../resources/openapi/components.ts';
import { collectionAt } from '../resources/nested.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Database } from '../storage/database.ts';
import { registerDownloads } from './downloads.ts';
import { EXPORT_JOB, runExport, type ExportJob } from './export/job.ts';
import { registerExport } from './export/routes.ts';
import { IMPORT_JOB, runImport, type ImportJob } from './import/job.ts';
import { registerImport } from './import/routes.ts';
import { Sheets } from './import/sheets.ts';
import { PersonalFiles } from './personalFiles.ts';
import { EXCHANGE_TABLES } from './tables.ts';

export interface ExchangeOptions {
  db: Database;
  files: Files;
  current: () => Services;
  /** Without them only short lists are exported. */
  jobs?: Jobs;
}

/** What export and import work with. */
export interface Exchange extends ExchangeOptions {
  personal: PersonalFiles;
  sheets: Sheets;
  /** The services of this moment, the collection that is addressed, and who asks. */
  about: (
    request: FastifyRequest<{ Params: { collection: string } }>,
  ) => Promise<[Services, Resource, Caller]>;
}

async function registerExchange(app: FastifyInstance, options: ExchangeOptions): Promise<void> {
  const { db, files, current, jobs } = options;
  const personal = new PersonalFiles(db, files);
  const exchange: Exchange = {
    ...options,
    personal,
    sheets: new Sheets(personal),
    about: async ({ params, user, ip, raw }) => {
      const services = current();
      const caller = { user, rights: services.catalog.rights(user.roles), address: ip };
      return [services, await collectionAt(services, caller, params.collection, raw), caller];
    },
  };
  jobs?.register<ExportJob>(EXPORT_JOB, {
    run: (context) => runExport(exchange, context),
    timeout: '2h',
    concurrency: 1,
  });
  jobs?.register<ImportJob>(IMPORT_JOB, {
    run: (context) => runImport(exchange, context),
    timeout: '2h',
    concurrency: 1,
  });
  await registerImport(app, exchange);
  registerExport(app, exchange);
  registerDownloads(app, exchange);
}

/** Lists as files and files as records. */
export const exchangeModule = {
  name: EXCHANGE_TABLES.name,
  migrations: EXCHANGE_TABLES.migrations,
  paths: downloadPaths(json, ref),
  setup: (scope, { db, files, jobs, services }) =>
    registerExchange(scope, { db, files, jobs, current: services }),
} satisfies DomainModule;
