/** `npm run test:upgrade`: an older version and this one side by side on one database, under load, through every edit. */
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
import { edits, parcel } from './edits.ts';
import { Load, type Names, type Setting, type Target } from './load.ts';
import { codeOf, end, olderCommit, serve, versionOf, type Serving } from './versions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' } },
});
/** How long both serve after each edit, and the older one alone afterwards. */
const HOLD_MS = Number(values.seconds) * 1000;
const OLDER: Names = { size: 'size', note: 'note' };
/** What the newer version calls things, edit by edit. */
const NEWER: Names[] = [
  { size: 'size', note: 'note', gift: 'gift' },
  { size: 'size', note: 'note', gift: 'gift' },
  { size: 'size', gift: 'gift' },
  { size: 'size', gift: 'gift' },
];

const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(1);

/** A channel whose messages a rule answers, and the demo's web chat. */
async function prepare({ url }: Serving, platforms: Platforms): Promise<Setting> {
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
const running = new Set<Serving>();
const began = Date.now();
// Nothing of it outlives this process, however that ends.
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
const begin = async (version: Parameters<typeof serve>[0], more = {}): Promise<Serving> => {
  const since = Date.now();
  const serving = await serve(version, { ...env, ...more });
  running.add(serving);
  console.log(`  ${version.name} serves after ${seconds(since)} s`);
  return serving;
};
const close = async (serving: Serving): Promise<void> => {
  await callers.left(serving);
  await end(serving);
  running.delete(serving);
};
/** Tells what callers met since it was told last. */
let [calls, waited, errors] = [0, 0, 0];
const tell = (what: string): void => {
  const { met } = callers;
  console.log(
    `${what}: ${met.calls - calls} calls, ${met.waited - waited} of them asked to wait, ${met.errors.length - errors} errors`,
  );
  [calls, waited, errors] = [met.calls, met.waited, met.errors.length];
};

try {
  const { commit, why } = olderCommit(positionals[0]);
  console.log(`The older version is ${commit} (${why}); the newer one is this folder.`);
  const base = { 'parcel.schema.json': parcel() };
  const older = versionOf('older', codeOf(commit, join(folder, 'code')), folder, base);
  let old = await begin(older);
  const load = new Load(callers, await prepare(old, platforms));
  const oldTarget = (): Target => ({ serving: old, names: OLDER });
  load.targets = [oldTarget()];
  load.start();

  let newest: Target | undefined;
  const root = resolve('.');
  for (const [index, edit] of edits(root).entries()) {
    const version = versionOf(`newer ${index + 1}`, root, folder, edit.files);
    const serving = await begin(version);
    const before = newest;
    newest = { serving, names: NEWER[index] as Names };
    load.targets = [oldTarget(), newest];
    if (before) await close(before.serving);
    await pause(HOLD_MS);
    await load.check(newest);
    await load.check(oldTarget());
    tell(edit.name);
  }

  // The older one restarts beside the newest, as in a rolling upgrade that takes a while.
  if (newest) {
    load.targets = [newest];
    await close(old);
    old = await begin(older);
    load.targets = [oldTarget(), newest];
    await pause(HOLD_MS);
    tell('older started again beside the newest');

    load.targets = [oldTarget()];
    await close(newest.serving);
    await pause(HOLD_MS);
    await load.check(oldTarget());
    tell('newest ended, the older goes on');

    // Another process of the older version takes it back for good; the one that runs is not stopped for it.
    const back = await begin(older, { SCHEMA_ROLLBACK: '1' });
    load.targets = [oldTarget(), { serving: back, names: OLDER }];
    await pause(HOLD_MS);
    load.targets = [{ serving: back, names: OLDER }];
    await close(old);
    old = back;
    await load.check(oldTarget());
    tell('gone back for good');

    // And once more forward: what the newer one had written is there.
    const again = await begin(newest.serving.version);
    newest = { serving: again, names: newest.names };
    load.targets = [oldTarget(), newest];
    await pause(HOLD_MS);
    await load.stop();
    await load.check(newest);
    await load.checkAnswers(newest);
    tell('forward again');
  }
  const { records, messages, said } = load.counts;
  const { met } = callers;
  console.log(
    `${met.calls} calls in ${seconds(began)} s: ${met.errors.length} errors, ${met.waited} asked to wait and then answered; ` +
      `${records} parcels, ${messages} messages, ${said} said in the web chat, all of them looked for.`,
  );
  if (met.errors.length > 0) process.exitCode = 1;
} finally {
  for (const serving of running) serving.process.kill('SIGKILL');
  await platforms.close();
  await database.remove();
  await own?.stop();
}
process.exit();
