import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBackupFileSource, Files } from '../files/index.ts';
import { folderStore } from '../files/folderStore.ts';
import type { Jobs } from '../jobs/index.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { importBackup } from '../storage/backup.ts';
import { restoreContents } from '../storage/backupContents.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open.ts';
import { addressesOf, testEngines, testFolder, type TestEngine } from '../storage/testEngines.ts';
import { backupName } from './names.ts';
import { openBackupStore, type KeyedStore } from './openStore.ts';
import { BACKUP_TABLES, updateState, readState } from './state.ts';
import { findBackupAttention, readBackups } from './status.ts';
import { removeOutdated, withStoredBackup, writeToStore } from './storedBackups.ts';
import { verifyBackup } from './verifyBackup.ts';
import { enqueueDueJobs, runVerifyJob, VERIFY_JOB, runBackupJob, WRITE_JOB } from './backupJobs.ts';
import { translateStored } from '../../../schemas/texts/stored.ts';

// A server where there is one, which takes the least time.
const { name: engine, open } = testEngines().at(-1) as TestEngine;
const root = testFolder();
const dataDir = join(root, 'data');
const server = new S3rver({
  ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(root, 's3') },
  configureBuckets: [{ name: 'kept', configs: [] }],
});
const KEY = randomBytes(32).toString('base64');
const PICTURE = Buffer.from('what a picture holds');
const HASH = createHash('sha256').update(PICTURE).digest('hex');
const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);
const JOB = { signal: new AbortController().signal };

let port: number;
let db: Database;
let address: Record<string, string>;
let remove: () => Promise<void>;
let files: Files;
let keyed: KeyedStore;
let test = 0;

const buildSettings = (endpoint = `http://127.0.0.1:${port}`): Settings =>
  readSettings({
    ...{ DATA_DIR: dataDir, ...address, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: 'kept' },
    ...{ BACKUP_KEY: KEY, BACKUP_S3_ACCESS_KEY: 'S3RVER', BACKUP_S3_SECRET_KEY: 'S3RVER' },
    BACKUP_S3_FOLDER: `backups-${test}`,
  });
const openStore = async (endpoint?: string): Promise<KeyedStore> => {
  const opened = await openBackupStore(buildSettings(endpoint));
  if (!opened) throw new Error('No store');
  return opened;
};
const objectPath = (name: string): string =>
  join(root, 's3', 'kept', `backups-${test}`, `${name}._S3rver_object`);
const context = (enqueued: string[] = []) => ({
  ...{ db, settings: buildSettings(), files },
  jobs: {
    isHeld: async () => false,
    enqueue: async (_: unknown, job: string) => enqueued.push(job),
  } as unknown as Jobs,
});
/** Names of the jobs that a scheduling run enqueues. */
const listDueJobs = async (): Promise<string[]> => {
  const enqueued: string[] = [];
  await enqueueDueJobs(context(enqueued));
  return enqueued;
};

beforeAll(async () => {
  ({ port } = await server.run());
  ({ db, env: address, remove } = await open());
  files = new Files(db, folderStore(join(dataDir, 'files')), join(dataDir, 'files'), 1);
  for (const { statements } of BACKUP_TABLES) for (const one of statements) await db.exec(one);
  await db.exec('CREATE TABLE stored_file (hash text, size bigint)');
  await db.query('INSERT INTO stored_file VALUES ($1, $2::bigint)', [HASH, PICTURE.length]);
});
beforeEach(async () => {
  test++;
  keyed = await openStore();
  await createBackupFileSource(files).restore(HASH, PICTURE.length, Readable.from([PICTURE]));
});
afterEach(async () => {
  keyed.store.close();
  await db.exec('DELETE FROM backup_state');
});
afterAll(async () => {
  await server.close();
  await remove();
  rmSync(root, { recursive: true, force: true });
});

const filePath = join(dataDir, 'files', HASH.slice(0, 2), HASH);

it.each<[string, () => void, RegExp]>([
  [
    'damaged',
    () => writeFileSync(filePath, 'What a picture held'),
    /; 1 file damaged before it was written$/,
  ],
  ['too large', () => writeFileSync(filePath, randomBytes(3_000_000)), /; 1 file damaged before/],
  ['lost', () => rmSync(filePath), /; 1 file not in it$/],
])(
  'a file that is %s in the store of files is reported, and does not fail the backup',
  async (_, spoil, text) => {
    spoil();
    await runBackupJob(JOB, context());
    const outcome = await runVerifyJob(JOB, context());
    expect(translateStored(outcome?.text ?? '')).toMatch(text);
    expect(await readState(db)).not.toHaveProperty('restored');
    expect(await findBackupAttention(context())).toMatchObject([
      { id: 'backup-files', severity: 'warning', title: '1 file is missing in the backup' },
    ]);
    expect(await listDueJobs()).toEqual([]);

    rmSync(filePath, { force: true });
    const target = await open();
    const skipped: string[] = [];
    const contents = { ...createBackupFileSource(files), skip: (hash: string) => void skipped.push(hash) };
    await withStoredBackup(keyed, undefined, dataDir, (source) =>
      importBackup(target.db, source, { contents }),
    );
    expect(skipped).toEqual(text.source.includes('damaged') ? [HASH] : []);
    expect(await target.db.query('SELECT hash FROM stored_file')).toEqual([{ hash: HASH }]);
    expect(await files.store.has(HASH)).toBe(false);
    await target.remove();
  },
);

