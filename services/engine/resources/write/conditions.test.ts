import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { testEngines } from '../../storage/testEngines.ts';
import { field, model } from '../../storage/testModels.ts';
import { list } from '../operations.ts';
import { withJsonSchema } from './testModels.ts';
import { createRecordsFixture, type TestRecords } from './recordsFixture.ts';

const every = ['shop.entry'];
const access = { read: every, create: every, update: every, delete: every };
const own = { entity: 'list', create: false, where: { owner: { context: 'user.id' } } };
const entities: EntityModel[] = [
  model('list', [field('name'), field('owner')], { access }),
  model('entry', [field('name'), field('list', { type: 'reference', reference: own })], { access }),
].map(withJsonSchema);

describe.each(testEngines())('conditions that name the context, on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let shop: TestRecords;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, entities);
    shop = createRecordsFixture(db, entities);
  }, 120_000);
  afterAll(() => remove());

  it('a reference accepts only records that belong to the person', async () => {
    const clerk = (entity: string) => shop.as(['clerk'], entity);
    const mine = await clerk('list').create({ name: 'mine', owner: 'clerk' });
    const other = await clerk('list').create({ name: 'other', owner: 'owner' });
    await expect(clerk('entry').create({ name: 'a', list: mine.id })).resolves.toMatchObject({ name: 'a' });
    await expect(clerk('entry').create({ name: 'b', list: other.id })).rejects.toMatchObject({
      details: { fields: { '/list': 'list cannot be chosen here' } },
    });
  });

  it.each(['$5 off', '$user.id', '$now'])('a filter for "%s" finds that very text', async (name) => {
    const { id } = await shop.as(['clerk'], 'list').create({ name });
    const resource = shop.services.catalog.require('list');
    const found = await list(shop.services, resource, shop.caller(['owner']), { name });
    expect(found.map((row) => row.id)).toEqual([id]);
  });
});
