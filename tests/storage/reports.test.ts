import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { ensurePartitions } from '../../services/engine/storage/events/table.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { productEngines, testFolder } from '../../services/engine/storage/testEngines.ts';
import {
  createOwnerClient,
  kill,
  signInOwner,
  startServices,
  type ServicesProcess,
} from './servicesProcess.ts';

/** Messages of the report: enough for it to be under way when its file is seen. */
const MESSAGES = 60_000;
const RANGE = {
  startIsoStringDate: '2026-11-01T00:00:00.000Z',
  endIsoStringDate: '2026-11-03T00:00:00.000Z',
};
const BEGUN = { timeout: 60_000, interval: 5 };
const ENDED = { timeout: 120_000, interval: 100 };

describe.each(productEngines())('a report on the $name engine', ({ settings }) => {
  const folder = testFolder();
  let env: Record<string, string> = {};
  let remove: () => Promise<void>;
  let running: ServicesProcess | undefined;

  const begin = async (): Promise<ServicesProcess> =>
    (running = await startServices(folder, 'http://127.0.0.1:9', env));
  const stop = async (): Promise<void> => {
    const [one] = [running];
    running = undefined;
    if (one) await kill(one);
  };

  beforeAll(async () => {
    ({ env, remove } = await settings());
    await begin();
    await stop();
    const db = await openDatabase(readSettings({ DATA_DIR: folder, ...env }));
    const model = cachedProduct().entities.find(({ name }) => name === 'message');
    if (!model) throw new Error('There are no messages');
    await db.transaction((tx) => ensurePartitions(tx, model, [Date.parse(RANGE.startIsoStringDate)]));
    await db.query(
      `INSERT INTO entity_message (id, created_at, key, source, kind, type, text)
       SELECT rpad(lpad(to_hex(at), 12, '0') || '7', 32, '0')::uuid, to_timestamp(at / 1000), 'r' || at, 'USER',
         'message', 'text', 'Message ' || at
       FROM (SELECT $1::bigint + n * 2000 AS at FROM generate_series(1, $2::int) AS n) AS made`,
      [Date.parse(RANGE.startIsoStringDate), MESSAGES],
      { prepare: false },
    );
    await db.close();
  }, 240_000);
  afterAll(async () => {
    await stop();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const within = (path: string): string[] =>
    existsSync(path)
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [];
  /** Files on their way in that are of this report; the demo has some of its own. */
  const staged = (report: string): string[] =>
    within(join(folder, 'files', 'staging')).filter((path) => basename(path).startsWith(report));
  const exportFiles = (): string[] =>
    within(join(folder, 'files')).filter((path) => path.endsWith('.exchange'));
  const written = (report: string): number =>
    staged(report).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const request = { type: 'messages', timeframe: 'custom', ...RANGE };

  it('killed in the middle is made anew, whole, and nothing of the first try is left', async () => {
    const { url } = await begin();
    const { id } = await (await createOwnerClient(url))('POST', 'reports/generate', request);
    await expect.poll(() => written(id), BEGUN).toBeGreaterThan(0);
    await stop();
    const again = await begin();
    const ask = await createOwnerClient(again.url);
    const seen = await ask('GET', `reports/${id}`);
    expect(seen['status'] === 'PENDING' && 'exportedFileUrl' in seen).toBe(false);
    await expect.poll(async () => (await ask('GET', `reports/${id}`))['status'], ENDED).toBe('GENERATED');
    const report = await ask('GET', `reports/${id}`);
    expect(report).toMatchObject({ rows: MESSAGES });
    const file = await fetch(`${again.url}${String(report['exportedFileUrl'])}`, {
      headers: { authorization: `Bearer ${await signInOwner(again.url)}` },
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes).toHaveLength(Number(report['bytes']));
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(MESSAGES + 1);
    expect(staged(id)).toEqual([]);
    expect(exportFiles()).toHaveLength(1);
    await ask('DELETE', `reports/${id}`);
    await expect.poll(exportFiles, ENDED).toEqual([]);
  }, 240_000);

  it('cancelled in the middle says so, and what was written is gone', async () => {
    const { url } = running ?? (await begin());
    const ask = await createOwnerClient(url);
    const { id } = await ask('POST', 'reports/generate', request);
    await expect.poll(() => written(id), BEGUN).toBeGreaterThan(0);
    const jobs = (await ask('GET', 'jobs')) as unknown as { id: string; state: string; title: string }[];
    const job = jobs.find(({ state, title }) => state === 'running' && title.startsWith('Report'));
    await ask('POST', `jobs/${job?.id}/cancel`);
    await expect
      .poll(async () => await ask('GET', `reports/${id}`), ENDED)
      .toMatchObject({
        status: 'FAILED',
        failure: 'It was cancelled',
      });
    await expect.poll(() => staged(id), ENDED).toEqual([]);
    expect(exportFiles()).toEqual([]);
  }, 120_000);
});