it('the first damaged backup is replaced at once, the second one later', async () => {
  const names: string[] = [];
  for (const age of [3, 2, 1]) {
    const { name } = await writeToStore(db, keyed, undefined, { now: hours(age) });
    names.push(name);
    const at = new Date().toISOString();
    await updateState(db, { trial: { name, at, text: '', isGood: false }, damaged: [...names] });
    expect(await listDueJobs()).toEqual(names.length === 1 ? [WRITE_JOB] : []);
  }
  await updateState(db, {
    trial: { name: names[2] ?? '', at: hours(7).toISOString(), text: '', isGood: false },
  });
  expect(await listDueJobs()).toEqual([WRITE_JOB]);
  expect(await removeOutdated(keyed, { keep: 7, damaged: names })).toEqual(names.slice(0, 1));
});

it('state written by a clock that was ahead delays nothing', async () => {
  const { name } = await writeToStore(db, keyed, undefined, { now: hours(-30) });
  const ahead = hours(-30).toISOString();
  await updateState(db, { since: ahead, newest: { name, at: ahead, bytes: 1 } });
  expect(await readBackups(context())).toMatchObject({ newest: null });
  expect(await listDueJobs()).toEqual([WRITE_JOB]);
  expect(Date.parse((await readState(db)).since ?? '')).toBeLessThanOrEqual(Date.now());
  await runBackupJob(JOB, context());
  await updateState(db, { trial: { name, at: ahead, text: '', isGood: true } });
  expect(await listDueJobs()).toEqual([VERIFY_JOB]);
  expect((await readState(db)).newest?.name).not.toBe(name);
});

it('a backup renamed to another time is refused', async () => {
  const { name } = await writeToStore(db, keyed, undefined);
  const other = backupName(hours(24));
  renameSync(objectPath(name), objectPath(other));
  renameSync(
    `${objectPath(name).slice(0, -7)}_metadata.json`,
    `${objectPath(other).slice(0, -7)}_metadata.json`,
  );
  await expect(verifyBackup(db, buildSettings(), keyed, { name: other })).rejects.toThrow(
    /is in truth one of .*another was put under its name/,
  );
});

it('only one verification runs at a time', async () => {
  await writeToStore(db, keyed, undefined);
  const both = await Promise.all([0, 1].map(() => verifyBackup(db, buildSettings(), keyed)));
  expect(both.filter((one) => one !== undefined)).toHaveLength(1);
});

it('calls of a store that does not answer stop with the signal', async () => {
  const sockets: Socket[] = [];
  let onData = (): void => undefined;
  const silent = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => onData());
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const silentAddress = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { store } = await openStore(silentAddress);
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from('x');
  }
  for (const work of [
    (signal: AbortSignal) => store.list(signal),
    (signal: AbortSignal) => store.write(backupName(new Date()), content(), signal),
    (signal: AbortSignal) => store.fetch(backupName(new Date()), join(root, 'fetched'), signal),
  ]) {
    const stop = new AbortController();
    onData = () => stop.abort();
    await expect(work(stop.signal)).rejects.toThrow(/abort/i);
  }
  store.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('the source of contents is closed if one cannot be restored', async () => {
  let isClosed = false;
  async function* lines(): AsyncGenerator<string> {
    try {
      for (let n = 0; n < 9; n++) yield JSON.stringify({ file: String(n), size: 1, data: 'eA==' });
    } finally {
      isClosed = true;
    }
  }
  const contents = {
    read: async () => undefined,
    restore: () => Promise.reject(new Error('The disk is full')),
  };
  await expect(restoreContents(lines(), contents)).rejects.toThrow('The disk is full');
  expect(isClosed).toBe(true);
});

it('the key may be set without a store, for files downloaded by other means', () => {
  expect(readSettings({ BACKUP_KEY: KEY }).backupKey).toHaveLength(32);
});

it.skipIf(engine === 'embedded')('a backup leaves the only connection of a pool to others', async () => {
  const narrow = await openDatabase({ dataDir: '', ...addressesOf(address), poolSize: 1 });
  const read: typeof files.store.read = async (hash) => {
    await narrow.query('SELECT 1');
    return files.store.read(hash);
  };
  const asking = { store: { ...files.store, read }, folder: files.folder } as Files;
  expect(await runBackupJob(JOB, { ...context(), db: narrow, files: asking })).toMatchObject({
    text: expect.stringMatching(/rows were written/),
  });
  await narrow.close();
});
