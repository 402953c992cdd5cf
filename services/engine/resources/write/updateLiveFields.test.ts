import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import type { Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { testEngines } from '../../storage/testEngines.ts';
import { field, model } from '../../storage/testModels.ts';
import { listHistory } from '../repositoryHistory.ts';
import { SYSTEM } from './actor.ts';
import { updateLiveFields } from './updateLiveFields.ts';
import { Records } from './records.ts';
import { createRecordsFixture, type TestRecords } from './recordsFixture.ts';

const live = { live: true, readOnly: true } as const;
const modelOf = (liveOptions: object): EntityModel =>
  model(
    'person',
    [
      field('name', { unique: true }),
      field('seen', { type: 'date-time', ...liveOptions }),
      field('messages', { type: 'number', ...liveOptions }),
    ],
    {
      list: {
        columns: ['name', 'seen'],
        sort: { field: 'seen', order: 'DESC' },
        search: ['name'],
        filters: ['seen'],
      },
      access: {
        read: ['shop.entry'],
        create: ['shop.entry'],
        update: ['shop.entry'],
        delete: ['shop.entry'],
      },
    },
  );
const person = modelOf(live);
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

describe.each(testEngines())('live fields on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let records: TestRecords;
  let clerk: Records;
  beforeAll(async () => {
    ({ db, remove } = await open());
    // Values stored in documents before a field becomes live are migrated.
    await migrate(db, [modelOf({})]);
    await createRecordsFixture(db, [modelOf({})])
      .as(['clerk'], 'person')
      .create({ name: 'Early', seen: at(3), messages: 7 });
    await migrate(db, [person]);
    records = createRecordsFixture(db, [person]);
    clerk = records.as(['clerk'], 'person');
  }, 240_000);
  afterAll(() => remove());

  const read = (id: string): Promise<EntityRecord> =>
    records.services.catalog.require('person').repository.get(id);
  const list = (query: object = {}): Promise<EntityRecord[]> =>
    records.services.catalog.require('person').repository.list({ take: 50, ...query });
  const updateLive = (...updates: [id: string, values: object][]): Promise<void> =>
    updateLiveFields(
      records.services,
      'person',
      updates.map(([id, values]) => ({ id, values: values as Record<string, unknown> })),
    );

  test('values from before a field became live are still read and sorted', async () => {
    expect(await list()).toMatchObject([{ name: 'Early', seen: at(3), messages: 7, version: 1 }]);
  });

  test('an update makes no version, no history entry and no stale form; forms do not change live fields', async () => {
    const created = await clerk.create({ name: 'Pim', seen: at(1) });
    expect(created).not.toHaveProperty('seen');
    await updateLive([created.id, { seen: at(5), messages: 2 }], [created.id, { seen: at(6) }]);
    expect(await read(created.id)).toMatchObject({
      version: 1,
      seen: at(6),
      messages: 2,
      updatedAt: created.updatedAt,
    });
    const saved = await clerk.change(created.id, () => ({ name: 'Pimlada', seen: at(1) }), { version: 1 });
    expect(saved).toMatchObject({ name: 'Pimlada', version: 2, seen: at(6), messages: 2 });
    const history = await listHistory(db, person, created.id, { take: 10 });
    expect(history.map(({ operation, after }) => [operation, after])).toEqual([
      ['update', { name: 'Pimlada' }],
      ['create', { name: 'Pim' }],
    ]);
    await updateLive([created.id, { messages: null }]);
    expect(await read(created.id)).not.toHaveProperty('messages');
    expect(await clerk.remove(created.id)).toMatchObject({ seen: at(6) });
    await updateLive([created.id, { messages: 3 }]);
    expect((await list()).map(({ id }) => id)).not.toContain(created.id);
  });

  test('lists are sorted, filtered and paged by live fields', async () => {
    const { services } = records;
    const writer = new Records(services, services.catalog.require('person'), SYSTEM);
    const createdPeople: { id: string; seen: string | undefined }[] = [];
    for (let index = 0; index < 25; index += 1) {
      const seen = index % 7 === 0 ? undefined : at(10 + ((index * 13) % 8));
      const { id } = (await writer.create({ name: `n${index}`, seen })) as EntityRecord;
      createdPeople.push({ id, seen });
    }
    await updateLive(
      ...createdPeople
        .filter((_, index) => index % 3 === 0)
        .map(({ id }, index): [string, object] => [id, { seen: at(12 + index) }]),
    );
    const all = await list();
    const keys = all.map((record) => `${String(record['seen'] ?? '')} ${record.createdAt} ${record.id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    const paged: string[] = [];
    for (
      let page = await list({ take: 4 });
      page.length > 0;
      page = await list({ take: 4, cursorId: paged.at(-1), skip: 1 })
    )
      paged.push(...page.map(({ id }) => id));
    expect(paged).toEqual(all.map(({ id }) => id));
    const late = await list({ where: [{ seen: { gte: at(14) } }] });
    expect(late.map(({ id }) => id)).toEqual(
      all.filter((record) => String(record['seen'] ?? '') >= at(14)).map(({ id }) => id),
    );
    expect(
      await list({ where: [{ messages: { gte: 7 } }], sort: { field: 'name', order: 'ASC' } }),
    ).toHaveLength(1);
    expect((await list({ keyword: 'arly' })).map((record) => record['seen'])).toEqual([at(3)]);
  });

  test('concurrent updates do not deadlock, and mistakes in the code throw', async () => {
    const ids = (await list()).map(({ id }) => id);
    const rounds = Array.from({ length: 20 }, (_, round) =>
      updateLive(
        ...(round % 2 ? ids : ids.toReversed()).map((id): [string, object] => [id, { messages: round }]),
      ),
    );
    await Promise.all(rounds);
    const [id = ''] = ids;
    await expect(updateLive([id, { name: 'x' }])).rejects.toThrow('"name" is no live field of person');
    await expect(updateLive([id, { messages: 'x' }])).rejects.toThrow('"x" is no value of person.messages');
    await updateLive(['no id', { messages: 1 }]);
  });
});
