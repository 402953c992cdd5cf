/** `npm run test:upgrade`: an older and this version side by side on one database, under load, through every edit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { signInWithPassword } from '../../scripts/lib/signIn.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { createTestDatabase } from '../contract/support/testDatabase.ts';
import { LINE_SECRET, LINE_TOKEN, startPlatforms, type Platforms } from '../contract/support/platforms.ts';
import { Callers } from './callers.ts';
import { buildEdits, buildParcelSchema } from './edits.ts';
import { Load, type Names, type Setting, type Target } from './load.ts';
import {
  checkOutCode,
  stopServer,
  findOlderCommit,
  serve,
  prepareVersion,
  type RunningServer,
} from './versions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' } },
});
/** Duration of each phase of the test. */
const PHASE_MS = Number(values.seconds) * 1000;
const OLDER_NAMES: Names = { size: 'size', note: 'note' };
/** Field names of the newer version after each edit. */
const NEWER_NAMES: Names[] = [
  { size: 'size', note: 'note', gift: 'gift' },
  { size: 'size', note: 'note', gift: 'gift' },
  { size: 'size', gift: 'gift' },
  { size: 'size', gift: 'gift' },
];

const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(1);

/** A channel whose messages a rule answers, and the demo's web chat. */
async function prepare({ url }: RunningServer, platforms: Platforms): Promise<Setting> {
  const { IdToken: token } = await signInWithPassword(url, 'owner', DEMO_PASSWORD);
  const ask = async <T = { id: string }>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/v1/${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { id: channel } = await ask('POST', 'channels', {
    ...{ name: 'Line of upgrades', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
  });
  const { id: template } = await ask('POST', 'templates', {
    ...{ name: 'after_all', platform: 'multi', messages: [{ type: 'text', text: 'After all' }] },
  });
  const reply = ['then', { type: 'template', template }] as const;
  await ask('POST', 'chatlogics', {
    ...{ name: 'upgrades', when: { event: 'message', match: 'regex', pattern: '^upgrade \\d+$' } },
    ...Object.fromEntries([reply]),
  });
  const [chat] = await ask<{ id: string }[]>('GET', 'channels?type=WEBCHAT');
  if (!chat) throw new Error('The demo has no web chat');
  return { channel, chat: chat.id, token, platforms };
}

const folder = mkdtempSync(join(tmpdir(), 'console-upgrade-'));
const own = process.env['TEST_DATABASE_URL'] === undefined ? await startPostgres() : undefined;
const database = await createTestDatabase(process.env['TEST_DATABASE_URL'] ?? own?.url ?? '');
const platforms = await startPlatforms();
const callers = new Callers();
const running = new Set<RunningServer>();
const startedAt = Date.now();
// Cleans up, however this process ends.
process.once('exit', () => {
  for (const serving of running) serving.process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const env = {
  ...{ DATABASE_URL: database.address, DATA_DIR: join(folder, 'data'), DEMO: '1' },
  ...{
    LINE_API_URL: platforms.address,
    LINE_DATA_URL: platforms.address,
    GRAPH_API_URL: platforms.address,
  },
};
const startServer = async (version: Parameters<typeof serve>[0], more = {}): Promise<RunningServer> => {
  const since = Date.now();
  const serving = await serve(version, { ...env, ...more });
  running.add(serving);
  console.log(`  ${version.name} serves after ${seconds(since)} s`);
  return serving;
};
const close = async (serving: RunningServer): Promise<void> => {
  await callers.waitUntilIdle(serving);
  await stopServer(serving);
  running.delete(serving);
};
/** Logs the calls since the last log. */
let [calls, waited, errors] = [0, 0, 0];
const logCalls = (what: string): void => {
  const { statistics } = callers;
  console.log(
    `${what}: ${statistics.calls - calls} calls, ${statistics.waited - waited} of them asked to wait, ${statistics.errors.length - errors} errors`,
  );
  [calls, waited, errors] = [statistics.calls, statistics.waited, statistics.errors.length];
};

try {
  const { commit, why } = findOlderCommit(positionals[0]);
  console.log(`The older version is ${commit} (${why}); the newer one is this folder.`);
  const base = { 'parcel.schema.json': buildParcelSchema() };
  const older = prepareVersion('older', checkOutCode(commit, join(folder, 'code')), folder, base);
  let old = await startServer(older);
  const load = new Load(callers, await prepare(old, platforms));
  const oldTarget = (): Target => ({ serving: old, names: OLDER_NAMES });
  load.targets = [oldTarget()];
  load.start();

  let newest: Target | undefined;
  const root = resolve('.');
  for (const [index, edit] of buildEdits(root).entries()) {
    const version = prepareVersion(`newer ${index + 1}`, root, folder, edit.files);
    const serving = await startServer(version);
    const before = newest;
    newest = { serving, names: NEWER_NAMES[index] as Names };
    load.targets = [oldTarget(), newest];
    if (before) await close(before.serving);
    await pause(PHASE_MS);
    await load.check(newest);
    await load.check(oldTarget());
    logCalls(edit.name);
  }

  // The older version restarts beside the newest, as in a slow rolling upgrade.
  if (newest) {
    load.targets = [newest];
    await close(old);
    old = await startServer(older);
    load.targets = [oldTarget(), newest];
    await pause(PHASE_MS);
    logCalls('older started again beside the newest');

    load.targets = [oldTarget()];
    await close(newest.serving);
    await pause(PHASE_MS);
    await load.check(oldTarget());
    logCalls('newest ended, the older goes on');

    // Another process of the older version rolls back, without stopping the running one.
    const back = await startServer(older, { SCHEMA_ROLLBACK: '1' });
    load.targets = [oldTarget(), { serving: back, names: OLDER_NAMES }];
    await pause(PHASE_MS);
    load.targets = [{ serving: back, names: OLDER_NAMES }];
    await close(old);
    old = back;
    await load.check(oldTarget());
    logCalls('gone back for good');

    // Forward again: values of the newer version are still there.
    const again = await startServer(newest.serving.version);
    newest = { serving: again, names: newest.names };
    load.targets = [oldTarget(), newest];
    await pause(PHASE_MS);
    await load.stop();
    await load.check(newest);
    await load.checkAnswers(newest);
    logCalls('forward again');
  }
  const { records, messages, said } = load.counts;
  const { statistics } = callers;
  console.log(
    `${statistics.calls} calls in ${seconds(startedAt)} s: ${statistics.errors.length} errors, ${statistics.waited} asked to wait and then answered; ` +
      `${records} parcels, ${messages} messages, ${said} said in the web chat, all of them looked for.`,
  );
  if (statistics.errors.length > 0) process.exitCode = 1;
} finally {
  for (const serving of running) serving.process.kill('SIGKILL');
  await platforms.close();
  await database.remove();
  await own?.stop();
}
process.exit();
