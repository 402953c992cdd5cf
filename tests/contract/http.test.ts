import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../schemas/model/types.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const console_ = mkdtempSync(join(tmpdir(), 'static-'));
const PAGE = '<!doctype html><meta name="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>';
let services: TestServices;
let owner: Call;
let nobody: Call;

beforeAll(async () => {
  mkdirSync(join(console_, 'assets'));
  writeFileSync(join(console_, 'index.html'), PAGE);
  writeFileSync(join(console_, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(console_, 'assets', 'main-abc123.js.br'), 'compressed');
  services = await startServices({
    STATIC_DIR: console_,
    LIVECHAT_URL: 'https://chat.example',
    CORS_ORIGINS: 'https://console.example',
  });
  owner = await services.as('owner');
  nobody = await services.as();
});
afterAll(async () => {
  await services.stop();
  rmSync(console_, { recursive: true });
});

const VARIABLE = { name: 'http_test', value: 'x', scope: 'bot' };

describe('every answer', () => {
  const ANSWERS = [
    ['GET', '/healthz'],
    ['GET', '/livez'],
    ['GET', '/readyz'],
    ['GET', '/config.json'],
    ['GET', '/openapi.json'],
    ['GET', '/'],
    ['GET', '/api/v1/variables'],
    ['PATCH', '/api/v1/variables'],
    ['GET', '/%'],
    ['POST', '/user-pool/'],
  ] as const;
  const FILES = [
    ['GET', '/assets/main-abc123.js'],
    ['GET', '/assets/missing.js'],
  ] as const;

  it.each([...ANSWERS, ...FILES])(
    '%s %s carries the security headers and a request id',
    async (method, url) => {
      const { headers } = await nobody(method, url);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src '(self|none)'.*frame-ancestors 'none'/),
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.any(String),
      });
      expect(headers['content-security-policy']).not.toMatch(/unsafe/);
    },
  );

  it.each(ANSWERS)('%s %s cannot be framed nor share its window', async (method, url) => {
    expect((await nobody(method, url)).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('names the request in the body of an error as in its header', async () => {
    const { body, headers } = await nobody('GET', '/nosuch');
    expect(body).toEqual({ code: 'NOT_FOUND', message: 'Not found', requestId: headers['x-request-id'] });
  });
});

describe('bodies', () => {
  const PATH = '/api/v1/variables';

  it.each([
    ['no JSON', '{"name": ', 400, 'MALFORMED'],
    ['nothing', '', 400, 'MALFORMED'],
    ['a list', '[]', 422, 'INVALID'],
    ['null', 'null', 422, 'INVALID'],
    ['a prototype key', '{"__proto__": {"admin": true}}', 400, 'MALFORMED'],
    ['a constructor key', '{"constructor": {"prototype": {}}}', 400, 'MALFORMED'],
    ['too much', JSON.stringify({ ...VARIABLE, value: 'x'.repeat(1024 * 1024) }), 413, 'TOO_LARGE'],
    ['too deep nesting', `${'['.repeat(500)}${']'.repeat(500)}`, 413, 'TOO_LARGE'],
  ])('of %s are refused', async (_, body, status, code) => {
    expect(await owner('POST', PATH, body)).toMatchObject({
      status,
      body: { code, requestId: expect.any(String) },
    });
  });

  it.each([['\\u0000'], ['\\ud800'], ['a\\udfffb']])(
    'with the text "%s" are refused by field',
    async (text) => {
      const answer = await owner('POST', PATH, `{"name": "x", "value": "${text}", "scope": "bot"}`);
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'INVALID', fields: { '/value': expect.any(String) } },
      });
    },
  );

  it('of another type than JSON are refused', async () => {
    const response = await services.app.inject({
      method: 'POST',
      url: '/user-pool',
      headers: { 'content-type': 'text/xml' },
      payload: '<a/>',
    });
    expect(response.statusCode).toBe(415);
  });
});

