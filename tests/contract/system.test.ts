import { hostname } from 'node:os';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemAnswer } from '../../schemas/system/answers.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let owner: Call;
const read = async (): Promise<SystemAnswer> => {
  const { status, body } = await owner('GET', '/api/v1/system');
  expect(status).toBe(200);
  return body as unknown as SystemAnswer;
};
const idsOf = ({ attention }: SystemAnswer): string[] => attention.map(({ id }) => id);

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

  it('tells the database and its largest tables, by the names that people know', async () => {
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

  it('says that a process is gone which was not heard of for a minute', async () => {
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
