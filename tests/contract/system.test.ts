import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SystemResponse } from '../../schemas/system/responses.ts';
import { OutboundStats } from '../../services/engine/builtIn/outboundStats.ts';
import { request } from '../../services/engine/outbound/request.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { SELF_SIGNED } from './support/selfSigned.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let owner: Call;
const read = async (): Promise<SystemResponse> => {
  const { status, body } = await owner('GET', '/api/v1/system');
  expect(status).toBe(200);
  return body as unknown as SystemResponse;
};
const idsOf = ({ attention }: SystemResponse): string[] => attention.map(({ id }) => id);

beforeAll(async () => {
  services = await startServices({ DATABASE_URL: '' });
  owner = await services.as('owner');
});
afterAll(() => services.stop());

describe('GET /api/v1/system', () => {
  it.each(['chatbot.admin', 'campaign.admin', 'livechat.admin'])('is refused to %s', async (username) => {
    const call = await services.as(username);
    expect(await call('GET', '/api/v1/system')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('is refused without a sign-in', async () => {
    expect((await (await services.as())('GET', '/api/v1/system')).status).toBe(401);
  });

  it('reports the database and its largest tables, by the labels of entities', async () => {
    const { database } = await read();
    expect(database).toMatchObject({ engine: 'embedded', version: expect.stringMatching(/^\d+\.\d+/) });
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.tables.map(({ name }) => name)).toContain('Audience');
    const sizes = database.tables.map(({ bytes }) => bytes);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('lists a process while it listens, and no longer once it has ended', async () => {
    expect((await read()).processes).toEqual([]);
    const other = await services.another({
      settings: readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent' }),
    });
    await other.listen({ port: 0, host: '127.0.0.1' });
    await expect
      .poll(async () => (await read()).processes)
      .toEqual([
        {
          ...{ id: expect.any(String), host: hostname(), node: process.versions.node, isGone: false },
          ...{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), memoryBytes: expect.any(Number) },
          ...{ startedAt: expect.any(String), seenAt: expect.any(String) },
        },
      ]);
    await other.close();
    expect((await read()).processes).toEqual([]);
  });

  it('reports a process as gone after a minute without a heartbeat', async () => {
    await services.db.query(
      `INSERT INTO service_process (id, host, version, node, memory, seen_at)
       VALUES (gen_random_uuid(), 'console-7', '0.0.9', '20.19.0', 1000, now() - interval '61 s')`,
    );
    const system = await read();
    expect(system.processes).toEqual([expect.objectContaining({ host: 'console-7', isGone: true })]);
    expect(system.attention[0]).toMatchObject({
      ...{ id: 'processes-gone', severity: 'critical', title: 'console-7 stopped without a word' },
    });
    await services.db.query('DELETE FROM service_process');
    expect(idsOf(await read())).not.toContain('processes-gone');
  });

  it('counts what waits and what failed, and says what to do', async () => {
    await services.db.query(
      `INSERT INTO job_run (id, name, state, due_at, ended_at) VALUES
         (gen_random_uuid(), 'late', 'waiting', now() - interval '10 minutes', NULL),
         (gen_random_uuid(), 'later', 'waiting', now() + interval '10 minutes', NULL),
         (gen_random_uuid(), 'broken', 'failed', now(), now()),
         (gen_random_uuid(), 'broken', 'failed', now(), now() - interval '2 days')`,
    );
    const system = await read();
    const queue = (name: string) => system.queues.find((one) => one.name === name);
    expect(queue('late')).toMatchObject({ due: 1, running: 0, failed: 0 });
    expect(queue('late')?.oldestDueSeconds).toBeGreaterThan(590);
    expect(queue('later')).toBeUndefined();
    expect(queue('broken')).toEqual({
      name: 'broken',
      title: 'broken',
      due: 0,
      running: 0,
      failed: 1,
      oldestDueSeconds: null,
    });
    expect(system.attention.map(({ id, link }) => [id, link])).toEqual(
      expect.arrayContaining([
        ['jobs-late', '/jobs'],
        ['jobs-failed', '/jobs'],
      ]),
    );
    await services.db.query(`DELETE FROM job_run WHERE name IN ('late', 'later', 'broken')`);
  });

  it('names channels through which nothing can be sent', async () => {
    await owner('POST', '/api/v1/channels', { name: 'Not connected yet', type: 'LINE' });
    const { attention } = await read();
    const item = attention.find(({ id }) => id === 'channels-missing');
    expect(item).toMatchObject({
      ...{ severity: 'warning', title: expect.stringMatching(/not connected$/) },
      link: expect.stringMatching(/^\/channel-management\?filter=/),
    });
  });
});

describe('other hosts', () => {
  const HOUR_MS = 3_600_000;
  const hostsOf = async (): Promise<SystemResponse['hosts']> => (await read()).hosts;

  it('are counted over all processes, and a failing one is reported', async () => {
    const failure = { answer: '503', at: new Date().toISOString() };
    const older = { answer: 'timeout', at: new Date(Date.now() - 60_000).toISOString() };
    const rows = [
      [
        { host: 'api.line.me', calls: 30, failed: 9, lastFailure: failure },
        { host: 'webhook', calls: 4, failed: 4, lastFailure: older },
      ],
      [{ host: 'api.line.me', calls: 10, failed: 0, lastFailure: older }],
    ];
    for (const hosts of rows)
      await services.db.query(
        `INSERT INTO service_process (id, host, version, node, memory, hosts)
         VALUES (gen_random_uuid(), 'console-7', '1.0.0', '20.19.0', 1000, $1::jsonb)`,
        [JSON.stringify(hosts)],
      );
    const { hosts, attention } = await read();
    expect(hosts).toEqual([
      { host: 'api.line.me', calls: 40, failed: 9, lastFailure: failure },
      { host: 'webhook', calls: 4, failed: 4, lastFailure: older },
    ]);
    expect(attention.filter(({ id }) => id.startsWith('host-fails'))).toEqual([
      {
        ...{ id: 'host-fails:api.line.me', severity: 'critical' },
        title: 'api.line.me failed 9 of 40 calls in ten minutes',
        advice: 'The last answer: 503. Failed deliveries are retried automatically.',
      },
    ]);
    await services.db.query('DELETE FROM service_process');
  });

  it('are heard by the process that calls them, with the certificate that they show', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = createServer(SELF_SIGNED, (_, response) => response.writeHead(503).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stats = new OutboundStats();
    await request(`https://${host}/`);
    await request('http://127.0.0.1:1/').catch(() => undefined);
    expect(stats.recentCallsByHost()).toEqual([
      { host, calls: 1, failed: 1, lastFailure: { answer: '503', at: expect.any(String) } },
      {
        host: '127.0.0.1:1',
        calls: 1,
        failed: 1,
        lastFailure: { answer: 'unreachable', at: expect.any(String) },
      },
    ]);
    await stats.saveAndPruneCertificates(services.db);
    const [certificate] = (await read()).certificates;
    expect(certificate).toMatchObject({ host });
    expect(Date.parse(certificate?.validUntil ?? '')).toBeGreaterThan(Date.now() + 365 * 24 * HOUR_MS);
    stats.stop();
    await request(`https://${host}/`);
    expect(stats.recentCallsByHost()).toMatchObject([{ calls: 1 }, { calls: 1 }]);
    server.close();
  });

  it.each([
    [-1, 'critical', 'The certificate of hooks.example.com has expired'],
    [20, 'warning', 'The certificate of hooks.example.com expires in a day'],
    [9 * 24, 'warning', 'The certificate of hooks.example.com expires in 9 days'],
    [15 * 24, undefined, undefined],
  ])('whose certificate ends in %i hours: %s', async (hours, severity, title) => {
    const validUntil = new Date(Date.now() + hours * HOUR_MS - 1_000).toISOString();
    await services.db.query(
      `INSERT INTO outbound_certificate (host, valid_until) VALUES ('hooks.example.com', $1)
       ON CONFLICT (host) DO UPDATE SET valid_until = excluded.valid_until`,
      [validUntil],
    );
    const { attention, certificates } = await read();
    expect(certificates).toContainEqual(expect.objectContaining({ host: 'hooks.example.com', validUntil }));
    const notice = attention.find(({ id }) => id === 'certificate:hooks.example.com');
    expect([notice?.severity, notice?.title]).toEqual([severity, title]);
    await services.db.query(`DELETE FROM outbound_certificate WHERE host = 'hooks.example.com'`);
  });

  it('that were never called are none', async () => {
    expect(await hostsOf()).toEqual([]);
  });
});
