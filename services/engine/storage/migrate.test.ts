import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { Store } from '../resources/write/store.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';
import { choices, field, model } from './testModels.ts';

const name = (own: Partial<FieldModel> = {}): FieldModel => field('name', { maxLength: 100, ...own });
const scope = field('scope', choices('bot', 'environment'));
const size = field('size', { type: 'number', minimum: 0 });
const schema = { type: 'object' };
const entity = (fields: FieldModel[], own: Partial<EntityModel> = {}): EntityModel =>
  model('thing', fields, { schema, ...own });
const before = entity([name(), scope, size]);

interface Case {
  change: string;
  after: EntityModel[];
  refusal?: RegExp;
}
const cases: Case[] = [
  { change: 'nothing', after: [before] },
  { change: 'a new optional field', after: [entity([name(), scope, size, field('note')])] },
  {
    change: 'a new required field with a default',
    after: [entity([name(), scope, size, field('kind', { required: true, default: 'a' })])],
  },
  {
    change: 'a new required field without a default',
    after: [entity([name(), scope, size, field('kind', { required: true })])],
    refusal: /"thing": field "kind" .*3 rows lack it: give it a default, or make it optional/,
  },
  {
    change: 'a field made required that every row has',
    after: [entity([name({ required: true }), scope, size])],
  },
  {
    change: 'a field removed that rows hold',
    after: [entity([name(), scope])],
    refusal: /"thing": field "size" .*2 rows hold.* put the field back/,
  },
  { change: 'a longer limit', after: [entity([name({ maxLength: 200 }), scope, size])] },
  { change: 'a shorter limit that all rows keep', after: [entity([name({ maxLength: 6 }), scope, size])] },
  {
    change: 'a shorter limit that a row breaks',
    after: [entity([name({ maxLength: 4, messages: { maxLength: 'too long' } }), scope, size])],
    refusal:
      /"thing": field "name" is narrower now, but 1 row holds values that it refuses \(record .*too long\)/,
  },
  {
    change: 'a choice removed that rows hold',
    after: [
      model(
        'thing',
        [name(), field('scope', { ...choices('bot'), messages: { enum: 'not offered' } }), size],
        {
          schema: { type: 'object', properties: { scope: { enum: ['bot'] } } },
        },
      ),
    ],
    refusal: /field "scope" .*1 row holds .*not offered/,
  },
  {
    change: 'a choice added',
    after: [entity([name(), field('scope', choices('bot', 'environment', 'new')), size])],
  },
  {
    change: 'another type',
    after: [entity([name(), scope, field('size', { type: 'tags' })])],
    refusal: /field "size" changed from number to tags, but 2 rows hold/,
  },
  { change: 'text made long', after: [entity([name({ type: 'long-text' }), scope, size])] },
  {
    change: 'a unique set that rows keep',
    after: [entity([name(), scope, size], { unique: [{ fields: ['name', 'scope'], message: '' }] })],
  },
  {
    change: 'a unique set that rows break',
    after: [entity([name(), scope, size], { unique: [{ fields: ['name'], message: '' }] })],
    refusal: /field "name" must be unique now, but 2 rows hold values that occur more than once/,
  },
  {
    change: 'one record only',
    after: [entity([name(), scope, size], { single: 'workspace' })],
    refusal: /"thing": is single now, but 3 rows are stored: delete all but one first/,
  },
  {
    change: 'a mark that several rows have',
    after: [
      entity([name(), scope, size, field('first', { type: 'boolean', default: true })], {
        exclusive: [{ field: 'first', within: ['name'], onConflict: 'transfer', message: '' }],
      }),
    ],
    refusal: /field "first" may be true once now in each name, but 2 rows have it/,
  },
  {
    change: 'the file removed',
    after: [],
    refusal: /"thing" has no schema file any more, but 3 rows are stored: restore thing.schema.json/,
  },
  { change: 'another entity added', after: [before, model('other', [name()])] },
  { change: 'another entity removed that is empty', after: [before] },
];

describe.each(testEngines())('migrate on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let things: Store;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, [before]);
    things = new Store(db, before);
    await things.create({ name: 'same', scope: 'bot', size: 1 });
    await things.create({ name: 'same', scope: 'environment', size: 2 });
    await things.create({ name: 'longer' });
  }, 60_000);
  afterAll(() => remove());

  it.each(cases)('$change', async ({ after, refusal }) => {
    await migrate(db, [before, ...after.filter((one) => one.name === 'other')]);
    const outcome = await migrate(db, after).catch((error: Error) => error.message);
    expect(outcome).toMatch(refusal ?? /^applied$/);
    // Applied or refused, every row still exists and can be listed.
    const model = after.find((one) => one.name === 'thing') ?? before;
    expect(await new Store(db, refusal ? before : model).list()).toHaveLength(3);
    if (!refusal) await migrate(db, [before]);
  });

  it('builds new indexes and drops outdated ones', async () => {
    const count = async (): Promise<number> =>
      (
        await db.query(
          `SELECT 1 FROM pg_indexes WHERE tablename = 'entity_thing' AND schemaname = current_schema()`,
        )
      ).length;
    const usual = await count();
    await migrate(db, [
      entity([name(), scope, size], { list: { ...before.list, search: ['name'], filters: ['scope'] } }),
    ]);
    expect(await count()).toBe(usual + 2);
    await migrate(db, [before]);
    expect(await count()).toBe(usual);
  });

  it('lets concurrent starts wait for each other', async () => {
    const grown = entity([name(), scope, size, field('more')]);
    await Promise.all([migrate(db, [grown]), migrate(db, [grown]), migrate(db, [grown])]);
    expect(await things.list()).toHaveLength(3);
    await migrate(db, [before]);
  });

  it('leaves tables and indexes of a newer version alone while that may run', async () => {
    const beside = { exclusive: false };
    const newer = [
      entity([name(), scope, size], { unique: [{ fields: ['name', 'scope'], message: '' }] }),
      model('added', [name()]),
    ];
    const tablesAndIndexes = async (): Promise<unknown> =>
      db.query(
        `SELECT tablename, indexname FROM pg_indexes WHERE tablename IN ('entity_thing', 'entity_added')
           AND schemaname = current_schema() ORDER BY 1, 2`,
      );
    expect(await migrate(db, [before])).toBe('applied');
    const olderIndexes = await tablesAndIndexes();
    expect(await migrate(db, newer, undefined, beside)).toBe('applied');
    const newerIndexes = await tablesAndIndexes();
    expect(newerIndexes).not.toEqual(olderIndexes);

    expect(await migrate(db, [before], undefined, beside)).toBe('superseded');
    expect(await tablesAndIndexes()).toEqual(newerIndexes);
    const other = [entity([name(), scope, size, field('extra')])];
    expect(await migrate(db, other, undefined, beside)).toBe('applied');
    expect(await db.query('SELECT 1 FROM entity_added')).toEqual([]);

    expect(await migrate(db, [before])).toBe('applied');
    expect(await tablesAndIndexes()).toEqual(olderIndexes);
    expect(await migrate(db, [before], undefined, beside)).toBe('applied');
  });
});
