import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { Tokens } from '../../services/engine/userPool/tokens.ts';
import { ROLES, RULES } from './support/roleRules.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const OPEN = new Set([
  '/config.json',
  '/openapi.json',
  '/healthz',
  '/livez',
  '/readyz',
  '/user-pool/',
  '/files/{id}/{name}',
]);
// What platforms and visitors call has signatures and tokens of its own: `conversations.test.ts`, `webchat.test.ts`.
/** Files ask for the rights of the field that they are for: `files.test.ts`. */
const SIGNED_IN = new Set([
  '/permissions/access',
  '/api/v1/members/me',
  '/api/v1/files',
  '/api/v1/files/fetch',
  // Files that were made for the one person who asks.
  '/api/v1/downloads/{id}',
  // Records that the person may not read are left out.
  '/api/v1/records',
]);
const MISSING = '018f0000-0000-7000-8000-000000000000';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Endpoint {
  method: Method;
  path: string;
  url: string;
}

/** Who may call it, by the table above; undefined when the table lacks the collection or the verb. */
function allowedTo({ method, path }: Endpoint): string[] | undefined {
  if (SIGNED_IN.has(path)) return ROLES;
  const [collection = '', ...rest] = path.replace('/api/v1/', '').split('/');
  const rule = RULES[collection];
  const verb = rest.at(-1);
  // The pages of a Facebook account are for whoever makes channels of them.
  if (verb === 'pages') return rule?.update;
  // What was deleted is for those who may see it and bring it back.
  if (verb === 'deleted') return rule?.read.filter((role) => rule.create.includes(role));
  // Who may read a list may have views of it.
  if (method === 'GET' || verb === 'export' || verb === 'used-by' || rest[0] === 'views') return rule?.read;
  if (verb === 'edit') return rule?.update;
  if (rest[0] === 'import') return rule && [...rule.create, ...rule.update];
  if (method === 'PUT') return rule?.update;
  if (verb === 'retry') return rule?.verbs?.['retry'] ?? rule?.update;
  if (verb === 'active' || verb === 'upcoming' || verb === 'links') return rule?.create;
  if (method === 'DELETE' || verb === 'delete') return rule?.delete;
  // What is restored here does not exist any more: that makes it new.
  if (verb === undefined || verb === 'duplicate' || verb === 'restore') return rule?.create;
  return rule?.verbs?.[verb];
}

let services: TestServices;
let endpoints: Endpoint[];
const send = (call: Call, { method, url }: Endpoint) =>
  call(method, url, method === 'POST' || method === 'PUT' ? {} : undefined);

beforeAll(async () => {
  // More calls than one person makes in a minute.
  services = await startServices({ RATE_LIMIT: '0' });
  const [channel] = await services.services.catalog.require('channel').repository.list({ take: 1 });
  const document = (await (await services.as())('GET', '/openapi.json')).body as unknown as {
    paths: Record<string, object>;
  };
  endpoints = Object.entries(document.paths)
    .filter(([path]) => !OPEN.has(path) && !/^\/(webhooks|webchat|api\/v1\/webchat)\//.test(path))
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => ['get', 'post', 'put', 'delete'].includes(key))
        .map((key) => ({
          method: key.toUpperCase() as Method,
          path,
          url:
            path.replace('{channel}', channel?.id ?? '').replaceAll(/\{\w+\}/g, MISSING) +
            (/\/(counts|values)$/.test(path) ? '?by=nosuch' : ''),
        })),
    );
}, 180_000);
afterAll(() => services.stop());

it('has a rule for every path and verb', () => {
  const without = endpoints.filter((endpoint) => !allowedTo(endpoint));
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(ROLES.toSorted()).toEqual(Object.keys(cachedProduct().access.roles).toSorted());
});

it.each(ROLES)('%s reaches what the rules give, and nothing else', async (role) => {
  const call = await services.as(role);
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const { status } = await send(call, endpoint);
    const expected = allowedTo(endpoint)?.includes(role) ? 'allowed' : 403;
    const got = status === 403 ? 403 : status === 401 || status >= 500 ? status : 'allowed';
    if (got !== expected) wrong.push(`${endpoint.method} ${endpoint.path}: ${status}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
});

describe('without a good token', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kinds: Record<string, (token: string) => Promise<string | undefined>> = {
    none: async () => undefined,
    nonsense: async () => 'nonsense',
    expired: async (token) => {
      const { userPool } = services;
      const user = await userPool.find('owner');
      const hoursAgo = new Date(Date.now() - 2 * 3600_000);
      const old = new Tokens(userPool.keys, userPool.settings, () => hoursAgo);
      const session = String(decodeJwt(token)['origin_jti']);
      return (await old.issue(user!, session, hoursAgo)).idToken;
    },
    'of another pool': async (token) => {
      const header = { alg: 'RS256', kid: services.userPool.keys.signingKey.id };
      return new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey);
    },
    'for another application': async (token) => {
      const { id, key } = services.userPool.keys.signingKey;
      const claims = { ...decodeJwt(token), aud: 'another' };
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: id }).sign(key);
    },
    tampered: async (token) => {
      const [head, , signature] = token.split('.');
      const claims = { ...decodeJwt(token), 'cognito:groups': ROLES };
      return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    },
    unsigned: async (token) => {
      const head = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
      return `${head}.${token.split('.')[1]}.`;
    },
  };

  it.each(Object.keys(kinds))('(%s) every path answers 401', async (kind) => {
    const signedIn = (await services.signIn('owner', DEMO_PASSWORD)) as {
      AuthenticationResult: { IdToken: string };
    };
    const token = await kinds[kind]?.(signedIn.AuthenticationResult.IdToken);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const wrong: string[] = [];
    for (const { method, url, path } of endpoints) {
      const { statusCode } = await services.app.inject({ method, url, headers });
      if (statusCode !== 401) wrong.push(`${method} ${path}: ${statusCode}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('tokens and passwords', () => {
  it('never appear in log lines, addresses or errors', async () => {
    const [token, password] = ['SecretToken', 'Secret-Password-1'];
    const loud = await startServices({ LOG_LEVEL: 'trace' });
    loud.actions.register('variable', 'break', {
      on: 'list',
      operation: 'read',
      run: () => Promise.reject(new Error('broken')),
    });
    const good = (await loud.signIn('owner', DEMO_PASSWORD)) as {
      AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string };
    };
    const { IdToken, AccessToken, RefreshToken } = good.AuthenticationResult;
    const answers = await Promise.all([
      ...[IdToken, AccessToken, token].flatMap((bearer) =>
        ['/api/v1/variables/break', '/api/v1/members/me', '/nosuch'].map((url) =>
          loud.app.inject({
            method: 'POST',
            url,
            headers: { authorization: `Bearer ${bearer}` },
            payload: {},
          }),
        ),
      ),
      loud.app.inject({ url: `/api/v1/variables?token=${token}` }),
      loud.app.inject({ url: '/api/v1/variables', headers: { authorization: `Bearer ${token} ${token}` } }),
    ]);
    await loud.signIn('owner', password);
    await loud.stop();
    expect(answers[0]?.statusCode).toBe(500);
    expect(loud.logs.join('\n')).toContain('broken');
    const rightsByRole = [
      ...loud.logs,
      ...answers.flatMap(({ body, headers }) => [body, JSON.stringify(headers)]),
    ].join();
    for (const secret of [token, password, DEMO_PASSWORD, IdToken, AccessToken, RefreshToken])
      expect(rightsByRole).not.toContain(secret);
  }, 60_000);
});
