import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AT_ONCE } from '../../services/exchange/export/routes.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const until = { timeout: 10_000, interval: 50 };
let services: TestServices;
let editor: Call;
let moderator: Call;
let admin: Call;
let owner: Call;

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  moderator = await services.as('chatbot.moderator');
  admin = await services.as('chatbot.admin');
  owner = await services.as('owner');
  await services.jobs.start();
}, 180_000);
afterAll(() => services.stop());

type Body = Record<string, unknown>;
const rowsOf = (answer: { body: unknown }): Body[] => answer.body as Body[];
const lines = (csv: string): string[] =>
  csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
/** The newest job of a person, once it has ended. */
const endedJob = async (call: Call): Promise<Body> => {
  await vi.waitFor(async () => {
    const [job] = rowsOf(await call('GET', '/api/v1/jobs?take=1'));
    expect(['done', 'failed']).toContain(job?.['state']);
  }, until);
  return rowsOf(await call('GET', '/api/v1/jobs?take=1'))[0] ?? {};
};

describe('an exported list', () => {
  const url = '/api/v1/variables/export';

  it('is the whole filtered list in its order, with labels and the names of people', async () => {
    for (const name of ['exp_b', 'exp_a', 'exp_c'])
      await admin('POST', '/api/v1/variables', {
        name,
        value: name === 'exp_b' ? '=1+1' : 'pai',
        scope: 'bot',
      });
    const answer = await editor('POST', url, {
      columns: ['name', 'value', 'scope', 'createdBy'],
      query: { keyword: 'exp_', sort: '-name', scope: ['bot'] },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="variables-\d{4}-\d\d-\d\d\.csv"/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text.startsWith('\uFEFF')).toBe(true);
    const [{ name: author } = { name: '' }] = rowsOf(
      await owner('GET', '/api/v1/members?username=chatbot.admin'),
    );
    expect(lines(answer.text)).toEqual([
      'Name,Value,Scope,Created by',
      `exp_c,pai,Bot,${String(author)}`,
      `exp_b,'=1+1,Bot,${String(author)}`,
      `exp_a,pai,Bot,${String(author)}`,
    ]);
  });

  it('writes times on the clock of the person, tags in one cell, references by title', async () => {
    const columns = ['displayName', 'channel', 'userTags', 'lastSeen'];
    const ask = (zone: string) => owner('POST', '/api/v1/audiences/export', { columns, zone, query: {} });
    const bangkok = lines((await ask('Asia/Bangkok')).text);
    const utc = lines((await ask('UTC')).text);
    expect(bangkok).toHaveLength(121);
    const [first] = rowsOf(await owner('GET', '/api/v1/audiences?take=1'));
    const [channel] = rowsOf(await owner('GET', `/api/v1/channels?id=${String(first?.['channel'])}`));
    expect(utc[1]).toContain(String(channel?.['name']));
    expect(utc[1]).toContain(String(first?.['lastSeen']).slice(0, 16).replace('T', ' '));
    expect(bangkok[1]?.slice(0, 20)).toBe(utc[1]?.slice(0, 20));
    expect(bangkok[1]).not.toBe(utc[1]);
  });

  it('as XLSX is a workbook with numbers, times and texts that are no formulas', async () => {
    const token = await services.tokenOf('owner');
    const { rawPayload, headers } = await services.app.inject({
      method: 'POST',
      url: '/api/v1/audiences/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { format: 'xlsx', columns: ['displayName', 'version', 'lastSeen'], zone: 'UTC', query: {} },
    });
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const parts = unzipSync(rawPayload);
    expect(Object.keys(parts)).toContain('[Content_Types].xml');
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row>/g)).toHaveLength(121);
    expect(sheet).toContain('<t xml:space="preserve">Display name</t>');
    expect(sheet).toMatch(/<c><v>1<\/v><\/c><c s="3"><v>\d{5}\.\d+<\/v><\/c>/);
    expect(sheet).not.toContain('<f>');
  });

  it('shows nothing that the person may not read, and no secrets', async () => {
    expect((await editor('POST', '/api/v1/members/export', { query: {} })).status).toBe(403);
    const secret = await owner('POST', '/api/v1/channels/export', {
      columns: ['name', 'accessToken'],
      query: {},
    });
    expect(secret.status).toBe(422);
    expect((await (await services.as())('POST', url, {})).status).toBe(401);
  });

  it.each([
    [{ format: 'pdf' }, '/format'],
    [{ columns: ['nme'] }, '/columns/0'],
    [{ columns: [] }, '/columns'],
    [{ zone: 'Nowhere/Land' }, '/zone'],
    [{ query: { scope: 3 } }, '/query/scope'],
    [{ strange: 1 }, '/strange'],
  ])('is refused as %j, naming what is wrong', async (body, pointer) => {
    const answer = await editor('POST', url, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['fields'] as object)).toEqual([pointer]);
  });

  it('refuses filters that the list does not have', async () => {
    expect((await editor('POST', url, { query: { scop: 'bot' } })).status).toBe(400);
  });

  it('is told in the audit log: who, what, how many rows', async () => {
    const entries = rowsOf(await owner('GET', '/api/v1/audit-entries?operation=export&take=50'));
    expect(entries).toContainEqual(
      expect.objectContaining({
        username: 'chatbot.editor',
        entity: 'variable',
        detail: '3 rows as CSV; keyword: exp_; Scope: bot',
      }),
    );
  });

  it('that is long becomes a file for this person alone', async () => {
    await services.db.query(
      `INSERT INTO entity_variable (id, data, version, created_at, updated_at)
       SELECT gen_random_uuid(), jsonb_build_object('name', 'many_' || n, 'type', 'string', 'value', 'v', 'scope', 'bot'), 1, now(), now()
       FROM generate_series(1, ${AT_ONCE + 500}) AS n`,
    );
    const answer = await moderator('POST', url, {
      columns: ['name'],
      query: { keyword: 'many_', sort: 'name' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ rows: AT_ONCE + 500 });
    const job = await endedJob(moderator);
    expect(job).toMatchObject({ state: 'done', title: 'Export of 2,500 variables', done: 2500, total: 2500 });
    const link = String(job['link']);
    const file = await moderator('GET', link);
    expect(file.headers['content-disposition']).toContain('attachment');
    const found = lines(file.text);
    expect(found).toHaveLength(AT_ONCE + 501);
    expect(new Set(found).size).toBe(found.length);
    expect((await editor('GET', link)).status).toBe(404);
    expect((await (await services.as())('GET', link)).status).toBe(401);
  });
});
