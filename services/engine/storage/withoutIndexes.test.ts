import { expect, describe, test } from 'vitest';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';
import { field, model } from './testModels.ts';
import { withoutIndexes } from './withoutIndexes.ts';

const person = model('person', [field('name'), field('seen', { type: 'date-time', live: true })]);
person.unique = [{ fields: ['name'], message: 'There is such a person' }];
const TABLES = ['entity_person', 'entity_person_facts'];

describe.each(testEngines())('withoutIndexes on the $name engine', { timeout: 120_000 }, ({ open }) => {
  test('a filled table has the same indexes as before, which cover its rows', async () => {
    const { db, remove } = await open();
    try {
      await migrate(db, [person]);
      const indexes = (): Promise<unknown[]> =>
        db.query('SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY($1) ORDER BY 1', [TABLES]);
      const before = await indexes();
      const add = `INSERT INTO entity_person (id, data) VALUES (gen_random_uuid(), '{"name": "Malee"}')`;
      let duringFill: unknown[] = [];
      await db.transaction((tx) =>
        withoutIndexes(tx, TABLES, async () => {
          await tx.query(add);
          duringFill = await tx.query('SELECT 1 FROM pg_indexes WHERE tablename = ANY($1)', [TABLES]);
        }),
      );
      expect(await indexes()).toEqual(before);
      // The primary keys.
      expect(duringFill).toHaveLength(2);
      await expect(db.query(add)).rejects.toThrow(/duplicate|unique/i);
    } finally {
      await remove();
    }
  });
});
