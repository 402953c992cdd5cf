import type { Exchange } from './exchange.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import { onBehalf } from '../modules/onBehalf.ts';
import { downloadPaths } from '../resources/openapi/exchangePaths.ts';
import { json, ref } from '../resources/openapi/components.ts';
import { collectionOfRequest } from '../resources/nested.ts';
import { registerDownloads } from './downloads.ts';
import { DATA_EXPORT_JOB, runDataExport, type DataExportJob } from './export/dataExport.ts';
import { EXPORT_JOB, runExport, type ExportJob } from './export/job.ts';
import { registerExport } from './export/routes.ts';
import { IMPORT_JOB, runImport, type ImportJob } from './import/job.ts';
import { registerImport } from './import/routes.ts';
import { SheetCache } from './import/sheetCache.ts';
import { PersonalFiles } from './personalFiles.ts';
import { EXCHANGE_TABLES } from './tables.ts';
import { message } from '../../../schemas/texts/translate.ts';

const exchanges = new WeakMap<Context, Exchange>();

/** One per app, so that previews share the cache of parsed files. */
function exchangeOf(context: Context): Exchange {
  const existing = exchanges.get(context);
  if (existing) return existing;
  const { db, files, jobs, services: current } = context;
  const personal = new PersonalFiles(db, files);
  const exchange: Exchange = {
    ...{ db, files, jobs, current, personal },
    sheets: new SheetCache(personal),
    about: async ({ params, user, ip, raw, idempotencyKey }) => {
      const services = current();
      const caller = { user, rights: services.catalog.rights(user.roles), address: ip, idempotencyKey };
      return [services, await collectionOfRequest(services, caller, params.collection, raw), caller];
    },
  };
  exchanges.set(context, exchange);
  return exchange;
}

const ONE_AT_A_TIME = { timeout: '2h', concurrency: 1 };

/** Export of lists into files, and import of records from files. */
export const exchangeModule = {
  name: EXCHANGE_TABLES.name,
  migrations: EXCHANGE_TABLES.migrations,
  paths: downloadPaths(json, ref),
  jobs: {
    [EXPORT_JOB]: {
      ...ONE_AT_A_TIME,
      label: message('Export'),
      run: onBehalf<ExportJob>((job, context) => runExport(exchangeOf(context), job)),
    },
    [DATA_EXPORT_JOB]: {
      ...ONE_AT_A_TIME,
      label: message('Data of a record'),
      run: onBehalf<DataExportJob>((job, context) => runDataExport(exchangeOf(context), job)),
    },
    [IMPORT_JOB]: {
      ...ONE_AT_A_TIME,
      label: message('Import'),
      run: onBehalf<ImportJob>((job, context) => runImport(exchangeOf(context), job)),
    },
  },
  async setup(scope, context) {
    const exchange = exchangeOf(context);
    await registerImport(scope, exchange);
    registerExport(scope, exchange);
    registerDownloads(scope, exchange);
  },
} satisfies DomainModule;
