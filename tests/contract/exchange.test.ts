import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toWallTime } from '../../schemas/model/zonedTime.ts';
import { MAX_DIRECT_EXPORT_RECORDS } from '../../services/engine/exchange/export/routes.ts';
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

  it('has the times of a record in the zone of its page, which it names, whatever the zone of the person', async () => {
    const columns = ['name', 'createdAt', 'updatedAt'];
    const [record = {}] = rowsOf(await owner('GET', '/api/v1/campaigns?take=1&sort=name'));
    const answer = await owner('POST', '/api/v1/campaigns/export', {
      columns,
      zone: 'America/Los_Angeles',
      query: { sort: 'name' },
    });
    const [head, first] = lines(answer.text);
    expect(head).toBe('Name,Created (UTC+7:00),Updated');
    const times = ['createdAt', 'updatedAt'].map((name) =>
      toWallTime(String(record[name]), '+07:00').replace('T', ' '),
    );
    expect(first?.endsWith(times.join(','))).toBe(true);
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

  it('is recorded in the audit log: who, what, how many rows', async () => {
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
       FROM generate_series(1, ${MAX_DIRECT_EXPORT_RECORDS + 500}) AS n`,
    );
    const answer = await moderator('POST', url, {
      columns: ['name'],
      query: { keyword: 'many_', sort: 'name' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ rows: MAX_DIRECT_EXPORT_RECORDS + 500 });
    const job = await endedJob(moderator);
    expect(job).toMatchObject({ state: 'done', title: 'Export of 2,500 variables', done: 2500, total: 2500 });
    const link = String(job['link']);
    const file = await moderator('GET', link);
    expect(file.headers['content-disposition']).toContain('attachment');
    const found = lines(file.text);
    expect(found).toHaveLength(MAX_DIRECT_EXPORT_RECORDS + 501);
    expect(new Set(found).size).toBe(found.length);
    expect((await editor('GET', link)).status).toBe(404);
    expect((await (await services.as())('GET', link)).status).toBe(401);
  });
});

describe('many records at once', () => {
  const url = '/api/v1/audiences';
  const ids = async (query: string): Promise<{ id: string; version: number }[]> =>
    (await owner('GET', `${url}/ids?${query}`)).body as unknown as { id: string; version: number }[];

  it('are counted up to 1000, and beyond when asked', async () => {
    const variables = '/api/v1/variables/total?keyword=many_';
    expect((await editor('GET', variables)).body).toEqual({ total: 1000, more: true });
    expect((await editor('GET', `${variables}&exact=true`)).body).toEqual({ total: 2500, more: false });
    expect((await owner('GET', `${url}/total`)).body).toEqual({ total: 120, more: false });
    expect((await editor('GET', '/api/v1/members/total')).status).toBe(403);
    expect((await editor('GET', '/api/v1/variables/total?scop=bot')).status).toBe(400);
  });

  it('are chosen over all pages of a list, in its order', async () => {
    const found = await ids('sort=displayName');
    expect(found).toHaveLength(120);
    const [first] = rowsOf(await owner('GET', `${url}?sort=displayName&take=1`));
    expect(found[0]).toEqual({ id: first?.['id'], version: first?.['version'] });
  });

  it('change in the fields that are named, lists item by item, each with a new version', async () => {
    const records = (await ids('sort=displayName')).slice(0, 3);
    const answer = await owner('POST', `${url}/edit`, {
      records,
      set: { language: 'th' },
      add: { userTags: ['autumn', 'autumn'] },
    });
    expect(answer.body).toMatchObject({ changed: records.map(({ id }) => id), unchanged: [], failed: {} });
    const id = records[0]?.id ?? '';
    const first = (await owner('GET', `${url}/${id}`)).body;
    expect(first).toMatchObject({ language: 'th', version: (records[0]?.version ?? 0) + 1 });
    expect((first['userTags'] as string[]).filter((tag) => tag === 'autumn')).toEqual(['autumn']);
    const again = await owner('POST', `${url}/edit`, { records: [{ id }], add: { userTags: ['autumn'] } });
    expect(again.body).toMatchObject({ changed: [], unchanged: [id] });
    await owner('POST', `${url}/edit`, { records: [{ id }], remove: { userTags: ['autumn'] } });
    expect((await owner('GET', `${url}/${id}`)).body['userTags'] ?? []).not.toContain('autumn');
  });

  it('that cannot be changed do not hold back the others, and say why', async () => {
    const [one, other, third] = await ids('sort=displayName');
    const answer = await owner('POST', `${url}/edit`, {
      records: [{ id: one?.id, version: 0 }, { id: other?.id }, { id: 'no-such-record' }],
      set: { displayName: 'Same name' },
    });
    expect(answer.body).toMatchObject({
      changed: [other?.id],
      failed: { [String(one?.id)]: { code: 'STALE' }, 'no-such-record': { code: 'NOT_FOUND' } },
    });
    const blank = await owner('POST', `${url}/edit`, {
      records: [{ id: third?.id }],
      set: { displayName: null },
    });
    expect(blank.body).toMatchObject({
      failed: {
        [String(third?.id)]: { code: 'INVALID', fields: { '/displayName': 'Display name is required' } },
      },
    });
  });

  it.each([
    [{ records: [], set: { language: 'th' } }, '/records'],
    [{ records: [{ id: 'x', strange: 1 }], set: { language: 'th' } }, '/records'],
    [{ records: [{ id: 'x' }] }, '/set'],
    [{ records: [{ id: 'x' }], set: { lnguage: 'th' } }, '/set/lnguage'],
    [{ records: [{ id: 'x' }], add: { language: ['th'] } }, '/add/language'],
  ])('are not changed by %j', async (body, pointer) => {
    const answer = await owner('POST', `${url}/edit`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['fields'] as object)).toEqual([pointer]);
  });

  it('are changed by nobody who may not', async () => {
    const [variable] = rowsOf(await editor('GET', '/api/v1/variables?take=1'));
    const body = { records: [{ id: variable?.['id'] }], set: { value: 'x' } };
    expect((await moderator('POST', '/api/v1/variables/edit', body)).status).toBe(403);
  });
});

describe('an imported file', () => {
  const variables = '/api/v1/variables/import';
  const upload = async (username: string, url: string, content: string | Buffer, name = 'variables.csv') => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
    const response = await services.app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${await services.tokenOf(username)}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
    });
    return { status: response.statusCode, body: response.json<Body & { mapping: unknown[]; id: string }>() };
  };
  const picture = 'entity=template&field=messages.*.<image>.originalContentUrl';
  const head = 'content-disposition: form-data; name="file"; filename="a.csv"';
  it.each([
    ['that is no multipart', 'garbage', '; boundary=b'],
    ['without a boundary', `--b\r\n${head}\r\n\r\nName\r\n--b--\r\n`, ''],
    ['of another boundary', `--b\r\n${head}\r\n\r\nName\r\n--b--\r\n`, '; boundary=c'],
    ['of a part without an end', `--b\r\n${head}\r\n\r\nName`, '; boundary=b'],
    ['of half a head', '--b\r\ncontent-disp', '; boundary=b'],
    ['of a part that is no file', '--b\r\n\r\n\r\n--b--\r\n', '; boundary=b'],
    ['that is empty', '', '; boundary=b'],
  ])('in a body %s is refused, and so is an upload', async (_, payload, boundary) => {
    const headers = {
      authorization: `Bearer ${await services.tokenOf('owner')}`,
      'content-type': `multipart/form-data${boundary}`,
    };
    for (const url of [variables, `/api/v1/files?${picture}`]) {
      const response = await services.app.inject({ method: 'POST', url, headers, payload });
      expect([url, response.statusCode, response.json<Body>()['code']]).toEqual([url, 400, 'MALFORMED']);
    }
  });

  it('whose name cannot be stored is refused', async () => {
    for (const name of ['a\0.csv', '\0'])
      expect((await upload('chatbot.admin', variables, 'Name\r\nx\r\n', name)).status).toBe(400);
    const emoji = `${'x'.repeat(199)}😀.csv`;
    expect((await upload('chatbot.admin', variables, 'Name\r\nx\r\n', emoji)).status).toBe(201);
  });

  const CSV = [
    'Name,Value,Scope,Note',
    'imp_new,สวัสดี,Bot,left out',
    'exp_a,pai,bot,as it is',
    'exp_c,"changed, here",,',
    'imp_new,again,,',
    'imp bad,x,,',
    ',no name,,',
    'imp_scope,x,moon,',
    "imp_formula,'=1+1,bot,",
  ].join('\r\n');

  it('says what is in it, whatever divides its columns', async () => {
    const comma = await upload('chatbot.editor', variables, `\uFEFF${CSV}`);
    expect(comma.status).toBe(201);
    expect(comma.body).toMatchObject({ rows: 8, delimiter: ',', mapping: ['name', 'value', 'scope', null] });
    expect(comma.body['samples']).toEqual([
      ['imp_new', 'สวัสดี', 'Bot', 'left out'],
      ['exp_a', 'pai', 'bot', 'as it is'],
      ['exp_c', 'changed, here', '', ''],
    ]);
    const semicolon = await upload('chatbot.editor', variables, 'name;VALUE\n"a;b";c,d');
    expect(semicolon.body).toMatchObject({
      delimiter: ';',
      mapping: ['name', 'value'],
      samples: [['a;b', 'c,d']],
    });
    const wide = Buffer.from('\uFEFFname\tvalue\nชื่อ\tค่า', 'utf16le');
    expect((await upload('chatbot.editor', variables, wide)).body).toMatchObject({
      delimiter: '\t',
      samples: [['ชื่อ', 'ค่า']],
    });
  });

  it.each([
    ['nothing', '', 422, /empty/],
    ['no rows', 'name,value\r\n', 422, /no rows/],
    ['too many rows', `name\n${'x\n'.repeat(100_000)}`, 422, /more than 20,000 rows/],
    ['an open quote', 'name,value\r\na,"b', 422, /quote/],
    ['another encoding', Buffer.from([0x6e, 0x0a, 0xa1, 0xe9]), 422, /UTF-8/],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 413, /5 MB/],
  ])('with %s is refused with what is wrong', async (_, content, status, message) => {
    const answer = await upload('chatbot.editor', variables, content);
    expect(answer.status).toBe(status);
    expect(Object.values(answer.body['fields'] as object)[0]).toMatch(message);
  });

  it('is taken from those alone who may, and shown to nobody else', async () => {
    expect((await upload('chatbot.moderator', variables, CSV)).status).toBe(403);
    expect((await upload('chatbot.editor', '/api/v1/templates/import', CSV)).status).toBe(404);
    const { body } = await upload('chatbot.editor', variables, CSV);
    const preview = { mapping: body.mapping };
    expect((await admin('POST', `${variables}/${body.id}/preview`, preview)).status).toBe(404);
    expect((await editor('POST', `/api/v1/entities/import/${body.id}/preview`, preview)).status).toBe(404);
  });

  it('is validated row by row without storing anything, and then imported', async () => {
    const before = (await editor('GET', '/api/v1/variables/total?exact=true')).body;
    const { body } = await upload('chatbot.editor', variables, CSV);
    const url = `${variables}/${body.id}`;
    const { mapping } = body;
    const answer = await editor('POST', `${url}/preview`, { mapping });
    const judged = answer.body['judgements'] as {
      rows: number[];
      verdict: string;
      reason?: string;
      faults?: object;
    }[];
    expect(answer.body['records']).toBe(8);
    expect(judged.map(({ rows, verdict, reason }) => [rows[0], verdict, reason])).toEqual([
      [2, 'create', undefined],
      [3, 'unchanged', undefined],
      [4, 'change', undefined],
      [5, 'refused', 'Same as row 2'],
      [6, 'refused', 'Name may have letters, digits, underscore and hyphen only'],
      [7, 'refused', 'Name is required'],
      [8, 'refused', '“moon” is none of: Bot, Environment'],
      [9, 'create', undefined],
    ]);
    expect(Object.keys(judged[6]?.faults ?? {})).toEqual(['/scope']);
    expect((await editor('GET', '/api/v1/variables/total?exact=true')).body).toEqual(before);

    expect((await editor('POST', `${url}/apply`, { mapping })).body).toMatchObject({ rows: 8 });
    const job = await endedJob(editor);
    expect(job).toMatchObject({
      ...{ title: 'Import of variables.csv', state: 'done', done: 8, total: 8 },
      outcome: '2 created, 1 changed, 1 unchanged, 4 refused',
    });
    const [formula] = rowsOf(await editor('GET', '/api/v1/variables?name=imp_formula'));
    expect(formula).toMatchObject({ value: '=1+1', version: 1 });
    const [changed] = rowsOf(await editor('GET', '/api/v1/variables?name=exp_c'));
    expect(changed).toMatchObject({ value: 'changed, here', scope: 'bot', version: 2 });
    const [history] = rowsOf(await editor('GET', `/api/v1/variables/${String(changed?.['id'])}/history`));
    expect(history).toMatchObject({ operation: 'update', version: 2 });

    const failed = await editor('GET', String(job['link']));
    expect(lines(failed.text)).toEqual([
      'Name,Value,Scope,Note,Reason',
      'imp_new,again,,,Same as row 2',
      'imp bad,x,,,"Name may have letters, digits, underscore and hyphen only"',
      ',no name,,,Name is required',
      'imp_scope,x,moon,,"“moon” is none of: Bot, Environment"',
    ]);
    expect((await editor('POST', `${url}/apply`, { mapping })).status).toBe(409);
    const [entry] = rowsOf(await owner('GET', '/api/v1/audit-entries?operation=import'));
    expect(entry).toMatchObject({
      username: 'chatbot.editor',
      entity: 'variable',
      detail: '8 rows of variables.csv',
    });
  });

  it('imported again changes nothing', async () => {
    const { body } = await upload('chatbot.editor', variables, CSV);
    await editor('POST', `${variables}/${body.id}/apply`, { mapping: body.mapping });
    expect(await endedJob(editor)).toMatchObject({ outcome: '4 unchanged, 4 refused' });
  });

  it('understands references by title, tags and times, and its own export', async () => {
    const columns = [
      'channel',
      'externalId',
      'displayName',
      'userTags',
      'lastSeen',
      'followState',
      'language',
    ];
    const zone = 'Asia/Bangkok';
    const list = await owner('POST', '/api/v1/audiences/export', {
      columns,
      zone,
      query: { sort: 'displayName' },
    });
    const all = lines(list.text);
    const [first] = rowsOf(await owner('GET', '/api/v1/audiences?sort=displayName&take=1'));
    const more = all[1]?.replace(String(first?.['externalId']), 'imp-1').replace(/,[^,]*$/, ',English');
    const csv = [...all, more, 'Nowhere,imp-2,Nobody,,,,'].join('\r\n');
    const { body } = await upload('owner', '/api/v1/audiences/import', csv, 'people.csv');
    const url = `/api/v1/audiences/import/${body.id}/preview`;
    const answer = await owner('POST', url, { mapping: body.mapping, zone });
    const judged = answer.body['judgements'] as { verdict: string; reason?: string }[];
    expect(judged.slice(0, -2).filter(({ verdict }) => verdict === 'refused')).toEqual([]);
    expect(judged.at(-2)).toMatchObject({ verdict: 'create' });
    expect(judged.at(-1)).toMatchObject({ verdict: 'refused', reason: 'There is no channel “Nowhere”' });
  });

  it.each([
    [{ mapping: ['name'] }, '/mapping'],
    [{ mapping: ['name', 'name'] }, '/mapping/1'],
    [{ mapping: ['nme', null] }, '/mapping/0'],
    [{ mapping: ['value', null] }, '/mapping'],
    [{ mapping: ['name', null], zone: 'x' }, '/zone'],
    [{ mapping: ['name', null], take: 500 }, '/take'],
  ])('is not judged by %j', async (body, pointer) => {
    const file = await upload('chatbot.editor', variables, 'name,value\r\na,b');
    const answer = await editor('POST', `${variables}/${file.body.id}/preview`, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body['fields'] as object)).toEqual([pointer]);
  });
});
