import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { openFileStore } from './openStore.ts';
import { MissingContentError, type FileStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'console-files', configs: [] }],
});
let port: number;
beforeAll(async () => {
  ({ port } = await server.run());
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const KEY = 'a'.repeat(64);
const STORE_SETTINGS = {
  folder: () => ({}),
  'S3-compatible': () => ({
    FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FILES_S3_BUCKET: 'console-files',
    FILES_S3_ACCESS_KEY: 'S3RVER',
    FILES_S3_SECRET_KEY: 'S3RVER',
  }),
};

describe.each(Object.entries(STORE_SETTINGS))('the %s store', (_, env) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await openFileStore(readSettings({ DATA_DIR: folder, ...env() }));
  });
  const put = (key: string, content: string): Promise<void> => {
    const path = join(folder, 'staged');
    writeFileSync(path, content);
    return store.put(key, path, 'text/csv');
  };

  it('returns stored contents, whole and in ranges', async () => {
    expect(await store.has(KEY)).toBe(false);
    await put(KEY, 'สวัสดี,hello');
    expect(await store.has(KEY)).toBe(true);
    expect(await text(await store.read(KEY))).toBe('สวัสดี,hello');
    expect(await text(await store.read(KEY, { start: 19, end: 23 }))).toBe('hello');
    await put(KEY, 'สวัสดี,hello');
    await put(`${KEY}.w240`, 'small');
    expect(await text(await store.read(`${KEY}.w240`))).toBe('small');
    await store.remove(KEY);
    expect(await store.has(KEY)).toBe(false);
    await store.remove(KEY);
  });

  it('throws MissingContentError for an unknown key', async () => {
    await expect(store.read('b'.repeat(64))).rejects.toThrow(MissingContentError);
  });
});

describe('settings of a store', () => {
  it.each([
    [{ FILES_S3_BUCKET: 'x', FILES_S3_ACCESS_KEY: 'k' }, /^FILES_S3_SECRET_KEY: is missing/],
    [{ FILES_S3_ENDPOINT: 'http://x' }, /^FILES_S3_BUCKET: is missing/],
  ])('that are incomplete are refused: %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  it.each(['../../etc/passwd', 'ab', 'A'.repeat(64), 'abcd/efgh'])('the key %j is invalid', async (key) => {
    const store = await openFileStore(readSettings({ DATA_DIR: folder }));
    await expect((async () => store.read(key))()).rejects.toThrow('no key');
  });
});
