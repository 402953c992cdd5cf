import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateStoredValue } from '../../../schemas/texts/stored.ts';
import { Files } from '../files/files.ts';
import { FILE_TABLES } from '../files/tables.ts';
import { folderStore } from '../files/folderStore.ts';
import { withCaller, type ActorJobContext, type JobActor } from '../modules/onBehalf.ts';
import type { JobContext } from '../jobs/index.ts';
import { createRecordsFixture, type TestRecords } from '../resources/write/recordsFixture.ts';
import { withJsonSchema } from '../resources/write/testModels.ts';
import type { Caller } from '../resources/write/actor.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { runMigrations } from '../storage/migrations/run.ts';
import { testEngines, testFolder } from '../storage/testEngines.ts';
import { field, model } from '../storage/testModels.ts';
import type { Exchange } from './exchange.ts';
import { runExport } from './export/job.ts';
import { runImport, type ImportJob } from './import/job.ts';
import type { ImportLayout } from '../resources/importLayout.ts';
import { guessMapping } from './import/plan.ts';
import { ImportRun } from './import/run.ts';
import { readSheet } from './import/sheet.ts';
import { SheetCache } from './import/sheetCache.ts';
import { PersonalFiles } from './personalFiles.ts';
import { EXCHANGE_TABLES } from './tables.ts';

const ACCESS = {
  read: ['shop.entry'],
  create: ['shop.entry'],
  update: ['shop.entry'],
  delete: ['shop.entry'],
};
const entities = [
  model('thing', [field('name', { unique: true }), field('tags', { type: 'tags' })], {
    access: ACCESS,
    features: {
      history: true,
      duplicate: true,
      export: true,
      import: { key: ['name'] },
      formats: {},
      views: true,
    },
  }),
  model('intent', [field('name', { unique: true }), field('samples', { type: 'tags' })], {
    access: ACCESS,
    features: {
      history: true,
      duplicate: true,
      export: true,
      import: { key: ['name'] },
      formats: {},
      views: true,
    },
  }),
].map(withJsonSchema);

/** One row per sample: rows with the same name are merged into one record. */
const ROW_PER_SAMPLE: ImportLayout = {
  mergesRowsByKey: true,
  columns: () => [
    { name: 'name', title: 'Intent', key: true, required: true },
    { name: 'sample', title: 'Sample', key: false, required: true },
  ],
  rowsToValues: (_, rows, __, stored) => {
    const existing = (stored?.['samples'] ?? []) as string[];
    const added = rows.map(({ sample = '' }) => sample).filter((sample) => sample !== '');
    return {
      values: { name: rows[0]?.['name'], samples: [...new Set([...existing, ...added])] },
      faults: {},
    };
  },
};

