import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestServer } from '../../scripts/lib/postgres.mjs';
import type { SystemResponse } from '../../schemas/system/responses.ts';
import { events } from '../../services/engine/resources/events/events.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { makeDerivedTablesLogged } from '../../services/engine/storage/derivedTables.ts';
import type { Database } from '../../services/engine/storage/database.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { uploadTo } from '../contract/support/upload.ts';
import { createTestDatabase, type TestDatabase } from '../contract/support/testDatabase.ts';
import { startServices, type Answer, type Call, type TestServices } from '../contract/support/services.ts';

/** How often a person writes and reads at once. */
const TIMES = 100;
const WRITES = ['synchronous_commit=on', 'fsync=on', 'wal_level=replica', 'max_wal_senders=5'];
const DAY_MS = 86_400_000;
const RANGE = `startIsoStringDate=${new Date(Date.now() - 9 * DAY_MS).toISOString()}&endIsoStringDate=${new Date().toISOString()}&interval=day`;
const DASHBOARD = `/api/v1/dashboard/messages/count/total?${RANGE}`;
const ACTIVE = `/api/v1/dashboard/users/active/count/total?${RANGE}`;

let primary: TestServer;
let replica: TestServer;
let own: TestDatabase;
let readUrl = '';
let services: TestServices;
let channel = '';
/** Writes. */
let owner: Call;
/** Reads alone. */
let reader: Call;

const asOf = ({ headers }: Answer): number | undefined =>
  headers['x-as-of'] === undefined ? undefined : Date.parse(String(headers['x-as-of']));
/** What stands in the way of the replay, which a statement may have set going itself, is asked again. */
const onReplica = async <T = unknown>(sql: string): Promise<T[]> => {
  const client = new pg.Client(readUrl);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '40001') throw error;
    return await onReplica<T>(sql);
  } finally {
    await client.end();
  }
};
/** How long it takes until a reading is answered by the replica, or no longer. */
const waitUntil = async (isUsed: boolean): Promise<number> => {
  const from = performance.now();
  await expect
    .poll(async () => asOf(await reader('GET', DASHBOARD)) !== undefined, { timeout: 90_000, interval: 100 })
    .toBe(isUsed);
  return Math.round(performance.now() - from);
};
/** Asks for the messages of the last days as a file. @returns the id of the report */
async function makeReport(days: number): Promise<string> {
  const answer = await owner('POST', '/api/v1/reports/generate', {
    ...{ type: 'messages', timeframe: 'custom', format: 'csv', channels: [channel] },
    startIsoStringDate: new Date(Date.now() - days * DAY_MS).toISOString(),
    endIsoStringDate: new Date().toISOString(),
  });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return String(answer.body['id']);
}
const report = (text: string): void => void process.stdout.write(`  ${text}\n`);

beforeAll(async () => {
  primary = await startPostgres({ settings: WRITES });
  replica = await startPostgres({ copyOf: primary.url, settings: [...WRITES, 'hot_standby=on'] });
  own = await createTestDatabase(primary.url);
  const at = new URL(replica.url);
  at.pathname = new URL(own.address).pathname;
  readUrl = at.href;
  await vi.waitFor(() => onReplica('SELECT 1'), { timeout: 30_000 });
  services = await startServices({ DATABASE_URL: own.address, DATABASE_READ_URL: readUrl });
  owner = await services.as('owner');
  reader = await services.as('chatbot.admin');
  const channels = await owner('GET', '/api/v1/channels?take=1');
  const people = await owner('GET', '/api/v1/audiences?take=40');
  channel = String(channels.body[0]?.['id']);
  const profiles = Array.from({ length: 40 }, (_, index) => String(people.body[index]?.['id']));
  const rows = profiles.flatMap((profile, person) =>
    [1, 2, 3, 4].map((day) => ({
      ...{
        at: new Date(Date.now() - day * DAY_MS).toISOString(),
        key: `r${person}-${day}`,
        channel,
        profile,
      },
      ...{ source: 'USER' as const, kind: 'message' as const, type: 'text' as const, text: 'Hello' },
    })),
  );
  await events(services.services, 'message').append(rows);
  await services.jobs.start();
});
afterAll(async () => {
  await services?.stop();
  await own?.remove();
  await replica?.stop();
  await primary?.stop();
});

