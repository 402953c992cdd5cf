import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { Store } from '../resources/write/store.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { FOUNDATION } from './migrations/foundation.ts';
import type { MigrationModule } from './migrations/migration.ts';
import { planChanges } from './plannedChanges.ts';
import { testEngines } from './testEngines.ts';
import { field, model } from './testModels.ts';

const name = (own: Partial<FieldModel> = {}): FieldModel => field('name', { maxLength: 100, ...own });
const size = field('size', { type: 'number', minimum: 0 });
const thing = (fields: FieldModel[], own: Partial<EntityModel> = {}): EntityModel =>
  model('thing', fields, { schema: { type: 'object' }, ...own });
const before = thing([name(), size]);
const MODULES = [FOUNDATION];

describe.each(testEngines())('what a start would change ($name)', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  const plan = (models: EntityModel[], modules: readonly MigrationModule[] = MODULES, own: object = {}) =>
    planChanges(db, models, modules, { exclusive: true, retired: [], ...own });

  beforeAll(async () => {
    ({ db, remove } = await open());
  }, 240_000);
  afterAll(() => remove());

  it('is everything where the database is empty, and nothing right after a start', async () => {
    expect(await plan([before])).toMatchObject({ state: 'empty', changes: [] });
    await migrate(db, [before]);
    expect(await plan([before])).toEqual({ state: 'current', changes: [], refusals: [], notes: [] });
    const store = new Store(db, before);
    await store.create({ name: 'first', size: 1 });
    await store.create({ name: 'second' });
  });

  it.each<[string, EntityModel[], object]>([
    [
      'a new field',
      [thing([name(), size, field('note')])],
      {
        changes: expect.arrayContaining([
          { subject: 'thing', description: 'new fields: note', undo: 'an older version keeps their values' },
        ]),
      },
    ],
    [
      'a new required field',
      [thing([name(), size, field('kind', { required: true })])],
      { refusals: [expect.stringMatching(/field "kind" .*2 rows lack it/)] },
    ],
    [
      'a narrower rule that a row breaks',
      [thing([name({ maxLength: 5 }), size])],
      {
        changes: expect.arrayContaining([expect.objectContaining({ description: 'narrower rules: name' })]),
        refusals: [expect.stringMatching(/field "name" is narrower now, but 1 row holds/)],
      },
    ],
    [
      'a renamed field',
      [thing([name(), field('weight', { type: 'number', renamedFrom: 'size' })])],
      {
        changes: expect.arrayContaining([
          expect.objectContaining({
            description: 'field size becomes weight, in 2 rows and their history',
            undo: 'by renaming weight to size',
          }),
        ]),
        notes: [expect.stringContaining('told by the start itself')],
        refusals: [],
      },
    ],
    [
      'a new entity',
      [before, model('added', [name()])],
      {
        changes: [
          { subject: 'added', description: 'its table is made', undo: 'an older version leaves it alone' },
        ],
      },
    ],
    [
      'a removed entity',
      [],
      { refusals: [expect.stringMatching(/"thing" has no schema file any more, but 2 rows/)] },
    ],
    [
      'a new unique set of fields',
      [thing([name(), size], { unique: [{ fields: ['name'], message: '' }] })],
      {
        changes: expect.arrayContaining([
          expect.objectContaining({ description: expect.stringMatching(/^a new unique index/) }),
        ]),
      },
    ],
  ])('lists %s, and changes nothing', async (_, models, expected) => {
    expect(await plan(models)).toMatchObject({ state: 'changes', ...expected });
    expect(await plan([before])).toMatchObject({ state: 'current' });
  });

  it('lists migrations of modules, the rows that a retired entity loses, and a newer version', async () => {
    const step = {
      name: 'more',
      migrations: [{ id: '0001-more', statements: ['CREATE TABLE more (id int)'] }],
    };
    expect((await plan([before], [FOUNDATION, step])).changes).toMatchObject([
      { subject: 'more', description: 'step 0001-more' },
    ]);
    const retired = [{ name: 'thing', values: 'drop' as const }];
    expect((await plan([], MODULES, { retired })).changes).toEqual([
      { subject: 'thing', description: 'its table is dropped, with 2 rows', undo: 'only from a backup' },
    ]);
    const newer = [thing([name(), size, field('note')])];
    await migrate(db, newer, undefined, { exclusive: false });
    expect(await plan([before], MODULES, { exclusive: false })).toMatchObject({ state: 'superseded' });
    expect(await plan(newer)).toMatchObject({ state: 'current' });
  });
});
