import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, startOf } from '../../schemas/model/spans.ts';
import { Events } from '../../services/engine/resources/events/events.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import {
  ensurePartitions,
  partitionName,
  listPartitions,
} from '../../services/engine/storage/events/table.ts';
import { testEngines } from '../../services/engine/storage/testEngines.ts';
import { copySchemas, writeSchema } from '../e2e/support/schemaCopy.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';
import { type Visit, VISIT_SCHEMA } from './support/visitSchema.ts';

const URL = '/api/v1/visits';
const DAY = 24 * 3_600_000;
const now = Date.now();
const ago = (ms: number): string => new Date(now - ms).toISOString();

describe.each(testEngines())('events on the $name engine', ({ settings }) => {
  let schemas: string;
  let remove: () => Promise<void>;
  let services: TestServices;
  let visits: Events<Visit>;
  let reader: Call;

  beforeAll(async () => {
    schemas = copySchemas();
    writeSchema(schemas, 'visit.schema.json', VISIT_SCHEMA);
    const engine = await settings();
    remove = engine.remove;
    services = await startServices(engine.env, schemas);
    visits = new Events<Visit>(services.services, services.services.catalog.require('visit'));
    reader = await services.as('chatbot.editor');
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    rmSync(schemas, { recursive: true });
  });

  const rows = (answer: Answer) => answer.body as unknown as Record<string, unknown>[];
  const codes = (answer: Answer) => rows(answer).map(({ code }) => code);
  const visit = (code: string, more: Partial<Visit> = {}): Visit => ({
    at: ago(DAY),
    code,
    source: 'web',
    ...more,
  });

  it('come back with every kind of value as it was given', async () => {
    const person = '018f0000-0000-7000-8000-00000000abcd';
    const whole = visit('kinds', {
      ...{ at: '2026-11-20T10:00:00+07:00', person, size: 1.25, vip: false, level: 2, channel: 'Ünï\\"\'' },
      ...{ seenAt: '2026-11-20T03:00:01Z', labels: ['a', '{b,"c"}'], extra: { a: null, b: [1, { c: '' }] } },
    });
    const options = { now: new Date('2026-11-21T00:00:00Z') };
    expect(await visits.append([whole], options)).toMatchObject({ stored: 1, duplicates: 0, refused: [] });
    const [row] = rows(await reader('GET', `${URL}?code=kinds`));
    const { body: stored } = await reader('GET', `${URL}/${String(row?.['id'])}`);
    // Rows of a list leave long nested values out.
    expect({ ...row, extra: whole['extra'] }).toEqual(stored);
    expect(stored).toMatchObject({
      ...whole,
      ...{ at: '2026-11-20T03:00:00.000Z', seenAt: '2026-11-20T03:00:01.000Z' },
      ...{ createdAt: '2026-11-20T03:00:00.000Z', version: 1 },
    });
    expect(rows(await reader('GET', `${URL}?id=${String(stored['id'])}`))).toEqual([row]);
    for (const filter of [
      'level=2',
      'vip=false',
      `person=${person}`,
      'labels=a',
      'size.gte=1.25&size.lt=2',
      'seenAt.gt=2026-11-20',
    ])
      expect([filter, codes(await reader('GET', `${URL}?code=kinds&${filter}`))]).toEqual([
        filter,
        ['kinds'],
      ]);
    for (const filter of ['level=1', 'vip=true', 'labels=b', 'size.gt=1.25', 'at.gt=2026-11-20T03:00:00Z'])
      expect([filter, codes(await reader('GET', `${URL}?code=kinds&${filter}`))]).toEqual([filter, []]);
  });

  it('are refused by row and field, all or those', async () => {
    const faulty = [
      visit('good'),
      visit('', {}),
      visit('later', { at: ago(-2 * DAY) }),
      visit('old', { at: ago(401 * DAY) }),
      visit('nowhere', { at: 'yesterday' }),
      visit('reference', { person: 'x' }),
      visit('nul', { channel: 'a\0b' }),
      visit('strange', { sorce: 'web' }),
      visit('half', { extra: { a: '\ud800' } }),
      { ...visit('choice'), source: 'wep' } as unknown as Visit,
    ];
    await expect(visits.append(faulty)).rejects.toMatchObject({
      status: 422,
      details: {
        fields: {
          '/1/code': expect.any(String),
          '/2/at': 'This time is more than a day ahead',
          '/3/at': 'This time is more than 400 days ago',
          '/4/at': expect.any(String),
          '/5/person': 'The id of a record is expected',
          '/6/channel': expect.any(String),
          '/7/sorce': expect.any(String),
          '/8/extra/a': expect.any(String),
          '/9/source': expect.any(String),
        },
      },
    });
    expect(codes(await reader('GET', `${URL}?code=good`))).toEqual([]);
    const appended = await visits.append(faulty, { skipInvalid: true });
    expect(appended).toMatchObject({ stored: 1, duplicates: 0 });
    expect(appended.refused.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(codes(await reader('GET', `${URL}?code=good`))).toEqual(['good']);
  });

  it('are validated and stored separately where many are alike', async () => {
    const extra = { words: 'the same for all', more: [1, 2] };
    const person = (n: number): string => `018f0000-0000-7000-8000-000000000${100 + n}`;
    const alike = Array.from({ length: 150 }, (_, n) =>
      visit(`alike-${n}`, { ...{ at: ago(DAY), person: person(n), extra, vip: true } }),
    );
    const faulty = [
      visit('alike-x', { at: ago(DAY), person: 'nobody', extra, vip: true }),
      visit('alike\0', { at: ago(DAY), person: person(1), extra, vip: true }),
      visit('alike-old', { at: ago(401 * DAY), person: person(1), extra, vip: true }),
      visit('alike-none', { at: ago(DAY), person: person(1), extra, vip: 'yes' as never }),
    ];
    const other = visit('alike-other', {
      at: ago(DAY),
      person: person(1),
      extra: { words: 'own' },
      vip: true,
    });
    const { stored, refused } = await visits.append([...alike, ...faulty, other], { skipInvalid: true });
    expect(stored).toBe(151);
    expect(refused).toEqual(
      (await Promise.all(faulty.map((one) => visits.append([one], { skipInvalid: true })))).flatMap(
        (one, n) => [{ row: 150 + n, fields: one.refused[0]?.fields }],
      ),
    );
    for (const given of [alike[0], alike[149], other]) {
      const [row] = rows(await reader('GET', `${URL}?code=${given?.code ?? ''}`));
      expect((await reader('GET', `${URL}/${String(row?.['id'])}`)).body).toMatchObject({ ...given });
    }
    expect(await visits.append(alike)).toMatchObject({ stored: 0, duplicates: 150 });
  });

  it('are validated by their kind where kinds alternate', async () => {
    const kinds = (['web', 'app'] as const).flatMap((source) =>
      [{ vip: true }, { vip: false }, {}].map((more) => ({ source, ...more })),
    );
    const given = Array.from({ length: 60 }, (_, n) =>
      visit(`turn-${n}`, { ...kinds[n % kinds.length], at: ago(DAY + n), channel: `channel ${n}` }),
    );
    const faulty = { ...given[0], code: 'turn-x', person: 'nobody' };
    const result = await visits.append([...given.slice(0, 30), faulty, ...given.slice(30)], {
      skipInvalid: true,
    });
    expect(result).toMatchObject({
      stored: 60,
      refused: [{ row: 30, fields: { '/person': 'The id of a record is expected' } }],
    });
    for (const one of given.slice(24, 36)) {
      const [row] = rows(await reader('GET', `${URL}?code=${one.code}`));
      const { body } = await reader('GET', `${URL}/${String(row?.['id'])}`);
      expect([body['source'], body['vip'], body['channel']]).toEqual([one.source, one.vip, one.channel]);
    }
  });

  it('are stored once, whoever sends them again', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => visit(`again-${n}`, { at: ago(n * 3 * DAY) }));
    const first = await Promise.all([
      visits.append(twenty),
      visits.append([...twenty].reverse()),
      visits.append([...twenty, ...twenty]),
    ]);
    expect(first.reduce((sum, { stored }) => sum + stored, 0)).toBe(20);
    expect(await visits.append(twenty)).toMatchObject({ stored: 0, duplicates: 20, refused: [] });
    // Another time is another event.
    expect(await visits.append([visit('again-0', { at: ago(1) })])).toMatchObject({ stored: 1 });
  });

  it('are nothing where the transaction that they belong to is undone', async () => {
    const undone = services.db.transaction(async (tx) => {
      expect(
        await visits.append([visit('undone', { at: ago(300 * DAY) })], { within: { tx } }),
      ).toMatchObject({
        stored: 1,
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(codes(await reader('GET', `${URL}?code=undone`))).toEqual([]);
    expect(await visits.append([visit('undone', { at: ago(300 * DAY) })])).toMatchObject({ stored: 1 });
  });

  it('make their month when they come, whoever else makes it too', async () => {
    const at = startOf('month', now - 200 * DAY);
    const model = services.model('visit');
    const others = Array.from({ length: 3 }, () =>
      services.db.transaction((tx) => ensurePartitions(tx, model, [at])),
    );
    const appending = [0, 1, 2].map((n) =>
      visits.append([visit(`race-${n}`, { at: new Date(at + n).toISOString() })]),
    );
    await Promise.all([...others, ...appending]);
    const parts = await listPartitions(services.db, model);
    expect(parts.filter(({ from }) => from === at)).toEqual([
      { name: partitionName(model, at), from: at, to: endOf('month', at) },
    ]);
    expect(
      codes(
        await reader(
          'GET',
          `${URL}?at.lt=${new Date(at + 3).toISOString()}&at.gte=${new Date(at).toISOString()}`,
        ),
      ),
    ).toEqual(['race-2', 'race-1', 'race-0']);
  });

  it('are listed page by page, over months, newest first', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      visit(`page-${n}`, { at: ago(n * 2 * DAY), channel: 'pages', size: n % 7 }),
    );
    await visits.append(many);
    const bySize = (sign: number) =>
      many.toSorted((one, other) => sign * ((one.size ?? 0) - (other.size ?? 0)));
    for (const [sort, expected] of [
      ['', many],
      ['&sort=-at', many],
      ['&sort=at', many.toReversed()],
      ['&sort=size', bySize(1)],
      ['&sort=-size', bySize(-1)],
    ] as const) {
      const seen: unknown[] = [];
      let cursor = '';
      do {
        const page = rows(await reader('GET', `${URL}?channel=pages&take=25${sort}${cursor}`));
        seen.push(...page.map(({ code }) => code));
        cursor = page.length < 25 ? '' : `&skip=1&cursorId=${String(page.at(-1)?.['id'])}`;
      } while (cursor !== '');
      expect([sort, seen]).toEqual([sort, expected.map(({ code }) => code)]);
    }
    expect(codes(await reader('GET', `${URL}?keyword=PAGE-5&channel=pages&take=1`))).toEqual(['page-5']);
    expect((await reader('GET', `${URL}/counts?by=source&channel=pages`)).body).toEqual({
      all: 60,
      web: 60,
      app: 0,
    });
    expect((await reader('GET', `${URL}/total?channel=pages`)).body).toMatchObject({ total: 60 });
    expect((await reader('GET', `${URL}?sort=updatedAt`)).status).toBe(400);
    for (const id of ['ffffffff-ffff-7fff-8fff-ffffffffffff', '00000000-0000-4000-8000-000000000000', 'x'])
      expect([id, (await reader('GET', `${URL}/${id}`)).status]).toEqual([id, 404]);
    expect((await reader('GET', `${URL}?cursorId=ffffffff-ffff-7fff-8fff-ffffffffffff`)).status).toBe(400);
  });

  it('are read from the months that a list needs, and no others', async () => {
    const model = services.model('visit');
    const [last] = rows(await reader('GET', `${URL}?take=1`));
    const queries: string[] = [];
    const { repository } = services.services.catalog.require('visit');
    const watched = {
      query: async (text: string, values: readonly unknown[] = []) => {
        const plan = await services.db.query<Record<'QUERY PLAN', unknown>>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
          { prepare: false },
        );
        queries.push(JSON.stringify(plan));
        return [];
      },
    };
    const own = repository.within(watched as never);
    const read = async (work: () => Promise<unknown>): Promise<string[]> => {
      queries.length = 0;
      await work().catch(() => undefined);
      return partsRead(queries[0] ?? '');
    };
    const from = startOf('month', now - 40 * DAY);
    const within = { at: { gte: new Date(from).toISOString(), lt: new Date(from + DAY).toISOString() } };
    expect(await read(() => own.list({ where: [within] }))).toEqual([partitionName(model, from)]);
    expect(await read(() => own.find(String(last?.['id'])))).toHaveLength(1);
    // Months to come are asked, and are empty; those before the newest event are not.
    const newest = await read(() => own.list({ take: 1 }));
    const at = Date.parse(String(last?.['at']));
    expect(newest.sort()[0]).toBe(partitionName(model, at));
    const behind = { take: 1, skip: 1, cursorId: String(last?.['id']) };
    expect((await read(() => own.list(behind))).sort().at(-1)).toBe(partitionName(model, at));
  });

  it('are counted for whoever may read them, as they ask', async () => {
    const at = startOf('month', now - 250 * DAY);
    const hour = (n: number): string => new Date(at + n * 3_600_000).toISOString();
    await visits.append([
      visit('count-1', { at: hour(0), source: 'app', channel: 'x', size: 2, pay: 7 }),
      visit('count-2', { at: hour(1), source: 'app', channel: 'y', size: 0.5 }),
      visit('count-3', { at: hour(30), source: 'web', size: 1 }),
    ]);
    const range = `from=${hour(0)}&to=${hour(48)}`;
    const counted = (query: string, id = 'hourly') => reader('GET', `${URL}/rollups/${id}?${range}${query}`);
    expect((await counted('&per=day&by=channel')).body).toEqual({
      ...{ from: hour(0), to: hour(48), per: 'day' },
      rows: [
        { at: hour(0), by: { channel: 'x' }, count: 1, sum: { size: 2 }, distinct: { person: 0 } },
        { at: hour(0), by: { channel: 'y' }, count: 1, sum: { size: 0.5 }, distinct: { person: 0 } },
        { at: hour(24), by: { channel: null }, count: 1, sum: { size: 1 }, distinct: { person: 0 } },
      ],
    });
    expect((await counted('&per=all&channel=x&channel=y')).body).toMatchObject({
      rows: [{ by: {}, count: 2 }],
    });
    expect((await counted('')).body['rows']).toHaveLength(3);
    // What a person may not read of an event is not counted for them either.
    const whole = [{ by: {}, count: 3, distinct: {} }];
    expect((await counted('&per=all', 'paid')).body['rows']).toEqual([{ ...whole[0], sum: {} }]);
    const owner = await services.as('owner');
    const paid = await owner('GET', `${URL}/rollups/paid?${range}&per=all`);
    expect(paid.body['rows']).toEqual([{ ...whole[0], sum: { pay: 7 } }]);
    for (const [query, id, status] of [
      ['&per=minute', 'hourly', 400],
      ['&per=hour', 'people', 400],
      ['&by=chanel', 'hourly', 400],
      ['&code=x', 'hourly', 400],
      ['&source=wep', 'hourly', 400],
      ['', 'hurly', 404],
    ] as const)
      expect([query, (await counted(query, id)).status]).toEqual([query, status]);
    for (const query of ['', `from=${hour(1)}`, `from=x&to=${hour(1)}`, `from=${hour(1)}&to=${hour(1)}`])
      expect([query, (await reader('GET', `${URL}/rollups/hourly?${query}`)).status]).toEqual([query, 400]);
    expect((await reader('GET', '/api/v1/variables/rollups/hourly')).status).toBe(404);
  });

  it('are exported, and described with what can be asked of them', async () => {
    const file = await reader('POST', `${URL}/export`, {
      format: 'csv',
      columns: ['code', 'size'],
      query: { channel: 'x' },
    });
    expect(file.status).toBe(200);
    expect(file.text).toContain('count-1');
    const { paths } = (await reader('GET', '/openapi.json')).body as { paths: Record<string, object> };
    expect(Object.keys(paths[URL] ?? {})).toEqual(['get']);
    expect(Object.keys(paths[`${URL}/{id}`] ?? {})).toEqual(['parameters', 'get']);
    expect(paths).toHaveProperty([`${URL}/rollups/hourly`]);
    for (const end of ['/delete', '/edit', '/{id}/history', '/{id}/duplicate'])
      expect(paths).not.toHaveProperty([URL + end]);
  });

  it('are read by whoever may, and changed by nobody', async () => {
    const nobody = await services.as();
    const other = await services.as('campaign.editor');
    const owner = await services.as('owner');
    const [one] = rows(await owner('GET', `${URL}?code=good`));
    const url = `${URL}/${String(one?.['id'])}`;
    for (const path of [URL, url, `${URL}/rollups/hourly`]) {
      expect((await nobody('GET', path)).status).toBe(401);
      expect((await other('GET', path)).status).toBe(403);
    }
    for (const [method, path, body] of [
      ['POST', URL, visit('posted')],
      ['PUT', url, { ...one, channel: 'changed' }],
      ['DELETE', url, undefined],
      ['POST', `${URL}/delete`, { ids: [one?.['id']] }],
      ['POST', `${URL}/edit`, { records: [{ id: one?.['id'] }], set: { channel: 'changed' } }],
    ] as const)
      expect([method, path, (await owner(method, path, body)).status]).toEqual([method, path, 403]);
    for (const path of [`${url}/history`, `${url}/restore`, `${url}/duplicate`])
      expect(
        (await owner(path.endsWith('y') ? 'GET' : 'POST', path, path.endsWith('y') ? undefined : {})).status,
      ).toBe(404);
    const own = records(services.services, 'visit' as never, SYSTEM) as unknown as {
      create(values: object): Promise<unknown>;
      remove(id: string): Promise<unknown>;
    };
    await expect(own.create(visit('made'))).rejects.toThrow('appended and never changed');
    await expect(own.remove(String(one?.['id']))).rejects.toThrow('appended and never changed');
    expect((await owner('GET', url)).body).toEqual(one);
    expect(rows(await reader('GET', `${URL}?code=kinds`))[0]).not.toHaveProperty('pay');
  });
});

/** Parts of the table that a plan says were really read. */
function partsRead(plan: string): string[] {
  const found = new Set<string>();
  const visitNode = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visitNode);
    else if (node !== null && typeof node === 'object') {
      const { 'Relation Name': name, 'Actual Loops': loops } = node as Record<string, unknown>;
      if (typeof name === 'string' && name.startsWith('entity_visit_p') && loops !== 0) found.add(name);
      Object.values(node).forEach(visitNode);
    }
  };
  visitNode(JSON.parse(plan || '[]'));
  return [...found];
}
