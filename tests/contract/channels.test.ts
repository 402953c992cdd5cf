import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { quotedTableName } from '../../services/engine/storage/sql.ts';
import { MetaApi } from './support/metaApi.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const LINE_TOKEN = 'line-token-that-is-right';
const PAGE_TOKEN = 'page-token-that-is-right';
const PAGE = { id: '1045', name: 'ร้านสยามไลฟ์สไตล์' };

/** What the platforms were asked, and how a webhook is to answer. */
let asked: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
let webhookStatus = 200;
let platforms: Server;
let address: string;
let services: TestServices;
let admin: Call;
let number = 0;

const FIELDS = ['messages', 'messaging_postbacks'];
const meta = new MetaApi({ ...PAGE, token: PAGE_TOKEN });
meta.subscribed = FIELDS;

/** LINE, Graph and a partner's webhook, as strict as they are with tokens and addresses. */
const answerTo = ({ method, url = '', headers }: IncomingMessage): [number, object] => {
  const token = headers.authorization?.replace('Bearer ', '');
  if (url === '/v2/bot/info')
    return token === LINE_TOKEN ? [200, { basicId: '@siam' }] : [401, { message: 'Authentication failed' }];
  if (url.startsWith('/hook')) return [webhookStatus, {}];
  return meta.answer(method ?? '', url, headers);
};

