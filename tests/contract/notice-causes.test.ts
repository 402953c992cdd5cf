import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { quotedTableName } from '../../services/engine/storage/sql.ts';
import { confirmed } from './support/confirmed.ts';
import {
  customCall,
  facebookCall,
  facebookItem,
  LINE_SECRET,
  lineCall,
  lineText,
  PAGE,
  startPlatforms,
  type Platforms,
  type SignedCall,
} from './support/platforms.ts';
import { credentialsOf, startScheduled, createRecord, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const SLOW = { timeout: 20_000, interval: 50 };
const TEXT = [{ type: 'text', text: 'Loy Krathong' }];
const rows = ({ body }: Answer): Json[] => body as unknown as Json[];

let services: TestServices;
let platforms: Platforms;
let owner: Call;
let number = 0;

const findNotices = async (role: string, words: string | RegExp): Promise<unknown[]> => {
  const found = rows(await (await services.as(role))('GET', '/api/v1/notices?take=100'));
  return found
    .map(({ text }) => String(text))
    .filter((text) => (typeof words === 'string' ? text.includes(words) : words.test(text)));
};
const made = (path: string, body: object): Promise<Json> => createRecord(owner, path, body);
interface Connected {
  id: string;
  name: string;
  key: string;
}
const channelOf = async (type: string): Promise<Connected> => {
  const name = `Told ${++number} by ${type}`;
  const { id, once } = await made('channels', { name, type, ...credentialsOf(type, platforms) });
  return { id: String(id), name, key: String((once as Json | undefined)?.['value'] ?? '') };
};
const run = (job: string, data: object = {}): Promise<unknown> =>
  services.db.transaction((tx) => services.jobs.enqueue(tx, job, data));

/** What two people asked for: the first keeps the rights, the second loses them before any of it runs. */
const [KEEPS, LOSES] = ['owner', 'chatbot.admin'];
async function askForJobs(username: string, classifier: string): Promise<void> {
  const call = await services.as(username);
  expect((await call('POST', '/api/v1/intents/train', { classifiers: [classifier] })).status).toBe(200);
  await call('POST', '/api/v1/reports/generate', { type: 'intents', timeframe: 'monthly' });
  await call('POST', '/api/v1/variables/export', { columns: ['name'], query: { keyword: 'many_' } });
  const part =
    'Content-Disposition: form-data; name="file"; filename="variables.csv"\r\nContent-Type: text/csv';
  const { body } = await services.app.inject({
    ...{ method: 'POST', url: '/api/v1/variables/import' },
    headers: {
      authorization: `Bearer ${await services.tokenOf(username)}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: `--b\r\n${part}\r\n\r\nName,Value,Scope\r\nby_${number},x,Bot\r\n--b--\r\n`,
  });
  const { id, mapping } = JSON.parse(body) as { id: string; mapping: unknown };
  expect(await call('POST', `/api/v1/variables/import/${id}/apply`, { mapping })).toMatchObject({
    status: 202,
  });
}

beforeAll(async () => {
  platforms = await startPlatforms();
  const address = { LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address };
  services = await startServices({ ...address, RATE_LIMIT: '0' });
  owner = await services.as('owner');
  await services.db.query(
    `INSERT INTO entity_variable (id, data, version, created_at, updated_at)
     SELECT gen_random_uuid(), jsonb_build_object('name', 'many_' || n, 'value', 'v', 'scope', 'bot'), 1, now(), now()
     FROM generate_series(1, 2100) AS n`,
  );
  await askForJobs(KEEPS, 'vector');
  await askForJobs(LOSES, 'text');
  await services.app.startModules();
  const [member] = rows(await owner('GET', `/api/v1/members?username=${LOSES}`));
  const changed = { ...member, roles: ['livechat.agent'] };
  expect(await owner('PUT', `/api/v1/members/${String(member?.['id'])}`, changed)).toMatchObject({
    status: 200,
  });
  await services.jobs.start();
}, 240_000);
afterAll(async () => {
  await services.stop();
  await platforms.close();
});
beforeEach(() => platforms.reset());

describe('jobs', () => {
  it.each([
    ['Training of the bot', /^Training of the bot: done\./],
    ['Report: Intents', /^Report: Intents: done\./],
    ['Export', /^Export of 2,\d{3} variables: done\. 2,\d{3} rows/],
    ['Import', /^Import of variables\.csv: done\. 1 created/],
  ])('%s that is done is told to whoever started it', async (_, words) => {
    await expect.poll(() => findNotices(KEEPS, words), SLOW).toHaveLength(1);
    expect(await findNotices('cim.admin', words)).toEqual([]);
  });

  it.each([
    ['Report: Intents', /^Report: Intents failed: ./],
    ['Export', /^Export of 2,\d{3} variables failed: ./],
    ['Import', /^Import of variables\.csv failed: ./],
  ])('%s that failed is told with the reason', async (_, words) => {
    await expect.poll(() => findNotices(LOSES, words), SLOW).toHaveLength(1);
    expect(await findNotices(KEEPS, words)).toEqual([]);
  });

  it('a failed training is notified with the reason', async () => {
    const { user } = (await owner('GET', '/permissions/access')).body as { user: Json };
    const by = { id: String(user['id']), name: String(user['name']) };
    await services.db.transaction((tx) =>
      services.jobs.enqueue(tx, 'bot.train', {}, { title: 'Training of the bot', by }),
    );
    await expect.poll(() => findNotices('owner', /^Training of the bot failed: ./), SLOW).toHaveLength(1);
  });
});

describe('a channel’s quota', () => {
  it.each([
    [7, []],
    [8, ['has used 8 of the 10']],
    [9, ['has used 9 of the 10']],
    [10, ['has used 10 of the 10']],
  ])('%i of 10', async (used, words) => {
    platforms.account = { ...platforms.account, quota: { limit: 10, used } };
    const { name } = await channelOf('LINE');
    await run('channels.quota');
    await run('channels.quota');
    await expect
      .poll(async () => {
        const jobs = await services.db.query(
          `SELECT 1 FROM job_run WHERE name = 'channels.quota'
             AND (state = 'running' OR (state = 'waiting' AND due_at <= clock_timestamp()))`,
        );
        return jobs.length;
      }, SLOW)
      .toBe(0);
    const found = await findNotices('cim.admin', name);
    expect(found).toEqual(words.map((word) => `${name} ${word} messages of this month`));
    expect(await findNotices('campaign.admin', name)).toEqual([]);
  });
});

describe('a webhook', () => {
  const call = async ({ url, headers, payload }: SignedCall): Promise<number> =>
    (await services.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  const fails = ({ name }: Connected): Promise<unknown[]> =>
    findNotices('cim.admin', `The webhook of ${name} fails.`);
  const SIGNED: Record<string, (channel: Connected, isRight: boolean) => SignedCall> = {
    LINE: ({ id }, isRight) =>
      lineCall(id, [lineText(`U${++number}`, 'hi')], isRight ? LINE_SECRET : 'other-secret'),
    FACEBOOK: ({ id }, isRight) =>
      facebookCall(
        id,
        [facebookItem(`F${++number}`, { message: { mid: `m${number}`, text: 'hi' } })],
        isRight ? PAGE.secret : 'other-secret',
      ),
    CUSTOM: ({ id, key }, isRight) => customCall(id, [customEvent()], isRight ? key : 'other-key'),
    WEBCHAT: ({ id, key }, isRight) =>
      customCall(id, [customEvent()], isRight ? key : 'other-key', Date.now(), 'webchat'),
  };
  const customEvent = (): Json => ({
    ...{ id: `e${++number}`, at: new Date().toISOString(), type: 'text', text: 'hi' },
    person: { id: `P${number}`, displayName: 'Ann', language: 'th' },
  });

  it.each(Object.keys(SIGNED))(
    'of %s whose calls are not signed rightly again and again: told once, until one is',
    async (type) => {
      const channel = await channelOf(type);
      const signed = SIGNED[type] as (channel: Connected, isRight: boolean) => SignedCall;
      for (let n = 0; n < 4; n += 1) expect(await call(signed(channel, false))).toBe(401);
      expect(await fails(channel)).toEqual([]);
      await Promise.all(Array.from({ length: 12 }, () => call(signed(channel, false))));
      await expect.poll(() => fails(channel), SLOW).toHaveLength(1);
      expect(await fails(channel)).toEqual([
        expect.stringContaining('Compare the channel secret or API key'),
      ]);
      expect(await findNotices('campaign.admin', channel.name)).toEqual([]);
      expect((await owner('GET', `/api/v1/channels/${channel.id}`)).body).toMatchObject({
        webhook: 'refused',
      });
      expect(await call(signed(channel, true))).toBe(200);
      await expect.poll(() => fails(channel), SLOW).toEqual([]);
      expect((await owner('GET', `/api/v1/channels/${channel.id}`)).body).toMatchObject({ webhook: 'works' });
      // What strangers send while the platform comes through is no fault of the channel.
      for (let n = 0; n < 6; n += 1) await call(signed(channel, false));
      expect(await fails(channel)).toEqual([]);
    },
  );

  it('is notified when the failures are spread over several processes', async () => {
    const channel = await channelOf('LINE');
    const wrong = () => lineCall(channel.id, [lineText(`U${++number}`, 'hi')], 'other-secret');
    const settings = readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent' });
    // What each process keeps to itself, it keeps by its connection.
    const processes = await Promise.all(
      [1, 2].map(() => services.another({ settings, db: new Proxy(services.db, {}) })),
    );
    for (const app of processes)
      for (let n = 0; n < 2; n += 1)
        expect((await app.inject({ method: 'POST', ...wrong() })).statusCode).toBe(401);
    expect(await fails(channel)).toEqual([]);
    expect(await call(wrong())).toBe(401);
    await expect.poll(() => fails(channel), SLOW).toHaveLength(1);
    await Promise.all(processes.map((app) => app.close()));
  });

  it('is not notified for unsigned calls', async () => {
    const channel = await channelOf('LINE');
    for (let n = 0; n < 12; n += 1) {
      const { url, payload } = lineCall(channel.id, []);
      expect(await call({ url, payload, headers: {} })).toBe(401);
    }
    expect((await owner('GET', `/api/v1/channels/${channel.id}`)).body['webhook']).not.toBe('refused');
    expect(await fails(channel)).toEqual([]);
  });

  it('that LINE’s own test does not reach: notified until the test reaches it', async () => {
    const channel = await channelOf('LINE');
    const test = () => owner('POST', `/api/v1/channels/${channel.id}/test`, {});
    platforms.account.webhookTest = { success: false, statusCode: 404, reason: 'ERROR_STATUS_CODE' };
    expect(await test()).toMatchObject({ status: 200, body: { credentials: 'works' } });
    expect(await fails(channel)).toEqual([expect.stringContaining('it answered LINE with status 404')]);
    await test();
    expect(await fails(channel)).toHaveLength(1);
    platforms.account.webhookTest = { success: true, statusCode: 200, reason: 'OK' };
    await test();
    expect(await fails(channel)).toEqual([]);
  });

  it('whose calls repeatedly cannot be processed: notified with the reason, until one succeeds', async () => {
    const channel = await channelOf('CUSTOM');
    for (let n = 0; n < 5; n += 1)
      expect(await call(customCall(channel.id, [{ id: `wrong${n}` }], channel.key))).toBe(422);
    await expect.poll(() => fails(channel), SLOW).toEqual([expect.stringMatching(/in a row: \S/)]);
    expect(await call(customCall(channel.id, [customEvent()], channel.key))).toBe(200);
    await expect.poll(() => fails(channel), SLOW).toEqual([]);
  });

  it('whose messages repeatedly cannot be answered: notified until one can', async () => {
    const channel = await channelOf('CUSTOM');
    const say = () => call(customCall(channel.id, [customEvent()], channel.key));
    const rules = quotedTableName(services.model('chat-logic'));
    await services.db.query(`ALTER TABLE ${rules} RENAME TO rules_away`);
    await expect
      .poll(async () => {
        await say();
        return fails(channel);
      }, SLOW)
      .toEqual([expect.stringContaining('could not be worked on')]);
    await services.db.query(`ALTER TABLE rules_away RENAME TO ${rules}`);
    await say();
    await expect.poll(() => fails(channel), SLOW).toEqual([]);
  });

  it('of a deactivated channel is no longer notified', async () => {
    const channel = await channelOf('LINE');
    platforms.account.webhookTest = { success: false, statusCode: 0, reason: 'COULD_NOT_CONNECT' };
    await owner('POST', `/api/v1/channels/${channel.id}/test`, {});
    expect(await fails(channel)).toHaveLength(1);
    await owner('POST', `/api/v1/channels/${channel.id}/deactivate`, {});
    expect(await fails(channel)).toEqual([]);
  });
});

describe('a broadcast that is held up', () => {
  const AUTHOR = 'campaign.admin';
  interface Held {
    channel: string;
    id: string;
  }
  const people = async (channel: string): Promise<Json> => {
    const [ann] = await seedPeople(services, channel, 1, () => ({ displayName: 'Ann', language: 'th' }));
    return { target: 'manual', people: ann?.person };
  };
  const start = ({ id }: Held): Promise<unknown> => startScheduled(services, id);
  interface Case {
    cause: string;
    /** What the broadcast is besides. */
    own?: (channel: string) => Promise<Json> | Json;
    /** What happens once it is scheduled. */
    happens: (held: Held) => Promise<unknown>;
    /** What its author is told. */
    words: RegExp;
    undo?: () => Promise<unknown>;
  }
  const CASES: Case[] = [
    {
      cause: 'the month’s quota is used up',
      own: people,
      async happens(held) {
        platforms.account.quota = { limit: 3, used: 3 };
        await start(held);
      },
      words: /waits and goes on by itself\. The month’s quota at LINE is used up$/,
    },
    {
      cause: 'the platform takes no more messages',
      own: people,
      async happens(held) {
        platforms.defaultFailure = () => 429;
        await start(held);
      },
      undo: async () => (platforms.defaultFailure = () => undefined),
      words: /waits and goes on by itself\. LINE takes no more messages now$/,
    },
    {
      cause: 'LINE took its broadcasts of the hour',
      async happens(held) {
        await services.db.query(
          `INSERT INTO channel_pace (channel, kind, taken) VALUES ($1::uuid, 'everyone', array_fill(clock_timestamp(), ARRAY[60]))`,
          [held.channel],
        );
        await start(held);
      },
      words: /waits and goes on by itself\. LINE takes 60 broadcasts an hour$/,
    },
    {
      cause: 'sixty others began within the hour',
      async happens(held) {
        await services.db.query(
          'INSERT INTO broadcast_place (campaign, at) SELECT gen_random_uuid(), clock_timestamp() FROM generate_series(1, 60)',
        );
        await start(held);
      },
      undo: () => services.db.query('DELETE FROM broadcast_place'),
      words: /waits and goes on by itself\. 60 broadcasts began within an hour\. The next free time is ./,
    },
    {
      cause: 'its channel was deactivated',
      async happens(held) {
        await owner('POST', `/api/v1/channels/${held.channel}/deactivate`, {});
        await start(held);
      },
      words: /did not go out to everybody\. Its channel is not active$/,
    },
    {
      cause: 'its channel does not take the token any more',
      own: people,
      async happens(held) {
        platforms.defaultFailure = () => 401;
        await start(held);
      },
      undo: async () => (platforms.defaultFailure = () => undefined),
      words: /did not go out to everybody\. LINE does not know the access token$/,
    },
    {
      cause: 'it missed its time',
      async happens({ id }) {
        await services.db.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
          id,
          JSON.stringify({ startsAt: new Date(Date.now() - 3_600_000).toISOString() }),
        ]);
        await run('broadcast.start', { id });
      },
      words: /did not go out to everybody\. It missed its time, ./,
    },
    {
      cause: 'what it refers to was changed',
      async own() {
        const who = { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['th'] }] };
        const { id } = await made('segments', { name: `Held ${++number}`, who });
        return { target: 'segment', segment: id };
      },
      async happens({ id }) {
        const { body } = await owner('GET', `/api/v1/campaigns/${id}`);
        const { body: segment } = await owner('GET', `/api/v1/segments/${String(body['segment'])}`);
        const who = { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['en'] }] };
        await owner('PUT', `/api/v1/segments/${String(segment['id'])}`, { ...segment, who });
        await run('broadcast.resume');
      },
      words: /was held up before it began\. \S/,
    },
  ];

  it.each(CASES)('because $cause is notified to its author, once', async ({ own, happens, words, undo }) => {
    const { id: channel } = await channelOf('LINE');
    const author = await services.as(AUTHOR);
    const name = `Held ${++number}`;
    const besides = (await own?.(channel)) ?? { target: 'everyone' };
    const draft = { name, channel, target: 'everyone', content: 'written', messages: TEXT, ...besides };
    const answer = await author('POST', '/api/v1/campaigns', draft);
    expect(answer).toMatchObject({ status: 201 });
    const id = String(answer.body['id']);
    expect(await author('POST', `/api/v1/campaigns/${id}/send`, confirmed('send'))).toMatchObject({
      status: 200,
    });
    await happens({ channel, id });
    const authorNotices = (): Promise<unknown[]> => findNotices(AUTHOR, `“${name}”`);
    await expect.poll(authorNotices, SLOW).toEqual([expect.stringMatching(words)]);
    expect(await findNotices('owner', `“${name}”`)).toEqual([]);
    await undo?.();
  });
});
