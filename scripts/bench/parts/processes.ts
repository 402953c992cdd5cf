import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { signIn, startConsole } from '../lib/console.ts';
import { load } from '../lib/load.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { Server } from '../lib/server.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

const MAX_PROCESSES = 3;
const CONNECTIONS = 30;
/** Sockets over all processes, and how many connect at a time. */
const SOCKETS = 10_000;
const CONNECT_BATCH = 100;
const CHANGES = 10;
const EVERY_MS = 1_000;
/** Who listens; a token may hold many sockets. */
const LISTENERS = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer', 'chatbot.moderator'];

/** One, two and three processes on one server: what they answer, what an answer costs, and how many can listen. */
export async function processes(workshop: BenchEnvironment, { seconds, match }: Options): Promise<Measure[]> {
  const place = await workshop.createTarget('server');
  const servers: Server[] = [];
  const measures: Measure[] = [];
  const wants = (what: string): boolean => match.length === 0 || match.includes(what);
  try {
    while (servers.length < MAX_PROCESSES) {
      const server = await startConsole(place);
      servers.push(server);
      await server.settled();
      if (wants('answers')) measures.push(...(await answers(servers, seconds)));
    }
    if (wants('sockets')) measures.push(...(await sockets(servers)));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  return measures;
}

async function answers(servers: readonly Server[], seconds: number): Promise<Measure[]> {
  const [first] = servers;
  if (!first) return [];
  const headers = { authorization: `Bearer ${await signIn(first.url, 'owner')}` };
  const connections = Math.ceil(CONNECTIONS / servers.length);
  const before = await readUsage(servers);
  const loads = await Promise.all(
    servers.map(({ url }) =>
      load({ url, paths: ['/api/v1/templates?take=25'], headers, connections, seconds }),
    ),
  );
  const after = await readUsage(servers);
  const sum = (pick: (one: (typeof loads)[number]) => number): number =>
    loads.reduce((total, one) => total + pick(one), 0);
  const by = `${servers.length} process${servers.length === 1 ? '' : 'es'}`;
  return [
    measure('server', `lists by ${by}`, '/s', [sum(({ perSecond }) => perSecond)]),
    measure('server', `CPU of the services for each, by ${by}`, 'ms', [
      (after.cpuMs - before.cpuMs) / sum(({ requests }) => requests),
    ]),
  ];
}

async function sockets(servers: readonly Server[]): Promise<Measure[]> {
  const [first] = servers;
  if (!first) return [];
  const tokens = await Promise.all(LISTENERS.map((name) => signIn(first.url, name)));
  const before = await readUsage(servers);
  const delaysByKey = new Map<string, number[]>();
  const opened: Socket[] = [];
  try {
    const began = performance.now();
    while (opened.length < SOCKETS) {
      const batch = Array.from({ length: CONNECT_BATCH }, (_, n) => opened.length + n);
      opened.push(
        ...(await Promise.all(
          batch.map((n) =>
            listen(
              servers[n % servers.length]?.url ?? first.url,
              tokens[n % tokens.length] ?? '',
              delaysByKey,
            ),
          ),
        )),
      );
    }
    const connected = opened.length / ((performance.now() - began) / 1000);
    const after = await readUsage(servers);
    const delays: number[] = [];
    let receivedCount = 0;
    const change = await changer(first.url);
    for (let n = 0; n < CHANGES; n++) {
      const { key, at } = await change();
      await pause(EVERY_MS);
      const times = delaysByKey.get(key) ?? [];
      receivedCount += times.length;
      delays.push(...times.map((time) => time - at));
    }
    const name = `${SOCKETS.toLocaleString('en-GB')} sockets over ${servers.length} processes`;
    return [
      measure('server', `${name}, connected`, '/s', [connected]),
      measure('server', `${name}, memory of a socket`, 'KiB', [
        ((after.rssMb - before.rssMb) * 1024) / opened.length,
      ]),
      measure('server', `${name}, a change seen, p50`, 'ms', [percentile(delays, 0.5)]),
      measure('server', `${name}, a change seen, p95`, 'ms', [percentile(delays, 0.95)]),
      measure('server', `${name}, heard within a second`, '%', [
        (receivedCount / (opened.length * CHANGES)) * 100,
      ]),
    ];
  } finally {
    for (const socket of opened) socket.close();
  }
}

interface ReceivedEvent {
  event: string;
  json: { entity?: string; id?: string; version?: number };
}

async function listen(url: string, token: string, heard: Map<string, number[]>): Promise<Socket> {
  const socket = io(url, { path: '/socket/', transports: ['websocket'], auth: { token }, forceNew: true });
  socket.on('message', ({ event, json }: ReceivedEvent) => {
    if (event !== 'record.changed' || json.entity !== 'variable') return;
    const key = `${json.id} ${json.version}`;
    const times = heard.get(key) ?? [];
    times.push(performance.now());
    heard.set(key, times);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Changes one variable, over and over. */
async function changer(url: string): Promise<() => Promise<{ key: string; at: number }>> {
  const headers = {
    authorization: `Bearer ${await signIn(url, 'owner')}`,
    'content-type': 'application/json',
  };
  const call = async (method: string, address: string, body: object) => {
    const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
    const record = (await response.json()) as { id: string; version: number };
    if (!response.ok) throw new Error(`A change was answered ${response.status}: ${JSON.stringify(record)}`);
    return record;
  };
  const address = `${url}/api/v1/variables`;
  let record = await call('POST', address, { name: 'live_many', value: 'x', scope: 'bot' });
  let next = 0;
  return async () => {
    const at = performance.now();
    record = await call('PUT', `${address}/${record.id}`, { ...record, value: `changed ${++next}` });
    return { key: `${record.id} ${record.version}`, at };
  };
}

async function readUsage(servers: readonly Server[]): Promise<{ cpuMs: number; rssMb: number }> {
  const all = await Promise.all(servers.map((server) => server.usage()));
  return {
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssMb: all.reduce((sum, { rssMb }) => sum + rssMb, 0),
  };
}
