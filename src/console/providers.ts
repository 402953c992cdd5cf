import { QueryClient } from '@tanstack/react-query';
import { HttpError, localStorageStore } from 'react-admin';
import { type Access, createAccessLoader } from '../authProvider/access.ts';
import { createAuthProvider } from '../authProvider/authProvider.ts';
import { loseSession, sessionToken } from '../authProvider/session.ts';
import { config } from '../dataProvider/config.ts';
import { flattenComputed } from '../dataProvider/computedFields.ts';
import { createDataProvider } from '../dataProvider/dataProvider.ts';
import type { DownloadClient } from '../dataProvider/downloads.ts';
import type { UploadClient } from '../dataProvider/files.ts';
import { createHttpClient } from '../dataProvider/httpClient.ts';
import { withOneTimeSecrets } from '../dataProvider/oneTimeSecrets.ts';
import { takeEmbedded, takeEmbeddedRecords, withEmbeddedResponses } from './embeddedResponses.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';
import { revealOnce } from '../ui/oneTimeSecretQueue.ts';
import { entityByName, product } from '../resources/product.ts';

/** Age up to which cached responses are used without a request. */
const STALE_MS = 5_000;

/** Retries once after failures that may be temporary, never after the services' decision. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof HttpError && (error.status === 0 || error.status >= 500);

/** Its code is fetched with the first download. */
const download: DownloadClient = async (...request) => {
  const { createDownloadClient } = await import('../dataProvider/downloads.ts');
  return createDownloadClient({ token: sessionToken, onUnauthorized: loseSession })(...request);
};

/** Its code is fetched with the first upload. */
const upload: UploadClient = async (...request) => {
  const { createUploadClient } = await import('../dataProvider/uploads.ts');
  return createUploadClient({ token: sessionToken, onUnauthorized: loseSession })(...request);
};

/** Seeds react-admin's cache with the records that the page's rows reference, so that their titles are rendered with the rows. */
const seedReferencedRecords = (queryClient: QueryClient): void => {
  for (const [path, records] of takeEmbeddedRecords()) {
    const entity = product.entities.find((one) => one.path === path);
    for (const record of entity ? records : [])
      queryClient.setQueryData([entity?.name, 'getMany', { ids: [record.id] }], [flattenComputed(record)]);
  }
};

/** Creates everything that react-admin is given, once when the console starts. */
export const createProviders = () => {
  const client = withEmbeddedResponses(
    createHttpClient({ token: sessionToken, onUnauthorized: loseSession }),
  );
  const http = withOneTimeSecrets(client, revealOnce);
  const queryClient = new QueryClient({
    defaultOptions: {
      // Without a network, a request fails at once and visibly instead of waiting.
      queries: {
        staleTime: STALE_MS,
        retry: shouldRetry,
        retryDelay: 500,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  seedReferencedRecords(queryClient);
  const access = createAccessLoader(http, (address) => takeEmbedded(address) as Access | undefined);
  return {
    access,
    dataProvider: createDataProvider({
      http,
      upload,
      download,
      services: config().services,
      preloaded: takeEmbedded,
      resource: entityByName,
    }),
    authProvider: createAuthProvider(access),
    i18nProvider: createI18nProvider(),
    store: localStorageStore(undefined, 'console'),
    queryClient,
  };
};
export type Providers = ReturnType<typeof createProviders>;
