import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckLevel, CheckResult } from '../../schemas/model/responses.ts';
import { recordCredentialsCheck } from '../../services/channels/channelState.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { composeBroadcast } from '../../services/products/campaigns/content.ts';
import { recordTest } from '../../services/products/campaigns/recordTest.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
type Type = 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
const TYPES: Type[] = ['LINE', 'FACEBOOK', 'WEBCHAT', 'CUSTOM'];
/** Whose people can be written to without a conversation. */
const SEEDED: Type[] = ['LINE', 'FACEBOOK', 'CUSTOM'];
const CREATED_AT = '2026-11-21T05:00:00.000Z';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);
/** The beginning of one: whoever looks at it reads no further. */
const LARGE = Buffer.concat([PNG, Buffer.alloc(8_192)]);
const TEXT = [{ type: 'text', text: 'Loy Krathong' }];
const HOUR = 3_600_000;

let services: TestServices;
let admin: Call;
let editor: Call;
let owner: Call;
let site: Server;
let address = '';
/** What LINE says of the month. */
const quota = { limit: 1000, used: 0, type: 'limited', status: 200 };
let number = 0;

const PAGES: Record<string, [number, Record<string, string | number>, Buffer | string]> = {
  '/page': [200, { 'content-type': 'text/html' }, '<p>Welcome</p>'],
  '/moved': [302, { location: '/page' }, ''],
  '/round': [302, { location: '/round' }, ''],
  '/inside': [302, { location: 'http://10.0.0.1/' }, ''],
  '/gone': [404, {}, ''],
  '/busy': [503, {}, ''],
  '/busy-too': [503, {}, ''],
  '/picture.png': [200, { 'content-type': 'image/png' }, PNG],
  '/picture.gif': [200, { 'content-type': 'image/gif' }, Buffer.from(`GIF89a${'x'.repeat(60)}`)],
  '/large.png': [200, { 'content-type': 'image/png', 'content-length': 11 * 1024 * 1024 }, LARGE],
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const url = request.url ?? '';
    const json = (body: object): void => void response.writeHead(200).end(JSON.stringify(body));
    if (url.startsWith('/v2/bot/message/quota') && quota.status !== 200)
      return void response.writeHead(quota.status).end('{}');
    if (url === '/v2/bot/message/quota')
      return json({ type: quota.type, ...(quota.type === 'limited' && { value: quota.limit }) });
    if (url === '/v2/bot/message/quota/consumption') return json({ totalUsage: quota.used });
    const [status, headers, body] = PAGES[url] ?? [404, {}, ''];
    response.writeHead(status, headers);
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  services = await startServices({ LINE_API_URL: address, GRAPH_API_URL: address, RATE_LIMIT: '0' });
  admin = await services.as('campaign.admin');
  editor = await services.as('campaign.editor');
  owner = await services.as('owner');
}, 240_000);
afterAll(async () => {
  await services.stop();
  site.closeAllConnections();
  site.close();
});

const CHANNELS: Record<Type, () => Json> = {
  LINE: () => ({ token: 'line-token-1', secret: 'line-secret-1' }),
  FACEBOOK: () => ({ pageId: String(1000 + number), token: 'page-token-1', secret: 'page-secret-1' }),
  WEBCHAT: () => ({}),
  CUSTOM: () => ({ webhookUrl: `${address}/hook` }),
};

async function channelOf(type: Type): Promise<string> {
  const own = { name: `Checked ${++number}`, type, ...CHANNELS[type]() };
  const answer = await owner('POST', '/api/v1/channels', own);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
}

async function people(channel: string, ...own: Json[]): Promise<string[]> {
  const rows = own.map((values) => ({
    ...{ id: newId(), createdAt: CREATED_AT },
    values: {
      ...{ channel, externalId: `P-${++number}`, displayName: `Person ${number}`, followState: 'following' },
      ...{ lastSeen: new Date().toISOString(), ...values },
    },
  }));
  await seedRecords(services.db, services.model('profile'), rows);
  return rows.map(({ values }) => values.externalId);
}

/** A draft, whatever it holds: checks look at what rules have let through before, too. */
async function draft(channel: string, type: Type, own: Json = {}): Promise<string> {
  const id = newId();
  const values = {
    ...{ name: `Checked ${++number}`, channel, target: 'everyone', content: 'written', messages: TEXT },
    ...{ platform: type, approval: 'none', status: 'draft', ...own },
  };
  await seedRecords(services.db, services.model('campaign'), [{ id, createdAt: CREATED_AT, values }]);
  return id;
}

