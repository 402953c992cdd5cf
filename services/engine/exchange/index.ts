import type { ExchangeContext } from './exchange.ts';
import type { ModuleContext, DomainModule } from '../modules/module.ts';
import { onBehalf } from '../modules/onBehalf.ts';
import { downloadPaths } from '../resources/openapi/exchangePaths.ts';
import { json, ref } from '../resources/openapi/components.ts';
import { resolveRequestCollection } from '../resources/nested.ts';
import { registerDownloads } from './downloads.ts';
import { EXPORT_JOB, runExport, type ExportJob } from './export/job.ts';
import { registerExport } from './export/routes.ts';
import { IMPORT_JOB, runImport, type ImportJob } from './import/job.ts';
import { registerImport } from './import/routes.ts';
import { SheetCache } from './import/sheetCache.ts';
import { PersonalFiles } from './personalFiles.ts';
import { EXCHANGE_TABLES } from './tables.ts';

const exchanges = new WeakMap<ModuleContext, ExchangeContext>();

/** One for each app, so that what a preview has read is there for the next. */
function getExchange(context: ModuleContext): ExchangeContext {
  const found = exchanges.get(context);
  if (found) return found;
  const { db, files, jobs, services: current } = context;
  const personal = new PersonalFiles(db, files);
  const exchange: ExchangeContext = {
    ...{ db, files, jobs, current, personalFiles: personal },
    sheetCache: new SheetCache(personal),
    resolveRequest: async ({ params, user, ip, raw, requestKey }) => {
      const services = current();
      const caller = { user, rights: services.catalog.rights(user.roles), address: ip, requestKey };
      return [services, await resolveRequestCollection(services, caller, params.collection, raw), caller];
    },
  };
  exchanges.set(context, exchange);
  return exchange;
}

const JOB_OPTIONS = { timeout: '2h', concurrency: 1 };

/** Lists as files and files as records. */
export const exchangeModule = {
  name: EXCHANGE_TABLES.name,
  migrations: EXCHANGE_TABLES.migrations,
  paths: downloadPaths(json, ref),
  jobs: {
    [EXPORT_JOB]: {
      ...JOB_OPTIONS,
      label: 'Export',
      run: onBehalf<ExportJob>((job, context) => runExport(getExchange(context), job)),
    },
    [IMPORT_JOB]: {
      ...JOB_OPTIONS,
      label: 'Import',
      run: onBehalf<ImportJob>((job, context) => runImport(getExchange(context), job)),
    },
  },
  async setup(scope, context) {
    const exchange = getExchange(context);
    await registerImport(scope, exchange);
    registerExport(scope, exchange);
    registerDownloads(scope, exchange);
  },
} satisfies DomainModule;
