import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { createRecordsFixture } from '../resources/write/recordsFixture.ts';
import type { Records } from '../resources/write/records.ts';
import { createCheckable } from '../resources/write/testModels.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';
import { choices, field, model } from './testModels.ts';

const access: EntityModel['access'] = {
  ...{ read: ['shop.entry'], create: ['shop.entry'], update: ['shop.entry'], delete: ['shop.entry'] },
};
const thing = (...fields: EntityModel['fields']): EntityModel =>
  createCheckable(model('thing', [field('name'), ...fields], { access }));
type Shown = Record<string, unknown> & { id: string; version: number };

describe.each(testEngines())('two versions on one database of the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ db, remove } = await open());
  }, 60_000);
  afterEach(() => remove());

  const start = (entities: EntityModel[], rollback = false): Promise<unknown> =>
    migrate(db, entities, undefined, { exclusive: rollback, rollback });
  const by = (entity: EntityModel): Records => createRecordsFixture(db, [entity]).as(['clerk'], 'thing');
  const change = async (version: EntityModel, id: string, values: object): Promise<Shown> =>
    by(version).change(id, () => ({ ...values }));
  const create = async (version: EntityModel, values: object): Promise<Shown> =>
    by(version).create({ ...values });
  const read = async (version: EntityModel, id: string): Promise<unknown> =>
    createRecordsFixture(db, [version]).services.catalog.require('thing').repository.get(id);

  it('a field that the older one does not know stays through its changes, unseen', async () => {
    const [older, newer] = [thing(), thing(field('note'))];
    await start([older]);
    await start([newer]);
    const { id } = await create(newer, { name: 'A', note: 'kept' });
    expect(await read(older, id)).not.toHaveProperty('note');
    await change(older, id, { name: 'B' });
    // As a client sends back what the newer one answered.
    await change(older, id, { name: 'C', note: 'kept' });
    expect(await read(newer, id)).toMatchObject({ name: 'C', note: 'kept' });
    await expect(change(older, id, { name: 'C', note: 'another' })).rejects.toMatchObject({
      details: { fields: { '/note': 'Unknown field "note"' } },
    });
    await change(newer, id, { name: 'C' });
    expect(await read(newer, id)).not.toHaveProperty('note');
  });

  it('a choice, and a field within a value, that the older one does not know come back through it', async () => {
    const of = (values: string[], inner: EntityModel['fields']): EntityModel => {
      const made = thing(field('way', choices(...values)), field('deal', { type: 'object', fields: inner }));
      const properties = made.schema['properties'] as Record<string, object>;
      return { ...made, schema: { ...made.schema, properties: { ...properties, way: { enum: values } } } };
    };
    const price = field('price', { path: 'deal.price' });
    const older = of(['mail'], [price]);
    const newer = of(['mail', 'fax'], [price, field('off', { path: 'deal.off' })]);
    await start([older]);
    await start([newer]);
    const { id } = await create(newer, { name: 'A', way: 'fax', deal: { price: '1', off: '2' } });
    const { version: _, ...seen } = (await read(older, id)) as Shown;
    await change(older, id, { ...seen, name: 'B' });
    expect(await read(newer, id)).toMatchObject({ name: 'B', way: 'fax', deal: { price: '1', off: '2' } });
    await expect(create(older, { name: 'C', way: 'fax' })).rejects.toMatchObject({
      details: { fields: { '/way': 'way must be one of the choices' } },
    });
  });

  it('each finds a renamed field as the other one left it, under its own name, until one of them is gone', async () => {
    const older = thing(field('size', { required: true }));
    const newer = thing(field('weight', { required: true, renamedFrom: 'size' }), field('note'));
    await start([older]);
    const first = await create(older, { name: 'A', size: '1' });
    await start([newer]);
    const stored = await create(older, { name: 'B', size: '2' });
    expect(await read(newer, stored.id)).toMatchObject({ weight: '2' });
    await change(older, first.id, { name: 'A', size: '3' });
    expect(await read(newer, first.id)).toMatchObject({ weight: '3' });
    await change(newer, first.id, { name: 'A', weight: '4' });
    expect(await read(older, first.id)).toMatchObject({ size: '4' });
    await change(older, first.id, { name: 'A2', size: '4' });
    const made = await create(newer, { name: 'C', weight: '5' });
    expect(await read(newer, first.id)).toMatchObject({ name: 'A2', weight: '4' });
    expect(await read(older, made.id)).toMatchObject({ size: '5' });
    // A page that the older one served saves at the newer one.
    await change(newer, made.id, { name: 'C', size: '6' });
    const paged = await create(newer, { name: 'D', size: '7' });
    expect(await read(newer, made.id)).toMatchObject({ weight: '6' });
    expect(await read(older, paged.id)).toMatchObject({ size: '7' });

    await start([thing(field('weight', { required: true }))]);
    expect(await db.query(`SELECT data FROM entity_thing WHERE data ? 'size'`)).toEqual([]);
  });

  it('one is gone back from for good with what it stored left as it is, and comes back to it', async () => {
    const older = thing(field('size', { required: true }), field('way', choices('mail')));
    const newer = thing(
      field('weight', { required: true, renamedFrom: 'size' }),
      field('way', choices('mail', 'fax')),
      field('note'),
    );
    const added = model('added', [field('name')], { access });
    await start([older]);
    await start([newer, added]);
    const { id } = await create(newer, { name: 'A', weight: '1', note: 'kept', way: 'fax' });
    await db.query(
      `INSERT INTO entity_added (id, data) VALUES ('018f0000-0000-7000-8000-0000000000aa', '{"name": "B"}')`,
    );
    expect(await start([older], true)).toBe('applied');
    expect(await start([older])).toBe('applied');
    expect(await read(older, id)).toMatchObject({ name: 'A', size: '1', way: 'fax' });
    await change(older, id, { name: 'B', size: '2', way: 'fax' });
    expect(await start([newer, added])).toBe('applied');
    expect(await read(older, id)).toMatchObject({ size: '2' });
    expect(await read(newer, id)).toMatchObject({ name: 'B', weight: '2', note: 'kept', way: 'fax' });
    expect(await db.query('SELECT data FROM entity_added')).toEqual([{ data: { name: 'B' } }]);
    // It is as any other entity again.
    await expect(start([newer])).rejects.toThrow(/"added" has no schema file any more/);
  });
});