const checksOf = async (id: string, action = 'send', call = admin): Promise<CheckResult[]> => {
  const answer = await call('POST', `/api/v1/campaigns/${id}/checks/${action}`, {});
  expect(answer).toMatchObject({ status: 200 });
  return answer.body['checks'] as CheckResult[];
};
const send = (id: string, body: Json = {}): Promise<Answer> =>
  admin('POST', `/api/v1/campaigns/${id}/send`, body);

const link = (path: string): Json[] => [
  {
    ...{ type: 'buttons', altText: 'Choose', text: 'Which one?' },
    actions: [{ type: 'uri', id: 'a', label: 'Open', uri: `${address}${path}` }],
  },
];
const picture = (path: string): Json[] => [
  { type: 'image', originalContentUrl: `${address}${path}`, previewImageUrl: `${address}/picture.png` },
];
const rules = async (own: Json): Promise<void> => {
  const { body } = await owner('GET', '/api/v1/networks/current');
  expect(await owner('PUT', '/api/v1/networks/current', { ...body, ...own })).toMatchObject({ status: 200 });
};
/** A time of its own, an hour and more from all others. */
const later = (): string => new Date(Date.now() + (100 + 3 * ++number) * HOUR).toISOString();
const takePlaces = async (at: string, count: number): Promise<void> => {
  await services.db.query(
    'INSERT INTO broadcast_place (campaign, at) SELECT gen_random_uuid(), $1::timestamptz FROM generate_series(1, $2::int)',
    [at, count],
  );
};
const DAY_AGO = new Date(Date.now() - 30 * HOUR).toISOString();

