import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { testProduct } from '../../../tests/contract/support/testProduct.ts';
import { Store } from '../resources/write/store.ts';
import type { Database } from '../storage/database.ts';
import { deleteHistory } from '../storage/deleteHistory.ts';
import { migrate } from '../storage/migrate.ts';
import { testEngines } from '../storage/testEngines.ts';
import { deleteUnusedFiles } from './deleteUnused.ts';
import { exportBackup, importBackup } from '../storage/backup.ts';
import { createBackupFileSource } from './backupFileSource.ts';
import { Files, FileRejectedError } from './files.ts';
import { folderStore } from './folderStore.ts';
import { ensurePictureCopy, keysOf } from './pictures.ts';
import { deleteFailedPictures, remoteFile } from './remoteFiles.ts';
import { touchFiles, type FileRow } from './rows.ts';
import { runMigrations } from '../storage/migrations/run.ts';
import { FILE_TABLES } from './tables.ts';
import { translateStoredValue } from '../../../schemas/texts/stored.ts';

const MB = 1024 * 1024;
const MP4_HEAD = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')]);
const PNG: FileRules = { types: ['image/png'], maxBytes: MB, exact: [] };
const VIDEO: FileRules = { types: ['video/mp4'], maxBytes: 1024 * MB, exact: [] };
/** Megabytes that are streamed; set `FILES_TEST_MB=200` on a machine that runs nothing else. */
const STREAMED_MB = Number(process.env['FILES_TEST_MB'] ?? 24);

const picture = (background: string, size = 20): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer();

function orderModel(): EntityModel {
  const found = testProduct.entities.find(({ name }) => name === 'order');
  if (!found) throw new Error('The schema of the tests is gone');
  return found;
}

