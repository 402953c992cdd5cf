/** `npm run test:failover`: three database servers with Patroni, whose primary goes again and again under load. */
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
import { parcel } from '../upgrade/edits.ts';
import { serve, versionOf, type Serving } from '../upgrade/versions.ts';
import { Broadcast } from './broadcast.ts';
import { Callers, type Json } from './callers.ts';
import { Cluster } from './cluster.ts';
import { ManyJobs } from './jobs.ts';
import { Listeners } from './listeners.ts';
import type { Fault } from './node.ts';
import { Talk } from './talk.ts';
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
    /** Seconds between the last fault's end and the next one. */
    rest: { type: 'string', default: '10' },
    faults: { type: 'string', default: 'killed,frozen,cut off' },
  },
});
const number = (name: Exclude<keyof typeof values, 'faults'>): number => Number(values[name]);
const FAULTS = values.faults.split(',') as Fault[];
/** Callers may be told to come again for so long after another node has taken over. */
const AFTER_MS = 2_000;
/** Seconds that one failover takes with everything that belongs to it, for how fast the load goes. */
const EACH_S = 40;
const EXPECTED_S = number('failovers') * EACH_S;

const folder = mkdtempSync(join(tmpdir(), 'console-failover-'));
const running: Serving[] = [];
const began = Date.now();
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const tell = (what: string): void => console.log(`${seconds(Date.now() - began).padStart(6)}  ${what}`);
let cluster: Cluster | undefined;
let jobs: ManyJobs | undefined;
let isClean = false;
/** Nothing of it outlives this process, however that ends. */
async function clean(): Promise<void> {
  if (isClean) return;
  isClean = true;
  for (const [n, serving] of running.entries()) {
    serving.process.kill('SIGKILL');
    writeFileSync(join(folder, `p${n + 1}.log`), serving.told());
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
    const answer = await callers.ask({ method, path: `/api/v1/${path}`, body });
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
  tell('etcd, Patroni and PostgreSQL start');
  const nodes = (cluster = await Cluster.start(folder));
  tell(`they stand: ${(await nodes.roles()).join(', ')}`);
  nodes.startProxy([]);
  const leader = await nodes.leader();
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
  const own = { LINE_API_URL: address, LINE_DATA_URL: address, GRAPH_API_URL: address };
  const env = { ...own, DATA_DIR: join(folder, 'data'), DEMO: '1', DATABASE_POOL_SIZE: '10' };
  const version = versionOf('console', resolve('.'), folder, { 'parcel.schema.json': parcel() });
  const begin = async (by: 'proxy' | 'hosts'): Promise<void> => {
    const serving = await serve(version, { ...env, DATABASE_URL: nodes.address(by) });
    running.push(serving);
    tell(
      `p${running.length} serves, its database reached ${by === 'proxy' ? 'through HAProxy' : 'by all hosts'}`,
    );
  };
  await nodes.proxied();
  await begin('proxy');
  const first = running[0] as Serving;
  const { IdToken: token } = await signInWithPassword(first.url, 'owner', DEMO_PASSWORD);
  const channels = await prepare(new Callers(first.url, token));
  const db = await openDatabase({ dataDir: '', databaseUrl: nodes.address('hosts'), poolSize: 4 });
  const broadcast = new Broadcast(db, platforms, number('people'), EXPECTED_S);
  await broadcast.prepare(channels.line);
  await begin('proxy');
  await begin('hosts');
  await nodes.restartProxy(running.map(({ url }) => Number(new URL(url).port)));

  const url = `http://127.0.0.1:${nodes.ports.console}`;
  const callers = new Callers(url, token);
  const listeners = new Listeners(callers);
  await listeners.connect(url, token, number('sockets'));
  tell(`${number('sockets')} sockets listen`);
  jobs = new ManyJobs(db, folder);
  await jobs.start([nodes.address('proxy'), nodes.address('hosts')], number('jobs'), EXPECTED_S);
  const writers = new Writers(callers, number('callers'), number('breath'));
  const talk = new Talk(callers, channels, platforms, number('chats'), 2_000);
  await pause(number('rest') * 1000);

  const table: string[] = [];
  for (let turn = 0; turn < number('failovers'); turn += 1) {
    const fault = FAULTS[turn % FAULTS.length] as Fault;
    const victim = await nodes.leader();
    const before = callers.refusals.length;
    const struck = Date.now();
    await victim.strike(fault);
    const taken = await nodes.taken(victim, 90);
    // Who is told to come again later than this was told too late.
    await pause(AFTER_MS + 3_000);
    victim.recover(fault);
    await nodes.settled(120);
    await pause(number('rest') * 1000);
    const refusals = callers.refusals.slice(before);
    const last = Math.max(struck, ...refusals.map(({ at }) => at));
    if (last > taken + AFTER_MS)
      callers.fault(`503 until ${seconds(last - taken)} s after another node took over`);
    const by = ['p1', 'p2', 'p3'].map((name) => refusals.filter((one) => one.by === name).length).join(' + ');
    table.push(
      `| ${turn + 1} | ${fault} | ${seconds(taken - struck)} | ${seconds(last - struck)} | ${by} | ${broadcast.sent} |`,
    );
    tell(
      `${fault}: ${victim.name}; taken over after ${seconds(taken - struck)} s, last 503 after ${seconds(last - struck)} s, 503s ${by}; broadcast ${broadcast.sent}`,
    );
  }
  await writers.stop();
  await talk.stop();
  await listeners.stop();
  tell('the load ends; everything that was acknowledged is looked for');
  const written = await writers.check(db);
  tell(`${writers.acknowledged} writes acknowledged: ${written.lost} lost, ${written.twice} twice`);
  const heard = await listeners.check(60);
  tell(
    `${heard.changes} changes to be heard by ${number('sockets')} sockets: ${heard.unheard} not; ${listeners.disconnects} disconnects`,
  );
  const ran = await jobs.check();
  tell(`${ran.added} jobs acknowledged: ${ran.lost} lost, ${ran.waiting} waiting, ${ran.again} ran again`);
  const talked = await talk.check(db);
  tell(
    `${talked.said} messages and sentences: ${talked.unanswered} unanswered, ${talked.twice} answered twice`,
  );
  const sent = await broadcast.check(EXPECTED_S + 120);
  tell(
    `broadcast ${sent.status}: ${sent.shown} shown in conversations; ${sent.unsent} did not get it, ${sent.twice} got it twice`,
  );
  const dead = running.filter(({ process: { exitCode } }) => exitCode !== null).length + jobs.deadRunners;
  tell(
    `${callers.calls} calls, ${callers.refusals.length} of 503, ${callers.inProgress} of 409, slowest answer ${seconds(callers.slowestMs)} s; ${dead} processes ended; ${callers.faults.length} faults`,
  );
  console.log(
    [
      '',
      '| | how | taken over after s | last 503 after s | 503s of p1 + p2 + p3 | got the broadcast |',
      ...table,
    ].join('\n'),
  );
  const wrong = [
    written.lost,
    written.twice,
    heard.unheard,
    ran.lost,
    ran.waiting,
    talked.unanswered,
    talked.twice,
    sent.unsent,
    sent.twice,
    dead,
    callers.faults.length,
  ];
  if (wrong.some((count) => count > 0) || sent.status !== 'executed') process.exitCode = 1;
  listeners.close();
  await platforms.close();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await clean();
}
process.exit();
