/** `npm run test:failover`: three database servers with Patroni, whose primary fails repeatedly under load. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { signInWithPassword } from '../../scripts/lib/signIn.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { LINE_SECRET, LINE_TOKEN, startPlatforms } from '../contract/support/platforms.ts';
import { buildParcelSchema } from '../upgrade/edits.ts';
import { serve, prepareVersion, type RunningServer } from '../upgrade/versions.ts';
import { Broadcast } from './broadcast.ts';
import { Callers, type Json } from './callers.ts';
import { Cluster } from './cluster.ts';
import { JobLoad } from './jobLoad.ts';
import { Listeners } from './listeners.ts';
import type { Failure } from './node.ts';
import { Conversations } from './conversations.ts';
import { Writers } from './writers.ts';

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '10' },
    callers: { type: 'string', default: '50' },
    sockets: { type: 'string', default: '500' },
    people: { type: 'string', default: '20000' },
    jobs: { type: 'string', default: '10000' },
    chats: { type: 'string', default: '5' },
    /** Milliseconds between two calls of a caller. */
    breath: { type: 'string', default: '1000' },
    /** Seconds between the recovery from a failure and the next one. */
    rest: { type: 'string', default: '10' },
    faults: { type: 'string', default: 'killed,frozen,cut off' },
  },
});
const number = (name: Exclude<keyof typeof values, 'faults'>): number => Number(values[name]);
const FAILURES = values.faults.split(',') as Failure[];
/** How long after a takeover callers may still be answered 503. */
const RETRY_GRACE_MS = 2_000;
/** Duration of a failover with its recovery, by which the load is paced. */
const SECONDS_PER_FAILOVER = 40;
const EXPECTED_SECONDS = number('failovers') * SECONDS_PER_FAILOVER;

const folder = mkdtempSync(join(tmpdir(), 'console-failover-'));
const running: RunningServer[] = [];
const startedAt = Date.now();
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const log = (what: string): void => console.log(`${seconds(Date.now() - startedAt).padStart(6)}  ${what}`);
let cluster: Cluster | undefined;
let jobs: JobLoad | undefined;
let isClean = false;
/** Stops all processes and removes the folder, however this process ends. */
async function clean(): Promise<void> {
  if (isClean) return;
  isClean = true;
  for (const [n, serving] of running.entries()) {
    serving.process.kill('SIGKILL');
    writeFileSync(join(folder, `p${n + 1}.log`), serving.readOutput());
  }
  jobs?.stop();
  await cluster?.stop();
  if (!process.env['KEEP_FAILOVER']) rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clean().finally(() => process.exit(130)));

