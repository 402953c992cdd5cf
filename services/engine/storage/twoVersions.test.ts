import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { createRecordsFixture } from '../resources/write/recordsFixture.ts';
import type { Records } from '../resources/write/records.ts';
import { withJsonSchema } from '../resources/write/testModels.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';
import { choices, field, model } from './testModels.ts';

const access: EntityModel['access'] = {
  ...{ read: ['shop.entry'], create: ['shop.entry'], update: ['shop.entry'], delete: ['shop.entry'] },
};
const thing = (...fields: EntityModel['fields']): EntityModel =>
  withJsonSchema(model('thing', [field('name'), ...fields], { access }));
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

  it('what a field refers to that the older one does not know stays referred to', async () => {
    const to = (name: string): EntityModel['fields'][number] =>
      field(name, { type: 'reference', reference: { entity: 'thing', create: false } });
    const [older, newer] = [thing(to('friend')), thing(to('friend'), to('rival'))];
    await start([older]);
    await start([newer]);
    const [friend, other, rival] = [
      await create(newer, { name: 'F' }),
      await create(newer, { name: 'O' }),
      await create(newer, { name: 'R' }),
    ];
    const { id } = await create(newer, { name: 'A', friend: friend.id, rival: rival.id });
    await change(older, id, { name: 'A', friend: other.id });
    const lines = await db.query(
      'SELECT path, to_id FROM record_reference WHERE from_id = $1 ORDER BY path',
      [id],
    );
    expect(lines).toEqual([
      { path: 'friend', to_id: other.id },
      { path: 'rival', to_id: rival.id },
    ]);
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

  it('a field that is renamed twice keeps its values, and callers may still say its last name', async () => {
    const named = (name: string, renamedFrom?: string): EntityModel =>
      thing(field(name, { required: true, ...(renamedFrom !== undefined && { renamedFrom }) }));
    await start([named('size')]);
    const { id } = await create(named('size'), { name: 'A', size: '1' });
    const second = named('weight', 'size');
    await start([second]);
    await change(second, id, { name: 'A', size: '2' });
    const third = named('mass', 'weight');
    await start([third]);
    expect(await read(third, id)).toMatchObject({ mass: '2' });
    expect(await db.query(`SELECT data FROM entity_thing WHERE data ?| '{size,weight}'`)).toEqual([]);
  });

  it('nobody goes back behind the new name of a required field', async () => {
    const [older, newer] = [
      thing(field('size', { required: true })),
      thing(field('weight', { required: true, renamedFrom: 'size' })),
    ];
    await start([older]);
    await create(older, { name: 'A', size: '1' });
    await start([newer]);
    await expect(start([older], true)).rejects.toThrow(
      /"size" is required and has no default, but 1 row lacks it/,
    );
    expect(await db.query('SELECT data FROM entity_thing')).toMatchObject([{ data: { weight: '1' } }]);
  });

  it('one is gone back from for good with what it stored left as it is, and comes back to it', async () => {
    const older = thing(field('size', { required: true }), field('way', choices('mail')));
    const newer = thing(
      field('size', { required: true }),
      field('way', choices('mail', 'fax')),
      field('note'),
    );
    const added = model('added', [field('name')], { access });
    await start([older]);
    await start([newer, added]);
    const { id } = await create(newer, { name: 'A', size: '1', note: 'kept', way: 'fax' });
    await db.query(
      `INSERT INTO entity_added (id, data) VALUES ('018f0000-0000-7000-8000-0000000000aa', '{"name": "B"}')`,
    );
    expect(await start([older], true)).toBe('applied');
    expect(await start([older])).toBe('applied');
    expect(await read(older, id)).toMatchObject({ name: 'A', size: '1', way: 'fax' });
    await change(older, id, { name: 'B', size: '2', way: 'fax' });
    // The next release of what was gone back to, which the database does not know yet.
    const mended = thing(field('size', { required: true }), field('way', choices('mail')), field('more'));
    expect(await start([mended])).toBe('applied');
    expect(await start([newer, added], true)).toBe('applied');
    expect(await read(newer, id)).toMatchObject({ name: 'B', size: '2', note: 'kept', way: 'fax' });
    expect(await db.query('SELECT data FROM entity_added')).toEqual([{ data: { name: 'B' } }]);
    // It is as any other entity again.
    await expect(start([newer])).rejects.toThrow(/"added" has no schema file any more/);
  });
});
