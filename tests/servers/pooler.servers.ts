import process from 'node:process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../services/engine/storage/database.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { addressesOf, databaseSettings } from '../../services/engine/storage/testEngines.ts';
import { createTestDatabase, type TestDatabase } from '../contract/support/testDatabase.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
let own: TestDatabase;
let db: Database;
const addresses = () => addressesOf(databaseSettings(own.address));

beforeAll(async () => {
  own = await createTestDatabase(server);
  db = await openDatabase({ dataDir: '', ...addresses(), timeoutMs: 1_000, poolSize: 4 });
});
afterAll(async () => {
  await db?.close();
  await own?.remove();
});

it('refuses to start behind a pooler of transactions alone, and says what is missing', async () => {
  const { databaseUrl } = addresses();
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
    /stands behind a pooler of transactions: .*DATABASE_SESSION_URL/,
  );
});

it('refuses a second address that leads to another database', async () => {
  await expect(openDatabase({ dataDir: '', ...addresses(), databaseSessionUrl: server })).rejects.toThrow(
    'DATABASE_SESSION_URL leads to another database or schema than DATABASE_URL',
  );
});

it('receives notifications whose sessions the pooler has reassigned since', async () => {
  const received: string[] = [];
  const stop = await db.listen('news', (payload) => received.push(payload));
  await Promise.all(Array.from({ length: 50 }, (_, n) => db.notify('news', String(n))));
  await vi.waitFor(() => expect(received).toHaveLength(50), { timeout: 10_000 });
  await stop();
});

it('ends statements in transactions, and waits for locks, in time', async () => {
  await db.exec('CREATE TABLE held (id int PRIMARY KEY); INSERT INTO held VALUES (1)');
  await expect(db.transaction((tx) => tx.query('SELECT pg_sleep(10)'))).rejects.toThrow('took too long');
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM held FOR UPDATE');
    const other = await openDatabase({ dataDir: '', ...addresses(), timeoutMs: 1_000 });
    await expect(other.transaction((own_) => own_.query('SELECT 1 FROM held FOR UPDATE'))).rejects.toThrow(
      'waited too long',
    );
    await other.close();
  });
});

it('keeps a session together for what lives in one', async () => {
  const rows = await db.session(async (session) => {
    await session.transaction((tx) =>
      tx.query('DECLARE all_of_it NO SCROLL CURSOR WITH HOLD FOR SELECT generate_series(1, 30) AS n', [], {
        prepare: false,
      }),
    );
    const found: number[] = [];
    for (let page = 0; page < 3; page++) {
      await Promise.all(Array.from({ length: 20 }, () => db.query('SELECT 1')));
      const some = await session.query<{ n: number }>('FETCH 10 FROM all_of_it', [], { prepare: false });
      found.push(...some.map(({ n }) => n));
    }
    return found;
  });
  expect(rows).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
});

it('repeats the same statement over all of the pooler’s sessions', async () => {
  const same = Array.from({ length: 200 }, (_, n) => db.query<{ n: number }>('SELECT $1::int AS n', [n]));
  expect((await Promise.all(same)).map(([row]) => row?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
});