/** Brings about what a check finds, and gives what the broadcast has besides. */
type Situation = (channel: string) => Promise<Json> | Json;
interface Row {
  situations: Partial<Record<CheckLevel, Situation>>;
  /** The types of channel on which it is tried; left out, all. */
  only?: Type[];
}
const ROWS: Record<string, Row> = {
  channel: {
    situations: {
      async ok(channel) {
        const found = { credentials: 'works', credentialsNote: 'It answers' } as const;
        await recordCredentialsCheck(services.services, channel, found);
        return {};
      },
      async warning(channel) {
        const found = { credentials: 'failed', credentialsNote: 'The token is wrong' } as const;
        await recordCredentialsCheck(services.services, channel, found);
        return {};
      },
      async stop(channel) {
        await owner('POST', `/api/v1/channels/${channel}/deactivate`, {});
        return {};
      },
    },
  },
  audience: {
    only: SEEDED,
    situations: {
      async ok(channel) {
        const [person] = await people(channel, {});
        return { target: 'manual', people: person };
      },
      warning: () => ({ target: 'manual', people: 'nobody' }),
    },
  },
  window: {
    only: ['FACEBOOK'],
    situations: {
      ok: (channel) => people(channel, {}).then(() => ({})),
      warning: (channel) => people(channel, {}, { lastSeen: DAY_AGO }).then(() => ({})),
      stop: (channel) => people(channel, { lastSeen: DAY_AGO }).then(() => ({})),
    },
  },
  quota: {
    only: ['LINE'],
    situations: {
      async ok(channel) {
        Object.assign(quota, { limit: 1000, used: 10 });
        return { target: 'manual', people: (await people(channel, {}, {})).join('\n') };
      },
      async warning(channel) {
        Object.assign(quota, { limit: 1000, used: 999 });
        return { target: 'manual', people: (await people(channel, {}, {})).join('\n') };
      },
      stop() {
        Object.assign(quota, { limit: 1000, used: 1000 });
        return {};
      },
    },
  },
  variables: {
    only: SEEDED,
    situations: {
      ok: (channel) =>
        people(channel, {}).then(() => ({ messages: [{ type: 'text', text: 'Hello {{display_name}}' }] })),
      warning: (channel) =>
        people(channel, { customFields: { nickname: 'Nok' } }, {}).then(() => ({
          messages: [{ type: 'text', text: 'Hello {{nickname}}' }],
        })),
      stop: (channel) =>
        people(channel, {}).then(() => ({ messages: [{ type: 'text', text: 'Hello {{nickname}}' }] })),
    },
  },
  addresses: {
    situations: {
      ok: () => ({ messages: [...link('/moved'), { type: 'text', text: `Look: ${address}/page.` }] }),
      warning: () => ({ messages: link('/busy') }),
      stop: () => ({ messages: link('/gone') }),
    },
  },
  pictures: {
    situations: {
      ok: () => ({ messages: picture('/picture.png') }),
      warning: () => ({ messages: picture('/busy') }),
      stop: () => ({ messages: picture('/page') }),
    },
  },
  test: { situations: { warning: () => ({}) } },
  repeated: {
    situations: {
      ok: () => ({}),
      async warning(channel) {
        const [person] = await people(channel, {});
        const earlier = newId();
        await services.db.query(
          `INSERT INTO broadcast_run (campaign, state, sandbox, at_once, answer, bodies, audience, expected, begun_at)
           VALUES ($1::uuid, 'over', false, false, $2::jsonb, '[]', $3::jsonb, 1, clock_timestamp() - interval '2 days')`,
          [earlier, JSON.stringify({ messages: TEXT }), JSON.stringify({ channel, target: 'everyone' })],
        );
        await services.db.query(
          `INSERT INTO broadcast_recipient (campaign, profile, part, place, crowd, person, state)
           SELECT $1::uuid, id, 1, 1, 1, 'P', 'sent' FROM entity_profile WHERE data ->> 'externalId' = $2`,
          [earlier, person],
        );
        return {};
      },
    },
  },
  time: { situations: { stop: () => ({ sendAt: new Date(Date.now() - HOUR).toISOString() }) } },
  hour: {
    situations: {
      ok: () => ({ sendAt: later() }),
      async warning() {
        const sendAt = later();
        await takePlaces(sendAt, 59);
        return { sendAt };
      },
      async stop() {
        const sendAt = later();
        await takePlaces(sendAt, 60);
        return { sendAt };
      },
    },
  },
  'quiet-hours': {
    situations: {
      async ok() {
        await rules({ quietRule: 'warn', quietFrom: '22:00', quietUntil: '08:00' });
        return { sendAt: '2031-03-03T05:00:00.000Z' };
      },
      async warning() {
        await rules({ quietRule: 'warn', quietFrom: '22:00', quietUntil: '08:00' });
        return { sendAt: '2031-03-03T16:30:00.000Z' };
      },
      async stop() {
        await rules({ quietRule: 'refuse', quietFrom: '22:00', quietUntil: '08:00' });
        return { sendAt: '2031-03-03T00:59:00.000Z' };
      },
    },
  },
};

const CASES = Object.entries(ROWS).flatMap(([check, { situations, only = TYPES }]) =>
  (Object.entries(situations) as [CheckLevel, Situation][]).flatMap(([level, situation]) =>
    only.map((type) => ({ check, level, type, situation })),
  ),
);

describe('each check of a broadcast', () => {
  it.each(CASES)('$check · $level on $type', async ({ check, level, type, situation }) => {
    const channel = await channelOf(type);
    const id = await draft(channel, type, await situation(channel));
    const found = (await checksOf(id)).find((one) => one.id === check);
    expect(found).toMatchObject({ level, text: expect.stringMatching(/\S/) as string });
    expect(found?.text).not.toBe('This could not be checked.');
    if (level === 'ok') return;
    // What is only shown would hold nobody who calls the services.
    const refused = await send(id, { confirmed: level === 'stop' ? 'all' : [] });
    expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID' } });
    const named = refused.body['checks'] as CheckResult[];
    // Other warnings are named only where nothing stops it.
    const isBehindStop = level === 'warning' && named.some((one) => one.level === 'stop');
    expect(isBehindStop || named.some((one) => one.id === check)).toBe(true);
    expect((await admin('GET', `/api/v1/campaigns/${id}`)).body).toMatchObject({
      status: 'draft',
      version: 1,
    });
  });

  it.each(TYPES)('none is listed where there is nothing to look at: %s', async (type) => {
    const channel = await channelOf(type);
    await people(channel, {});
    const id = await draft(channel, type);
    await rules({ quietRule: 'off' });
    const listed = (await checksOf(id)).map((one) => one.id);
    for (const check of ['variables', 'addresses', 'pictures', 'quiet-hours'])
      expect(listed).not.toContain(check);
    expect(listed.includes('window')).toBe(type === 'FACEBOOK');
    expect(listed.includes('quota')).toBe(type === 'LINE');
  });
});

