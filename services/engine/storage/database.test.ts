import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';
import { testEngines, testFolder } from './testEngines.ts';

describe.each(testEngines())('Database on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await db.exec('CREATE TABLE t (n int PRIMARY KEY); CREATE TABLE u (at timestamptz, data jsonb)');
  }, 60_000);
  afterAll(() => remove());

  it('gives the types that the interface promises', async () => {
    const text = `SELECT 1::int AS int, 2::bigint AS bigint, '{"a": [1]}'::jsonb AS json, '2026-01-02T03:04:05.678Z'::timestamptz AS at`;
    const row = { int: 1, bigint: '2', json: { a: [1] }, at: new Date('2026-01-02T03:04:05.678Z') };
    expect(await db.query(text)).toEqual([row]);
  });

  it('compiles no statement, which takes longer than running it', async () => {
    const [row] = await db.query(`SELECT current_setting('jit')::boolean AND pg_jit_available() AS compiles`);
    expect(row).toEqual({ compiles: false });
  });

  it('commits what resolves and rolls back what throws', async () => {
    await db.transaction((tx) => tx.query('INSERT INTO t VALUES ($1)', [1]));
    const failed = db.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES ($1)', [2]);
      await tx.query('INSERT INTO t VALUES ($1)', [1]);
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    expect(await db.query('SELECT n FROM t')).toEqual([{ n: 1 }]);
  });

  it('keeps statements of others out of a transaction', async () => {
    let begun = (): void => undefined;
    const inside = new Promise<void>((done) => (begun = done));
    const failed = db.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (10)');
      begun();
      await tx.query('SELECT 1');
      throw new Error('no');
    });
    await inside;
    const outside = db.query('INSERT INTO t VALUES (11)');
    await expect(failed).rejects.toThrow('no');
    await outside;
    expect(await db.query('SELECT n FROM t WHERE n >= 10')).toEqual([{ n: 11 }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['query', () => db.query('SELECT 1')],
    ['exec', () => db.exec('SELECT 1')],
    ['transaction', () => db.transaction((tx) => tx.query('SELECT 1'))],
    ['notify', () => db.notify('news', '')],
  ])('refuses a %s on itself inside a transaction, which would wait for ever', async (_, misuse) => {
    let called: Promise<unknown> = Promise.resolve();
    await expect(
      db.transaction(async () => {
        called = misuse();
        await called;
      }),
    ).rejects.toThrow(/on the database itself inside a transaction: use the transaction's own `tx`/);
    await expect(called).rejects.toThrow(/inside a transaction/);
    expect(await db.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('can be asked by work that a transaction left behind, once it is over', async () => {
    let over = (): void => undefined;
    const ended = new Promise<void>((done) => (over = done));
    let left: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.query('SELECT 1');
      left = ended.then(() => db.query('SELECT 2 AS n'));
    });
    over();
    expect(await left).toEqual([{ n: 2 }]);
  });

  it('answers each of many statements with its own rows, with errors in between', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        db.query<{ n: number }>('SELECT 100 / $1::int AS n', [index % 10]),
      ),
    );
    const outcomes = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value[0]?.n : (answer.reason as { code: string }).code,
    );
    expect(outcomes).toEqual(
      answers.map((_, index) => (index % 10 === 0 ? '22012' : Math.trunc(100 / (index % 10)))),
    );
  });

  it('notifies listeners, until they unsubscribe', async () => {
    const received: string[] = [];
    let wake = (): void => undefined;
    const stop = await db.listen('news', (payload) => {
      received.push(payload);
      wake();
    });
    const told = new Promise<void>((done) => (wake = done));
    await db.notify('news', 'สวัสดี');
    await told;
    await stop();
    await db.notify('news', 'unheard');
    await db.query('SELECT 1');
    expect(received).toEqual(['สวัสดี']);
  });
});

const NOBODY = 65_534;

describe('openDatabase says in one line what is wrong', () => {
  const server = process.env['TEST_DATABASE_URL'];

  it('when the folder is a file', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(openDatabase({ dataDir: join(folder, 'file') })).rejects.toThrow(
      /is not a folder: choose another/,
    );
    rmSync(folder, { recursive: true });
  });

  it('when the folder cannot be written', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'data'));
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'data'), 0o500);
    // Nothing is unwritable for root, who stands back for this once.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    try {
      await expect(openDatabase({ dataDir: join(folder, 'data') })).rejects.toThrow(
        /cannot be read and written by this user/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    rmSync(folder, { recursive: true });
  });

  it('when the same process opens the folder twice', async () => {
    const folder = testFolder();
    const db = await openDatabase({ dataDir: folder });
    await expect(openDatabase({ dataDir: folder })).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${process.pid}`),
    );
    await db.close();
    const again = await openDatabase({ dataDir: folder });
    await again.close();
    rmSync(folder, { recursive: true });
  }, 60_000);

  it('when no server answers', async () => {
    const databaseUrl = 'postgres://user:secret@127.0.0.1:9/console';
    const failed = openDatabase({ dataDir: '', databaseUrl });
    await expect(failed).rejects.toThrow(
      'The database server 127.0.0.1:9/console does not answer: is it running, and are host and port right?',
    );
    await expect(failed).rejects.not.toThrow('secret');
  });

  it('when the address is no address', async () => {
    await expect(async () => openDatabase({ dataDir: '', databaseUrl: 'nonsense' })).rejects.toThrow(
      /DATABASE_URL is no URL/,
    );
  });

  it.skipIf(!server)('when the server has no such database', async () => {
    const url = new URL(server ?? '');
    url.pathname = '/nowhere';
    await expect(openDatabase({ dataDir: '', databaseUrl: url.href })).rejects.toThrow(
      /has no such database: create it first/,
    );
  });
});
