import type { Exchange } from './exchange.ts';
import type { Context, DomainModule } from '../modules/module.ts';
import { onBehalf } from '../modules/onBehalf.ts';
import { downloadPaths } from '../resources/openapi/exchangePaths.ts';
import { json, ref } from '../resources/openapi/components.ts';
import { collectionOfRequest } from '../resources/nested.ts';
import { registerDownloads } from './downloads.ts';
import { DATA_JOB, runDataExport, type DataJob } from './export/dataOf.ts';
import { EXPORT_JOB, runExport, type ExportJob } from './export/job.ts';
import { registerExport } from './export/routes.ts';
import { IMPORT_JOB, runImport, type ImportJob } from './import/job.ts';
import { registerImport } from './import/routes.ts';
import { Sheets } from './import/sheets.ts';
import { PersonalFiles } from './personalFiles.ts';
import { EXCHANGE_TABLES } from './tables.ts';
import { message } from '../../../schemas/texts/translate.ts';

const known = new WeakMap<Context, Exchange>();

/** One for each app, so that what a preview has read is there for the next. */
function exchangeOf(context: Context): Exchange {
  const found = known.get(context);
  if (found) return found;
  const { db, files, jobs, services: current } = context;
  const personal = new PersonalFiles(db, files);
  const exchange: Exchange = {
    ...{ db, files, jobs, current, personal },
    sheets: new Sheets(personal),
    about: async ({ params, user, ip, raw, requestKey }) => {
      const services = current();
      const caller = { user, rights: services.catalog.rights(user.roles), address: ip, requestKey };
      return [services, await collectionOfRequest(services, caller, params.collection, raw), caller];
    },
  };
  known.set(context, exchange);
  return exchange;
}

const atATime = { timeout: '2h', concurrency: 1 };

/** Lists as files and files as records. */
export const exchangeModule = {
  name: EXCHANGE_TABLES.name,
  migrations: EXCHANGE_TABLES.migrations,
  paths: downloadPaths(json, ref),
  jobs: {
    [EXPORT_JOB]: {
      ...atATime,
      label: message('Export'),
      run: onBehalf<ExportJob>((job, context) => runExport(exchangeOf(context), job)),
    },
    [DATA_JOB]: {
      ...atATime,
      label: message('Data of a record'),
      run: onBehalf<DataJob>((job, context) => runDataExport(exchangeOf(context), job)),
    },
    [IMPORT_JOB]: {
      ...atATime,
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