describe('what a check says', () => {
  it.each<[Type, CheckLevel]>([
    ['LINE', 'warning'],
    ['FACEBOOK', 'warning'],
    ['CUSTOM', 'warning'],
    ['WEBCHAT', 'ok'],
  ])('credentials that nobody has tested yet, where there are any: %s, %s', async (type, level) => {
    const id = await draft(await channelOf(type), type);
    const channel = (await checksOf(id)).find((one) => one.id === 'channel');
    expect(channel?.level).toBe(level);
    expect(channel?.text.includes('was not checked yet')).toBe(level === 'warning');
  });

  const found = async (own: Json, check: string, type: Type = 'LINE'): Promise<CheckResult | undefined> => {
    const id = await draft(await channelOf(type), type, own);
    return (await checksOf(id)).find((one) => one.id === check);
  };

  it.each([
    ['/inside', 'stop', 'leads into an inner network'],
    ['/round', 'stop', 'redirects more than 5 times'],
    ['/gone', 'stop', 'is not there (status 404)'],
    ['/busy', 'warning', 'answers with status 503'],
  ])('a link to %s: %s', async (path, level, words) => {
    expect(await found({ messages: link(path) }, 'addresses')).toMatchObject({
      level,
      details: [{ text: `${address}${path} ${words}`, at: '/messages/0/actions/0/uri' }],
    });
  });

  it('a link with a value of the person’s is not opened, and it says so', async () => {
    expect(await found({ messages: link('/{{ref}}') }, 'addresses')).toMatchObject({
      level: 'ok',
      text: '1 link with a value of the person’s was not opened.',
    });
  });

  it.each<[Type, string, CheckLevel, RegExp]>([
    ['LINE', '/picture.gif', 'stop', /is GIF: LINE shows JPEG and PNG/],
    ['FACEBOOK', '/picture.gif', 'ok', /2 pictures load/],
    ['LINE', '/large.png', 'stop', /has 11 MB: LINE takes at most 10 MB/],
    ['FACEBOOK', '/large.png', 'stop', /has 11 MB: Facebook takes at most 8 MB/],
    ['CUSTOM', '/large.png', 'ok', /2 pictures load/],
    ['LINE', '/picture.png', 'ok', /2 pictures load\. The size of 2 of them was not told and not checked\./],
  ])('on %s a picture like %s: %s', async (type, path, level, words) => {
    const checkResult = await found({ messages: picture(path) }, 'pictures', type);
    expect(checkResult?.level).toBe(level);
    expect([checkResult?.text, ...(checkResult?.details ?? []).map(({ text }) => text)].join('\n')).toMatch(
      words,
    );
  });

  it('how many get it is not known where LINE has not counted the friends whom its one call reaches', async () => {
    Object.assign(quota, { limit: 1000, used: 10 });
    const id = await draft(await channelOf('LINE'), 'LINE');
    const said = Object.fromEntries(
      (await checksOf(id)).map(({ id: name, level, text }) => [name, [level, text]]),
    );
    expect(said).toMatchObject({
      audience: ['warning', 'Everybody who follows the channel gets it. How many they are is not known.'],
      quota: ['warning', '990 are left this month. How many would get it is not known.'],
    });
  });

  it('a channel whose credentials nobody tested is not called connected', async () => {
    const channel = await channelOf('LINE');
    const id = await draft(channel, 'LINE');
    const said = async () => (await checksOf(id)).find((one) => one.id === 'channel')?.text;
    expect(await said()).toMatch(
      /” work was not checked yet\. That is done within the hour; whoever manages channels can test it at once\.$/,
    );
    await recordCredentialsCheck(services.services, channel, { credentials: 'works', credentialsNote: '' });
    expect(await said()).toMatch(/” is connected\.$/);
  });

  it('whom a variable is not filled in for, and what they see', async () => {
    const channel = await channelOf('LINE');
    await people(channel, { customFields: { nickname: 'Nok' } }, {}, {});
    const id = await draft(channel, 'LINE', { messages: [{ type: 'text', text: 'Hello {{nickname}}' }] });
    expect((await checksOf(id)).find((one) => one.id === 'variables')).toMatchObject({
      level: 'warning',
      text: '2 of 3 people have no “nickname”: they would see {{nickname}}.',
    });
  });

  it('a full hour is refused in the words that it always had', async () => {
    const sendAt = later();
    await takePlaces(sendAt, 60);
    const id = await draft(await channelOf('LINE'), 'LINE', { sendAt });
    const refused = await send(id, { confirmed: 'all' });
    expect(refused.body['message']).toMatch(
      /^60 broadcasts begin in that hour already\. The next free time is /,
    );
    expect(refused.body['fields']).toEqual({
      '/sendAt': expect.stringMatching(/^That hour is full\. The next free time is /) as string,
    });
  });

  it('a time that passed while it waited is reported before the click, in the words of the rejection', async () => {
    const id = await draft(await channelOf('LINE'), 'LINE', {
      sendAt: new Date(Date.now() - 1).toISOString(),
    });
    const listed = await checksOf(id);
    expect(listed.find((one) => one.id === 'time')).toMatchObject({
      level: 'stop',
      text: 'You cannot choose time in the past',
      details: [{ at: '/sendAt' }],
    });
    expect(listed.map((one) => one.id)).not.toContain('hour');
    expect(await send(id, { confirmed: 'all' })).toMatchObject({
      status: 422,
      body: { fields: { '/sendAt': 'You cannot choose time in the past' } },
    });
  });

  it('a test counts until what people see is changed', async () => {
    const id = await draft(await channelOf('LINE'), 'LINE');
    const said = async () => (await checksOf(id)).find((one) => one.id === 'test');
    expect(await said()).toMatchObject({ level: 'warning', text: 'No test was sent.' });
    const record = (await admin('GET', `/api/v1/campaigns/${id}`)).body;
    const composed = await composeBroadcast(services.services, record as never, 'LINE');
    await recordTest(services.db, id, composed);
    expect(await said()).toMatchObject({ level: 'ok' });
    // Its name is nothing that people see.
    await editor('PUT', `/api/v1/campaigns/${id}`, { ...record, name: `Renamed ${++number}` });
    expect(await said()).toMatchObject({ level: 'ok' });
    const renamed = (await admin('GET', `/api/v1/campaigns/${id}`)).body;
    await editor('PUT', `/api/v1/campaigns/${id}`, {
      ...renamed,
      messages: [{ type: 'text', text: 'Other' }],
    });
    expect(await said()).toMatchObject({ level: 'warning', text: 'No test was sent since the last change.' });
  });
});

