import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { updateLiveFields } from '../../services/engine/resources/write/updateLiveFields.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { copyTestSchemas } from '../e2e/support/schemaCopy.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';
import { uploadTo } from './support/upload.ts';

const ADMIN = 'campaign.admin';
const EDITOR = 'campaign.editor';
const MODERATOR = 'campaign.moderator';
/** Has every right of every product. */
const OWNER = 'owner';
const STRANGER = 'chatbot.admin';
const ROLES = [ADMIN, EDITOR, MODERATOR, STRANGER, undefined];
type Body = Record<string, unknown>;
type Statuses = [admin: number, editor: number, moderator: number, stranger: number, nobody: number];

const READS: Statuses = [200, 200, 200, 403, 401];
const WRITES: Statuses = [200, 200, 403, 403, 401];
const MAKES: Statuses = [201, 201, 403, 403, 401];
const DELETES: Statuses = [200, 403, 403, 403, 401];

/** What a line of the table works on: an order made for it, an item below it, and the order's first history line. */
interface Case {
  order: Body;
  item: Body;
  historyId: string;
  /** Address of the order, of the orders, and of the items below it. */
  at: string;
  orders: string;
  items: string;
  upload: (url: string, content: Buffer | string, name: string) => Promise<Answer>;
}
let number = 0;
const fresh = (): string => `Order ${(number += 1)}`;
let png: Buffer;

/** As people would write it down, on purpose not read from the schema: what may whom do. */
const OPERATIONS: [what: string, ask: (call: Call, one: Case) => Promise<Answer>, statuses: Statuses][] = [
  ['list orders', (call, { orders }) => call('GET', orders), READS],
  ['count them by state', (call, { orders }) => call('GET', `${orders}/counts?by=status`), READS],
  ['count all', (call, { orders }) => call('GET', `${orders}/total`), READS],
  ['choose all', (call, { orders }) => call('GET', `${orders}/ids`), READS],
  ['read one', (call, { at }) => call('GET', at), READS],
  ['read its history', (call, { at }) => call('GET', `${at}/history`), READS],
  ['see what uses it', (call, { at }) => call('GET', `${at}/used-by`), READS],
  [
    'see what uses many',
    (call, { orders, order }) => call('POST', `${orders}/used-by`, { ids: [order['id']] }),
    READS,
  ],
  ['make one', (call, { orders }) => call('POST', orders, { name: fresh(), total: 1 }), MAKES],
  ['copy one', (call, { at }) => call('POST', `${at}/duplicate`, {}), MAKES],
  ['change one', (call, { at, order }) => call('PUT', at, { ...order, note: 'x' }), WRITES],
  [
    'change many',
    (call, { orders, order }) =>
      call('POST', `${orders}/edit`, { records: [{ id: order['id'] }], set: { note: 'y' } }),
    WRITES,
  ],
  [
    'restore one',
    (call, { at, historyId }) => call('POST', `${at}/restore`, { historyId, version: 2 }),
    WRITES,
  ],
  ['approve one', (call, { at }) => call('POST', `${at}/approve`, {}), [200, 403, 200, 403, 401]],
  ['delete one', (call, { at }) => call('DELETE', at), DELETES],
  [
    'delete many',
    (call, { orders, order }) => call('POST', `${orders}/delete`, { ids: [order['id']] }),
    DELETES,
  ],
  ['give a file', (_, { upload }) => upload('/api/v1/files?entity=order&field=image', png, 'a.png'), MAKES],
  ['export orders', (call, { orders }) => call('POST', `${orders}/export`, { columns: ['name'] }), READS],
  ['import orders', (_, { orders, upload }) => upload(`${orders}/import`, 'name\nx', 'a.csv'), MAKES],
  ['see views', (call, { orders }) => call('GET', `${orders}/views`), READS],
  ['list items', (call, { items }) => call('GET', items), READS],
  ['make an item', (call, { items }) => call('POST', items, { name: 'One' }), MAKES],
  [
    'change an item',
    (call, { items, item }) => call('PUT', `${items}/${String(item['id'])}`, { ...item, name: 'Two' }),
    WRITES,
  ],
  ['delete an item', (call, { items, item }) => call('DELETE', `${items}/${String(item['id'])}`), DELETES],
  ['export items', (call, { items }) => call('POST', `${items}/export`, { columns: ['name'] }), READS],
  ['import items', (_, { items, upload }) => upload(`${items}/import`, 'name,packed\nx,yes', 'a.csv'), MAKES],
  ['read the house', (call) => call('GET', '/api/v1/houses/current'), READS],
  ['read one’s own card', (call) => call('GET', '/api/v1/readers/me'), [200, 200, 200, 200, 401]],
];

