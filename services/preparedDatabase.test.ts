import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { schemaFilesDigest } from '../schemas/digest.ts';
import { loadProduct } from '../schemas/loadSchemas.ts';
import { writeTemplateDatabase, findTemplateDatabase } from './preparedDatabase.ts';
import { openDatabase } from './engine/storage/open.ts';
import type { Database } from './engine/storage/database.ts';

let folder: string;
let schemas: string;
let built: string;
const open: Database[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prepared-'));
  [schemas, built] = [join(folder, 'schemas'), join(folder, 'built')];
  cpSync('schemas', schemas, { recursive: true });
  mkdirSync(built);
  const compiled = { schemasDigest: schemaFilesDigest(schemas), product: loadProduct(schemas) };
  await writeTemplateDatabase(compiled, built, async (dataDir) => {
    const db = await openDatabase({ dataDir });
    await db.exec('CREATE TABLE thing (name text)');
    await db.close();
  });
});
afterEach(async () => {
  for (const db of open.splice(0)) await db.close();
  rmSync(join(folder, 'data'), { recursive: true, force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openHere = async (): Promise<Database> => {
  const db = await openDatabase({
    dataDir: join(folder, 'data'),
    prepared: () => findTemplateDatabase(schemas, built),
  });
  open.push(db);
  return db;
};
const things = (db: Database): Promise<unknown[]> => db.query('SELECT name FROM thing');

it('a new data folder begins with the database that was built, one with data keeps its own', async () => {
  const db = await openHere();
  expect(await things(db)).toEqual([]);
  await db.query("INSERT INTO thing VALUES ('mine')");
  await db.close();
  expect(await things(await openHere())).toEqual([{ name: 'mine' }]);
});

it('a first start that was cut off while it copied begins anew', async () => {
  const cutOff = join(folder, 'data', 'postgres.new');
  mkdirSync(cutOff, { recursive: true });
  writeFileSync(join(cutOff, 'PG_VERSION'), '18\n');
  expect(await things(await openHere())).toEqual([]);
});

it('other schemas than those that were built get a database of their own', async () => {
  const others = join(folder, 'others');
  cpSync(schemas, others, { recursive: true });
  writeFileSync(join(others, 'further.schema.json'), '{}');
  expect([findTemplateDatabase(others, built), findTemplateDatabase(others, folder)]).toEqual([
    undefined,
    undefined,
  ]);
});