describe('the monthly quota', () => {
  const saidOf = async (id: string): Promise<CheckResult | undefined> =>
    (await checksOf(id)).find((one) => one.id === 'quota');
  const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

  it.each([401, 429, 503])(
    'LINE answers with status %s: the result is reported as unknown',
    async (status) => {
      Object.assign(quota, { status });
      const found = await saidOf(await draft(await channelOf('LINE'), 'LINE'));
      Object.assign(quota, { status: 200 });
      expect(found).toMatchObject({
        level: 'warning',
        text: 'LINE does not say how many are left this month.',
      });
    },
  );

  it('has no limit', async () => {
    Object.assign(quota, { type: 'none' });
    const found = await saidOf(await draft(await channelOf('LINE'), 'LINE'));
    Object.assign(quota, { type: 'limited' });
    expect(found).toMatchObject({ level: 'ok', text: 'There is no monthly limit.' });
  });

  it('is not enough for two that are each small enough', async () => {
    Object.assign(quota, { limit: 10, used: 5 });
    const channel = await channelOf('LINE');
    const all = { target: 'manual', people: (await people(channel, {}, {}, {})).join('\n') };
    const [first, second] = [
      await draft(channel, 'LINE', { ...all, sendAt: soon(10) }),
      await draft(channel, 'LINE', { ...all, sendAt: soon(20) }),
    ];
    expect(await saidOf(second)).toMatchObject({ level: 'ok', text: '2 of 10 are left after it.' });
    expect(await send(first, { confirmed: 'all' })).toMatchObject({ status: 200 });
    expect(await saidOf(second)).toMatchObject({
      level: 'warning',
      text: '5 are left this month: 1 broadcast scheduled before it takes 3, and 3 people would get it.',
    });
    const before = await draft(channel, 'LINE', { ...all, sendAt: soon(5) });
    expect(await saidOf(before)).toMatchObject({ level: 'ok', text: '2 of 10 are left after it.' });
  });
});