describe.each(testEngines())('files on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let folder: string;
  let files: Files;
  let model: EntityModel;

  beforeAll(async () => {
    ({ db, remove } = await open());
    model = orderModel();
    await migrate(db, [model]);
    await runMigrations(db, FILE_TABLES);
    folder = mkdtempSync(join(tmpdir(), 'files-'));
    files = new Files(db, folderStore(folder), folder);
  }, 180_000);
  afterEach(async () => {
    await db.exec(
      'DELETE FROM entity_order; DELETE FROM record_history; DELETE FROM record_reference; DELETE FROM stored_file',
    );
  });
  afterAll(async () => {
    await remove();
    rmSync(folder, { recursive: true });
  });

  const add = (content: Buffer | Readable, rules = PNG): Promise<FileRow> =>
    files.add({
      content: content instanceof Readable ? content : Readable.from([content]),
      name: 'a',
      rules,
      by: null,
    });
  const author = { id: 'u1', name: 'A', username: 'a' };
  const record = (fields: Record<string, unknown>) => new Store(db, model).create(fields, author);
  const isStored = (file: FileRow): Promise<boolean> => files.store.has(file.hash);
  const listStaging = (): Promise<string[]> => readdir(join(folder, 'staging'));

  it('twenty parallel uploads of one content store it once', async () => {
    const content = await picture('#010203');
    const rows = await Promise.all(Array.from({ length: 20 }, () => add(content)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(20);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1);
    expect(await buffer(await files.store.read(rows[0]?.hash ?? ''))).toEqual(content);
    expect(await listStaging()).toEqual([]);
  });

  it('an aborted upload leaves nothing behind', async () => {
    const content = await picture('#020304');
    const broken = Readable.from(
      (async function* () {
        yield content.subarray(0, 50);
        throw new Error('The connection is gone');
      })(),
    );
    await expect(add(broken)).rejects.toThrow('did not arrive whole');
    expect(await listStaging()).toEqual([]);
    expect(await db.query('SELECT 1 FROM stored_file')).toEqual([]);
  });

  it('a store that fails leaves no row behind', async () => {
    const store = { ...files.store, put: () => Promise.reject(new Error('The disk is full')) };
    const failing = new Files(db, store, folder);
    const content = Readable.from([await picture('#030405')]);
    await expect(failing.add({ content, name: 'a', rules: PNG, by: null })).rejects.toThrow('disk is full');
    expect(await db.query('SELECT 1 FROM stored_file')).toEqual([]);
    expect(await listStaging()).toEqual([]);
  });

  it(`${STREAMED_MB} MB are streamed within 64 MB of memory`, async () => {
    let peak = 0;
    const before = process.memoryUsage().rss;
    const content = Readable.from(
      (function* () {
        yield MP4_HEAD;
        for (let piece = 0; piece < STREAMED_MB * 16; piece += 1) {
          peak = Math.max(peak, process.memoryUsage().rss - before);
          yield Buffer.alloc(MB / 16, piece);
        }
      })(),
    );
    const file = await add(content, VIDEO);
    expect(file.size).toBe(STREAMED_MB * MB + MP4_HEAD.length);
    expect(peak).toBeLessThan(64 * MB);
  });

  it('a stream beyond the limit is stopped at once', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(MB, (read += 1));
      })(),
    );
    await expect(add(endless)).rejects.toThrow(FileRejectedError);
    expect(read).toBeLessThan(20);
  });

  it('only unused files are deleted', async () => {
    const inUse = await add(await picture('#111111'));
    const nested = await add(await picture('#222222'));
    const historic = await add(await picture('#333333'));
    const unused = await add(await picture('#444444'));
    const twin = await add(await picture('#444444'));
    await ensurePictureCopy(files, unused, 240);
    await record({ name: 'a', image: inUse.id, parts: [{ kind: 'shown', picture: nested.id }] });
    const deletedRecord = await record({ name: 'b', image: historic.id });
    await new Store(db, model).remove(deletedRecord.id, author);

    expect(await deleteUnusedFiles(files, 60_000)).toBe(0);
    await touchFiles(db, [twin.id]);
    await db.query(`UPDATE stored_file SET created_at = now() - interval '1 hour'`);
    expect(await deleteUnusedFiles(files, 60_000)).toBe(1);
    expect(await files.find(unused.id)).toBeUndefined();
    expect(await isStored(twin)).toBe(true);

    const latest = await record({ name: 'c', image: inUse.id, icon: inUse.id });
    await new Store(db, model).remove(latest.id, author);
    await db.query(`UPDATE stored_file SET used_at = NULL`);
    expect(await deleteUnusedFiles(files, 60_000)).toBe(1);
    expect(await Promise.all(keysOf(twin.hash).map((key) => files.store.has(key)))).not.toContain(true);
    expect(await Promise.all([inUse, nested, historic].map(isStored))).toEqual([true, true, true]);
  });

  it('old history entries are deleted with the files that only they use; files of restorable records stay', async () => {
    const inRecord = await add(await picture('#a11111'));
    const before = await add(await picture('#a22222'));
    const deleted = await add(await picture('#a33333'));
    const deletedLongAgo = await add(await picture('#a44444'));
    const store = new Store(db, model);
    const { id: liveId } = await record({ name: 'live', image: before.id });
    await store.update(liveId, { name: 'live', image: inRecord.id }, undefined, author);
    const young = await record({ name: 'young', image: deleted.id });
    const old = await record({ name: 'old', image: deletedLongAgo.id });
    await db.query(`UPDATE record_history SET at = now() - interval '31 days'`);
    await store.remove(young.id, author);
    await store.remove(old.id, author);
    await db.query(`UPDATE record_history SET at = now() - interval '31 days' WHERE record_id = $1`, [
      old.id,
    ]);
    await db.query(`UPDATE stored_file SET created_at = now() - interval '1 hour'`);

    expect(await deleteHistory(db, [model], 32)).toBe(0);
    expect(await deleteUnusedFiles(files, 60_000)).toBe(0);
    expect(await deleteHistory(db, [model], 30, AbortSignal.abort())).toBe(0);
    expect(await deleteHistory(db, [model], 30)).toBe(5);
    expect(await db.query('SELECT record_id AS id, operation FROM record_history')).toEqual([
      { id: young.id, operation: 'delete' },
    ]);
    expect(await deleteUnusedFiles(files, 60_000)).toBe(2);
    expect(await Promise.all([inRecord, deleted, before, deletedLongAgo].map(isStored))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('old history entries of an entity without files are deleted, many at a time', async () => {
    await db.query(
      `INSERT INTO record_history (id, entity, record_id, at, operation, version)
       SELECT gen_random_uuid(), 'other', gen_random_uuid(), now() - n * interval '1 hour', 'update', 1
       FROM generate_series(0, 20999) AS n`,
    );
    expect(await deleteHistory(db, [model], 10)).toBe(20_760);
    expect(await db.query('SELECT count(*)::int AS left FROM record_history')).toEqual([{ left: 240 }]);
  });

  it('a file stays that is uploaded while the same content is deleted as unused', async () => {
    const content = await picture('#555555');
    for (let round = 0; round < 20; round += 1) {
      const old = await add(content);
      await db.query(`UPDATE stored_file SET created_at = now() - interval '1 hour' WHERE id = $1`, [old.id]);
      const [fresh] = await Promise.all([add(content), deleteUnusedFiles(files, 60_000)]);
      expect(await isStored(fresh)).toBe(true);
      await db.query('DELETE FROM stored_file');
    }
  });

  it('a backup has every content once and restores it elsewhere', async () => {
    const content = await picture('#666666');
    const file = await add(content);
    const large = await add(Buffer.concat([MP4_HEAD, Buffer.alloc(3 * MB, 7)]), VIDEO);
    await Promise.all([add(content), add(await picture('#777777'))]);
    const lost = await add(await picture('#797979'));
    await files.store.remove(lost.hash);
    await record({ name: 'a', image: file.id });
    const backup = join(folder, 'all.gz');
    const rows = await exportBackup(db, backup, createBackupFileSource(files));

    const other = mkdtempSync(join(tmpdir(), 'files-'));
    const target = { store: folderStore(other), folder: other };
    const put = vi.spyOn(target.store, 'put');
    const empty = await open();
    const contents = createBackupFileSource(target);
    expect(await importBackup(empty.db, backup, { contents })).toBe(rows);
    expect(put).toHaveBeenCalledTimes(3);
    await empty.remove();
    expect(await buffer(await target.store.read(file.hash))).toEqual(content);
    expect((await buffer(await target.store.read(large.hash))).length).toBe(large.size);
    await expect(contents.restore(lost.hash, 9, Readable.from([Buffer.from('else')]))).rejects.toThrow(
      'is damaged',
    );
    rmSync(other, { recursive: true });
  });

  describe('a remote picture', () => {
    const policy = { refusalOf: (address: string) => (address === '127.0.0.1' ? undefined : 'elsewhere') };
    async function serving(
      content: Buffer,
      work: (url: string, asked: () => number) => Promise<void>,
    ): Promise<void> {
      let requestCount = 0;
      const server = createServer((_, response) => {
        requestCount += 1;
        response.end(content);
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const { port } = server.address() as AddressInfo;
      await work(`http://127.0.0.1:${port}/p.png`, () => requestCount).finally(() => server.close());
    }

    it('is fetched once for all requests, and stored while it is requested', async () => {
      const content = await picture('#888888');
      await serving(content, async (url, asked) => {
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => remoteFile(files, url, { by: 'u1', policy })),
        );
        answers.push(await remoteFile(files, url, { by: 'u2', policy }));
        expect(asked()).toBe(1);
        expect(new Set(answers.map(({ file }) => file?.id)).size).toBe(1);
        expect(answers[0]?.file).toMatchObject({ type: 'image/png', name: 'p.png', width: 20 });
        await db.query(`UPDATE stored_file SET created_at = now() - interval '1 hour'`);
        expect(await deleteUnusedFiles(files, 60_000)).toBe(0);
        await db.query(`UPDATE remote_picture SET asked_at = now() - interval '31 days'`);
        expect(await deleteUnusedFiles(files, 60_000)).toBe(1);
        await remoteFile(files, url, { by: 'u1', policy });
        expect(asked()).toBe(2);
      });
    });

    it('counts towards the user’s daily allowance, also when fetched in parallel', async () => {
      const content = await picture('#898989');
      const limitedFiles = new Files(db, files.store, folder, content.length * 2 + 1);
      const tooMany = { status: 429, code: 'TOO_MANY', message: expect.stringContaining('of files a day') };
      await serving(content, async (url) => {
        const fetchFile = (number: number, by = 'daily1') =>
          remoteFile(limitedFiles, `${url}?${number}`, { by, policy });
        const all = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => fetchFile(number)));
        expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
        expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: tooMany });
        expect((await fetchFile(6, 'daily2')).file).toBeDefined();
        await db.query(`UPDATE file_allowance SET day = day - 1`);
        expect((await fetchFile(7)).file).toBeDefined();
      });
      await serving(Buffer.alloc(content.length * 2 + 1), async (url) => {
        expect((await remoteFile(limitedFiles, url, { by: 'daily3', policy })).fault).toBeDefined();
        await expect(remoteFile(limitedFiles, `${url}?1`, { by: 'daily3', policy })).rejects.toMatchObject(
          tooMany,
        );
      });
    });

    it('that is no picture is reported as such, and not fetched again at once', async () => {
      await serving(Buffer.from('<html>'), async (url, asked) => {
        const answer = { fault: 'There is no picture at the address' };
        expect(translateStoredValue(await remoteFile(files, url, { by: 'u1', policy }))).toEqual(answer);
        expect(translateStoredValue(await remoteFile(files, url, { by: 'u1', policy }))).toEqual(answer);
        expect(asked()).toBe(1);
      });
    });

    it('that failed is deleted some days after its last request; a stored one stays', async () => {
      await db.query('DELETE FROM remote_picture');
      const { id } = await add(await picture('#8a8a8a'));
      await db.query(
        `INSERT INTO remote_picture (url, file_id, fault, fetched_at, asked_at) VALUES
           ('old', NULL, 'gone', now() - interval '9 days', now() - interval '8 days'),
           ('asked', NULL, 'gone', now() - interval '9 days', now() - interval '6 days'),
           ('stored', $1, NULL, now() - interval '9 days', now() - interval '8 days')`,
        [id],
      );
      expect(await deleteFailedPictures(files, 7)).toBe(1);
      expect(await db.query('SELECT url FROM remote_picture ORDER BY url')).toEqual([
        { url: 'asked' },
        { url: 'stored' },
      ]);
    });
  });
});