beforeAll(async () => {
  platforms = createServer(async (request, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    const [status, body] = answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(platforms, 'listening');
  address = `http://127.0.0.1:${(platforms.address() as AddressInfo).port}`;
  services = await startServices({ LINE_API_URL: address, GRAPH_API_URL: address });
  admin = await services.as('cim.admin');
  await services.jobs.start();
}, 180_000);
afterAll(async () => {
  await services.stop();
  platforms.close();
});
beforeEach(() => {
  asked = [];
  webhookStatus = 200;
});

const create = (values: object) =>
  admin('POST', '/api/v1/channels', { name: `Channel ${++number}`, ...values });
const made = async (values: object) => {
  const answer = await create(values);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Record<string, unknown> & { id: string; once?: { value: string } };
};
const tested = async (values: object) => {
  const { id } = await made(values);
  const answer = await admin('POST', `/api/v1/channels/${id}/test`, {});
  expect(answer.status).toBe(200);
  const { body } = await admin('GET', `/api/v1/channels/${id}`);
  expect(body['credentials']).toBe(answer.body['credentials']);
  return { ...body, ...answer.body };
};
const line = (values: object = {}) => ({ type: 'LINE', secret: 'secret-of-the-channel', ...values });

describe('a channel', () => {
  it.each([
    [{ name: 'Shop!', type: 'LINE' }, '/name', 'Name may not have special characters'],
    [{ name: 'Siam Lifestyle', type: 'LINE' }, '/name', 'Channel already exists'],
    [line({ channelId: '12a' }), '/channelId', 'Channel id has digits only'],
    [{ type: 'FACEBOOK', pageId: 'x' }, '/pageId', 'Page id has digits only'],
    [{ type: 'CUSTOM', webhookUrl: 'https://a b.example' }, '/webhookUrl', /^Webhook URL/],
    [{ type: 'WEBCHAT', webhookUrl: 'partner' }, '/webhookUrl', 'Webhook URL is invalid'],
    [{ type: 'NOT_SET' }, '/type', /./],
  ])('%j is refused', async (values, pointer, message) => {
    const { status, body } = await create(values);
    expect([409, 422]).toContain(status);
    const fault = (body['fields'] as Record<string, string>)[pointer];
    expect(fault).toMatch(message);
  });

  it('of one account is there once', async () => {
    await made(line({ channelId: '2006418830' }));
    expect(await create(line({ channelId: '2006418830' }))).toMatchObject({
      status: 409,
      body: { fields: { '/channelId': 'Channel already exists' } },
    });
  });

  it('takes its type in either case, and keeps it', async () => {
    const { id, version } = await made({ type: 'line' });
    const { body } = await admin('GET', `/api/v1/channels?type=line&keyword=Channel ${number}`);
    expect(body).toMatchObject([{ id, type: 'LINE' }]);
    const other = { name: `Channel ${number}`, type: 'CUSTOM', version };
    expect(await admin('PUT', `/api/v1/channels/${id}`, other)).toMatchObject({
      status: 422,
      body: { fields: { '/type': expect.any(String) } },
    });
  });

  it('never returns its secrets again: responses, lists, history, files, audit log', async () => {
    const secrets = { token: 'token-0123456789-wxyz', secret: 'secret-0123456789-wxyz' };
    const profileRequests: string[] = [];
    const hear = async (...call: Parameters<Call>): Promise<Record<string, unknown>> => {
      const { text: answer, body } = await admin(...call);
      profileRequests.push(answer);
      return body;
    };
    const made = await hear('POST', '/api/v1/channels', { ...line(secrets), name: 'Keeps its own' });
    const path = `/api/v1/channels/${String(made['id'])}`;
    const { body: record } = await admin('GET', path);
    await hear('PUT', path, { ...record, secret: 'short' });
    await hear('PUT', path, { ...record, name: 'Keeps them still' });
    await hear('POST', `${path}/test`, {});
    for (const url of [path, '/api/v1/channels?take=100', `${path}/history`, '/api/v1/audit?take=100'])
      await hear('GET', url);
    const query = { keyword: 'Keeps' };
    await hear('POST', '/api/v1/channels/export', { columns: ['name', 'channelId'], query });
    await hear('POST', '/api/v1/channels/export', { columns: ['name', 'token', 'secret'], query });
    const [stored] = await services.db.query<{ data: object }>(
      `SELECT data FROM ${quotedTableName(services.model('channel'))} WHERE id = $1`,
      [made['id']],
    );
    for (const text of profileRequests) expect(text).not.toContain('sealed:');
    for (const text of [...profileRequests, JSON.stringify(stored)])
      for (const value of Object.values(secrets)) expect(text).not.toContain(value);
  });

  it.each([
    [{ type: 'CUSTOM', webhookUrl: 'https://x.example/h' }, 'unchecked', { webhookUrl: null }, 'missing'],
    [{ type: 'CUSTOM' }, 'missing', { webhookUrl: 'https://x.example/h' }, 'unchecked'],
    [line({ token: LINE_TOKEN }), 'unchecked', { token: '' }, 'missing'],
    [line(), 'missing', { token: LINE_TOKEN }, 'unchecked'],
    [{ type: 'WEBCHAT' }, 'unchecked', {}, 'unchecked'],
  ])('made of %j answers what is stored of its credentials', async (values, first, change, then) => {
    const { once: _, ...channel } = await made(values);
    const url = `/api/v1/channels/${channel.id}`;
    expect(channel).toMatchObject({ credentials: first });
    expect((await admin('GET', url)).body).toEqual(channel);
    const { body: changed } = await admin('PUT', url, { ...channel, ...change });
    expect(changed).toMatchObject({ credentials: then });
    expect((await admin('GET', url)).body).toEqual(changed);
  });

  it('is switched off and on', async () => {
    const { id } = await made(line());
    for (const [verb, active] of [
      ['deactivate', false],
      ['activate', true],
    ])
      expect(await admin('POST', `/api/v1/channels/${id}/${verb}`, {})).toMatchObject({
        status: 200,
        body: { active },
      });
  });
});

describe('the API key of a webchat or custom channel', () => {
  it('is shown when it is made, and when another one is', async () => {
    const { id, once: first, apiKey } = await made({ type: 'CUSTOM' });
    expect(first).toEqual({ title: 'API key', value: expect.stringMatching(/^mc_.{32}$/) });
    expect(apiKey).toBe(`••••${first?.value.slice(-4)}`);
    for (const [url, body] of [
      [`/api/v1/channels/${id}/new-api-key`, {}],
      ['/api/v1/channels/refresh-api-key', { id }],
    ] as const) {
      const { status, body: answer } = await admin('POST', url, body);
      expect(status).toBe(200);
      const { value } = (answer as { once: { value: string } })['once'];
      expect(value).not.toBe(first?.value);
      expect(answer['apiKey']).toBe(`••••${value.slice(-4)}`);
    }
    expect((await admin('GET', `/api/v1/channels/${id}`)).body['once']).toBeUndefined();
  });

  it('is none of other channels, nor of whoever may not write', async () => {
    const { id, once: none } = await made(line());
    expect(none).toBeUndefined();
    expect((await admin('POST', `/api/v1/channels/${id}/new-api-key`, {})).status).toBe(409);
    const reader = await services.as('cim.user');
    expect((await reader('POST', '/api/v1/channels/refresh-api-key', { id })).status).toBe(403);
  });
});

describe('the addresses of a channel', () => {
  it.each([
    ['LINE', 'lineAddress', '/webhooks/line/'],
    ['FACEBOOK', 'facebookAddress', '/webhooks/facebook/'],
    ['CUSTOM', 'customAddress', '/webhooks/custom/'],
    ['WEBCHAT', 'chatPage', '/webchat/'],
    ['WEBCHAT', 'webchatAddress', '/webhooks/webchat/'],
  ])('of type %s are told whole, and passed over when they come back', async (type, name, path) => {
    const { id } = await made({ type });
    const { body } = await admin('GET', `/api/v1/channels/${id}`);
    const text = body['_text'] as Record<string, string>;
    expect(text[name]).toMatch(new RegExp(`^http://localhost(:\\d+)?${path}${id}$`));
    const all = type === 'WEBCHAT' ? ['webchatAddress', 'chatPage', 'chatScript'] : [name];
    // And what stays at the platform when the channel is deleted.
    expect(Object.keys(text)).toEqual([...all, `${type.toLowerCase()}Remains`]);
    expect((await admin('PUT', `/api/v1/channels/${id}`, body)).status).toBe(200);
  });

  it('are joined by the token that Facebook is to repeat, which stays', async () => {
    const { id, verifyToken, version } = await made({ type: 'FACEBOOK' });
    expect(verifyToken).toMatch(/^[0-9a-f]{32}$/);
    const { body } = await admin('GET', `/api/v1/channels/${id}`);
    const changed = await admin('PUT', `/api/v1/channels/${id}`, { ...body, active: false, version });
    expect(changed.body).toMatchObject({ verifyToken });
  });
});

describe('a test of the connection', () => {
  it.each([
    ['without a token', line({ secret: undefined }), 'missing', 'Enter the access token to connect it.'],
    ['a wrong token', line({ token: 'expired-token' }), 'failed', /^LINE does not know the access token/],
    ['a right one', line({ token: LINE_TOKEN }), 'works', 'Token is valid, for @siam'],
    [
      'a token without a secret',
      { type: 'LINE', token: LINE_TOKEN },
      'missing',
      /channel secret, so that what LINE sends can be trusted/,
    ],
    [
      'a wrong page token',
      { type: 'FACEBOOK', pageId: '77', token: 'wrong-token' },
      'failed',
      'Facebook does not accept the access token. Connect the page again.',
    ],
    [
      'a token of another page',
      { type: 'FACEBOOK', pageId: '78', token: PAGE_TOKEN },
      'failed',
      /is of the page ร้านสยามไลฟ์สไตล์, not of 78/,
    ],
    [
      'a page that fits',
      { type: 'FACEBOOK', pageId: PAGE.id, token: PAGE_TOKEN },
      'works',
      /for ร้านสยามไลฟ์สไตล์$/,
    ],
    ['no webhook', { type: 'CUSTOM' }, 'missing', 'Enter the webhook URL to connect it.'],
    ['a chat of our own', { type: 'WEBCHAT' }, 'works', /^Ready/],
    [
      'a webhook that nobody answers at',
      { type: 'CUSTOM', webhookUrl: 'http://127.0.0.1:9/' },
      'failed',
      /^127\.0\.0\.1:9 cannot be reached/,
    ],
  ])('with %s says so', async (_, values, credentials, note) => {
    expect(await tested(values)).toMatchObject({
      credentials,
      credentialsNote: expect.stringMatching(note),
      checkedAt: expect.any(String),
    });
  });

  it('calls a webhook signed with the key, and reports its rejection', async () => {
    const channel = { type: 'CUSTOM', webhookUrl: `${address}/hook` };
    const { id, once: key } = await made(channel);
    await admin('POST', `/api/v1/channels/${id}/test`, {});
    const [{ headers, body } = { headers: {}, body: '' }] = asked;
    const mac = createHmac('sha256', key?.value ?? '').update(`${String(headers['x-timestamp'])}.${body}`);
    expect(headers['x-signature']).toBe(`sha256=${mac.digest('hex')}`);
    webhookStatus = 401;
    const refused = await admin('POST', `/api/v1/channels/${id}/test`, {});
    expect(refused.body).toMatchObject({
      credentials: 'failed',
      credentialsNote: 'The webhook answered 401. Check that your webhook uses this channel’s API key.',
    });
  });

  it('no longer holds once what was tested has changed', async () => {
    const { id, version } = await tested(line({ token: LINE_TOKEN }));
    const { body } = await admin('GET', `/api/v1/channels/${String(id)}`);
    await admin('PUT', `/api/v1/channels/${String(id)}`, { ...body, token: 'another-token', version });
    const { body: now } = await admin('GET', `/api/v1/channels/${String(id)}`);
    expect(now['credentials']).toBe('unchecked');
    expect([now['credentialsNote'] ?? null, now['checkedAt'] ?? null]).toEqual([null, null]);
  });
});

it('is repeated every hour for all channels that are on', async () => {
  const { id } = await made(line({ token: LINE_TOKEN }));
  const off = await made(line({ token: LINE_TOKEN, active: false }));
  await services.db.transaction((tx) => services.jobs.enqueue(tx, 'channels.check', {}));
  const stateOf = async (one: string) => (await admin('GET', `/api/v1/channels/${one}`)).body['credentials'];
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('works');
  expect(await stateOf(off.id)).toBe('unchecked');
});

it('no webhook leads to where the services may not call, when it is stored and when it is called', async () => {
  const stored = await made({ type: 'CUSTOM', webhookUrl: `${address}/hook` });
  const settings = readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent', HOST: '0.0.0.0' });
  const beyond = await services.another({ settings });
  const authorization = `Bearer ${await services.tokenOf('cim.admin')}`;
  const call = async (method: 'POST' | 'PUT' | 'GET', url: string, payload?: object) =>
    (await beyond.inject({ method, url: `/api/v1/${url}`, payload, headers: { authorization } })).json<
      Record<string, unknown>
    >();
  const refused = (field: string, setting: string) =>
    expect.objectContaining({ code: 'INVALID', fields: { [field]: expect.stringContaining(setting) } });
  for (const [url, setting] of [
    ['http://127.0.0.1:5432/', 'HOST'],
    ['http://169.254.169.254/latest/meta-data', 'WEBHOOK_NETWORKS'],
    ['http://10.0.0.7/', 'WEBHOOK_NETWORKS'],
  ] as const) {
    const channel = { name: `Channel ${++number}`, type: 'CUSTOM', webhookUrl: url };
    expect(await call('POST', 'channels', channel)).toEqual(refused('/webhookUrl', setting));
    const network = await call('GET', 'networks/current');
    const changed = { ...network, enrichUrl: url };
    expect(await call('PUT', 'networks/current', changed)).toEqual(refused('/enrichUrl', setting));
    const tested = await call('POST', 'networks/test-webhook', { field: 'enrichUrl', url });
    expect(tested).toMatchObject({ works: false, note: expect.stringContaining(setting) });
  }
  asked = [];
  // What is stored from before stays, and is not called.
  expect(
    await call('PUT', `channels/${stored.id}`, { ...stored, name: `Channel ${++number}` }),
  ).toMatchObject({ webhookUrl: `${address}/hook` });
  expect(await call('POST', `channels/${stored.id}/test`)).toMatchObject({
    ...{ credentials: 'failed', credentialsNote: expect.stringContaining('the setting HOST') },
  });
  expect(asked).toEqual([]);
  await beyond.close();
});

describe('a Facebook page', () => {
  it('is chosen from those of the token', async () => {
    const url = '/api/v1/channels/facebook/pages';
    expect((await admin('GET', `${url}?token=${PAGE_TOKEN}`)).body).toEqual([PAGE]);
    expect(await admin('GET', `${url}?token=wrong-token`)).toMatchObject({
      status: 422,
      body: { fields: { '/token': 'Facebook does not accept the access token. Connect the page again.' } },
    });
    const byBody = (token: unknown, by = admin) => by('POST', url, { token });
    expect(await byBody(PAGE_TOKEN)).toMatchObject({ status: 200, body: [PAGE] });
    expect(await byBody('wrong-token')).toMatchObject({
      status: 422,
      body: { fields: { '/token': expect.any(String) } },
    });
    expect(await byBody({ toString: '' })).toMatchObject({ status: 422 });
    const reader = await services.as('cim.user');
    expect((await reader('GET', `${url}?token=${PAGE_TOKEN}`)).status).toBe(403);
    expect((await byBody(PAGE_TOKEN, reader)).status).toBe(403);
    // Facebook is told it in the head, so that it stands in no log of addresses.
    expect(asked.map((one) => one.url).join()).not.toContain('token');
  });

  it('is chosen with the token that is stored, too', async () => {
    const { id } = await made({ type: 'FACEBOOK', token: PAGE_TOKEN });
    expect((await admin('GET', `/api/v1/channels/facebook/pages?record=${id}`)).body).toEqual([PAGE]);
    expect(await admin('GET', '/api/v1/channels/facebook/pages')).toMatchObject({
      status: 422,
      body: { fields: { '/token': 'Access token is required' } },
    });
  });

  it('is subscribed to by the services', async () => {
    await made({ type: 'FACEBOOK', pageId: '1046', token: 'wrong-token' });
    const { body } = await admin('GET', '/api/v1/channels?keyword=Channel&credentials=failed&take=100');
    expect(Array.isArray(body)).toBe(true);
    await expect
      .poll(() => asked.map(({ method, url }) => `${method} ${url}`))
      .toContain('POST /1046/subscribed_apps?subscribed_fields=messages,messaging_postbacks');
  });

  it('that lost its subscription is reported by the check, and subscribed again', async () => {
    const { body: all } = await admin('GET', '/api/v1/channels?type=FACEBOOK&take=100');
    const rows = all as unknown as { id: string; pageId?: string }[];
    const { id = '' } = rows.find(({ pageId }) => pageId === PAGE.id) ?? {};
    const row = async () => (await admin('GET', `/api/v1/channels/${id}`)).body;
    const comesBack = async () => {
      await expect.poll(() => meta.subscribed, { timeout: 20_000 }).toEqual(FIELDS);
    };

    meta.subscribed = undefined;
    await services.db.transaction((tx) => services.jobs.enqueue(tx, 'channels.check', {}));
    await expect.poll(async () => (await row())['credentials'], { timeout: 20_000 }).toBe('failed');
    expect((await row())['credentialsNote']).toMatch(/does not tell the bot what people write/);

    for (const lost of [undefined, ['messages']]) {
      meta.subscribed = lost;
      const { body } = await admin('POST', `/api/v1/channels/${id}/test`, {});
      expect(body).toMatchObject({
        credentials: 'works',
        credentialsNote: expect.stringMatching(/subscribed to again/),
      });
      expect(meta.subscribed).toEqual(FIELDS);
    }
    meta.subscribed = undefined;
    meta.readFailure = { code: 200, message: 'Permissions error' };
    const refused = await admin('POST', `/api/v1/channels/${id}/test`, {});
    expect(refused.body).toMatchObject({
      credentials: 'failed',
      credentialsNote: expect.stringMatching(/lacks a permission/),
    });
    meta.readFailure = undefined;

    await admin('POST', `/api/v1/channels/${id}/deactivate`, {});
    await admin('POST', `/api/v1/channels/${id}/activate`, {});
    await comesBack();
    meta.subscribed = undefined;
    await admin('PUT', `/api/v1/channels/${id}`, await row());
    await comesBack();
  }, 60_000);
});

describe('the network', () => {
  it('is identified by the id that its members have, and changed with rules', async () => {
    const { body: access } = await admin('GET', '/permissions/access');
    const { networkId } = access['user'] as { networkId: string };
    const { body } = await admin('GET', `/api/v1/networks/${networkId}`);
    expect(body).toMatchObject({ id: networkId, defaultMode: 'BOT', confidenceThreshold: 0.6 });
    const put = (values: object) => admin('PUT', '/api/v1/networks/current', { ...body, ...values });
    expect(await put({ confidenceThreshold: 1.01, globalDelay: 11, enrichUrl: 'crm' })).toMatchObject({
      status: 422,
      body: {
        fields: {
          '/confidenceThreshold': 'Confidence threshold must be between 0.01 and 1.00',
          '/globalDelay': 'Global delay must be between 0 and 10 seconds',
          '/enrichUrl': 'Enrich webhook must be a valid URL',
        },
      },
    });
    expect(await put({ confidenceThreshold: 0.65, defaultMode: 'livechat' })).toMatchObject({
      status: 200,
      body: { confidenceThreshold: 0.65, defaultMode: 'LIVECHAT' },
    });
    expect(await admin('POST', '/api/v1/networks', { defaultMode: 'BOT' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', message: 'Bot setting exists already' },
    });
    const developer = await services.as('chatbot.developer');
    expect((await developer('GET', '/api/v1/networks/current')).status).toBe(200);
    expect((await developer('PUT', '/api/v1/networks/current', body)).status).toBe(403);
  });
});

describe('a test of the bot’s webhooks', () => {
  const tell = (field: string, url: string) => admin('POST', '/api/v1/networks/test-webhook', { field, url });

  it('says what came of it in words', async () => {
    expect((await tell('enrichUrl', `${address}/hook`)).body).toMatchObject({
      works: true,
      note: expect.stringMatching(/^Works, \d+ ms$/),
    });
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ event: 'test' });
    webhookStatus = 503;
    expect((await tell('enrichUrl', `${address}/hook`)).body).toMatchObject({
      works: false,
      note: 'It answered 503',
    });
    expect((await tell('outgoingUrl', 'http://127.0.0.1:9/')).body).toMatchObject({
      works: false,
      note: 'It cannot be reached',
    });
    expect((await tell('enrichUrl', 'crm')).status).toBe(422);
    const developer = await services.as('chatbot.developer');
    const asking = { field: 'enrichUrl', url: `${address}/hook` };
    expect((await developer('POST', '/api/v1/networks/test-webhook', asking)).status).toBe(403);
  });
});
