import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unzipSync, strFromU8 } from 'fflate';
import { Files } from '../../services/engine/files/files.ts';
import { folderStore } from '../../services/engine/files/folderStore.ts';
import { PersonalFiles } from '../../services/engine/exchange/personalFiles.ts';
import { events } from '../../services/engine/resources/events/events.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

const until = { timeout: 30_000, interval: 50 };
const URL = '/api/v1/reports';
let services: TestServices;
let editor: Call;
let owner: Call;
let channel = '';
let person = '';

/** Events around the ends of a day of UTC+7: 17:00 in UTC. */
const SAID = [
  { at: '2026-11-09T16:59:59.999Z', source: 'USER', text: 'the day before' },
  { at: '2026-11-09T17:00:00.000Z', source: 'USER', text: '=HYPERLINK("http://evil.example")' },
  { at: '2026-11-10T03:00:00.000Z', source: 'BOT', text: 'ได้ค่ะ, "พรุ่งนี้"\nนะคะ' },
  { at: '2026-11-10T16:59:59.999Z', source: 'USER', text: '+66812345678' },
  { at: '2026-11-11T17:00:00.000Z', source: 'AGENT', text: 'two days later' },
  { at: '2026-11-12T17:00:00.000Z', source: 'USER', text: 'not in the range' },
];
const RANGE = {
  startIsoStringDate: '2026-11-09T17:00:00.000Z',
  endIsoStringDate: '2026-11-12T17:00:00.000Z',
};

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  owner = await services.as('owner');
  const made = await owner('POST', '/api/v1/channels', {
    name: 'Reported',
    type: 'CUSTOM',
    webhookUrl: 'https://example.com/hook',
  });
  channel = String(made.body['id']);
  const known = await owner('POST', '/api/v1/audiences', {
    ...{ displayName: 'Malee', channel, externalId: 'malee-1', firstSeen: SAID[1]?.at },
  });
  person = String(known.body['id']);
  const rows = SAID.map(({ at, source, text }, index) => ({
    ...{ at, key: `m${index}`, channel, profile: person, source: source as 'USER', text },
    ...{ kind: 'message' as const, type: 'text' as const, newcomer: index === 1 },
  }));
  const { refused } = await events(services.services, 'message').append(rows, { skipInvalid: true });
  expect(refused).toEqual([]);
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());

const ask = (call: Call, body: object) =>
  call('POST', `${URL}/generate`, { channels: [channel], ...RANGE, ...body });
const settled = async (call: Call, asked: Answer): Promise<Answer> => {
  expect(asked.body).toMatchObject({ status: 'PENDING' });
  const url = `${URL}/${String(asked.body['id'])}`;
  await vi.waitFor(async () => expect((await call('GET', url)).body['status']).not.toBe('PENDING'), until);
  return call('GET', url);
};
const fileOf = async (call: Call, body: object): Promise<string> => {
  const { body: report } = await settled(call, await ask(call, body));
  expect(report).toMatchObject({ status: 'GENERATED' });
  return (await call('GET', String(report['exportedFileUrl']))).text;
};
const filesOf = (): Files => {
  const folder = join(services.dataDir, 'files');
  return new Files(services.db, folderStore(folder), folder);
};
const contentOf = (file: string): Promise<boolean> =>
  filesOf().store.has(`${file.split('/').at(-1)?.replaceAll('-', '')}.exchange`);
const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\r\n');

describe('a report by frequency', () => {
  it('has a row for each day of UTC+7, zeros too, as the events say', async () => {
    expect(linesOf(await fileOf(editor, { type: 'messages', timeframe: 'daily' }))).toEqual([
      'Day,User,Bot,Agent,Broadcast,Total',
      '2026-11-10,2,1,0,0,3',
      '2026-11-11,0,0,0,0,0',
      '2026-11-12,0,0,1,0,1',
    ]);
    expect(linesOf(await fileOf(editor, { type: 'users', timeframe: 'yearly' }))).toEqual([
      'Year,New users,Active users',
      '2026,1,1',
    ]);
    expect(linesOf(await fileOf(editor, { type: 'messages', timeframe: 'quarterly' }))[1]).toBe(
      '2026 Q4,2,1,1,0,4',
    );
  });

  it.each(['intents', 'richmenus', 'campaigns'])('reports on %s', async (type) => {
    const lines = linesOf(
      await fileOf(owner, {
        ...{ type, timeframe: 'monthly', channels: [] },
        ...{ startIsoStringDate: undefined, endIsoStringDate: undefined },
      }),
    );
    expect(lines[0]).toMatch(/^Month,/);
  });
});

