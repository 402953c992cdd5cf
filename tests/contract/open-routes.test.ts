import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServices, type TestServices } from './support/services.ts';

/** Everything that answers without a token, written down here on purpose: what is added to it is decided, not forgotten. */
const OPEN = [
  'GET /',
  'GET /*',
  // Other people's pages hold the chat; a token of the conversation's own is asked for behind these.
  'GET /config.json',
  // Ids of files cannot be guessed, and pictures are asked for without a token.
  'GET /files/:id/:name',
  'GET /healthz',
  'GET /index.html',
  'GET /livez',
  'GET /openapi.json',
  'GET /readyz',
  // Only what handshakes pass before they reach the socket; the token is asked for there.
  'GET /socket/',
  'GET /user-pool/.well-known/jwks.json',
  'GET /user-pool/local_console/.well-known/jwks.json',
  'GET /webchat/:channel',
  'OPTIONS /*',
  'OPTIONS /api/v1/webchat/*',
  'POST /api/v1/webchat/:channel/sessions',
  'POST /user-pool',
  'POST /user-pool/',
];

const routes: { method: string; url: string }[] = [];
const watch = (message: unknown): void => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
};

let services: TestServices;
beforeAll(async () => {
  subscribe('fastify.initialization', watch);
  services = await startServices({ CORS_ORIGINS: 'https://console.example', STATIC_DIR: 'public' });
  unsubscribe('fastify.initialization', watch);
}, 120_000);
afterAll(() => services.stop());

it('only what is marked open answers without a token', async () => {
  const answering = new Set<string>();
  for (const { method, url } of routes) {
    const { statusCode } = await services.app.inject({
      method: method as 'GET',
      url: url.replaceAll(/:\w+/g, 'x').replace('*', 'nosuch.txt'),
    });
    if (statusCode !== 401) answering.add(`${method} ${url}`);
  }
  expect(routes.length).toBeGreaterThan(30);
  const withoutHead = [...answering].filter((route) => !route.startsWith('HEAD '));
  expect(withoutHead.toSorted()).toEqual(OPEN);
  const heads = [...answering].filter((route) => route.startsWith('HEAD '));
  expect(heads.map((route) => route.replace('HEAD', 'GET')).filter((route) => !OPEN.includes(route))).toEqual(
    [],
  );
});

/** The console's own files, the socket, and addresses that stand beside one that is described. */
const UNDESCRIBED = new Set(['/', '/*', '/index.html', '/user-pool', '/socket/']);

it('what modules add is described', async () => {
  const document = (await services.app.inject('/openapi.json')).json<{ paths: Record<string, object> }>();
  const described = new Set(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const missing = routes
    .filter(({ method, url }) => !['HEAD', 'OPTIONS'].includes(method) && !UNDESCRIBED.has(url))
    .filter(({ url }) => !url.startsWith('/api/v1/:collection') && !url.endsWith('/jwks.json'))
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((route) => !described.has(route));
  expect(missing).toEqual([]);
});