describe.each(productEngines())('one schema with everything on the $name engine', ({ settings }) => {
  let schemas: string;
  let remove: () => Promise<void>;
  let services: TestServices;
  const calls = new Map<string | undefined, Call>();
  const as = (role?: string): Call => calls.get(role) as Call;
  const orders = '/api/v1/orders';
  const rows = (answer: Answer) => answer.body as unknown as Body[];
  const uploadAs = (role?: string) => async (url: string, content: Buffer | string, name: string) =>
    uploadTo(services.app, url, { content, name, token: role && (await services.tokenOf(role)) });

  beforeAll(async () => {
    schemas = copyTestSchemas();
    const engine = await settings();
    remove = engine.remove;
    services = await startServices({ ...engine.env, RATE_LIMIT: '0' }, schemas);
    for (const role of [...ROLES, OWNER]) calls.set(role, await services.as(role));
    const create = { width: 250, height: 168, channels: 3, background: '#4653c9' } as const;
    png = await sharp({ create }).png().toBuffer();
    await services.jobs.start();
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    rmSync(schemas, { recursive: true });
  });

  const made = async (url: string, body: object, role = ADMIN): Promise<Body> => {
    const answer = await as(role)('POST', url, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const order = (more: object = {}): Promise<Body> =>
    made(orders, { name: fresh(), total: 5, due: '2026-12-01', ...more });
  const addressOf = (one: Body): string => `${orders}/${String(one['id'])}`;
  const read = async (one: Body, role = ADMIN): Promise<Body> => (await as(role)('GET', addressOf(one))).body;

  it.each(OPERATIONS)('who may %s', async (_, ask, statuses) => {
    for (const [index, role] of ROLES.entries()) {
      const one = await order();
      const at = addressOf(one);
      const changed = (await as(ADMIN)('PUT', at, { ...one, note: 'before' })).body;
      const [, first] = rows(await as(ADMIN)('GET', `${at}/history`));
      const items = `${at}/items`;
      const answer = await ask(as(role), {
        ...{ order: changed, at, orders, items, item: await made(items, { name: 'First' }) },
        ...{ historyId: String(first?.['id']), upload: uploadAs(role) },
      });
      expect({ role, status: answer.status }).toEqual({ role, status: statuses[index] });
    }
  });

  it('a secret is written, never read, and stays where its mask comes back', async () => {
    const one = await order({ paymentKey: 'sk-live-12345678' });
    expect(one['paymentKey']).toBe('••••5678');
    const at = addressOf(one);
    const changed = await as(EDITOR)('PUT', at, { ...one, note: 'seen' });
    expect(changed).toMatchObject({ status: 200, body: { paymentKey: '••••5678', note: 'seen' } });
    const history = await as(ADMIN)('GET', `${at}/history`);
    const list = await as(ADMIN)('GET', `${orders}?id=${String(one['id'])}`);
    const stored = await services.db.query('SELECT data FROM entity_order WHERE id = $1', [one['id']]);
    const lines = await services.db.query('SELECT * FROM record_history WHERE entity = $1', ['order']);
    for (const text of [history.text, list.text, JSON.stringify([stored, lines])])
      expect(text).not.toContain('12345678');
    expect((await as(ADMIN)('POST', `${orders}/export`, { columns: ['paymentKey'] })).status).toBe(422);
  });

  it('rights of fields inside an object: hidden, preserved, rejected', async () => {
    const customer = { city: 'Chiang Mai', phone: '+66812345678', credit: 900 };
    const one = await made(orders, { name: fresh(), total: 1, customer }, OWNER);
    const { credit: _, ...seen } = customer;
    expect((await read(one, EDITOR))['customer']).toEqual(seen);
    expect((await read(one, OWNER))['customer']).toEqual(customer);
    const put = async (role: string, change: object): Promise<Answer> => {
      const now = await read(one, role);
      const changed = { ...(now['customer'] as object), ...change };
      return as(role)('PUT', addressOf(one), { ...now, customer: changed });
    };
    expect((await put(EDITOR, { city: 'Lampang' })).status).toBe(200);
    expect((await read(one, OWNER))['customer']).toEqual({ ...customer, city: 'Lampang' });
    expect(await put(EDITOR, { phone: '+66899999999' })).toMatchObject({
      status: 403,
      body: { fields: { '/customer/phone': 'Phone may not be changed' } },
    });
    expect((await put(ADMIN, { phone: '+66899999999' })).status).toBe(200);
    expect((await put(ADMIN, { credit: 1 })).status).toBe(403);
    const history = await as(EDITOR)('GET', `${addressOf(one)}/history`);
    expect(history.text).not.toContain('credit');
  });

  it('a private order is there for administrators alone, with all that lies below it', async () => {
    const hidden = await order({ private: true });
    const items = `${addressOf(hidden)}/items`;
    await made(items, { name: 'Ring' });
    for (const url of [addressOf(hidden), items, `${items}/total`]) {
      expect([url, (await as(ADMIN)('GET', url)).status]).toEqual([url, 200]);
      expect([url, (await as(EDITOR)('GET', url)).status]).toEqual([url, 404]);
    }
    const list = await as(EDITOR)('GET', `${orders}?id=${String(hidden['id'])}`);
    expect(list.body).toEqual([]);
  });

  it('a file is stored by its id, returned in full and preserved through the states', async () => {
    const file = (await uploadAs(EDITOR)('/api/v1/files?entity=order&field=image', png, 'a.png')).body;
    const one = await order({ image: file['id'] });
    expect(one).toMatchObject({ image: { id: file['id'], width: 250, height: 168 } });
    const approved = await as(MODERATOR)('POST', `${addressOf(one)}/approve`, {});
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved', image: file } });
    expect((await as(ADMIN)('GET', String(file['url']))).headers['content-type']).toBe('image/png');
    expect((await as(EDITOR)('PUT', addressOf(one), { ...approved.body, image: null })).status).toBe(409);
  });

  it('facts come without versions, also where nobody may edit, and order the list', async () => {
    const [few, many] = [await order(), await order()];
    await as(ADMIN)('POST', `${addressOf(many)}/approve`, {});
    const known = [
      { id: String(few['id']), values: { views: 2 } },
      { id: String(many['id']), values: { views: 9, lastViewed: '2026-11-20T00:00:00.000Z' } },
    ];
    await updateLiveFields(services.services, 'order', known);
    expect(await read(few)).toMatchObject({ views: 2, version: 1, updatedAt: few['updatedAt'] });
    const listed = await as(EDITOR)(
      'GET',
      `${orders}?id=${String(few['id'])}&id=${String(many['id'])}&sort=-views&views.gte=1`,
    );
    expect(rows(listed).map((row) => row['views'])).toEqual([9, 2]);
    const updated = await as(EDITOR)('PUT', addressOf(few), { ...few, views: 500 });
    expect(updated).toMatchObject({ status: 200, body: { views: 2, version: 2 } });
    expect((await as(ADMIN)('GET', `${addressOf(many)}/history`)).body).toHaveLength(2);
  });

  it('counts of what lies below follow each change, as far as the person sees it', async () => {
    const one = await order();
    const items = `${addressOf(one)}/items`;
    const item = await made(items, { name: 'One', packed: true });
    await made(items, { name: 'Two' });
    expect(await read(one, MODERATOR)).toMatchObject({ _count: { items: 2, packed: 1 } });
    await as(ADMIN)('DELETE', `${items}/${String(item['id'])}`);
    expect(await read(one, MODERATOR)).toMatchObject({ _count: { items: 1, packed: 0 } });
  });

  it('what is referred to below another record is found by its id, by those who may read both', async () => {
    const [open, hidden] = [await order(), await order({ private: true })];
    const ring = await made(`${addressOf(open)}/items`, { name: 'Ring' });
    const secret = await made(`${addressOf(hidden)}/items`, { name: 'Secret' });
    const one = await order({ gift: ring['id'] });
    expect(one).toMatchObject({ gift: ring['id'] });
    const url = `/api/v1/records?entity=item&id=${String(ring['id'])}&id=${String(secret['id'])}`;
    const namesFor = async (role: string) => rows(await as(role)('GET', url)).map(({ name }) => name);
    expect((await namesFor(ADMIN)).toSorted()).toEqual(['Ring', 'Secret']);
    expect(await namesFor(EDITOR)).toEqual(['Ring']);
    expect((await as(STRANGER)('GET', url)).status).toBe(403);
    expect((await as()('GET', url)).status).toBe(401);
    for (const wrong of ['records', 'records?entity=item', 'records?entity=nothing&id=x'])
      expect([wrong, (await as(ADMIN)('GET', `/api/v1/${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await as(ADMIN)('DELETE', `${addressOf(open)}/items/${String(ring['id'])}`)).body).toMatchObject({
      code: 'IN_USE',
    });
    const list = await as(EDITOR)('POST', `${orders}/export`, {
      columns: ['gift'],
      query: { id: String(one['id']) },
    });
    expect(list.text).toContain('Ring');
  });

  describe('a file of records', () => {
    /** Takes a file in, judges it and brings it in. */
    const importInto = async (url: string, csv: string): Promise<{ verdicts: unknown[]; job: Body }> => {
      const file = (await uploadAs(EDITOR)(`${url}/import`, csv, 'a.csv')).body;
      const plan = { mapping: file['mapping'], zone: 'Asia/Bangkok' };
      const at = `${url}/import/${String(file['id'])}`;
      const judged = await as(EDITOR)('POST', `${at}/preview`, plan);
      const verdicts = (judged.body['judgements'] as Body[]).map((one) => one['reason'] ?? one['verdict']);
      const { status, body } = await as(EDITOR)('POST', `${at}/apply`, plan);
      expect(status).toBe(202);
      let job: Body = {};
      await vi.waitFor(
        async () => {
          const found = rows(await as(EDITOR)('GET', `/api/v1/jobs?id=${String(body['job'])}`));
          job = found[0] ?? {};
          expect(['done', 'failed']).toContain(job['state']);
        },
        { timeout: 20_000, interval: 50 },
      );
      return { verdicts, job };
    };

    it('makes and changes what its states let, row by row', async () => {
      const [draft, approved] = [await order(), await order()];
      await as(ADMIN)('POST', `${addressOf(approved)}/approve`, {});
      const name = fresh();
      const csv = [
        'Name,Total,Note',
        `${name},7,new`,
        `${String(draft['name'])},8,changed`,
        `${String(approved['name'])},9,late`,
        'x,-1,',
      ].join('\n');
      const { verdicts, job } = await importInto(orders, csv);
      expect(verdicts).toEqual([
        'create',
        'change',
        'Only drafts can be edited',
        expect.stringContaining('Total'),
      ]);
      expect(job).toMatchObject({ state: 'done', outcome: '1 created, 1 changed, 2 refused' });
      expect(await read(draft)).toMatchObject({ total: 8, note: 'changed', status: 'draft', version: 2 });
      expect(rows(await as(EDITOR)('GET', `${orders}?keyword=${encodeURIComponent(name)}`))).toMatchObject([
        { status: 'draft', total: 7 },
      ]);
    });

    it('below one order is about that one, whatever another has under the same name', async () => {
      const [one, other] = [await order(), await order()];
      await made(`${addressOf(other)}/items`, { name: 'A1', packed: false });
      await made(`${addressOf(one)}/items`, { name: 'A2' });
      const { verdicts, job } = await importInto(
        `${addressOf(one)}/items`,
        'Name,Packed\nA1,yes\nA2,yes\nA2,no',
      );
      expect(verdicts).toEqual(['create', 'change', 'Same as row 3']);
      expect(job).toMatchObject({ state: 'done', outcome: '1 created, 1 changed, 1 refused' });
      const below = rows(await as(EDITOR)('GET', `${addressOf(one)}/items?sort=name`));
      expect(below).toMatchObject([
        { name: 'A1', order: one['id'], packed: true, version: 1 },
        { name: 'A2', order: one['id'], packed: true, version: 2 },
      ]);
      expect(rows(await as(EDITOR)('GET', `${addressOf(other)}/items`))).toMatchObject([
        { name: 'A1', packed: false },
      ]);
    });

    it('is given of a long list below one order as well, and to nobody who may not read that order', async () => {
      const one = await order();
      await services.db.query(
        `INSERT INTO entity_item (id, data, version, created_at, updated_at)
         SELECT gen_random_uuid(), jsonb_build_object('name', 'Item ' || n, 'order', $1::text, 'packed', false),
                1, now(), now()
         FROM generate_series(1, 2100) n`,
        [one['id']],
      );
      const url = `${addressOf(one)}/items/export`;
      const asked = await as(EDITOR)('POST', url, { columns: ['name'] });
      expect(asked).toMatchObject({ status: 202, body: { rows: 2100 } });
      let job: Body = {};
      await vi.waitFor(
        async () => {
          job = rows(await as(EDITOR)('GET', `/api/v1/jobs?id=${String(asked.body['job'])}`))[0] ?? {};
          expect(job['state']).toBe('done');
        },
        { timeout: 20_000, interval: 50 },
      );
      const file = await as(EDITOR)('GET', String(job['link']));
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(2101);
      await as(ADMIN)('PUT', addressOf(one), { ...one, private: true });
      expect((await as(EDITOR)('POST', url, { columns: ['name'] })).status).toBe(404);
    });
  });
});
