import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityModel, FieldModel, Match } from '../../../schemas/model/types.ts';
import { Store } from '../resources/write/store.ts';
import { exportBackup, importBackup } from './backup.ts';
import type { Database } from './database.ts';
import { matchToColumnsSql, Parameters } from './matchSql.ts';
import { materializedColumns, readMaterializingTriggers } from './materializedFields.ts';
import { migrate } from './migrate.ts';
import { testEngines, testFolder } from './testEngines.ts';
import { choices, field, model } from './testModels.ts';

const person = (own: Partial<FieldModel>): EntityModel =>
  model('person', [
    field('name'),
    field('seen', { type: 'date-time', live: true, readOnly: true }),
    field('state', { ...choices('here', 'gone'), default: 'gone', ...own }),
    field('tags', { type: 'tags', ...own }),
    field('age', { type: 'number', ...own }),
  ]);
const plain = person({});
const wide = person({ materialized: true });

describe.each(testEngines())(
  'columns beside documents on the $name engine',
  { timeout: 120_000 },
  ({ open }) => {
    let db: Database;
    let remove: () => Promise<void>;
    let people: Store;
    beforeAll(async () => {
      ({ db, remove } = await open());
      await migrate(db, [plain]);
      people = new Store(db, plain);
      for (let n = 0; n < 40; n++)
        await people.create({ name: `Early ${n}`, state: 'here', tags: ['vip'], age: n });
      await migrate(db, [wide]);
      people = new Store(db, wide);
    }, 120_000);
    afterAll(() => remove());

    const namesOf = async (match: Match, at: Database = db): Promise<unknown[]> => {
      const parameters = new Parameters();
      const where = matchToColumnsSql(materializedColumns(wide), match, parameters);
      const rows = await at.query(
        `SELECT data ->> 'name' AS name FROM entity_person JOIN
         (SELECT id FROM entity_person_facts WHERE ${where}) AS met USING (id) ORDER BY 1`,
        parameters.values,
      );
      return rows.map(({ name }) => name);
    };

    test('hold what stood in the documents before the fields had columns', async () => {
      expect(await namesOf({ state: 'here', tags: { contains: 'vip' }, age: { gte: 38 } })).toEqual([
        'Early 38',
        'Early 39',
      ]);
    });

    test('follow every change, also of who does not know them', async () => {
      const made = await people.create({ name: 'Pim', tags: ['new'], age: 90 });
      const many = await people.createAll(
        [91, 92].map((age) => ({
          id: `0190000a-0000-7000-8000-0000000000${age}`,
          draft: { name: `M${age}`, age },
        })),
      );
      expect(await namesOf({ age: { gte: 90 } })).toEqual(['M91', 'M92', 'Pim']);
      // What is absent reads as its default, as in the documents; what was cleared does not.
      expect(await namesOf({ state: 'gone' })).toEqual([]);
      await db.exec(`UPDATE entity_person SET data = data - 'state' WHERE data ->> 'name' LIKE 'M%'`);
      expect(await namesOf({ state: 'gone' })).toEqual(['M91', 'M92']);
      await people.update(made.id, { name: 'Pim', state: 'here', tags: ['old'], age: 94.5 }, undefined);
      expect(await namesOf({ tags: { contains: 'old' }, age: 94.5, state: 'here' })).toEqual(['Pim']);
      expect(await namesOf({ tags: { contains: 'new' } })).toEqual([]);
      await db.query(`UPDATE entity_person SET data = data || '{"age": 95}' WHERE id = $1`, [many[0]?.id]);
      expect(await namesOf({ age: 95 })).toEqual(['M91']);
      await people.remove(made.id);
      expect(await namesOf({ age: { gte: 93 } })).toEqual(['M91']);
    });

    test('are filled by the next start where one was stopped on the way', async () => {
      const [trigger] = (await readMaterializingTriggers(db)).keys();
      await db.exec(
        `UPDATE entity_person_facts SET age = NULL; COMMENT ON TRIGGER ${trigger} ON entity_person IS NULL`,
      );
      await migrate(db, [wide]);
      expect(await namesOf({ age: { lt: 2 } })).toEqual(['Early 0', 'Early 1']);
      expect([...(await readMaterializingTriggers(db)).values()]).toEqual([true]);
    });

    test('are restored with a backup, and maintained from then on', async () => {
      const folder = testFolder();
      const target = await open();
      try {
        const file = join(folder, 'all.gz');
        await exportBackup(db, file);
        await importBackup(target.db, file);
        await migrate(target.db, [wide]);
        await new Store(target.db, wide).create({ name: 'After', age: 200 });
        expect(await namesOf({ age: { gte: 95 } }, target.db)).toEqual(['After', 'M91']);
      } finally {
        await target.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('of another type are made anew; without the keyword nothing keeps them', async () => {
      await db.exec(`UPDATE entity_person SET data = data - 'age'`);
      const texts = model(
        'person',
        wide.fields.map((one) => (one.name === 'age' ? field('age', { materialized: true }) : one)),
      );
      await migrate(db, [texts]);
      await new Store(db, texts).create({ name: 'Old', age: 'very' });
      const [row] = await db.query(`SELECT age FROM entity_person_facts WHERE age IS NOT NULL`);
      expect(row).toEqual({ age: 'very' });
      await db.exec(`UPDATE entity_person SET data = data - 'age'`);
      await migrate(db, [plain]);
      expect([...(await readMaterializingTriggers(db)).keys()]).toEqual([]);
      await new Store(db, plain).create({ name: 'Plain', age: 1 });
    });

    test('do not fall behind what changes while they are filled', async () => {
      const names = ['a', 'b', 'c'];
      const made = [];
      for (const name of names) made.push(await people.create({ name: `Busy ${name}`, tags: [], age: 300 }));
      const state = { filled: false };
      const filling = migrate(db, [wide]).then(() => (state.filled = true));
      let age = 300;
      do {
        age += 1;
        await Promise.all(
          made.map(({ id }, at) =>
            new Store(db, plain).update(id, { name: `Busy ${names[at]}`, tags: [], age }, undefined),
          ),
        );
      } while (!state.filled);
      await filling;
      expect(await namesOf({ age })).toEqual(names.map((name) => `Busy ${name}`));
    });
  },
);
