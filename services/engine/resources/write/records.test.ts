import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { ApiError } from '../../http/errors.ts';
import { inLanguage, readLanguages } from '../../http/languages.ts';
import type { Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { testEngines } from '../../storage/testEngines.ts';
import { field, model } from '../../storage/testModels.ts';
import { newId } from '../ids.ts';
import { duplicate, get, history, list, restore, referrersOfRecord } from '../operations.ts';
import { withJsonSchema } from './testModels.ts';
import { createRecordsFixture, type TestRecords } from './recordsFixture.ts';

/** Rounds of each race; `RACE_ROUNDS=200` for a thorough run. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 40);

const open = { read: ['shop.entry'], create: ['shop.entry'], update: ['shop.entry'], delete: ['shop.entry'] };
const shut = {
  read: ['shop.secret'],
  create: ['shop.secret'],
  update: ['shop.secret'],
  delete: ['shop.secret'],
};
/** Fields whose texts together exceed the size of a record, each within its own limit. */
const PAGES = ['one', 'two', 'three', 'four', 'five', 'six'];
const to = (entity: string, onDelete?: 'unset' | 'cascade') => ({ entity, create: false, onDelete });

const entities: EntityModel[] = [
  model('person', [field('name'), field('owner')], {
    access: { ...open, rows: { any: [{ owner: { exists: false } }, { owner: 'clerk' }] } },
  }),
  model('note', [field('name'), field('about', { type: 'reference', reference: to('person') })], {
    access: open,
  }),
  model('diary', [field('name'), field('about', { type: 'reference', reference: to('person') })], {
    access: shut,
  }),
  model('group', [field('name'), field('people', { type: 'references', reference: to('person', 'unset') })], {
    access: open,
  }),
  model(
    'badge',
    [field('name'), field('holder', { type: 'reference', reference: to('person', 'cascade') })],
    {
      access: open,
    },
  ),
  model('sign', [field('name', { unique: true, maxLength: 10, lengthUnit: 'utf16' })], { access: open }),
  model(
    'thing',
    [
      field('name', { unique: true }),
      field('price', { type: 'number', access: { write: ['shop.secret'] } }),
      field('margin', { type: 'number', access: { read: ['shop.secret'], write: ['shop.secret'] } }),
      field('stock', { type: 'number', readOnly: true }),
      field('deal', {
        type: 'object',
        fields: [
          field('note', { path: 'deal.note' }),
          field('limit', { path: 'deal.limit', type: 'number', access: { write: ['shop.secret'] } }),
          field('floor', { path: 'deal.floor', type: 'number', access: { read: ['shop.secret'] } }),
        ],
      }),
      field('key', { type: 'secret', secret: true }),
      ...PAGES.map((page) => field(page)),
    ],
    { access: open },
  ),
].map(withJsonSchema);

describe.each(testEngines())('Records on the $name engine', ({ open: openEngine }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let shop: TestRecords;
  beforeAll(async () => {
    ({ db, remove } = await openEngine());
    await migrate(db, entities);
    shop = createRecordsFixture(db, entities);
  }, 240_000);
  afterAll(() => remove());
  beforeEach(async () => {
    for (const { name } of entities) await db.exec(`DELETE FROM entity_${name}`);
    await db.exec('DELETE FROM record_reference; DELETE FROM record_history');
  });

  const clerk = (entity: string) => shop.as(['clerk'], entity);
  const owner = (entity: string) => shop.as(['owner'], entity);
  const at = (entity: string) => shop.services.catalog.require(entity);
  const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof ApiError) return error;
    throw new Error(`Expected a refusal, got ${String(error)}`);
  };
  const dangling = async (): Promise<unknown[]> =>
    db.query(
      `SELECT note.id FROM entity_note AS note WHERE note.data ? 'about'
       AND NOT EXISTS (SELECT 1 FROM entity_person AS person WHERE person.id::text = note.data ->> 'about')`,
    );

  it('leaves no dangling reference when a record is deleted while a reference to it is created', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await clerk('person').create({ name: `p${round}` });
      const outcomes = await Promise.allSettled([
        clerk('note').create({ name: 'n', about: person.id }),
        clerk('person').remove(person.id),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await dangling()).toEqual([]);
  }, 120_000);

  it('concurrent deletions are all removed from the list that refers to them', async () => {
    const people = await Promise.all(
      Array.from({ length: 24 }, (_, index) => clerk('person').create({ name: `p${index}` })),
    );
    const group = await clerk('group').create({ name: 'g', people: people.map(({ id }) => id) });
    await Promise.all(people.slice(1).map(({ id }) => clerk('person').remove(id)));
    const updatedGroup = await at('group').repository.get(group.id);
    expect(updatedGroup['people']).toEqual([people[0]?.id]);
    expect(await at('person').repository.list()).toHaveLength(1);
  }, 60_000);

  it('deletes cascaded records, each with a history entry', async () => {
    const person = await clerk('person').create({ name: 'p' });
    const badge = await clerk('badge').create({ name: 'b', holder: person.id });
    await clerk('person').remove(person.id);
    expect(await at('badge').repository.find(badge.id)).toBeUndefined();
    const rows = await db.query<{ operation: string }>(
      `SELECT operation FROM record_history WHERE record_id = $1 ORDER BY at`,
      [badge.id],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['create', 'delete']);
  });

  it('creates several records at once as one by one, all or nothing', async () => {
    const person = await clerk('person').create({ name: 'p' });
    const notes = ['first', 'second'].map((name) => ({ id: newId(), values: { name, about: person.id } }));
    const created = await clerk('note').createAll(notes);
    expect(created.map(({ id, name, version }) => [id, name, version])).toEqual(
      notes.map(({ id, values: { name } }) => [id, name, 1]),
    );
    const { usedBy: users } = await referrersOfRecord(
      shop.services,
      at('person'),
      shop.caller(['clerk']),
      person.id,
    );
    expect(users.map(({ title }) => title).sort()).toEqual(['first', 'second']);
    const rows = await db.query<{ id: string; operation: string }>(
      `SELECT record_id AS id, operation FROM record_history WHERE entity = 'note' ORDER BY record_id`,
    );
    expect(rows).toEqual(notes.map(({ id }) => ({ id, operation: 'create' })));

    const [again, other] = [newId(), newId()];
    const faulty = { id: other, values: { name: 'fourth', about: newId() } };
    const error = await refusal(clerk('note').createAll([{ id: again, values: { name: 'third' } }, faulty]));
    expect(error.details.fields).toEqual({ '/about': 'person does not exist' });
    expect(await at('note').repository.find(again)).toBeUndefined();
  });

  it('names the uses of a record, and only counts those that the person may not see', async () => {
    const person = await clerk('person').create({ name: 'p' });
    const note = await clerk('note').create({ name: 'n', about: person.id });
    await owner('diary').create({ name: 'private', about: person.id });
    const expected = { usedBy: [{ entity: 'note', id: note.id, title: 'n' }], hidden: 1 };
    expect(await referrersOfRecord(shop.services, at('person'), shop.caller(['clerk']), person.id)).toEqual(
      expected,
    );
    const error = await refusal(clerk('person').remove(person.id));
    expect([error.code, error.details]).toEqual(['IN_USE', expected]);
  });

  it('names the first twenty uses, and counts the others by entity', async () => {
    const person = await clerk('person').create({ name: 'p' });
    const notes = Array.from({ length: 23 }, (_, at) => ({
      ...{ id: newId(), values: { name: `n${at}`, about: person.id } },
    }));
    await clerk('note').createAll(notes);
    const uses = await referrersOfRecord(shop.services, at('person'), shop.caller(['clerk']), person.id);
    expect(uses.usedBy).toHaveLength(20);
    expect(uses).toMatchObject({ hidden: 3, hiddenOf: [{ entity: 'note', count: 3 }] });
  });

  it('rejects a reference to a record that the person may not see', async () => {
    const person = await shop.as(['owner'], 'person').create({ name: 'p' });
    await db.exec(`UPDATE entity_person SET data = data || '{"owner": "somebody"}'`);
    const error = await refusal(clerk('note').create({ name: 'n', about: person.id }));
    expect(error.details.fields).toEqual({ '/about': 'person does not exist' });
  });

  it('rebuilds the reference index from stored records', async () => {
    const person = await clerk('person').create({ name: 'p' });
    await clerk('note').create({ name: 'n', about: person.id });
    await db.exec('DELETE FROM record_reference; DELETE FROM record_upkeep');
    await migrate(db, entities);
    expect((await refusal(clerk('person').remove(person.id))).code).toBe('IN_USE');
  });

  it('restores all fields except those that the person may not change', async () => {
    const thing = await owner('thing').create({ name: 'a', price: 1, margin: 5, deal: { limit: 1 } });
    const changed = await owner('thing').change(thing.id, (now) => ({
      ...now,
      name: 'b',
      price: 2,
      margin: 6,
      deal: { limit: 2 },
    }));
    const [entry] = await history(shop.services, at('thing'), shop.caller(['clerk']), thing.id, {});
    await restore(shop.services, at('thing'), shop.caller(['clerk']), thing.id, {
      historyId: entry?.id,
      version: changed.version,
    });
    const stored = await at('thing').repository.get(thing.id);
    expect(stored).toMatchObject({ name: 'a', price: 2, margin: 6, deal: { limit: 2 } });
  });

  it('restores a deleted record with fields that the person may not set as they were at the deletion', async () => {
    const thing = await owner('thing').create({ name: 'a', price: 1 });
    await owner('thing').change(thing.id, (now) => ({ ...now, name: 'b', price: 2 }));
    await owner('thing').remove(thing.id);
    const entries = await history(shop.services, at('thing'), shop.caller(['clerk']), thing.id, {});
    await restore(shop.services, at('thing'), shop.caller(['clerk']), thing.id, {
      historyId: entries[1]?.id,
      version: 0,
    });
    expect(await at('thing').repository.get(thing.id)).toMatchObject({ name: 'a', price: 2 });
  });

  it('copies read-only fields, but none that the person may not set', async () => {
    const deal = { note: 'x', limit: 2, floor: 3 };
    const thing = await owner('thing').create({ name: 'a', price: 1, key: 'a-very-long-secret', deal });
    await db.exec(`UPDATE entity_thing SET data = data || '{"stock": 7}'`);
    const copy = await duplicate(shop.services, at('thing'), shop.caller(['clerk']), thing.id);
    expect(copy).toMatchObject({ name: 'a_copy', stock: 7, key: '••••cret' });
    expect(copy).not.toHaveProperty('price');
    expect((await at('thing').repository.get(copy.id))['deal']).toEqual({ note: 'x' });
  });

  it('shortens the name of a copy to its maximum length without splitting a character', async () => {
    const sign = await owner('sign').create({ name: '👩‍💻👍👍' });
    const copy = await duplicate(shop.services, at('sign'), shop.caller(['owner']), sign.id);
    expect(copy['name']).toBe('👩‍💻_copy');
  });

  it.each([
    ['a field', { price: 2 }, '/price'],
    ['a field inside an object', { deal: { limit: 2 } }, '/deal/limit'],
  ])('rejects a value for %s that the person may not set or change', async (_, values, pointer) => {
    expect((await refusal(clerk('thing').create({ name: 'a', ...values }))).details.fields).toHaveProperty([
      pointer,
    ]);
    const thing = await owner('thing').create({ name: 'b', price: 1, deal: { limit: 1 } });
    const error = await refusal(clerk('thing').change(thing.id, (now) => ({ ...now, ...values })));
    expect([error.status, Object.keys(error.details.fields ?? {})]).toEqual([403, [pointer]]);
  });

  it('keeps fields that the person does not see when they save the others', async () => {
    const thing = await owner('thing').create({ name: 'a', margin: 5, deal: { note: 'x', floor: 3 } });
    const seen = await get(shop.services, at('thing'), shop.caller(['clerk']), thing.id);
    expect(seen).toMatchObject({ name: 'a', deal: { note: 'x' } });
    expect(JSON.stringify(seen)).not.toMatch(/margin|floor/);
    await clerk('thing').change(thing.id, () => ({ ...seen, name: 'b' }), { version: thing.version });
    expect(await at('thing').repository.get(thing.id)).toMatchObject({
      name: 'b',
      margin: 5,
      deal: { note: 'x', floor: 3 },
    });
  });

  it.each([
    ['filter', { margin: '5' }],
    ['range', { 'margin.gte': '1' }],
    ['sort', { sort: 'margin' }],
  ])('a field that the person may not read cannot be probed with a %s', async (_, query) => {
    await owner('thing').create({ name: 'a', margin: 5 });
    const error = await refusal(list(shop.services, at('thing'), shop.caller(['clerk']), query));
    expect([error.status, error.message]).toEqual([400, expect.not.stringContaining('did you mean')]);
    expect(await list(shop.services, at('thing'), shop.caller(['owner']), query)).toHaveLength(1);
  });

  it('of two changes of the same version the second is rejected with the result of the first', async () => {
    const thing = await owner('thing').create({ name: 'a' });
    const outcomes = await Promise.allSettled(
      ['b', 'c'].map((name) =>
        owner('thing').change(thing.id, (now) => ({ ...now, name }), { version: thing.version }),
      ),
    );
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ status: 409, code: 'STALE' });
    expect((refused.reason as ApiError).details.current?.['version']).toBe(2);
  });

  it('applies all concurrent changes that are computed from the stored record', async () => {
    const thing = await owner('thing').create({ name: 'a', price: 0 });
    const add = (now: unknown) => ({
      ...(now as EntityRecord),
      price: Number((now as EntityRecord)['price']) + 1,
    });
    await Promise.all(Array.from({ length: 12 }, () => owner('thing').change(thing.id, add)));
    expect((await at('thing').repository.get(thing.id))['price']).toBe(12);
  });

  it('stores no secret in plain text, and keeps one that is sent back masked', async () => {
    const secret = 'kd83-jdk2-ppq1-9xz7';
    const thing = await owner('thing').create({ name: 'a', key: secret });
    expect(thing['key']).toBe('••••9xz7');
    const again = await owner('thing').change(thing.id, () => ({ ...thing, name: 'b' }), { version: 1 });
    expect(again['key']).toBe('••••9xz7');
    const storedTexts = await db.query(
      `SELECT data::text AS text FROM entity_thing UNION ALL SELECT coalesce(before::text, '') || after::text FROM record_history`,
    );
    expect(JSON.stringify(storedTexts)).not.toContain(secret);
    const stored = await at('thing').repository.get(thing.id);
    expect(shop.services.secretBox.open(String(stored['key']))).toBe(secret);
  });

  it('rejects a mask of another secret in the language of the person', async () => {
    readLanguages(['schemas']);
    const thing = await owner('thing').create({ name: 'a', key: 'kd83-jdk2-ppq1-9xz7' });
    const error = await refusal(
      inLanguage('th', () => owner('thing').change(thing.id, () => ({ ...thing, key: '••••1234' }))),
    );
    expect(error.details.fields?.['/key']).toBe('กรอกค่าทั้งหมด');
  });

  it('masks a secret in the history whose field was renamed since', async () => {
    const thing = await owner('thing').create({ name: 'a', key: 'kd83-jdk2-ppq1-9xz7' });
    await db.exec(
      `UPDATE record_history SET after = (after - 'key') || jsonb_build_object('oldKey', after -> 'key')`,
    );
    const [entry] = await history(shop.services, at('thing'), shop.caller(['owner']), thing.id, {});
    expect(entry?.after?.['oldKey']).toBe('••••9xz7');
  });

  it('rejects a record that is too large, with its size and the limit', async () => {
    const error = await refusal(
      owner('thing').create({
        name: 'a',
        ...Object.fromEntries(PAGES.map((page) => [page, 'x'.repeat(99_000)])),
      }),
    );
    expect([error.status, error.code]).toEqual([413, 'TOO_LARGE']);
    expect(error.message).toMatch(/581 kB, at most 512 kB/);
  });
});
