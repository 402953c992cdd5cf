import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Files } from '../files/index.ts';
import { folderStore } from '../files/folderStore.ts';
import { createBackupFileSource } from '../files/backupFileSource.ts';
import type { Jobs } from '../jobs/index.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { exportBackup, importBackup } from '../storage/backup.ts';
import type { Database } from '../storage/database.ts';
import { testEngines, testFolder } from '../storage/testEngines.ts';
import { openBackupStore, type KeyedStore } from './openStore.ts';
import { BACKUP_TABLES, updateState, readState } from './state.ts';
import { findBackupAttention, readAgeMetric, readBackups, readVerificationMetric } from './status.ts';
import { openBackupFile, removeOutdated, withStoredBackup, writeToStore } from './storedBackups.ts';
import { enqueueDueJobs, runVerifyJob, VERIFY_JOB, runBackupJob, WRITE_JOB } from './backupJobs.ts';

const root = testFolder();
const server = new S3rver({
  ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(root, 's3') },
  configureBuckets: [{ name: 'kept', configs: [] }],
});
let port: number;
beforeAll(async () => {
  ({ port } = await server.run());
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

const KEY = randomBytes(32).toString('base64');
const OBJECTS = join(root, 's3', 'kept');
const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);
const objectPath = (folder: string, name: string): string => join(OBJECTS, folder, `${name}._S3rver_object`);

describe.each(testEngines())(
  'backups in a store, on the $name engine',
  { timeout: 120_000 },
  ({ name, open }) => {
    let db: Database;
    let address: Record<string, string>;
    let remove: () => Promise<void>;
    let folder: string;
    let dataDir: string;
    let files: Files;
    let test = 0;
    const PICTURE = Buffer.from('what a picture holds');
    const HASH = createHash('sha256').update(PICTURE).digest('hex');

    beforeAll(async () => {
      ({ db, env: address, remove } = await open());
      dataDir = testFolder();
      files = new Files(db, folderStore(join(dataDir, 'files')), join(dataDir, 'files'), 1);
      for (const { statements } of BACKUP_TABLES) for (const one of statements) await db.exec(one);
      await db.exec(`CREATE TABLE stored_file (hash text, size bigint); CREATE TABLE note (n int, word text);
      INSERT INTO note SELECT n, md5(n::text) FROM generate_series(1, 2000) AS n`);
      await db.query('INSERT INTO stored_file VALUES ($1, $2::bigint)', [HASH, PICTURE.length]);
      await createBackupFileSource(files).restore(HASH, PICTURE.length, Readable.from([PICTURE]));
    });
    afterAll(async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await remove();
    });

    const env = (more: Record<string, string> = {}): Record<string, string> => ({
      ...{ DATA_DIR: dataDir, ...address },
      ...{ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`, BACKUP_S3_BUCKET: 'kept', BACKUP_KEY: KEY },
      ...{
        BACKUP_S3_ACCESS_KEY: 'S3RVER',
        BACKUP_S3_SECRET_KEY: 'S3RVER',
        BACKUP_S3_FOLDER: folder,
        ...more,
      },
    });
    const read = (more?: Record<string, string>): Settings => readSettings(env(more));
    const openStore = async (more?: Record<string, string>): Promise<KeyedStore> => {
      const keyed = await openBackupStore(read(more));
      if (!keyed) throw new Error('No store');
      return keyed;
    };
    const context = (enqueued: string[] = [], more?: Record<string, string>) => ({
      ...{ db, settings: read(more), files },
      jobs: {
        isHeld: async () => false,
        enqueue: async (_: unknown, job: string) => enqueued.push(job),
      } as unknown as Jobs,
    });
    const JOB = { signal: new AbortController().signal };

    let keyed: KeyedStore;
    beforeEach(async () => {
      folder = `backups/${name}-${++test}`;
      keyed = await openStore();
    });
    afterEach(async () => {
      keyed.store.close();
      await db.exec('DELETE FROM backup_state');
    });

    it('come back with their files, by name and the newest, and are sealed where they lie', async () => {
      const first = await writeToStore(db, keyed, createBackupFileSource(files), { now: hours(2) });
      await db.exec(`INSERT INTO note VALUES (0, 'the newest')`);
      const second = await writeToStore(db, keyed, createBackupFileSource(files));
      await db.exec('DELETE FROM note WHERE n = 0');
      expect(await keyed.store.list()).toEqual([first, second].map(({ rows: _, ...one }) => one));
      const object = readFileSync(objectPath(folder, second.name));
      expect(object).toHaveLength(second.bytes);
      expect(object.subarray(0, 8).toString()).toBe('MCSEALED');

      for (const [wanted, count] of [
        [undefined, '2001'],
        [first.name, '2000'],
      ] as const) {
        const target = await open();
        const back = folderStore(join(dataDir, `back-${count}`));
        const contents = createBackupFileSource({ store: back, folder: join(dataDir, 'staged') });
        await withStoredBackup(keyed, wanted, dataDir, (source) =>
          importBackup(target.db, source, { contents }),
        );
        expect(await target.db.query('SELECT count(*) FROM note')).toEqual([{ count }]);
        expect(await back.has(HASH)).toBe(true);
        // Nothing is put over what is there.
        await expect(
          withStoredBackup(keyed, wanted, dataDir, (source) => importBackup(target.db, source)),
        ).rejects.toThrow(/holds rows already .*--replace/);
        await target.remove();
      }
      expect(readdirSync(dataDir).filter((one) => one.startsWith('fetched-'))).toEqual([]);
    });

    it('that were fetched by other means are restored as files, and say what is wrong with them', async () => {
      const { name: written } = await writeToStore(db, keyed, undefined);
      const path = join(dataDir, written);
      const whole = readFileSync(objectPath(folder, written));
      const restore = async (content: Buffer, keys = keyed.keys): Promise<number> => {
        writeFileSync(path, content);
        const target = await open();
        try {
          return await importBackup(target.db, await openBackupFile(path, keys));
        } finally {
          await target.remove();
        }
      };
      expect(await restore(whole)).toBeGreaterThan(2000);
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
      await expect(restore(damaged)).rejects.toThrow(
        /is cut off, damaged or was changed: use another one\.$/,
      );
      await expect(restore(whole.subarray(0, -100))).rejects.toThrow(/is cut off, damaged or was changed/);
      await expect(restore(whole, [randomBytes(32)])).rejects.toThrow(
        /was sealed with the key [\da-f]{16}, but BACKUP_KEY is the key/,
      );
      await expect(
        withStoredBackup(keyed, 'backup-2026-01-01T00-00-00Z.sealed', dataDir, async () => 0),
      ).rejects.toThrow(/^There is no backup backup-2026-01-01T00-00-00Z\.sealed in the store of backups/);
      await expect(withStoredBackup(keyed, '../x', dataDir, async () => 0)).rejects.toThrow(
        '"../x" is no name of a backup',
      );
    });

    it('are none before all of them is there: an upload that stands still or breaks off', async () => {
      const reached = withResolvers();
      const held = withResolvers();
      async function* content(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(17 * 1024 * 1024);
        reached.resolve();
        await held.promise;
      }
      // As it is found where a process was killed between two parts.
      const writing = keyed.store.write('backup-2026-01-01T00-00-00Z.sealed', content());
      writing.catch(() => undefined);
      await reached.promise;
      expect(await keyed.store.list()).toEqual([]);
      held.reject(new Error('killed'));
      await expect(writing).rejects.toThrow('killed');
      expect(await keyed.store.list()).toEqual([]);
      // Rows that break off in the middle leave nothing either.
      const stop = new AbortController();
      const sent = vi.spyOn(S3Client.prototype, 'send');
      async function* large(): AsyncGenerator<Buffer> {
        for (let n = 0; n < 24; n++) yield randomBytes(1024 * 1024);
        await vi.waitFor(() => expect(commands(sent)).toContain('UploadPartCommand'));
        stop.abort(new Error('The process ends'));
        yield randomBytes(1024 * 1024);
      }
      const contents = { ...createBackupFileSource(files), read: async () => Readable.from(large()) };
      await expect(writeToStore(db, keyed, contents, { signal: stop.signal })).rejects.toThrow(
        /aborted|ends/,
      );
      expect(commands(sent).at(-1)).toBe('AbortMultipartUploadCommand');
      expect(commands(sent)).not.toContain('CompleteMultipartUploadCommand');
      sent.mockRestore();
      expect(await keyed.store.list()).toEqual([]);
      await writeToStore(db, keyed, undefined);
      expect(await keyed.store.list()).toHaveLength(1);
    });

    it('go by their number, never the last one that came back on trial', async () => {
      const names: string[] = [];
      for (const age of [50, 40, 30, 20, 10])
        names.push((await writeToStore(db, keyed, undefined, { now: hours(age) })).name);
      writeFileSync(objectPath(folder, 'not-ours.txt'), '');
      const [oldest, , third, , newest] = names as [string, string, string, string, string];
      const removed = await removeOutdated(keyed, { keep: 2, restored: oldest, damaged: [newest] });
      expect(removed).toEqual([names[1]]);
      expect((await keyed.store.list()).map((one) => one.name)).toEqual([oldest, third, names[3], newest]);
      expect(await removeOutdated(keyed, { keep: 9 })).toEqual([]);
    });

    it('are made when they are due, tried, and made anew where the trial finds one damaged', async () => {
      const enqueued: string[] = [];
      await enqueueDueJobs(context(enqueued));
      expect(enqueued.splice(0)).toEqual([WRITE_JOB]);
      expect(await readBackups(context())).toEqual({ place: 'store', newest: null, trial: null });
      expect(await findBackupAttention(context())).toEqual([]);

      expect(await runBackupJob(JOB, context())).toEqual({
        text: expect.stringMatching(/2,0\d\d rows were written as backup-.*\.sealed\./),
      });
      await enqueueDueJobs(context(enqueued));
      expect(enqueued.splice(0)).toEqual([VERIFY_JOB]);

      // What a trial that was killed left behind is cleared away.
      mkdirSync(join(dataDir, 'backup-trial', 'database'), { recursive: true });
      writeFileSync(join(dataDir, 'backup-trial', 'database', 'left'), 'over');
      if (name === 'server') await db.exec(`CREATE DATABASE ${await trialDatabase(db)}`);
      expect(await runVerifyJob(JOB, context())).toEqual({
        text: expect.stringMatching(/2,0\d\d rows and 1 file in \d+ s/),
      });
      await enqueueDueJobs(context(enqueued));
      expect(enqueued).toEqual([]);
      expect(await readBackups(context())).toMatchObject({
        newest: { bytes: expect.any(Number) },
        trial: { isGood: true },
      });
      expect(await readVerificationMetric(context())).toEqual([{ value: 0 }]);
      expect(existsSync(join(dataDir, 'backup-trial'))).toBe(false);
      const named = [await trialDatabase(db)];
      expect(await db.query('SELECT 1 FROM pg_database WHERE datname = $1', named)).toEqual([]);

      const [lying] = await keyed.store.list();
      const path = objectPath(folder, lying?.name ?? '');
      const bytes = readFileSync(path);
      bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
      writeFileSync(path, bytes);
      await expect(runVerifyJob(JOB, context())).rejects.toThrow(/is cut off, damaged or was changed/);
      expect(await findBackupAttention(context())).toMatchObject([
        { id: 'backup-trial', severity: 'critical', advice: expect.stringMatching(/damaged or was changed/) },
      ]);
      expect(await readVerificationMetric(context())).toEqual([{ value: 1 }]);
      await enqueueDueJobs(context(enqueued));
      expect(enqueued).toEqual([WRITE_JOB]);
    });

    it('say what is wrong with the store, and when one is late', async () => {
      const away = { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' };
      await enqueueDueJobs(context([], away));
      expect(await findBackupAttention(context([], away))).toMatchObject([
        {
          id: 'backup-fails',
          severity: 'critical',
          advice: expect.stringMatching(/bucket kept at http:\/\/127\.0\.0\.1:1\) does not answer/),
        },
      ]);
      const none = { BACKUP_S3_BUCKET: 'none' };
      await expect(runBackupJob(JOB, context([], none))).rejects.toThrow(
        /does not exist: make the bucket, or mend BACKUP_S3_BUCKET/,
      );
      await updateState(db, { since: hours(40).toISOString() });
      expect(await findBackupAttention(context())).toMatchObject([
        { id: 'backup-late', severity: 'critical', title: 'No backup was made in 40 hours' },
      ]);
      const [age] = await readAgeMetric(context());
      expect(age?.value).toBeGreaterThan(39.9 * 3_600);
      await runBackupJob(JOB, context());
      expect(await readState(db)).not.toHaveProperty('failure');
      expect(await findBackupAttention(context())).toEqual([]);
    });

    // The embedded database belongs to one process.
    it.each(name === 'server' ? [name] : [])('are written by one process of a %s at a time', async () => {
      const held = withResolvers();
      const reached = withResolvers();
      const first = exportBackup(
        db,
        {
          name: 'held',
          async write(content) {
            reached.resolve();
            await held.promise;
            content.resume();
          },
        },
        undefined,
        { exclusive: true },
      );
      await reached.promise;
      await expect(writeToStore(db, keyed, undefined)).rejects.toThrow(
        'Another backup of this database is being written',
      );
      held.resolve();
      await first;
      expect(await keyed.store.list()).toEqual([]);
    });
  },
);

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } {
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

const commands = (sent: { mock: { calls: unknown[][] } }): string[] =>
  sent.mock.calls.map(([command]) => (command as object).constructor.name);

async function trialDatabase(db: Database): Promise<string> {
  const [row] = await db.query<{ of: string }>(
    `SELECT left(md5(current_database() || ' ' || current_schema()), 12) AS of`,
  );
  return `console_backup_trial_${row?.of ?? ''}`;
}