async function prepare(callers: Callers): Promise<{ line: string; chat: string }> {
  const ask = async (path: string, body?: Json): Promise<Json> => {
    const method = body ? 'POST' : 'GET';
    const answer = await callers.call({ method, path: `/api/v1/${path}`, body });
    if (!answer) throw new Error(`${path} failed`);
    return answer.body;
  };
  const line = await ask('channels', {
    ...{ name: 'Line of failovers', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
  });
  const template = await ask('templates', {
    ...{ name: 'after_all', platform: 'multi', messages: [{ type: 'text', text: 'After all' }] },
  });
  const reply = ['then', { type: 'template', template: template['id'] }] as const;
  await ask('chatlogics', {
    ...{ name: 'failovers', when: { event: 'message', match: 'regex', pattern: '^upgrade \\d+$' } },
    ...Object.fromEntries([reply]),
  });
  const [chat] = (await ask('channels?type=WEBCHAT')) as unknown as { id: string }[];
  return { line: String(line['id']), chat: String(chat?.id) };
}

try {
  log('etcd, Patroni and PostgreSQL are starting');
  const nodes = (cluster = await Cluster.start(folder));
  log(`the cluster is ready: ${(await nodes.readRoles()).join(', ')}`);
  nodes.startProxy([]);
  const leader = await nodes.findLeader();
  const admin = new pg.Client({
    host: '127.0.0.1',
    port: leader.port,
    user: 'postgres',
    database: 'postgres',
  });
  await admin.connect();
  await admin.query('CREATE TABLE taken_over (at timestamptz NOT NULL DEFAULT clock_timestamp())');
  await admin.query('CREATE DATABASE console');
  await admin.end();

  const platforms = await startPlatforms();
  const address = platforms.address;
  const platformUrls = { LINE_API_URL: address, LINE_DATA_URL: address, GRAPH_API_URL: address };
  const env = { ...platformUrls, DATA_DIR: join(folder, 'data'), DEMO: '1', DATABASE_POOL_SIZE: '10' };
  const version = prepareVersion('console', resolve('.'), folder, {
    'parcel.schema.json': buildParcelSchema(),
  });
  const startServices = async (by: 'proxy' | 'hosts'): Promise<void> => {
    const serving = await serve(version, { ...env, DATABASE_URL: nodes.address(by) });
    running.push(serving);
    log(
      `p${running.length} serves, its database reached ${by === 'proxy' ? 'through HAProxy' : 'by all hosts'}`,
    );
  };
  await nodes.waitForProxy();
  await startServices('proxy');
  const first = running[0] as RunningServer;
  const { IdToken: token } = await signInWithPassword(first.url, 'owner', DEMO_PASSWORD);
  const channels = await prepare(new Callers(first.url, token));
  const db = await openDatabase({ dataDir: '', databaseUrl: nodes.address('hosts'), poolSize: 4 });
  const broadcast = new Broadcast(db, platforms, number('people'), EXPECTED_SECONDS);
  await broadcast.prepare(channels.line);
  await startServices('proxy');
  await startServices('hosts');
  await nodes.restartProxy(running.map(({ url }) => Number(new URL(url).port)));

  const url = `http://127.0.0.1:${nodes.ports.console}`;
  const callers = new Callers(url, token);
  const listeners = new Listeners(callers);
  await listeners.connect(url, token, number('sockets'));
  log(`${number('sockets')} sockets listen`);
  jobs = new JobLoad(db, folder);
  await jobs.start([nodes.address('proxy'), nodes.address('hosts')], number('jobs'), EXPECTED_SECONDS);
  const writers = new Writers(callers, number('callers'), number('breath'));
  const conversations = new Conversations(callers, channels, platforms, number('chats'), 2_000);
  await pause(number('rest') * 1000);

  const table: string[] = [];
  for (let round = 0; round < number('failovers'); round += 1) {
    const failure = FAILURES[round % FAILURES.length] as Failure;
    const victim = await nodes.findLeader();
    const before = callers.rejections.length;
    const failedAt = Date.now();
    await victim.injectFailure(failure);
    const takenOverAt = await nodes.waitForTakeover(victim, 90);
    await pause(RETRY_GRACE_MS + 3_000);
    victim.recover(failure);
    await nodes.waitUntilSettled(120);
    await pause(number('rest') * 1000);
    const refusals = callers.rejections.slice(before);
    const lastRejectionAt = Math.max(failedAt, ...refusals.map(({ at }) => at));
    if (lastRejectionAt > takenOverAt + RETRY_GRACE_MS)
      callers.reportError(
        `503 until ${seconds(lastRejectionAt - takenOverAt)} s after another node took over`,
      );
    const by = ['p1', 'p2', 'p3'].map((name) => refusals.filter((one) => one.by === name).length).join(' + ');
    table.push(
      `| ${round + 1} | ${failure} | ${seconds(takenOverAt - failedAt)} | ${seconds(lastRejectionAt - failedAt)} | ${by} | ${broadcast.sent} |`,
    );
    log(
      `${failure}: ${victim.name}; taken over after ${seconds(takenOverAt - failedAt)} s, last 503 after ${seconds(lastRejectionAt - failedAt)} s, 503s ${by}; broadcast ${broadcast.sent}`,
    );
  }
  await writers.stop();
  await conversations.stop();
  await listeners.stop();
  log('the load ends; acknowledged writes are verified');
  const writes = await writers.check(db);
  log(`${writers.acknowledged} writes acknowledged: ${writes.lost} lost, ${writes.twice} twice`);
  const changes = await listeners.check(60);
  log(
    `${changes.changes} changes for ${number('sockets')} sockets: ${changes.unheard} not; ${listeners.disconnects} disconnects`,
  );
  const jobResult = await jobs.check();
  log(
    `${jobResult.added} jobs acknowledged: ${jobResult.lost} lost, ${jobResult.waiting} waiting, ${jobResult.again} ran again`,
  );
  const answered = await conversations.check(db);
  log(
    `${answered.sent} messages and sentences: ${answered.unanswered} unanswered, ${answered.twice} answered twice`,
  );
  const delivered = await broadcast.check(EXPECTED_SECONDS + 120);
  log(
    `broadcast ${delivered.status}: ${delivered.shown} shown in conversations; ${delivered.unsent} did not get it, ${delivered.twice} got it twice`,
  );
  const dead = running.filter(({ process: { exitCode } }) => exitCode !== null).length + jobs.deadRunners;
  log(
    `${callers.calls} calls, ${callers.rejections.length} of 503, ${callers.inProgress} of 409, slowest answer ${seconds(callers.slowestMs)} s; ${dead} processes ended; ${callers.errors.length} errors`,
  );
  console.log(
    [
      '',
      '| | how | taken over after s | last 503 after s | 503s of p1 + p2 + p3 | got the broadcast |',
      ...table,
    ].join('\n'),
  );
  const errorCounts = [
    writes.lost,
    writes.twice,
    changes.unheard,
    jobResult.lost,
    jobResult.waiting,
    answered.unanswered,
    answered.twice,
    delivered.unsent,
    delivered.twice,
    dead,
    callers.errors.length,
  ];
  if (errorCounts.some((count) => count > 0) || delivered.status !== 'executed') process.exitCode = 1;
  listeners.close();
  await platforms.close();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await clean();
}
process.exit();