describe('the same twice', () => {
  const saidOf = async (id: string): Promise<unknown> =>
    (await checksOf(id)).find((one) => one.id === 'repeated')?.text;
  const tomorrow = (): string => new Date(Date.now() + 24 * HOUR).toISOString();
  const words = (): Json => ({ messages: [{ type: 'text', text: `Repeated ${++number}` }] });
  const nameOf = async (id: string): Promise<unknown> =>
    (await admin('GET', `/api/v1/campaigns/${id}`)).body['name'];
  const ran = async (channel: string, own: Json, run: Json): Promise<void> => {
    await services.db.query(
      `INSERT INTO broadcast_run (campaign, state, sandbox, at_once, answer, bodies, audience, expected, begun_at, recipients_removed_at)
       VALUES ($1::uuid, $2, false, $3::boolean, $4::jsonb, '[]', $5::jsonb, 1, clock_timestamp() - interval '2 days', $6::timestamptz)`,
      [
        newId(),
        run['state'] ?? 'over',
        run['at_once'] ?? false,
        JSON.stringify(own),
        JSON.stringify({ channel, target: 'everyone', ...(run['audience'] as Json | undefined) }),
        run['removed'] ?? null,
      ],
    );
  };

  it('one that is scheduled already counts, for those who are in both audiences', async () => {
    const channel = await channelOf('CUSTOM');
    const [ann, ben] = await people(channel, {}, {});
    const own = { ...words(), target: 'manual' };
    const first = await draft(channel, 'CUSTOM', { ...own, people: ann, sendAt: tomorrow() });
    expect(await send(first, { confirmed: 'all' })).toMatchObject({ status: 200 });
    const both = await draft(channel, 'CUSTOM', { ...own, people: `${ann}\n${ben}` });
    expect(await saidOf(both)).toContain(`1 person gets the same with “${String(await nameOf(first))}” on `);
    const other = await draft(channel, 'CUSTOM', { ...own, people: ben });
    expect(await saidOf(other)).toBe('Nobody gets the same twice within 7 days.');
    await admin('POST', `/api/v1/campaigns/${first}/cancel`, {});
    expect(await saidOf(both)).toBe('Nobody gets the same twice within 7 days.');
  });

  it('one to everybody after one to everybody, scheduled or sent, though nobody is known', async () => {
    const channel = await channelOf('LINE');
    const own = words();
    const first = await draft(channel, 'LINE', { ...own, sendAt: tomorrow() });
    expect(await send(first, { confirmed: 'all' })).toMatchObject({ status: 200 });
    expect(await saidOf(await draft(channel, 'LINE', own))).toMatch(/^Everybody gets the same with “/);
    const others = words();
    await ran(channel, others, { at_once: true });
    expect(await saidOf(await draft(channel, 'LINE', others))).toMatch(/^Everybody got the same on /);
  });

  it('one that is being sent, and one of which it is not stored any more who got it', async () => {
    const channel = await channelOf('CUSTOM');
    await people(channel, {}, {});
    const [sending, gone] = [words(), words()];
    await ran(channel, sending, { state: 'sending' });
    expect(await saidOf(await draft(channel, 'CUSTOM', sending))).toBe(
      '2 people are being sent the same now.',
    );
    await ran(channel, gone, { removed: new Date().toISOString() });
    expect(await saidOf(await draft(channel, 'CUSTOM', gone))).toMatch(/^2 people got the same on /);
  });
});

