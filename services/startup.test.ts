import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD } from './products/demo/people.ts';
import { readSettings } from './engine/settings/settings.ts';
import { migrateOnly, start, type RunningServices } from './startup.ts';
import { testDataFolder } from './engine/storage/testEngines.ts';
import { signInWithPassword } from '../scripts/lib/signIn.ts';

/** With all tables and nothing in them: making them takes longer than the rest of a start. */
let empty: string;
let folder: string;
let running: RunningServices[];
let shown: object[];
beforeAll(async () => {
  empty = await testDataFolder();
  await migrateOnly(readSettings({ DATA_DIR: empty, LOG_LEVEL: 'silent' }));
}, 120_000);
afterAll(() => rmSync(empty, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await testDataFolder();
  copyTables(folder);
  running = [];
  shown = [];
});
afterEach(async () => {
  for (const one of running.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const copyTables = (to: string): void => {
  rmSync(to, { recursive: true, force: true });
  cpSync(empty, to, { recursive: true });
};
const begin = async (env: Record<string, string>): Promise<RunningServices> => {
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO_MESSAGES: '0',
    ...env,
  });
  const one = await start(settings, { showAdministrator: async (signIn) => void shown.push(signIn) });
  running.push(one);
  return one;
};

// Every start fills a database of its own, which takes seconds on a busy machine.
describe('a start', { timeout: 120_000 }, () => {
  it('with the demo has an audit log of several days, which the next start leaves as it is', async () => {
    const readProblems = async (): Promise<string[]> => {
      const { url } = await begin({ DEMO: '1' });
      const { IdToken: token } = await signInWithPassword(url, 'owner', DEMO_PASSWORD);
      const response = await fetch(`${url}/api/v1/audit-entries?take=50`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await response.json()) as { sentence: string }[]).map(({ sentence }) => sentence);
    };
    const first = await readProblems();
    expect(first).toContain('Anong Srisuk changed the value of the variable office_hours');
    expect(first).toContain('Suda Wongsakul created the member Thida Wattana');
    await running.pop()?.stop();
    const again = await readProblems();
    expect(again).toHaveLength(first.length + 1);
  });

  it('without the demo creates one administrator and shows the password this once', async () => {
    const first = await begin({ DEMO: '0' });
    expect(first.administrator).toEqual({ username: 'admin', password: expect.stringMatching(/^\w{16}$/) });
    expect(shown).toEqual([first.administrator]);
    expect(await fetch(`${first.url}/healthz`).then((response) => response.json())).toEqual({ status: 'ok' });
    await first.stop();
    expect((await begin({ DEMO: '0' })).administrator).toBeUndefined();
  });

  it('finds the tables that a job made before, and nothing else in them', async () => {
    rmSync(folder, { recursive: true, force: true });
    folder = await testDataFolder();
    const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' });
    expect(await migrateOnly(settings)).toBe('The tables are as this version needs them.');
    expect(await migrateOnly(settings), 'again').toBe('The tables are as this version needs them.');
    expect(shown).toEqual([]);
    expect((await begin({ DEMO: '0' })).administrator).toMatchObject({ username: 'admin' });
  });

  it('that cannot show the password makes no administrator, and the next one does', async () => {
    const settings = readSettings({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', DEMO: '0' });
    await expect(
      start(settings, { showAdministrator: () => Promise.reject(new Error('closed')) }),
    ).rejects.toThrow('closed');
    expect((await begin({ DEMO: '0' })).administrator).toEqual(shown[0]);
  });

  it('says in one line that the port is taken, and lets go of the data', async () => {
    const first = await begin({ DEMO: '0' });
    const port = new URL(first.url).port;
    const elsewhere = join(folder, 'other');
    copyTables(elsewhere);
    await expect(begin({ DEMO: '0', PORT: port, DATA_DIR: elsewhere })).rejects.toThrow(
      `PORT: ${port} is taken on 127.0.0.1`,
    );
    expect((await begin({ DEMO: '0', DATA_DIR: elsewhere })).url).not.toBe(first.url);
  });

  it('that is stopped at once publishes the last changes of its jobs before the database closes', async () => {
    const one = await begin({ DEMO_MESSAGES: '2000' });
    const faults = vi.spyOn(one.app.log, 'error');
    await one.stop();
    // Would send what is still held back.
    await one.app.flushChanges();
    expect(faults.mock.calls).toEqual([]);
  });

  it('beyond this machine is refused while public passwords would open it', async () => {
    await expect(begin({ HOST: '0.0.0.0' })).rejects.toThrow(
      /^HOST: "0.0.0.0" can be reached by others.*ALLOW_DEMO_ON_NETWORK=1$/,
    );
  });

  it('behind a proxy is refused too, whether it is set or seen', async () => {
    await expect(begin({ TRUST_PROXY: '1' })).rejects.toThrow(
      /^TRUST_PROXY: "1" says that others come through a proxy.*ALLOW_DEMO_ON_NETWORK=1$/,
    );
    const { url } = await begin({});
    const through = (headers: Record<string, string>) => fetch(`${url}/config.json`, { headers });
    expect((await through({})).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const answer = await through({ [header]: '203.0.113.9' });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(new RegExp(`header ${header}.*ALLOW_DEMO_ON_NETWORK=1$`)),
      });
    }
  });

  it('behind a proxy goes ahead where that is consented to', async () => {
    const { url } = await begin({ TRUST_PROXY: '1', ALLOW_DEMO_ON_NETWORK: '1' });
    const answer = await fetch(`${url}/config.json`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(answer.status).toBe(200);
  });
});

const server = process.env['TEST_DATABASE_URL'];

describe.skipIf(!server)('first starts on one PostgreSQL server', { timeout: 120_000 }, () => {
  const name = `startup_${process.pid}`;
  const url = new URL(server ?? 'postgres://localhost');
  url.pathname = `/${name}`;
  const administrate = async (sql: string, database = server): Promise<unknown[]> => {
    const client = new pg.Client(database);
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  beforeEach(() => administrate(`CREATE DATABASE ${name}`));
  afterEach(async () => {
    for (const one of running) await one.stop();
    await administrate(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  const together = (env: Record<string, string>): Promise<RunningServices[]> =>
    Promise.all([1, 2].map(() => begin({ ...env, DATABASE_URL: url.href })));

  it('one that fails leaves no administrator whose password nobody has seen', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const first = { DEMO: '0', DATABASE_URL: url.href };
    await expect(begin({ ...first, PORT: String(port) })).rejects.toThrow(/^PORT: /);
    taken.close();
    expect((await begin(first)).administrator).toMatchObject({ username: 'admin' });
  });

  it('two at once both come up, and one of them shows the password of the one administrator', async () => {
    const starts = await together({ DEMO: '0' });
    expect(starts.filter(({ administrator }) => administrator)).toHaveLength(1);
    const counts =
      'SELECT (SELECT count(*) FROM user_pool_users)::int AS users, (SELECT count(*) FROM entity_member)::int AS members';
    expect(await administrate(counts, url.href)).toEqual([{ users: 1, members: 1 }]);
  });

  it('two at once both come up with one demo workspace', async () => {
    const starts = await together({ DEMO: '1' });
    expect(starts.map(({ demo }) => demo)).toEqual([true, true]);
    const twice = "SELECT count(*)::int AS owners FROM user_pool_users WHERE username = 'owner'";
    expect(await administrate(twice, url.href)).toEqual([{ owners: 1 }]);
    expect(await administrate('SELECT count(*)::int AS n FROM entity_workspace', url.href)).toEqual([
      { n: 1 },
    ]);
  });

  it('returns the network of the workspace in the token, the access and the own data', async () => {
    const { url: console } = await begin({ DEMO: '1', DATABASE_URL: url.href });
    const { IdToken: token } = await signInWithPassword(console, 'owner', DEMO_PASSWORD);
    const get = (path: string) =>
      fetch(`${console}${path}`, { headers: { authorization: `Bearer ${token}` } }).then((response) =>
        response.json(),
      );
    const [{ id }] = await get('/api/v1/workspaces');
    expect(decodeJwt(token)).toMatchObject({ 'custom:networkId': id });
    expect(await get('/permissions/access')).toMatchObject({ user: { networkId: id } });
    expect(await get('/api/v1/members/me')).toMatchObject({ username: 'owner', networkId: id });
  });
});
