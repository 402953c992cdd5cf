import type { DomainModule } from '../../modules/module.ts';
import { deleteOldAllowances } from '../../files/allowance.ts';
import { deleteUnusedFiles } from '../../files/deleteUnused.ts';
import { deleteFailedPictures } from '../../files/remoteFiles.ts';
import { FILE_PATHS } from './openapi.ts';
import { registerFileRoutes } from '../../files/serve.ts';
import { FILE_TABLES } from '../../files/tables.ts';
import { registerUploads } from './uploads.ts';
import { message } from '../../../../schemas/texts/translate.ts';

/** An upload that no record refers to is kept this long, so that a form may stay open over a weekend. */
const UNUSED_MS = 3 * 24 * 3_600_000;

/** Upload, fetching from URLs, serving, and removal of unused files. */
export const filesModule = {
  name: FILE_TABLES.name,
  migrations: FILE_TABLES.migrations,
  paths: FILE_PATHS,
  async setup(scope, { files, services }) {
    registerFileRoutes(scope, files);
    await registerUploads(scope, files, services);
  },
  jobs: {
    'files.collect': {
      label: message('Removal of unused files'),
      timeout: '6h',
      concurrency: 1,
      async run({ signal }, { files, settings }) {
        const { failedPictureRetentionDays: days } = settings;
        if (days > 0) await deleteFailedPictures(files, days, signal);
        await deleteUnusedFiles(files, UNUSED_MS);
        await deleteOldAllowances(files);
      },
    },
  },
  schedules: { 'files.collect': { daily: '03:30' } },
} satisfies DomainModule;
