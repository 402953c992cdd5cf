import { expect } from 'vitest';
import { HttpError } from 'react-admin';
import { createDataProvider } from './dataProvider.ts';
import { createHttpClient } from './httpClient.ts';

export interface Request {
  method: string;
  url: string;
  body: unknown;
  headers: Headers;
  credentials?: string;
}
type Answer = { status?: number; json: unknown };

/** A provider over a server that answers each request with `answer(request)` and records the requests. */
export const createTestProvider = (
  answer: (request: Request) => Answer,
  preloaded?: (url: string) => unknown,
) => {
  const requests: Request[] = [];
  let unauthorized = 0;
  const http = createHttpClient({
    token: () => 'the-token',
    onUnauthorized: () => {
      unauthorized += 1;
    },
    fetch: async (url, init = {}) => {
      init.signal?.throwIfAborted();
      const request = {
        method: init.method ?? 'GET',
        url: String(url),
        body: init.body ? JSON.parse(String(init.body)) : undefined,
        headers: new Headers(init.headers),
        credentials: init.credentials,
      };
      requests.push(request);
      const { status = 200, json } = answer(request);
      return new Response(JSON.stringify(json), { status });
    },
  });
  const provider = createDataProvider({
    http,
    upload: () => Promise.reject(new Error('Nothing is uploaded here')),
    download: async (url, body) => ({ json: { url, body } }),
    ...(preloaded && { preloaded }),
    services: { management: 'http://m', chatbot: 'http://c', campaign: 'http://k' },
    resource: (name) => ({
      service: name === 'team' ? 'management' : 'chatbot',
      path: name === 'link' ? 'channels/{channel}/links' : `${name}s`,
    }),
  });
  return {
    provider,
    requests,
    urls: () => requests.map((request) => request.url),
    unauthorized: () => unauthorized,
  };
};

export const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `r${from + i}` }));
/** Answers lists of `total` rows the way the services do. */
export const pagedServer = (total: number) => (request: Request) => {
  const query = new URL(request.url).searchParams;
  const cursor = query.get('cursorId');
  const first = (cursor ? Number(cursor.slice(1)) : 0) + Number(query.get('skip') ?? 0);
  return { json: rows(first, Math.max(0, Math.min(Number(query.get('take')), total - first))) };
};
export const listParams = (page: number, perPage = 10, more = {}) => ({
  pagination: { page, perPage },
  sort: { field: 'name', order: 'ASC' as const },
  filter: {},
  ...more,
});
export const expectHttpError = async (promise: Promise<unknown>): Promise<HttpError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
};
