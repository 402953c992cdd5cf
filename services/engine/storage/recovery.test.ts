import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openDatabase } from './open.ts';
import { testFolder } from './testEngines.ts';

const TELLING = /^(The embedded database|The data folder) .*/;

it(
  'an embedded engine that broke down says so, and is started again by itself',
  { timeout: 240_000 },
  async () => {
    const folder = testFolder();
    const db = await openDatabase({ dataDir: folder });
    await db.exec('CREATE TABLE t (n int); INSERT INTO t VALUES (1)');
    const received: string[] = [];
    let resumed = 0;
    await db.listen(
      'news',
      (payload) => received.push(payload),
      () => resumed++,
    );

    // Without its log the engine cannot write, as on a full disk.
    const log = join(folder, 'postgres', 'pg_wal');
    renameSync(log, `${log}-gone`);
    const failed = db.transaction(async (tx) => {
      await tx.query('INSERT INTO t VALUES (2)');
      await tx.query('SELECT pg_switch_wal()');
      for (let n = 0; n < 20; n++) await tx.query(`INSERT INTO t SELECT 2 FROM generate_series(1, 20000)`);
    });
    await expect(failed).rejects.toThrow(TELLING);
    await expect(db.check()).rejects.toThrow(TELLING);
    await expect(db.query('SELECT 1')).rejects.toMatchObject({ name: 'StorageError' });

    renameSync(`${log}-gone`, log);
    await vi.waitFor(() => db.check(), { timeout: 200_000, interval: 200 });
    expect(await db.query('SELECT n FROM t')).toEqual([{ n: 1 }]);
    await db.query('INSERT INTO t VALUES (3)');
    expect(resumed).toBe(1);
    await db.notify('news', 'again');
    await vi.waitFor(() => expect(received).toEqual(['again']));
    await db.close();
    rmSync(folder, { recursive: true });
  },
);