describe('methods and paths', () => {
  it('that do not go together answer 405 with what is possible', async () => {
    const { status, headers, body } = await owner('PATCH', '/api/v1/variables');
    expect({ status, allow: headers['allow'], code: body['code'] }).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
      code: 'MALFORMED',
    });
  });

  it.each(['/api/v1/nosuch', '/api/v1/variables/1/2/3', '/api/v2/variables'])(
    '%s answers 404',
    async (url) => {
      expect(await owner('GET', url)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  it('requires sign-in before it reveals whether a record exists', async () => {
    expect((await nobody('GET', '/api/v1/nosuch')).status).toBe(401);
  });
});

describe('what the console asks first', () => {
  it('config.json names services, user pool and outside sites', async () => {
    expect((await nobody('GET', '/config.json')).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      services: { management: '', chatbot: '', campaign: '' },
      socket: { url: '', path: '/socket/' },
      userPool: {
        region: 'local',
        userPoolId: 'local_console',
        clientId: 'console',
        endpoint: '/user-pool/',
      },
      livechatUrl: 'https://chat.example',
      documentationUrl: null,
      demo: true,
    });
  });

  it('permissions name the person, the products and the operations', async () => {
    const editor = await services.as('chatbot.editor');
    const { body } = await editor('GET', '/permissions/access');
    expect(body).toMatchObject({
      user: {
        username: 'chatbot.editor',
        roles: ['chatbot.editor'],
        workspace: 'Siam Lifestyle',
        networkId: expect.any(String),
      },
      products: { chatbot: expect.arrayContaining(['variable', 'template']) },
      actions: expect.arrayContaining(['variable:read', 'variable:write']),
    });
    expect(body['actions']).not.toContain('variable:delete');
    expect((await nobody('GET', '/permissions/access')).status).toBe(401);
  });

  it('lets the origins that are configured call, and no other', async () => {
    const from = (origin: string) =>
      services.app.inject({
        method: 'OPTIONS',
        url: '/api/v1/variables',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    expect((await from('https://console.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://console.example',
    });
    expect((await from('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('references', () => {
  it('that lead nowhere are refused at their place, also deep inside', async () => {
    const ghost = '018f0000-0000-7000-8000-000000000000';
    const action = { type: 'template_action', label: 'Go', templateName: ghost };
    const answer = await owner('POST', '/api/v1/templates', {
      name: 'with_ghost',
      platform: 'multi',
      messages: [{ type: 'buttons', altText: 'x', text: 'x', actions: [action] }],
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { '/messages/0/actions/0/templateName': 'Template does not exist' } },
    });
  });

  it('hold back the deletion of what they lead to, and say where it is used', async () => {
    const [menu] = (await owner('GET', '/api/v1/templates?name=main_menu')).body as unknown as {
      id: string;
    }[];
    const answer = await owner('DELETE', `/api/v1/templates/${menu!.id}`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(answer.body['usedBy']).toContainEqual({
      entity: 'template',
      id: expect.any(String),
      title: 'fallback',
    });
    const bulk = await owner('POST', '/api/v1/templates/delete', { ids: [menu!.id] });
    expect(bulk.body).toMatchObject({ deleted: [], failed: { [menu!.id]: { code: 'IN_USE' } } });
  });
});

describe('counts', () => {
  it('tell how many there are of each choice, under the same filters', async () => {
    const { body } = await owner('GET', '/api/v1/audiences/counts?by=followState');
    const { all, ...choices } = body as unknown as Record<string, number>;
    expect(all).toBe(120);
    expect(Object.values(choices).reduce((sum, count) => sum + count, 0)).toBe(120);
    const some = (await owner('GET', '/api/v1/audiences/counts?by=followState&followState=following'))
      .body as unknown as Record<string, number>;
    expect(some['all']).toBe(choices['following']);
  });
});

describe('tags in use', () => {
  const values = async (query: string) => owner('GET', `/api/v1/audiences/values?${query}`);
  it('are listed with the most used first, and found by a part of them, ignoring case', async () => {
    const all = (await values('by=userTags')).body as unknown as string[];
    expect(all.length).toBeGreaterThan(3);
    const [first = ''] = all;
    const some = (await values(`by=userTags&keyword=${encodeURIComponent(first.slice(1).toUpperCase())}`))
      .body;
    expect(some).toContain(first);
    expect((await values('by=userTags&keyword=nosuch%25')).body).toEqual([]);
  });

  it('are those of a field of tags', async () => {
    expect((await values('by=displayName')).status).toBe(400);
    expect((await values('')).status).toBe(400);
    expect((await values('by=userTags&take=5')).status).toBe(400);
  });
});

describe('the description of the API', () => {
  let document: { paths: Record<string, JsonObject>; components: JsonObject };
  beforeAll(async () => {
    document = (await nobody('GET', '/openapi.json')).body as unknown as typeof document;
  });

  it('has nothing that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], document);
      expect({ reference, found: target !== undefined }).toEqual({ reference, found: true });
    }
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((one) => (one as JsonObject | null)?.['operationId'] ?? []),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares the parameters of every path', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = ((item['parameters'] ?? []) as JsonObject[]).map((parameter) => parameter['name']);
      expect({ path, declared }).toEqual({ path, declared: named });
    }
  });

  it('describes the lists of every entity with filters', () => {
    for (const { path } of services.product.entities) {
      expect(document.paths[`/api/v1/${path}`]).toMatchObject({
        get: { responses: { 200: {}, 400: {}, 401: {}, 403: {} } },
      });
    }
  });
});

describe('another product', () => {
  it('takes over while the services run', async () => {
    const [variable, ...others] = [
      services.model('variable'),
      ...services.product.entities.filter(({ name }) => name !== 'variable'),
    ];
    const renamed = { ...variable, path: 'values' };
    await services.app.reload({ ...services.product, entities: [renamed, ...others] });
    expect((await owner('GET', '/api/v1/values?take=1')).status).toBe(200);
    expect((await owner('GET', '/api/v1/variables?take=1')).status).toBe(404);
    expect((await nobody('GET', '/openapi.json')).body['paths']).toHaveProperty(['/api/v1/values']);
    await services.app.reload(services.product);
    expect((await owner('GET', '/api/v1/variables?take=1')).status).toBe(200);
  });
});

describe('a POST with an Idempotency-Key', () => {
  let number = 0;
  const keyed = async (key: string, url: string, body: object, username = 'owner') => {
    const response = await services.app.inject({
      method: 'POST',
      url: `/api/v1/${url}`,
      headers: { authorization: `Bearer ${await services.tokenOf(username)}`, 'idempotency-key': key },
      payload: body,
    });
    const json = response.json<Record<string, unknown>>();
    return { status: response.statusCode, body: json, replayed: response.headers['idempotency-replayed'] };
  };
  const variable = () => ({ name: `keyed_${++number}`, value: 'x', scope: 'bot' });
  const countOf = async (name: string) =>
    ((await owner('GET', `/api/v1/teams?name=${name}`)).body as { length?: number }).length;
  const forget = (key: string, what: string) =>
    services.db.query(`UPDATE request_key SET ${what} WHERE key = $1`, [key]);

  it('is carried out once, however often it is sent, by each caller', async () => {
    const body = variable();
    const first = await keyed('key-1', 'variables', body);
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    expect(await keyed('key-1', 'variables', body)).toEqual({ ...first, replayed: 'true' });
    expect(await keyed('key-1', 'variables', { ...body, value: 'y' })).toMatchObject({
      status: 422,
      body: { code: 'INVALID', message: 'This Idempotency-Key was used for another request' },
    });
    expect(await keyed('key-1', 'variables', variable(), 'chatbot.admin')).toMatchObject({ status: 201 });
    expect((await keyed('a key', 'variables', body)).status).toBe(400);
  });

  it('that was refused may be tried again', async () => {
    const body = variable();
    const { id } = (await owner('POST', '/api/v1/variables', body)).body;
    expect((await keyed('key-2', 'variables', body)).status).toBe(409);
    await owner('DELETE', `/api/v1/variables/${String(id)}`);
    expect(await keyed('key-2', 'variables', body)).toMatchObject({ status: 201, replayed: undefined });
  });

  it('is asked to wait while the first is running', async () => {
    const body = { name: `Keyed ${++number}` };
    const answers = await Promise.all([1, 2, 3].map(() => keyed('key-3', 'teams', body)));
    expect(answers.filter(({ status, replayed }) => status === 201 && !replayed)).toHaveLength(1);
    const waits = answers.filter(({ status, body: { code } }) => status === 409 && code === 'IN_PROGRESS');
    const repeated = answers.filter(({ status, replayed }) => status === 201 && replayed === 'true');
    expect(waits.length + repeated.length).toBe(2);
    expect(await countOf(body.name)).toBe(1);
  });

  it('is not carried out again where the process died between the change and its answer', async () => {
    const body = { name: `Keyed ${++number}` };
    const first = await keyed('key-4', 'teams', body);
    await forget('key-4', 'status = NULL, answer = NULL');
    expect(await keyed('key-4', 'teams', body)).toMatchObject({
      ...{ status: 201, replayed: 'true' },
      body: { id: first.body['id'], ...body },
    });
    const bulk = { ids: [first.body['id'], first.body['id']] };
    expect(await keyed('key-5', 'teams/delete', bulk)).toMatchObject({
      body: { deleted: bulk.ids.slice(1) },
    });
    expect(await keyed('key-5', 'teams/delete', bulk)).toMatchObject({
      body: { deleted: bulk.ids.slice(1) },
    });
    expect(await countOf(body.name)).toBe(0);
  });

  it('of a process that died before the change is carried out, once it counts as given up', async () => {
    const body = { name: `Keyed ${++number}` };
    await keyed('key-6', 'teams', { name: body.name });
    await owner('POST', '/api/v1/teams/delete', { ids: [(await keyed('key-6', 'teams', body)).body['id']] });
    await forget('key-6', 'status = NULL, answer = NULL, applied = false');
    expect(await keyed('key-6', 'teams', body)).toMatchObject({ status: 409, body: { code: 'IN_PROGRESS' } });
    await forget('key-6', "claimed_until = now() - interval '1 s'");
    expect(await keyed('key-6', 'teams', body)).toMatchObject({ status: 201, replayed: undefined });
    await forget('key-6', "created_at = now() - interval '25 hours'");
    expect((await keyed('key-6', 'teams', { name: `Keyed ${++number}` })).status).toBe(201);
  });

  it('returns a one-time secret again to its caller, and stores it nowhere in plain text', async () => {
    const body = { name: `Keyed ${++number}`, type: 'CUSTOM', webhookUrl: 'https://example.com/hook' };
    const first = await keyed('key-7', 'channels', body);
    const { value } = first.body['once'] as { value: string };
    expect(value).toMatch(/^mc_/);
    expect((await keyed('key-7', 'channels', body)).body).toEqual(first.body);
    const stored = await services.db.query("SELECT * FROM request_key WHERE key = 'key-7'");
    expect(JSON.stringify(stored)).not.toContain(value);
    const again = await keyed('key-8', `channels/${String(first.body['id'])}/new-api-key`, {});
    expect((await keyed('key-8', `channels/${String(first.body['id'])}/new-api-key`, {})).body).toEqual(
      again.body,
    );
  });

  it('is in the description of the API', async () => {
    const paths = (await nobody('GET', '/openapi.json')).body['paths'] as Record<string, JsonObject>;
    const header = { $ref: '#/components/parameters/IdempotencyKey' };
    for (const path of [
      '/api/v1/variables',
      '/api/v1/campaigns/{id}/send',
      '/api/v1/variables/import/{id}/apply',
    ])
      expect(paths[path]?.['post']).toMatchObject({ parameters: expect.arrayContaining([header]) });
  });
});