describe('with a replica', () => {
  it('reads dashboards, roll-ups, history, the audit log, counts of segments and exports from it', async () => {
    await makeDerivedTablesLogged(services.db);
    await waitUntil(true);
    const templates = await owner('GET', '/api/v1/templates?take=1');
    const template = String(templates.body[0]?.['id']);
    const who = {
      match: 'all',
      conditions: [{ field: 'message-count', is: 'at-most', count: 1000 }],
    };
    const asked: [string, () => Promise<Answer>][] = [
      ['a count', () => reader('GET', DASHBOARD)],
      ['a count of different people', () => reader('GET', ACTIVE)],
      ['a chart', () => reader('GET', `/api/v1/dashboard/messages/chart?${RANGE}`)],
      [
        'the journey',
        () => reader('GET', `/api/v1/dashboard/user-journeys?${RANGE.replace(/&interval=day/, '')}`),
      ],
      ['history', () => reader('GET', `/api/v1/templates/${template}/history`)],
      ['the audit log', () => owner('GET', '/api/v1/audit-entries')],
      ['a preview of a segment', () => owner('POST', '/api/v1/segments/preview', { who })],
      ['counts of a segment', () => owner('POST', '/api/v1/segments/count', { who })],
      ['an export', () => reader('POST', '/api/v1/variables/export', { query: {} })],
    ];
    for (const [what, ask] of asked) {
      await expect
        .poll(async () => {
          const answer = await ask();
          return [what, answer.status, answer.status === 200 ? '' : answer.text, asOf(answer) !== undefined];
        })
        .toEqual([what, 200, '', true]);
    }
    const live = await reader('GET', '/api/v1/templates');
    expect([live.status, asOf(live)]).toEqual([200, undefined]);
  });

  it('answers there what the database answers', async () => {
    const alone = await openDatabase(readSettings({ DATABASE_URL: own.address }));
    const other = await services.another({
      settings: readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent', DATABASE_URL: own.address }),
      db: alone,
    });
    const headers = { authorization: `Bearer ${await services.tokenOf('chatbot.admin')}` };
    for (const url of [DASHBOARD, ACTIVE, `/api/v1/dashboard/users/active/chart?${RANGE}`]) {
      const here = await reader('GET', url);
      const there = await other.inject({ url, headers });
      expect([asOf(here) !== undefined, there.headers['x-as-of']]).toEqual([true, undefined]);
      expect(here.body).toEqual(there.json());
    }
    await other.close();
    await alone.close();
  });

  it('writes reports and long exports from it, and says as of when', async () => {
    await makeReport(9);
    const jobs = async () => (await owner('GET', '/api/v1/jobs?take=5')).text;
    await expect.poll(jobs, { timeout: 60_000 }).toMatch(/160 rows, as of \d{4}-\d\d-\d\d \d\d:\d\d"/);
  });

  it(`shows people what they wrote, ${TIMES} times, on this process and on another one`, async () => {
    const second = await openDatabase(
      readSettings({ DATABASE_URL: own.address, DATABASE_READ_URL: readUrl }),
    );
    const other = await services.another({
      settings: readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent', DATABASE_URL: own.address }),
      db: second,
    });
    const headers = { authorization: `Bearer ${await services.tokenOf('owner')}` };
    const made = await owner('POST', '/api/v1/variables', {
      ...{ name: 'replicated', value: '0', scope: 'bot' },
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const path = `/api/v1/variables/${String(made.body['id'])}`;
    for (const delay of ['0', '2s']) {
      await onReplica(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
      await onReplica('SELECT pg_reload_conf()');
      let fromReplica = 0;
      let seen = 0;
      for (let time = 1; time <= TIMES; time++) {
        const { body: now } = await owner('GET', path);
        const saved = await owner('PUT', path, { ...now, value: `${delay}-${time}` });
        expect(saved.status).toBe(200);
        const here = await owner('GET', `${path}/history?take=1`);
        const there = await other.inject({ url: `${path}/history?take=1`, headers });
        const values = [here.body[0], there.json<Record<string, unknown>[]>()[0]].map(
          (entry) => (entry as { after: { value: string } }).after.value,
        );
        expect(values).toEqual([`${delay}-${time}`, `${delay}-${time}`]);
        seen += 2;
        fromReplica += [asOf(here), there.headers['x-as-of']].filter((one) => one !== undefined).length;
      }
      const others = asOf(await reader('GET', DASHBOARD));
      expect(others).toBeGreaterThan(Date.now() - 15_000);
      report(
        `apply delay ${delay}: ${seen} reads at once after a write, ${seen} saw it, ${fromReplica} by the replica; others see what is ${((Date.now() - (others ?? 0)) / 1000).toFixed(1)} s old`,
      );
    }
    await onReplica(`ALTER SYSTEM RESET recovery_min_apply_delay`);
    await onReplica('SELECT pg_reload_conf()');
    await other.close();
    await second.close();
  });

  it('shows people what their jobs wrote', async () => {
    await onReplica('SELECT pg_wal_replay_pause()');
    await waitUntil(true);
    const token = await services.tokenOf('owner');
    const file = { content: 'name,value\nimported_by_job,1\n', name: 'variables.csv', token };
    const { body } = await uploadTo(services.app, '/api/v1/variables/import', file);
    const at = `/api/v1/variables/import/${String(body['id'])}/apply`;
    expect((await owner('POST', at, { mapping: ['name', 'value'] })).body).toMatchObject({ rows: 1 });
    // Its answer was written before the job: what was noted then would not do.
    const ended = async () => (await owner('GET', '/api/v1/jobs?take=1')).text;
    await expect.poll(ended, { timeout: 60_000 }).toContain('1 created');
    expect((await owner('GET', '/api/v1/audit-entries?take=9')).text).toContain('imported_by_job');
    await onReplica('SELECT pg_wal_replay_resume()');
  });

  it('recovers by itself where the table of writes was emptied by a crash', async () => {
    await onReplica('SELECT pg_wal_replay_pause()');
    await owner('POST', '/api/v1/variables', { name: 'crashed', value: '0', scope: 'bot' });
    await services.db.query('DELETE FROM write_position');
    const audit = await owner('GET', '/api/v1/audit-entries?take=5');
    expect([asOf(audit), audit.text.includes('crashed')]).toEqual([undefined, true]);
    await onReplica('SELECT pg_wal_replay_resume()');
  });

  it('reads the database once it is more than 30 s behind, and it again when it has caught up', async () => {
    await waitUntil(true);
    await onReplica('SELECT pg_wal_replay_pause()');
    // Somebody writes all the time.
    const writing = setInterval(() => {
      void owner('POST', '/api/v1/variables', { name: `w${performance.now().toFixed(0)}`, scope: 'bot' });
    }, 500);
    try {
      const until = await waitUntil(false);
      expect(until).toBeGreaterThan(27_000);
      expect(until).toBeLessThan(36_000);
      const { body } = await owner('GET', '/api/v1/system');
      const { attention, database } = body as unknown as SystemResponse;
      expect(database.replica).toMatchObject({ state: 'behind', lagSeconds: expect.any(Number) });
      expect(attention.map(({ id }) => id)).toContain('replica');
      await onReplica('SELECT pg_wal_replay_resume()');
      report(
        `replay paused: left after ${until} ms, used again ${await waitUntil(true)} ms after it went on`,
      );
    } finally {
      clearInterval(writing);
    }
  });

  it('answers everything while it is killed and comes back', async () => {
    await waitUntil(true);
    const statuses = new Map<number, number>();
    let slowest = 0;
    const over = new AbortController();
    const asking = Promise.all(
      [DASHBOARD, ACTIVE, '/api/v1/templates'].map(async (url) => {
        while (!over.signal.aborted) {
          const from = performance.now();
          const { status } = await reader('GET', url);
          slowest = Math.max(slowest, performance.now() - from);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }),
    );
    // Whoever has just written asks the replica how far it is.
    const writing = (async () => {
      while (!over.signal.aborted) {
        const { body } = await owner('POST', '/api/v1/variables', {
          ...{ name: `k${performance.now().toFixed(0)}`, value: '0', scope: 'bot' },
        });
        const { status } = await owner('GET', `/api/v1/variables/${String(body['id'])}/history`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    })();
    await replica.crash();
    const away = await waitUntil(false);
    const { body } = await owner('GET', '/api/v1/system');
    expect((body as unknown as SystemResponse).database.replica?.state).toBe('away');
    await replica.resume();
    const back = await waitUntil(true);
    over.abort();
    await Promise.all([asking, writing]);
    expect([...statuses.keys()]).toEqual([200]);
    report(
      `killed: ${statuses.get(200)} answers, none failed, the slowest ${Math.round(slowest)} ms; left after ${away} ms, used again ${back} ms after its start`,
    );
  });

  it('costs a look at what the person wrote', async () => {
    await waitUntil(true);
    const time = async (db: Database): Promise<string> => {
      const took: number[] = [];
      for (let n = 0; n < 300; n++) {
        const from = performance.now();
        await db.replica?.chooseDatabase('somebody');
        took.push(performance.now() - from);
      }
      took.sort((a, b) => a - b);
      return `${took[150]?.toFixed(2)} ms, 95th percentile ${took[285]?.toFixed(2)} ms`;
    };
    const marks: number[] = [];
    for (let n = 0; n < 300; n++) {
      const from = performance.now();
      await services.db.replica?.recordWrite('somebody else');
      marks.push(performance.now() - from);
    }
    marks.sort((a, b) => a - b);
    expect(marks[150]).toBeLessThan(50);
    report(
      `the decision: median ${await time(services.db)}; noting a write: median ${marks[150]?.toFixed(2)} ms`,
    );
  });
});

describe('a start', () => {
  it('continues while the replica is away, and uses it once it is back', async () => {
    await replica.crash();
    const db = await openDatabase(readSettings({ DATABASE_URL: own.address, DATABASE_READ_URL: readUrl }));
    expect(db.replica?.status()).toEqual({ state: 'away' });
    await replica.resume();
    await expect.poll(() => db.replica?.status().state, { timeout: 30_000 }).toBe('used');
    await db.close();
  });

  it('is refused where the address leads to something that is no replica of the database', async () => {
    const settings = readSettings({ DATABASE_URL: own.address, DATABASE_READ_URL: primary.url });
    await expect(openDatabase(settings)).rejects.toThrow(
      'DATABASE_READ_URL leads to something that is no streaming replica of DATABASE_URL',
    );
  });
});
