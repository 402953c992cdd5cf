import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { startServices, type TestServices } from './support/services.ts';
import { listenAnywhere } from './support/sockets.ts';

const LIMIT = 20;
let services: TestServices;
let address = 0;
beforeAll(async () => {
  services = await startServices({ TRUST_PROXY: '1', RATE_LIMIT: String(LIMIT) });
}, 120_000);
afterAll(() => services.stop());

/** Answers of as many requests as go through and one more. */
async function statusesOf(request: (turn: number) => InjectOptions) {
  const statuses: number[] = [];
  for (let turn = 0; turn <= LIMIT; turn += 1)
    statuses.push((await services.app.inject({ remoteAddress: '10.0.0.1', ...request(turn) })).statusCode);
  return { first: statuses.slice(0, LIMIT), last: statuses.at(-1) };
}
/** The header as the one proxy in front leaves it: what the caller wrote, then the caller's address. */
const through = (own: string, written?: string) => ({
  'x-forwarded-for': written === undefined ? own : `${written}, ${own}`,
});
const fresh = (): string => `203.0.113.${(address += 1)}`;

describe('the limit on requests', () => {
  it.each([
    ['answers', '/config.json', 200],
    ['refusals for want of a token', '/api/v1/variables', 401],
    ['addresses that lead nowhere', '/nosuch', 404],
  ])('counts %s', async (_, url, status) => {
    const own = fresh();
    const { first, last } = await statusesOf(() => ({ url, headers: through(own) }));
    expect(new Set(first)).toEqual(new Set([status]));
    expect(last).toBe(429);
  });

  it('follows no address that the caller writes', async () => {
    const own = fresh();
    const { last } = await statusesOf((turn) => ({
      url: '/config.json',
      headers: through(own, turn % 2 === 0 ? '127.0.0.1' : `198.51.100.${turn}`),
    }));
    expect(last).toBe(429);
  });

  it.each(['127.0.0.1', '::1'])('spares no address, such as %s', async (own) => {
    expect((await statusesOf(() => ({ url: '/config.json', headers: through(own) }))).last).toBe(429);
  });

  it('counts a network of IPv6 addresses as one', async () => {
    const { last } = await statusesOf((turn) => ({
      url: '/config.json',
      headers: through(`2001:db8:1:2::${turn.toString(16)}`),
    }));
    expect(last).toBe(429);
  });

  it('distinguishes callers behind the same proxy', async () => {
    const { last } = await statusesOf(() => ({ url: '/config.json', headers: through(fresh()) }));
    expect(last).toBe(200);
  });

  it('comes before channels are looked up for webhooks', async () => {
    const own = fresh();
    const query = vi.spyOn(services.db, 'query');
    const lookups = () => query.mock.calls.filter(([text]) => /\bentity_channel\b/.test(text)).length;
    const call = () => ({
      method: 'POST' as const,
      url: `/webhooks/line/${randomUUID()}`,
      headers: { ...through(own), 'content-type': 'application/json' },
      payload: '{}',
    });
    const { first, last } = await statusesOf(call);
    expect(new Set(first)).toEqual(new Set([401]));
    expect(last).toBe(429);
    expect(lookups()).toBe(LIMIT);
  });

  it('is reported in the shape of all errors, with the time to wait', async () => {
    const own = fresh();
    await statusesOf(() => ({ url: '/config.json', headers: through(own) }));
    const ask = (url: string) =>
      services.app.inject({ url, headers: through(own), remoteAddress: '10.0.0.1' });
    const answer = await ask('/config.json');
    expect(answer.json()).toEqual({
      code: 'TOO_MANY',
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Whoever asks for a balancer on the same address takes no healthy process out.
    expect((await ask('/healthz')).statusCode).toBe(200);
  });
});

describe('handshakes of the socket', () => {
  const HANDSHAKE = '/socket/?EIO=4&transport=polling';
  const SECURE = {
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'content-type': expect.stringMatching(/json|text\/plain/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.any(String),
  };
  /** The answer to a handshake that asks for a websocket at once and is refused. */
  const refusedUpgrade = async (url: string, own: Record<string, string>) => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const headers = { ...own, ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    const request = get(url.replace('polling', 'websocket'), { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return { status: response.statusCode, headers: response.headers };
  };

  it('count like every other request of an address', async () => {
    const url = (await listenAnywhere(services.app)) + HANDSHAKE;
    const own = fresh();
    const { last } = await statusesOf(() => ({ url: '/config.json', headers: through(own) }));
    expect(last).toBe(429);
    const refused = await fetch(url, { headers: through(own) });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringMatching(/rate|many|wait/i)]);
    expect(Object.fromEntries(refused.headers)).toMatchObject(SECURE);
    expect(await refusedUpgrade(url, through(own))).toMatchObject({ status: 403, headers: SECURE });
    const unknown = await fetch(`${url}&sid=nobody`, { headers: through(fresh()) });
    expect([unknown.status, Object.fromEntries(unknown.headers)]).toMatchObject([400, SECURE]);
    const accepted = await fetch(url, { headers: through(fresh()) });
    expect([accepted.status, Object.fromEntries(accepted.headers)]).toMatchObject([200, SECURE]);
  });

  it('that came through a proxy are refused where the demo is for this machine alone', async () => {
    const settings = readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent' });
    const app = await services.another({ settings, localOnly: true });
    const url = (await listenAnywhere(app)) + HANDSHAKE;
    const refused = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('through a proxy')]);
    expect((await fetch(url)).status).toBe(200);
    await app.close();
  });
});

it('the audit log keeps the address that the proxy saw', async () => {
  const own = '203.0.113.250';
  await services.app.inject({
    method: 'POST',
    url: '/user-pool/',
    remoteAddress: '10.0.0.1',
    headers: {
      ...through(own, '127.0.0.1'),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    payload: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'console',
      AuthParameters: { USERNAME: 'owner', PASSWORD: 'wrong' },
    }),
  });
  await services.userPool.background.whenIdle();
  const rows = await services.db.query<{ address: string }>('SELECT address FROM record_event');
  expect(rows.map((row) => row.address)).toEqual([own]);
});
