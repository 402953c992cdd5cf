import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import { mapDistributions, ENTITY_DISTRIBUTION, parentTable } from '../../services/distribution.ts';
import { listMigrations } from '../../services/engine/modules/migrations.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { tableName } from '../../services/engine/storage/sql.ts';
import { testEngines } from '../../services/engine/storage/testEngines.ts';
import { MODULES } from '../../services/modules.ts';
import { createTables } from '../../services/products/dashboard/journey/spans.ts';
import { schemasDir } from '../lib/project.mjs';

const product = loadProduct(schemasDir());
const distributions = mapDistributions(product);
let columns: Map<string, string[]>;
let close: () => Promise<void>;

beforeAll(async () => {
  const [embedded] = testEngines();
  if (!embedded) throw new Error('There is no engine');
  const { db, remove } = await embedded.open();
  close = remove;
  await migrate(db, product.entities, listMigrations(MODULES));
  const message = product.entities.find(({ name }) => name === 'message');
  if (message) await createTables(db, message);
  const rows = await db.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(attname::text) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 GROUP BY 1`,
  );
  columns = new Map(rows.map((row) => [parentTable(row.name), row.columns]));
});
afterAll(() => close());

it('every table has a key of distribution, or a place', () => {
  expect([...columns.keys()].filter((table) => !distributions.has(table)).sort()).toEqual([]);
});

it('names only existing tables and entities', () => {
  expect([...distributions.keys()].filter((table) => !columns.has(table)).sort()).toEqual([]);
  expect(Object.keys(ENTITY_DISTRIBUTION).filter((name) => !columns.has(tableName(name)))).toEqual([]);
});

it('the columns of a key are columns of its table', () => {
  const wrong = [...distributions].flatMap(([table, own]) =>
    'by' in own
      ? own.columns.filter((column) => !columns.get(table)?.includes(column)).map((c) => `${table}.${c}`)
      : [],
  );
  expect(wrong).toEqual([]);
});
