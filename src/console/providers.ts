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
import { takeFirst, takeRecords, withFirstData } from './firstData.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';
import { showOnce } from '../ui/once.ts';
import { entityByName, product } from '../resources/product.ts';

/** Answers this young are shown again without asking. */
const STALE_MS = 5_000;

/** Once more for what may be a hiccup, never for what the service decided. */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof HttpError && (error.status === 0 || error.status >= 500);

/** Comes with the first file that somebody wants. */
const download: DownloadClient = async (...request) => {
  const { createDownloadClient } = await import('../dataProvider/downloads.ts');
  return createDownloadClient({ token: sessionToken, onUnauthorized: loseSession })(...request);
};

/** Comes with the first file that somebody gives. */
const upload: UploadClient = async (...request) => {
  const { createUploadClient } = await import('../dataProvider/uploads.ts');
  return createUploadClient({ token: sessionToken, onUnauthorized: loseSession })(...request);
};

/** Puts the records that the page's rows name where react-admin looks for them, so that their titles are drawn with the rows. */
const keepNamed = (queryClient: QueryClient): void => {
  for (const [path, records] of takeRecords()) {
    const entity = product.entities.find((one) => one.path === path);
    for (const record of entity ? records : [])
      queryClient.setQueryData([entity?.name, 'getMany', { ids: [record.id] }], [flattenComputed(record)]);
  }
};

/** Everything react-admin is given, made once when the console starts. */
export const createProviders = () => {
  const client = withFirstData(createHttpClient({ token: sessionToken, onUnauthorized: loseSession }));
  const http = withOneTimeSecrets(client, showOnce);
  const queryClient = new QueryClient({
    defaultOptions: {
      // Without a network a request fails at once and says so, rather than waiting unseen.
      queries: {
        staleTime: STALE_MS,
        retry: mayRetry,
        retryDelay: 500,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  keepNamed(queryClient);
  const access = createAccessLoader(http, (address) => takeFirst(address) as Access | undefined);
  return {
    access,
    dataProvider: createDataProvider({
      http,
      upload,
      download,
      services: config().services,
      preloaded: takeFirst,
      resource: entityByName,
    }),
    authProvider: createAuthProvider(access),
    i18nProvider: createI18nProvider(),
    store: localStorageStore(undefined, 'console'),
    queryClient,
  };
};
export type Providers = ReturnType<typeof createProviders>;
