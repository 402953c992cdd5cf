import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../schemas/model/types.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { copyTestSchemas, editSchema } from '../e2e/support/schemaCopy.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const MISSING = '018f0000-0000-7000-8000-000000000000';

describe.each(productEngines())('an order that people give, on the $name engine', ({ settings }) => {
  let schemas: string;
  let remove: () => Promise<void>;
  let services: TestServices;
  let admin: Call;
  let number = 0;

  beforeAll(async () => {
    schemas = copyTestSchemas();
    editSchema(schemas, 'item.schema.json', (schema) => {
      Object.assign(schema['x-entity'] as JsonObject, { ordered: 'place' });
      const place = { type: 'number', readOnly: true, 'x-field': { live: true } };
      Object.assign(schema['properties'] as JsonObject, { place });
    });
    const engine = await settings();
    remove = engine.remove;
    services = await startServices(engine.env, schemas);
    admin = await services.as('campaign.admin');
  }, 180_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    rmSync(schemas, { recursive: true });
  });

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin('POST', `/api/v1/${path}`, body);
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body['id']);
  };
  /** A collection of its own, with as many items. */
  const items = async (count: number): Promise<{ path: string; ids: string[] }> => {
    const path = `orders/${await made('orders', { name: `Ordered ${++number}`, total: 1 })}/items`;
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await made(path, { name: `Item ${at}` }));
    return { path, ids };
  };
  const listed = async (path: string) =>
    (await admin('GET', `/api/v1/${path}?take=100`)).body as unknown as {
      id: string;
      place: number;
      version: number;
    }[];
  const order = async (path: string) => (await listed(path)).map(({ id }) => id);
  const move = (path: string, id: string, body: object = {}) =>
    admin('POST', `/api/v1/${path}/${id}/move`, body);

  it('is that of the list; records are put behind each other without a new version', async () => {
    const { path, ids } = await items(4);
    const [one, two, three, four] = ids as [string, string, string, string];
    expect(await order(path)).toEqual([one, two, three, four]);
    expect(await move(path, four, { after: one })).toMatchObject({ status: 200, body: { place: 2 } });
    expect(await order(path)).toEqual([one, four, two, three]);
    expect((await move(path, three, { after: null })).body).toEqual({ place: 1 });
    expect((await move(path, one, { after: two })).body).toEqual({ place: 4 });
    expect((await move(path, one, { after: one })).body).toEqual({ place: 4 });
    expect(await listed(path)).toMatchObject(
      [three, four, two, one].map((id, index) => ({ id, place: index + 1, version: 1 })),
    );
    expect((await admin('GET', `/api/v1/${path}/${one}/history`)).body).toHaveLength(1);
  });

  it('has a place for what is new, copied or back, and none for what is gone', async () => {
    const { path, ids } = await items(3);
    const [one, two, three] = ids as [string, string, string];
    await admin('DELETE', `/api/v1/${path}/${one}`);
    expect(await listed(path)).toMatchObject([
      { id: two, place: 1 },
      { id: three, place: 2 },
    ]);
    const copy = await admin('POST', `/api/v1/${path}/${two}/duplicate`);
    expect(copy.body).toMatchObject({ place: 3 });
    await admin('PUT', `/api/v1/${path}/${three}`, { name: 'Other', place: 1, version: 1 });
    expect(await order(path)).toEqual([two, three, copy.body['id']]);
  });

  it('is each parent’s own, and refuses what is not there any more', async () => {
    const [here, there] = [await items(2), await items(2)];
    const [first, second] = here.ids as [string, string];
    const stranger = there.ids[0] ?? '';
    for (const after of [stranger, MISSING, 'nosuch', 7])
      expect(await move(here.path, first, { after })).toMatchObject({
        status: 422,
        body: { fields: { '/after': expect.any(String) } },
      });
    expect((await move(here.path, stranger)).status).toBe(404);
    expect((await move(here.path, first, { behind: second })).status).toBe(422);
    expect((await admin('POST', `/api/v1/orders/${MISSING}/move`, {})).status).toBe(404);
    expect(await order(here.path)).toEqual([first, second]);
  });

  it('keeps every record once, however many move, come and go at the same time', async () => {
    const { path, ids } = await items(8);
    const [gone = ''] = ids;
    await Promise.all([
      ...ids.slice(1).map((id, at) => move(path, id, { after: at % 2 ? (ids[at + 2] ?? null) : null })),
      admin('DELETE', `/api/v1/${path}/${gone}`),
      made(path, { name: 'Late' }),
    ]);
    const now = await listed(path);
    expect(now.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(1)));
  });
});
