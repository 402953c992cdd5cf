import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import type { JsonObject } from '../../schemas/model/types.ts';
import { copyTestSchemas, editSchema } from '../e2e/support/schemaCopy.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { updateLiveFields } from '../../services/engine/resources/write/updateLiveFields.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

const MISSING = '018f0000-0000-7000-8000-000000000000';

describe.each(productEngines())('on the $name engine', ({ settings }) => {
  let schemas: string;
  let remove: () => Promise<void>;
  let services: TestServices;
  let admin: Call;
  let editor: Call;
  let number = 0;

  beforeAll(async () => {
    schemas = copyTestSchemas();
    const engine = await settings();
    remove = engine.remove;
    services = await startServices(engine.env, schemas);
    admin = await services.as('campaign.admin');
    editor = await services.as('campaign.editor');
  }, 180_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    rmSync(schemas, { recursive: true });
  });

  const made = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await admin('POST', `/api/v1/${path}`, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const order = (more: object = {}) => made('orders', { name: `Order ${++number}`, total: 1, ...more });
  const itemsOf = (one: Record<string, unknown>) => `orders/${String(one['id'])}/items`;
  const rows = (answer: Answer) => answer.body as unknown as Record<string, unknown>[];

  describe('a collection below a record', () => {
    it('holds what belongs to that record and nothing else', async () => {
      const [one, two] = [await order(), await order()];
      const item = await made(itemsOf(one), { name: 'Emma' });
      expect(item).toMatchObject({ order: one['id'] });
      const url = `/api/v1/${itemsOf(one)}/${String(item['id'])}`;
      const elsewhere = `/api/v1/${itemsOf(two)}/${String(item['id'])}`;

      expect(rows(await admin('GET', `/api/v1/${itemsOf(one)}?keyword=emm`))).toEqual([item]);
      expect(rows(await admin('GET', `/api/v1/${itemsOf(two)}`))).toEqual([]);
      expect((await admin('GET', url)).body).toEqual(item);
      expect((await admin('GET', `${url}/history`)).body).toHaveLength(1);
      for (const [method, address] of [
        ['GET', elsewhere],
        ['DELETE', elsewhere],
        ['GET', `${elsewhere}/history`],
        ['POST', `${elsewhere}/duplicate`],
      ] as const)
        expect((await admin(method, address, method === 'POST' ? {} : undefined)).status).toBe(404);
      expect((await admin('PUT', elsewhere, item)).status).toBe(404);

      const changed = await admin('PUT', url, { name: 'Persuasion', version: 1 });
      expect(changed).toMatchObject({ status: 200, body: { name: 'Persuasion', order: one['id'] } });
      expect(await admin('PUT', url, { name: 'Sanditon', order: two['id'], version: 2 })).toMatchObject({
        status: 422,
        body: { fields: { '/order': expect.any(String) } },
      });
      expect((await admin('POST', `${url}/restore`, { historyId: MISSING, version: 2 })).status).toBe(404);
      expect(await admin('POST', `/api/v1/${itemsOf(one)}/delete`, { ids: [item['id']] })).toMatchObject({
        body: { deleted: [item['id']] },
      });
    });

    it('is nowhere else', async () => {
      for (const path of ['items', '~', '~/x', '~item', `orders/${MISSING}/items`, 'orders/%00/items'])
        expect([path, (await admin('GET', `/api/v1/${path}`)).status]).toEqual([path, 404]);
      expect((await admin('POST', `/api/v1/orders/${MISSING}/items`, { name: 'Emma' })).status).toBe(404);
    });

    it('requires the rights of its parent', async () => {
      const hidden = await order({ private: true });
      await made(itemsOf(hidden), { name: 'Emma' });
      expect((await admin('GET', `/api/v1/${itemsOf(hidden)}`)).status).toBe(200);
      expect((await editor('GET', `/api/v1/${itemsOf(hidden)}`)).status).toBe(404);
      expect((await editor('POST', `/api/v1/${itemsOf(hidden)}`, { name: 'Emma' })).status).toBe(404);
      const agent = await services.as('livechat.agent');
      expect((await agent('GET', `/api/v1/${itemsOf(await order())}`)).status).toBe(403);
      expect((await (await services.as())('GET', `/api/v1/${itemsOf(hidden)}`)).status).toBe(401);
    });

    it('goes with the record above it, as the reference says', async () => {
      const one = await order();
      const item = await made(itemsOf(one), { name: 'Emma' });
      expect((await admin('DELETE', `/api/v1/orders/${String(one['id'])}`)).status).toBe(200);
      expect((await admin('GET', `/api/v1/${itemsOf(one)}/${String(item['id'])}`)).status).toBe(404);
      const left = await services.db.query('SELECT 1 FROM entity_item WHERE id = $1', [item['id']]);
      expect(left).toEqual([]);
    });

    it('is described with the id of the record above it', async () => {
      const { body } = await admin('GET', '/openapi.json');
      const { paths } = body as unknown as { paths: Record<string, { parameters?: { name: string }[] }> };
      expect(paths).not.toHaveProperty(['/api/v1/items']);
      expect(paths['/api/v1/orders/{order}/items/{id}']?.parameters?.map(({ name }) => name)).toEqual([
        'order',
        'id',
      ]);
    });
  });

  describe('a count', () => {
    it('is returned with the rows of a page, with one record and with a change, and is never stored', async () => {
      const [one, two] = [await order(), await order()];
      await made(itemsOf(one), { name: 'Emma', packed: true });
      await made(itemsOf(one), { name: 'Persuasion' });
      const expected = { items: 2, packed: 1 };
      const url = `/api/v1/orders/${String(one['id'])}`;
      expect((await admin('GET', url)).body).toMatchObject({ _count: expected });
      const listed = rows(
        await admin('GET', `/api/v1/orders?id=${String(one['id'])}&id=${String(two['id'])}&sort=name`),
      );
      expect(listed.map((row) => row['_count'])).toEqual([expected, { items: 0, packed: 0 }]);
      const { body } = await admin('GET', url);
      expect(await admin('PUT', url, { ...body, name: `${String(body['name'])}b` })).toMatchObject({
        status: 200,
        body: { _count: expected },
      });
      const [stored] = await services.db.query<{ data: object }>(
        'SELECT data FROM entity_order WHERE id = $1',
        [one['id']],
      );
      expect(Object.keys(stored?.data ?? {}).toSorted()).toEqual(['name', 'status', 'total']);
    });

    it('is exported like other columns, and so is a collection below a record', async () => {
      const one = await order();
      await made(itemsOf(one), { name: 'Emma', packed: true });
      await made(itemsOf(await order()), { name: 'Sanditon' });
      const query = { id: String(one['id']) };
      const counts = await admin('POST', '/api/v1/orders/export', { columns: ['items', 'packed'], query });
      expect(counts.text).toMatch(/\r?\n1,1\s*$/);
      const items = await admin('POST', `/api/v1/${itemsOf(one)}/export`, { columns: ['name'] });
      expect(items.text).toContain('Emma');
      expect(items.text).not.toContain('Sanditon');
    });

    it('comes back with the record that was read, whatever it is by then', async () => {
      const { id } = await order();
      const url = `/api/v1/orders/${String(id)}`;
      const { body: read } = await admin('GET', url);
      await made(itemsOf({ id }), { name: 'Emma' });
      await updateLiveFields(services.services, 'order', [{ id: String(id), values: { views: 7 } }]);
      expect(await admin('PUT', url, { ...read, note: 'Sent back' })).toMatchObject({
        status: 200,
        body: { note: 'Sent back', views: 7, _count: { items: 1 } },
      });
      expect((await admin('PUT', url, { ...read, version: 2 })).status).toBe(200);
    });

    it('is no field to filter, sort or send', async () => {
      for (const query of ['items=1', 'sort=items'])
        expect((await admin('GET', `/api/v1/orders?${query}`)).status).toBe(400);
      expect(await admin('POST', '/api/v1/orders', { name: 'x', total: 1, items: 3 })).toMatchObject({
        status: 422,
        body: { fields: { '/items': '"items" is set by the system: leave it out' } },
      });
    });
  });

  describe('a mark that one record has', () => {
    it('moves, within its parent, with a line in the history of the one that gives it up', async () => {
      const [one, two] = [await order(), await order()];
      const first = await made(itemsOf(one), { name: 'Emma', favourite: true });
      const other = await made(itemsOf(two), { name: 'Emma', favourite: true });
      const second = await made(itemsOf(one), { name: 'Persuasion', favourite: true });
      const at = (item: Record<string, unknown>) =>
        `/api/v1/${itemsOf({ id: item['order'] })}/${String(item['id'])}`;
      expect((await admin('GET', at(first))).body).toMatchObject({ favourite: false, version: 2 });
      expect((await admin('GET', `${at(first)}/history`)).body).toMatchObject([
        { operation: 'update', after: { favourite: false }, user: { name: expect.any(String) } },
        { operation: 'create' },
      ]);
      expect((await admin('GET', at(other))).body).toMatchObject({ favourite: true, version: 1 });

      const back = await admin('PUT', at(first), { name: 'Emma', favourite: true, version: 2 });
      expect(back).toMatchObject({ status: 200, body: { favourite: true } });
      expect((await admin('GET', at(second))).body).toMatchObject({ favourite: false });
      const copy = await admin('POST', `${at(first)}/duplicate`, {});
      expect(copy.status).toBe(201);
      expect(copy.body['favourite']).toBeUndefined();
      expect((await admin('GET', at(first))).body).toMatchObject({ favourite: true });
    });

    it('stays with the one that has it by now when another one is restored', async () => {
      const one = await order();
      const comeBack = async (item: Record<string, unknown>) => {
        const url = `/api/v1/${itemsOf(one)}/${String(item['id'])}`;
        const [entry] = rows(await admin('GET', `${url}/history`));
        return admin('POST', `${url}/restore`, { historyId: entry?.['id'], version: 1 });
      };
      const remove = ({ id }: Record<string, unknown>) =>
        admin('DELETE', `/api/v1/${itemsOf(one)}/${String(id)}`);
      const first = await made(itemsOf(one), { name: 'Emma', favourite: true, rarest: true });
      await remove(first);
      const second = await made(itemsOf(one), { name: 'Persuasion', favourite: true, rarest: true });
      const back = await comeBack(first);
      expect(back.status).toBe(200);
      expect([back.body['favourite'], back.body['rarest']]).toEqual([undefined, undefined]);
      const url = `/api/v1/${itemsOf(one)}/${String(second['id'])}`;
      expect((await admin('GET', url)).body).toMatchObject({ favourite: true, rarest: true, version: 1 });
      await remove(second);
      expect((await comeBack(second)).body).toMatchObject({ favourite: true, rarest: true });
      await remove(second);
    });

    it('is refused where the schema wants it so, unless the one that has it gives it up', async () => {
      const [one, two] = [await order(), await order()];
      const first = await made(itemsOf(one), { name: 'Emma', rarest: true });
      expect(
        await admin('POST', `/api/v1/${itemsOf(two)}`, { name: 'Sanditon', rarest: true }),
      ).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', fields: { '/rarest': 'Another item is rarest already' } },
      });
      await admin('PUT', `/api/v1/${itemsOf(one)}/${String(first['id'])}`, { name: 'Emma', version: 1 });
      await made(itemsOf(two), { name: 'Sanditon', rarest: true });
    });

    it('is one however many want it at once', async () => {
      const one = await order();
      const items = await Promise.all(
        Array.from({ length: 8 }, (_, index) => made(itemsOf(one), { name: `Item ${index}` })),
      );
      const answers = await Promise.all([
        ...items.map((item) =>
          admin('PUT', `/api/v1/${itemsOf(one)}/${String(item['id'])}`, {
            name: item['name'],
            favourite: true,
            version: 1,
          }),
        ),
        ...items.map((_, index) =>
          admin('POST', `/api/v1/${itemsOf(one)}`, { name: `New ${index}`, favourite: true }),
        ),
      ]);
      // A item that gave the mark up before its own turn came has another version by then.
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
      const marked = await admin('GET', `/api/v1/${itemsOf(one)}?favourite=true`);
      expect(rows(marked)).toHaveLength(1);
    });
  });

  describe('a single record of the workspace', () => {
    it('reads as its defaults until it is saved, by many at once', async () => {
      expect((await editor('GET', '/api/v1/houses/current')).body).toMatchObject({ version: 0, days: 14 });
      const answers = await Promise.all(
        [1, 2, 3, 4].map((days) =>
          editor('PUT', '/api/v1/houses/current', { id: 'current', version: 0, days }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const saved = await editor('GET', '/api/v1/houses/current');
      expect(saved).toMatchObject({ status: 200, body: { version: 1 } });
      expect(rows(await editor('GET', '/api/v1/houses'))).toEqual([saved.body]);
      expect((await editor('GET', '/api/v1/houses/current/history')).body).toHaveLength(1);
      const changed = await editor('PUT', '/api/v1/houses/current', { ...saved.body, note: 'Quiet, please' });
      expect(changed).toMatchObject({ status: 200, body: { version: 2, id: saved.body['id'] } });
      expect(await editor('PUT', '/api/v1/houses/current', saved.body)).toMatchObject({
        status: 409,
        body: { code: 'STALE', current: { version: 2 } },
      });
    });

    it('is changed by those who may, and never deleted', async () => {
      const agent = await services.as('livechat.agent');
      expect((await agent('GET', '/api/v1/houses/current')).status).toBe(403);
      expect((await agent('PUT', '/api/v1/houses/current', { days: 1, version: 0 })).status).toBe(403);
      expect((await admin('DELETE', '/api/v1/houses/current')).status).toBe(403);
      expect((await admin('POST', '/api/v1/houses', { days: 3 })).status).toBe(403);
    });
  });

  describe('a single record of a person', () => {
    it('is that person’s alone, whatever the role', async () => {
      const agent = await services.as('livechat.agent');
      expect((await agent('GET', '/api/v1/readers/me')).body).toMatchObject({ version: 0, glasses: false });
      const saved = await agent('PUT', '/api/v1/readers/me', { version: 0, glasses: true });
      expect(saved).toMatchObject({ status: 200, body: { glasses: true, version: 1 } });
      expect((await agent('GET', '/api/v1/readers/me')).body).toEqual(saved.body);
      expect((await admin('GET', '/api/v1/readers/me')).body).toMatchObject({ version: 0 });
      expect((await admin('GET', `/api/v1/readers/${String(saved.body['id'])}`)).status).toBe(404);
      expect(rows(await admin('GET', '/api/v1/readers'))).toEqual([]);
      expect(await agent('PUT', '/api/v1/readers/me', { version: 1, fee: 3 })).toMatchObject({
        status: 422,
        body: { fields: { '/fee': expect.any(String) } },
      });
    });

    it('returns the network in every response about one’s own data', async () => {
      const agent = await services.as('livechat.agent');
      const own = await agent('GET', '/api/v1/members/me');
      expect(own.body).toMatchObject({ networkId: expect.any(String) });
      const changed = await agent('PUT', '/api/v1/members/me', { about: 'Answers at night' });
      expect(changed).toMatchObject({
        status: 200,
        body: { about: 'Answers at night', networkId: own.body['networkId'] },
      });
      expect((await agent('PUT', '/api/v1/members/me', { roles: ['cim.admin'] })).status).toBe(422);
    });
  });

  it('stores a renamed field under its new name, once, with its history', async () => {
    const one = await order();
    const item = await made(itemsOf(one), { name: 'Emma', favourite: true });
    editSchema(schemas, 'item.schema.json', (schema) => {
      const { favourite, name, ...rest } = schema['properties'] as Record<string, JsonObject>;
      schema['properties'] = {
        title: { ...name, 'x-field': { renamedFrom: 'name' } },
        ...rest,
        best: { ...favourite, 'x-field': { renamedFrom: 'favourite' } },
      };
      schema['required'] = ['title', 'order'];
      Object.assign(schema['x-entity'] as JsonObject, {
        title: 'title',
        list: { columns: ['title', 'best'], search: ['title'], filters: ['best'] },
        exclusive: [{ field: 'best', within: ['order'] }],
        unique: [['order', 'title']],
        features: { import: { key: 'title' } },
      });
    });
    await services.app.reload(loadProduct(schemas));
    await services.app.reload(loadProduct(schemas));

    const url = `/api/v1/${itemsOf(one)}/${String(item['id'])}`;
    const now = await admin('GET', url);
    expect(now.body).toEqual({ ...pick(item), title: 'Emma', best: true });
    expect((await admin('GET', `${url}/history`)).body).toMatchObject([
      { after: { title: 'Emma', best: true } },
    ]);
    expect(rows(await admin('GET', `/api/v1/${itemsOf(one)}?best=true&keyword=emm`))).toEqual([now.body]);
    await made(itemsOf(one), { title: 'Persuasion', best: true });
    expect((await admin('GET', url)).body).toMatchObject({ best: false });
  });
});

function pick({ name: _, favourite: __, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}