describe('warnings are confirmed as they were read', () => {
  beforeAll(() => rules({ quietRule: 'off' }));

  it('each of them, or all at once; what was confirmed stands in the history', async () => {
    const id = await draft(await channelOf('CUSTOM'), 'CUSTOM', { messages: link('/busy') });
    const warnings = (await checksOf(id)).filter(({ level }) => level === 'warning');
    const names = warnings.map((one) => one.id);
    expect(names).toEqual(['channel', 'audience', 'addresses', 'test']);
    const digests = warnings.map(({ digest }) => digest);
    expect(await send(id, { confirmed: names })).toMatchObject({ status: 422 });
    const unconfirmed = await send(id, { confirmed: digests.slice(0, 3) });
    expect(unconfirmed).toMatchObject({ status: 422, body: { checks: [{ id: 'test', level: 'warning' }] } });
    expect(await send(id)).toMatchObject({
      status: 422,
      body: { checks: names.map((name) => ({ id: name })) },
    });
    for (const confirmed of ['some', 3, [1], { all: true }])
      expect(await send(id, { confirmed })).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
    expect(await send(id, { confirmed: digests })).toMatchObject({
      status: 200,
      body: { status: 'scheduled' },
    });
    const { body } = await admin('GET', `/api/v1/campaigns/${id}/history`);
    expect(body[0]).toMatchObject({
      operation: 'send',
      confirmed: warnings.map(({ id: name, label, text }) => ({ id: name, label, text })),
    });
  });

  it('another error in the same sentence is not, nor the same of another record', async () => {
    const channel = await channelOf('CUSTOM');
    const id = await draft(channel, 'CUSTOM', { messages: link('/busy') });
    const digestsOf = async (one: string) => (await checksOf(one)).flatMap(({ digest }) => digest ?? []);
    const read = await digestsOf(id);
    expect(await digestsOf(id)).toEqual(read);
    await services.db.query('UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid', [
      id,
      JSON.stringify({ messages: link('/busy-too') }),
    ]);
    expect(await send(id, { confirmed: read })).toMatchObject({
      status: 422,
      body: { checks: [{ id: 'addresses', text: '1 link could not be opened.' }] },
    });
    const other = await draft(channel, 'CUSTOM');
    const refused = await admin('POST', '/api/v1/campaigns/bulk/send', {
      ids: [id, other],
      confirmed: await digestsOf(id),
    });
    expect(refused.body).toMatchObject({ done: [id], failed: { [other]: { code: 'INVALID' } } });
  });

  it('in whichever language they were read', async () => {
    const id = await draft(await channelOf('CUSTOM'), 'CUSTOM', { messages: link('/busy') });
    const digestsOf = (checks: CheckResult[]) => checks.map(({ id: name, digest }) => [name, digest]);
    const english = await checksOf(id);
    const answer = await services.app.inject({
      method: 'POST',
      url: `/api/v1/campaigns/${id}/checks/send`,
      headers: {
        authorization: `Bearer ${await services.tokenOf('campaign.admin')}`,
        'accept-language': 'th',
      },
      payload: {},
    });
    const thai = answer.json<{ checks: CheckResult[] }>().checks;
    expect(digestsOf(thai)).toEqual(digestsOf(english));
    expect(thai.find((one) => one.id === 'test')).toMatchObject({
      label: 'ทดสอบ',
      text: 'ยังไม่ได้ส่งทดสอบ',
    });
    const confirmed = thai.flatMap(({ digest }) => digest ?? []);
    expect(await send(id, { confirmed })).toMatchObject({ status: 200, body: { status: 'scheduled' } });
  });

  it('for several, each is checked on its own', async () => {
    const channel = await channelOf('CUSTOM');
    const [good, bad] = [
      await draft(channel, 'CUSTOM'),
      await draft(channel, 'CUSTOM', { messages: link('/gone') }),
    ];
    const many = (body: Json) => admin('POST', '/api/v1/campaigns/bulk/send', { ids: [good, bad], ...body });
    expect((await many({})).body).toMatchObject({ done: [], failed: { [good]: { code: 'INVALID' } } });
    const confirmed = (await checksOf(good)).flatMap(({ digest }) => digest ?? []);
    expect((await many({ confirmed })).body).toMatchObject({
      done: [good],
      failed: { [bad]: { code: 'INVALID', message: expect.stringContaining('is not there') as string } },
    });
  });

  it('no results without the right, nor for an action that is not possible now', async () => {
    const id = await draft(await channelOf('CUSTOM'), 'CUSTOM');
    const at = `/api/v1/campaigns/${id}/checks`;
    expect(await editor('POST', `${at}/send`, {})).toMatchObject({ status: 403 });
    expect(await admin('POST', `${at}/approve`, {})).toMatchObject({ status: 409, body: { code: 'STATE' } });
    expect(await admin('POST', `${at}/cancel`, {})).toMatchObject({ status: 404 });
    expect(await admin('POST', `${at}/nothing`, {})).toMatchObject({ status: 404 });
    expect(await admin('POST', `/api/v1/campaigns/${newId()}/checks/send`, {})).toMatchObject({
      status: 404,
    });
  });
});
