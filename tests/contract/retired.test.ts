import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import type { JsonObject } from '../../schemas/model/types.ts';
import { testEngines } from '../../services/engine/storage/testEngines.ts';
import { copySchemas, editSchema, writeSchema } from '../e2e/support/schemaCopy.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const access = { read: ['chatbot.variable'], write: ['chatbot.variable'] };
const parcel: JsonObject = {
  title: 'Parcel',
  description: 'Something to bring.',
  'x-entity': { service: 'chatbot', path: 'parcels', access, list: { columns: ['name'] } },
  required: ['name', 'weight'],
  properties: {
    name: { type: 'string' },
    weight: { type: 'number' },
    by: { enum: ['post', 'fax'] },
    parts: {
      type: 'array',
      items: { type: 'object', properties: { label: { type: 'string' }, code: { type: 'string' } } },
    },
  },
};
const depot: JsonObject = {
  title: 'Depot',
  description: 'Where parcels wait.',
  'x-entity': { service: 'chatbot', path: 'depots', access },
  properties: { name: { type: 'string' } },
};

describe.each(testEngines())('what a schema retires, on the $name engine', ({ settings }) => {
  let schemas: string;
  let remove: () => Promise<void>;
  let services: TestServices;
  let call: Call;
  let sent: Record<string, unknown>;
  let depots: Record<string, unknown>;
  const path = (): string => `/api/v1/parcels/${String(sent['id'])}`;

  beforeAll(async () => {
    schemas = copySchemas();
    writeSchema(schemas, 'parcel.schema.json', parcel);
    writeSchema(schemas, 'depot.schema.json', depot);
    const engine = await settings();
    remove = engine.remove;
    services = await startServices(engine.env, schemas);
    call = await services.as('chatbot.admin');
    const body = { name: 'Books', weight: 3, by: 'fax', parts: [{ label: 'A', code: 'x' }] };
    sent = (await call('POST', '/api/v1/parcels', body)).body;
    depots = (await call('POST', '/api/v1/depots', { name: 'Harbour' })).body;
  }, 180_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    rmSync(schemas, { recursive: true });
  });

  const inParcel = async (edit: (properties: Record<string, JsonObject>) => void): Promise<void> => {
    editSchema(schemas, 'parcel.schema.json', (schema) => {
      const properties = schema['properties'] as Record<string, JsonObject>;
      edit(properties);
      schema['required'] = ['name', 'weight'].filter((name) => properties[name] !== undefined);
    });
    await services.app.reload(loadProduct(schemas));
  };
  const retireDepot = (retired: string | undefined): void =>
    editSchema(schemas, 'depot.schema.json', (schema) => {
      const { retired: _, ...own } = schema['x-entity'] as JsonObject;
      schema['x-entity'] = retired === undefined ? own : { ...own, retired };
    });
  const stored = async (): Promise<JsonObject> => {
    const [row] = await services.db.query<{ data: JsonObject }>(
      'SELECT data FROM entity_parcel WHERE id = $1',
      [sent['id']],
    );
    return row?.data ?? {};
  };
  const openApi = async (): Promise<string> => JSON.stringify((await call('GET', '/openapi.json')).body);

  it('is known to nobody, while its values stay', async () => {
    retireDepot('keep');
    await inParcel((properties) => {
      properties['weight'] = { type: 'number', 'x-field': { retired: 'keep' } };
      properties['by'] = { enum: ['post', 'mail'], 'x-field': { retiredChoices: { fax: 'mail' } } };
      const { items } = properties['parts'] as { items: { properties: JsonObject } };
      items.properties['code'] = { type: 'string', 'x-field': { retired: 'drop' } };
    });
    const now = await call('GET', path());
    const { weight: _, ...rest } = sent;
    expect(now.body).toEqual({ ...rest, by: 'mail', parts: [{ label: 'A' }] });
    expect(await stored()).toEqual({ name: 'Books', weight: 3, by: 'mail', parts: [{ label: 'A' }] });
    const history = (await call('GET', `${path()}/history`)).body as unknown as { after: JsonObject }[];
    expect(history.map(({ after }) => after)).toEqual([
      { name: 'Books', by: 'mail', parts: [{ label: 'A' }] },
    ]);
    const file = await call('POST', '/api/v1/parcels/export', { columns: ['name', 'weight'] });
    expect(file).toMatchObject({ status: 422 });
    const described = await openApi();
    expect(described).toContain('/api/v1/parcels');
    expect(described).not.toContain('"weight"');
    expect(described).not.toContain('/api/v1/depots');
    expect((await call('GET', '/api/v1/depots')).status).toBe(404);
    expect((await call('GET', `/api/v1/depots/${String(depots['id'])}`)).status).toBe(404);
  });

  it('is refused in a new record, and passed over in one that was read before', async () => {
    expect(await call('POST', '/api/v1/parcels', { name: 'Tea', weight: 1 })).toMatchObject({
      status: 422,
      body: { fields: { '/weight': expect.any(String) } },
    });
    expect((await call('POST', '/api/v1/parcels', { name: 'Tea' })).status).toBe(201);
    const saved = await call('PUT', path(), { ...sent, name: 'More books' });
    expect(saved).toMatchObject({
      status: 200,
      body: { name: 'More books', by: 'mail', parts: [{ label: 'A' }] },
    });
    expect(saved.body).not.toHaveProperty('weight');
    expect(await stored()).toMatchObject({ name: 'More books', weight: 3 });
  });

  it('comes back with its values when it is put back', async () => {
    retireDepot(undefined);
    await inParcel((properties) => (properties['weight'] = { type: 'number', default: 1 }));
    expect((await call('GET', path())).body).toMatchObject({ weight: 3 });
    expect((await call('GET', `/api/v1/depots/${String(depots['id'])}`)).body).toEqual(depots);
  });

  it('is deleted where its values are dropped, and may leave the schema then', async () => {
    const without = inParcel((properties) => Reflect.deleteProperty(properties, 'weight'));
    await expect(without).rejects.toThrow(/field "weight" was removed, but .* retire it/);
    retireDepot('drop');
    await inParcel(
      (properties) => (properties['weight'] = { type: 'number', 'x-field': { retired: 'drop' } }),
    );
    expect(await stored()).not.toHaveProperty('weight');
    expect(
      await services.db.query(
        `SELECT 1 FROM record_history WHERE entity = 'parcel' AND (after ? 'weight' OR before ? 'weight')
           OR entity = 'depot' AND after IS NOT NULL`,
      ),
    ).toEqual([]);
    expect(await services.db.query(`SELECT to_regclass('entity_depot') AS found`)).toEqual([{ found: null }]);
    rmSync(join(schemas, 'depot.schema.json'));
    await inParcel((properties) => Reflect.deleteProperty(properties, 'weight'));
    expect((await call('GET', path())).body).toMatchObject({ name: 'More books' });
  });
});