describe('a report of a custom range', () => {
  it('has a row for each message, in a file that spreadsheets open rightly', async () => {
    const text = await fileOf(editor, { type: 'messages', timeframe: 'custom' });
    expect(text.startsWith('\uFEFF')).toBe(true);
    const lines = linesOf(text);
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe('When,Channel,Person,Source,Type,Text,Template,Intent');
    expect(text).toContain(`Reported,Malee,User,Text,"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain('"ได้ค่ะ, ""พรุ่งนี้""\nนะคะ"');
    expect(text).toContain('2026-11-10 00:00:00,Reported');
    expect(text).not.toContain('the day before');
    expect(text).not.toContain('not in the range');
  });

  it('has its headings in the language of its requester', async () => {
    const answer = await services.app.inject({
      method: 'POST',
      url: `${URL}/generate`,
      headers: {
        authorization: `Bearer ${await services.tokenOf('chatbot.editor')}`,
        'accept-language': 'th',
      },
      payload: { channels: [channel], ...RANGE, type: 'messages', timeframe: 'custom' },
    });
    const { body: report } = await settled(editor, {
      ...{ status: answer.statusCode, body: answer.json(), text: '', headers: {} },
    });
    const [head = ''] = linesOf((await editor('GET', String(report['exportedFileUrl']))).text);
    for (const title of head.split(',')) expect(title).toMatch(/[\u0e00-\u0e7f]/);
  });

  it('lists who was active in it, also who was active since, and nobody else', async () => {
    const rowsOf = async (from: string, to: string) =>
      linesOf(
        await fileOf(owner, {
          ...{ type: 'users', timeframe: 'custom' },
          ...{ startIsoStringDate: from, endIsoStringDate: to },
        }),
      ).slice(1);
    expect(await rowsOf(RANGE.startIsoStringDate, RANGE.endIsoStringDate)).toEqual([
      expect.stringMatching(/^Malee,Reported,malee-1,/),
    ]);
    // What a bot or an agent says is no activity of the person's.
    expect(await rowsOf('2026-11-10T17:00:00Z', '2026-11-12T16:00:00Z')).toEqual([]);
  });

  it('says yes and no in words', async () => {
    const text = await fileOf(owner, {
      ...{ type: 'richmenus', timeframe: 'custom', channels: [] },
      ...{ startIsoStringDate: '2026-01-01T00:00:00Z', endIsoStringDate: '2027-01-01T00:00:00Z' },
    });
    expect(linesOf(text)[1]).toMatch(/,(Yes|No),/);
    expect(text).not.toMatch(/,(true|false),/);
  });

  it.each(['users', 'intents', 'richmenus', 'campaigns'])('lists %s', async (type) => {
    const text = await fileOf(owner, { type, timeframe: 'custom' });
    expect(linesOf(text)[0]).toMatch(/Channel/);
  });

  it('may be a workbook', async () => {
    const asked = await ask(owner, { type: 'messages', timeframe: 'custom', format: 'xlsx' });
    const { body } = await settled(owner, asked);
    expect(body).toMatchObject({ rows: 4, fileName: 'messages-2026-11-10-2026-11-12.xlsx' });
    const { rawPayload } = await services.app.inject({
      url: String(body['exportedFileUrl']),
      headers: { authorization: `Bearer ${await services.tokenOf('owner')}` },
    });
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row>/g)).toHaveLength(5);
    expect(sheet).toContain('=HYPERLINK(&quot;http://evil.example&quot;)');
  });
});

describe('a report', () => {
  it('is its owner’s, and its file too', async () => {
    const { body } = await settled(editor, await ask(editor, { type: 'messages', timeframe: 'daily' }));
    expect(body).toMatchObject({ type: 'messages', timeframe: 'daily', ...RANGE, channels: [channel] });
    const url = `${URL}/${String(body['id'])}`;
    expect((await owner('GET', url)).status).toBe(404);
    expect((await owner('GET', String(body['exportedFileUrl']))).status).toBe(404);
    expect((await (await services.as())('GET', url)).status).toBe(401);
    expect((await (await services.as('livechat.agent'))('GET', url)).status).toBe(403);
    expect((await ask(await services.as('campaign.admin'), { type: 'messages' })).status).toBe(403);
    const listed = (await owner('GET', URL)).body as unknown as { id: string }[];
    expect(listed.map(({ id }) => id)).not.toContain(body['id']);
  });

  it('has what is usual filled in, and can be asked for as a record too', async () => {
    const { status, body } = await editor('POST', URL, { type: 'messages', timeframe: 'monthly' });
    expect(status).toBe(201);
    expect(body['startIsoStringDate']).toMatch(/^\d{4}-12-31T17:00:00\.000Z$/);
    await settled(editor, { status, body, text: '', headers: {} });
  });

  it.each([
    [{ timeframe: 'daily' }, '/type'],
    [{ type: 'messages' }, '/timeframe'],
    [{ type: 'mesages', timeframe: 'daily' }, '/type'],
    [{ type: 'campaigns', timeframe: 'daily' }, '/type'],
    [{ type: 'messages', timeframe: 'hourly' }, '/timeframe'],
    [{ type: 'messages', timeframe: 'custom', startIsoStringDate: undefined }, '/startIsoStringDate'],
    [
      { type: 'messages', timeframe: 'custom', endIsoStringDate: '2026-11-09T17:00:00Z' },
      '/endIsoStringDate',
    ],
    [
      { type: 'messages', timeframe: 'daily', startIsoStringDate: '2020-01-01T00:00:00Z' },
      '/endIsoStringDate',
    ],
    [{ type: 'messages', timeframe: 'daily', channels: ['nosuch'] }, '/channels/0'],
    [{ type: 'messages', timeframe: 'daily', format: 'pdf' }, '/format'],
    [{ type: 'messages', timeframe: 'daily', status: 'GENERATED' }, '/status'],
  ])('is refused as %j', async (body, pointer) => {
    const answer = await ask(editor, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['fields'] as object)).toEqual([pointer]);
  });

  it('says so once it is too old, cancelled or lost', async () => {
    const { db, jobs } = services;
    const ready = await settled(editor, await ask(editor, { type: 'messages', timeframe: 'daily' }));
    const file = String(ready.body['exportedFileUrl']);
    const lost = await ask(editor, { type: 'messages', timeframe: 'daily' });
    await settled(editor, lost);
    // As if its process had died five times, and seven days had passed for the other.
    await db.query(
      `UPDATE entity_report SET data = data - 'exportedFileUrl' || '{"status": "PENDING"}' WHERE id = $1::uuid`,
      [lost.body['id']],
    );
    await db.query(
      `UPDATE entity_report SET data = data || '{"expiresAt": "2026-01-01T00:00:00.000Z"}' WHERE id = $1::uuid`,
      [ready.body['id']],
    );
    await db.query(`UPDATE exchange_file SET kept_until = now()`);
    await db.transaction((tx) => jobs.enqueue(tx, 'report.tend', {}));
    const stateOf = async ({ body }: Answer): Promise<unknown> =>
      (await editor('GET', `${URL}/${String(body['id'])}`)).body;
    await vi.waitFor(async () => {
      expect(await stateOf(lost)).toMatchObject({ status: 'FAILED', failure: 'Oops! something went wrong' });
      expect(await stateOf(ready)).toMatchObject({ status: 'EXPIRED' });
    }, until);
    expect(await stateOf(ready)).not.toHaveProperty('exportedFileUrl');
    expect((await editor('GET', file)).status).toBe(404);
    expect(await contentOf(file)).toBe(false);
  });

  it('leaves no file behind: not that of a process that died before it was noted, nor that of a deleted one', async () => {
    const { db, jobs } = services;
    const ready = await settled(owner, await ask(owner, { type: 'messages', timeframe: 'daily' }));
    const file = String(ready.body['exportedFileUrl']);
    const about = String(ready.body['id']);
    const stray = await new PersonalFiles(db, filesOf()).add({
      ...{ entity: 'report', about, by: 'somebody', name: 'half.csv', type: 'text/csv', maxBytes: 100 },
      content: Readable.from([Buffer.from('Half')]),
    });
    const strayFile = `/api/v1/downloads/${stray.id}`;
    expect([await contentOf(file), await contentOf(strayFile)]).toEqual([true, true]);
    await db.transaction((tx) => jobs.enqueue(tx, 'report.tend', {}));
    await vi.waitFor(async () => expect(await contentOf(strayFile)).toBe(false), until);
    expect((await owner('GET', file)).status).toBe(200);
    expect((await owner('DELETE', `${URL}/${about}`)).status).toBeLessThan(300);
    await vi.waitFor(async () => expect(await contentOf(file)).toBe(false), until);
    expect((await owner('GET', file)).status).toBe(404);
  });
});

describe('the conversation on a person’s page', () => {
  const url = (query = '') => `/api/v1/audiences/${person}/conversation${query}`;
  const of = async (query?: string) =>
    (await editor('GET', url(query))).body as unknown as { id: string; text: string; source: string }[];

  it('has the newest first, page by page, whatever comes meanwhile', async () => {
    const whole = await of();
    expect(whole.map(({ text }) => text)).toEqual(SAID.map(({ text }) => text).toReversed());
    expect(whole[1]).toMatchObject({ source: 'AGENT', kind: 'message', type: 'text', template: null });
    const first = await of('?take=2');
    const next = await of(`?take=2&skip=1&cursorId=${first[1]?.id}`);
    expect([...first, ...next]).toEqual(whole.slice(0, 4));
  });

  it('is for those who may read the audience', async () => {
    expect((await (await services.as('livechat.agent'))('GET', url())).status).toBe(403);
    expect((await (await services.as('campaign.moderator'))('GET', url())).status).toBe(200);
    expect((await editor('GET', url('?cursorId=nosuch'))).status).toBe(400);
    expect((await editor('GET', url('?take=500'))).status).toBe(400);
  });
});
