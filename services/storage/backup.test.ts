import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listHistory } from '../resources/repositoryHistory.ts';
import { Repository } from '../resources/repository.ts';
import { exportBackup, importBackup } from './backup.ts';
import type { Database } from './database.ts';
import { automaticBackups, backupFolder, backupWhenDue } from './keepBackups.ts';
import { migrate } from './migrate.ts';
import { testEngines, testFolder } from './testEngines.ts';
import { field, model } from './testModels.ts';

const thing = model('thing', [field('name', { unique: true }), field('tags', { type: 'tags' })], {
  list: { search: ['name'] },
});

describe.each(testEngines())('backups on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let things: Repository;
  let folder: string;
  beforeAll(async () => {
    ({ db, remove } = await open());
    folder = testFolder();
    await migrate(db, [thing]);
    await db.exec(
      'CREATE TABLE other (n bigint GENERATED ALWAYS AS IDENTITY, thing uuid REFERENCES entity_thing, raw bytea)',
    );
    things = new Repository(db, thing);
    for (let index = 0; index < 1203; index++)
      await things.create({ name: `ชื่อ ${index} "\\ \u2028\n`, tags: ['a'] });
    await db.query(`INSERT INTO other (thing, raw) SELECT id, '\\x00ff' FROM entity_thing LIMIT 3`);
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await remove();
  });

  it('brings everything back into an empty database, on either engine', async () => {
    const file = join(folder, 'all.gz');
    const rows = await exportBackup(db, file);
    expect(rows).toBeGreaterThan(2400);
    for (const engine of testEngines()) {
      const target = await engine.open();
      expect(await importBackup(target.db, file)).toBe(rows);
      await migrate(target.db, [thing]);
      const restored = new Repository(target.db, thing);
      const all = await things.list({ take: 2000 });
      expect(await restored.list({ take: 2000 })).toEqual(all);
      expect(await listHistory(target.db, thing, all[0]?.id ?? '')).toEqual(
        await listHistory(db, thing, all[0]?.id ?? ''),
      );
      await expect(restored.create({ name: all[0]?.['name'] })).rejects.toMatchObject({ kind: 'DUPLICATE' });
      expect(await restored.list({ keyword: 'ชื่อ 77 "' })).toHaveLength(1);
      const added = await target.db.query(`INSERT INTO other (raw) VALUES ('\\x01') RETURNING n`);
      expect(added).toEqual([{ n: '4' }]);
      expect(await target.db.query('SELECT raw FROM other WHERE n = 1')).toEqual([
        { raw: Buffer.from([0, 255]) },
      ]);
      await target.remove();
    }
  }, 60_000);

  it('does not overwrite what is stored, unless told to', async () => {
    const file = join(folder, 'replace.gz');
    await exportBackup(db, file);
    const extra = await things.create({ name: 'made later' });
    await expect(importBackup(db, file)).rejects.toThrow(/holds rows already .*--replace/);
    expect(await things.exists(extra.id)).toBe(true);
    await importBackup(db, file, { replace: true });
    expect(await things.exists(extra.id)).toBe(false);
    expect(await things.list({ take: 2000 })).toHaveLength(1203);
  });

  it('refuses cut-off, damaged and foreign files before it touches anything', async () => {
    const file = join(folder, 'bad.gz');
    await exportBackup(db, file);
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length >> 1) ^ 0xff, whole.length >> 1);
    const bad: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length - 200), /cut off or damaged/],
      [damaged, /cut off or damaged|no backup/],
      [gzipSync('{"some": "thing"}\n'), /is no backup of this product/],
      [Buffer.from('hello'), /is no backup of this product/],
      [Buffer.alloc(0), /is no backup|cut off/],
    ];
    for (const [content, message] of bad) {
      writeFileSync(file, content);
      await expect(importBackup(db, file, { replace: true })).rejects.toThrow(message);
    }
    await expect(importBackup(db, join(folder, 'missing.gz'))).rejects.toThrow(/There is no backup file/);
    expect(await things.list({ take: 2000 })).toHaveLength(1203);
  });

  it('keeps the newest automatic backups, one a day', async () => {
    const day = 86_400_000;
    mkdirSync(backupFolder(folder), { recursive: true });
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      const path = join(backupFolder(folder), `backup-${date}T00-00-00Z.jsonl.gz`);
      writeFileSync(path, '');
      utimesSync(path, new Date(), new Date());
    }
    expect(await backupWhenDue(db, folder, day, 2)).toBe(true);
    expect(await backupWhenDue(db, folder, day, 2)).toBe(false);
    const kept = await automaticBackups(folder);
    expect(kept).toHaveLength(2);
    expect(kept[0]).toContain('2026-01-03');
  });
});