describe.each(testEngines())('files on the $name engine', ({ open: openEngine }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let shop: TestRecords;
  let exchange: Pick<Exchange, 'current' | 'db' | 'personal' | 'sheets'>;
  const folder = testFolder();
  let caller: Caller;
  let actor: JobActor;
  beforeAll(async () => {
    ({ db, remove } = await openEngine());
    await migrate(db, entities);
    await runMigrations(db, FILE_TABLES, EXCHANGE_TABLES);
    shop = createRecordsFixture(db, entities);
    caller = shop.caller(['clerk']);
    actor = { user: caller.user, isMember: false };
    const files = new Files(db, folderStore(folder), folder);
    const personal = new PersonalFiles(db, files);
    exchange = { db, personal, sheets: new SheetCache(personal), current: () => shop.services };
  }, 60_000);
  afterAll(async () => {
    await remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const uploadCsv = async (csv: string): Promise<ImportJob> => {
    const content = Readable.from([Buffer.from(csv)]);
    const file = { entity: 'thing', by: caller.user.id, name: 'things.csv', type: 'text/csv' };
    const { id } = await exchange.personal.add({ ...file, content, maxBytes: 1_000_000 });
    const plan = { mapping: ['name', 'tags'], zone: 'UTC' };
    await db.query('INSERT INTO exchange_import (id, plan) VALUES ($1::uuid, $2::jsonb)', [
      id,
      JSON.stringify(plan),
    ]);
    return { file: id, entity: 'thing' };
  };
  /** The context of a job; `abortAt` aborts it after so many records, like a process that exits. */
  const contextOf = <Data extends object>(data: Data, abortAt = Infinity): ActorJobContext<Data> => {
    const controller = new AbortController();
    const job: JobContext<Data & { actor: JobActor }> = {
      ...{ data: { ...data, actor }, signal: controller.signal, attempt: 1, claimedAt: new Date() },
      progress: (done) => {
        if (done >= abortAt) controller.abort();
      },
      assertHeld: async () => {},
      fail: (reason) => {
        throw new Error(reason);
      },
    };
    return withCaller(job, () => shop.services);
  };
  const rows = Array.from({ length: 30 }, (_, n) => `thing ${n},"a, b"`);

  it('an aborted import continues after the stored rows, each row once', async () => {
    const job = await uploadCsv(['name,tags', ...rows, 'thing 3,again'].join('\n'));
    await expect(runImport(exchange, contextOf(job, 12))).rejects.toThrow(/abort/);
    await expect(runImport(exchange, contextOf(job, 20))).rejects.toThrow(/abort/);
    const outcome = await runImport(exchange, contextOf(job));
    expect(translateStoredValue(outcome).text).toBe('30 created, 1 refused');
    expect(outcome.link).toMatch(/^\/api\/v1\/downloads\//);
    const [{ records, changes } = { records: 0, changes: 0 }] = await db.query<{
      records: number;
      changes: number;
    }>(
      `SELECT (SELECT count(*)::int FROM entity_thing) AS records, count(*)::int AS changes FROM record_history`,
    );
    expect([records, changes]).toEqual([30, 30]);
    expect(translateStoredValue(await runImport(exchange, contextOf(job)))).toMatchObject({
      text: '30 created, 1 refused',
    });
  });

  it('two processes that run one import store nothing twice', async () => {
    const job = await uploadCsv(['name,tags', ...rows.map((row) => row.replace('thing', 'part'))].join('\n'));
    await Promise.allSettled([runImport(exchange, contextOf(job)), runImport(exchange, contextOf(job))]);
    expect(translateStoredValue(await runImport(exchange, contextOf(job))).text).toBe('30 created');
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM entity_thing WHERE data ->> 'name' LIKE 'part %'`,
    );
    expect(count).toBe(30);
  });

  it('a domain whose rows are no records says what they are', async () => {
    shop.services.actions.setImportLayout('intent', ROW_PER_SAMPLE);
    await shop.as(['clerk'], 'intent').create({ name: 'bye', samples: ['see you'] });
    const resource = shop.services.catalog.require('intent');
    const sheet = await readSheet(
      Buffer.from('intent,sample\nhello,hi\nbye,see you\nhello,สวัสดี\nbye,ลาก่อน\n'),
    );
    const mapping = guessMapping(sheet, ROW_PER_SAMPLE.columns(resource, caller));
    expect(mapping).toEqual(['name', 'sample']);
    const run = new ImportRun(shop.services, resource, caller, sheet, { mapping, zone: 'UTC' });
    expect(await run.preview(0, 10)).toMatchObject([
      { rows: [2, 4], verdict: 'create' },
      { rows: [3, 5], verdict: 'change' },
    ]);
    for await (const _ of run.apply(0, async () => undefined));
    const records = await resource.repository.list({ sort: { field: 'createdAt', order: 'ASC' } });
    expect(records).toMatchObject([
      { name: 'bye', samples: ['see you', 'ลาก่อน'] },
      { name: 'hello', samples: ['hi', 'สวัสดี'] },
    ]);
    expect(await run.preview(0, 10)).toMatchObject([{ verdict: 'unchanged' }, { verdict: 'unchanged' }]);
  });

  it('an export has each record once, in the order at its start, while others change records', async () => {
    const names = Array.from({ length: 1200 }, (_, n) => `many ${String(n).padStart(4, '0')}`);
    await db.query(
      `INSERT INTO entity_thing (id, data, version, created_at, updated_at)
       SELECT gen_random_uuid(), jsonb_build_object('name', name), 1, now(), now() FROM unnest($1::text[]) AS name`,
      [names],
    );
    const plan = { format: 'csv' as const, columns: ['name'], zone: 'UTC', query: { sort: 'name' } };
    const context = contextOf({ entity: 'thing', plan, name: 'things.csv' });
    let isChanged = false;
    const progress = (done: number): void => {
      if (done < 500 || isChanged) return;
      isChanged = true;
      void db.query(
        `UPDATE entity_thing SET data = data || '{"name": "a first one"}' WHERE data ->> 'name' = 'many 1100'`,
      );
    };
    const outcome = await runExport(exchange, { ...context, progress });
    const id = outcome.link?.split('/').at(-1) ?? '';
    const content = await text(await exchange.personal.read({ id }));
    const found = content.trimEnd().split('\r\n').slice(1);
    expect(found).toHaveLength(1260);
    expect(new Set(found).size).toBe(1260);
    expect(found.filter((name) => names.includes(name)).length).toBeGreaterThan(1198);
  });
});
