import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { signIn, startConsole } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Consoles that may read the records that change, and such that may not; 200 together. */
const READERS = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer', 'chatbot.moderator'];
const STRANGERS = ['campaign.editor'];
const OF_EACH = 40;
/** Changes of a round, and the interval between two: faster ones are published together. */
const CHANGES = 50;
const EVERY = 100;

/**
 * Measures the time from sending a change until other consoles receive it, over HTTP and the socket; and that people
 * without the right to read it receive nothing.
 */
export async function live(workshop: BenchEnvironment, { engines, rounds }: Options): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const engine of engines) {
    const server = await startConsole(await workshop.createTarget(engine));
    const consoles: Console[] = [];
    try {
      const open = (names: string[]): Promise<Console[]> =>
        Promise.all(
          names.map((name) =>
            signIn(server.url, name).then((token) => Promise.all(repeat(() => listen(server.url, token)))),
          ),
        ).then((all) => all.flat());
      const readers = await open(READERS);
      const strangers = await open(STRANGERS);
      consoles.push(...readers, ...strangers);
      const change = await changer(server.url);
      // What runs for the first time is slow everywhere.
      await round(readers, change);
      const samples: { p50: number[]; p95: number[]; most: number[] } = { p50: [], p95: [], most: [] };
      for (let n = 0; n < rounds; n++) {
        const delays = await round(readers, change);
        samples.p50.push(percentile(delays, 0.5));
        samples.p95.push(percentile(delays, 0.95));
        samples.most.push(Math.max(...delays));
      }
      const leakedCount = strangers.reduce((sum, one) => sum + one.received.size, 0);
      measures.push(
        measure(engine, 'a change seen by 160 of 200 consoles, p50', 'ms', samples.p50),
        measure(engine, 'a change seen by 160 of 200 consoles, p95', 'ms', samples.p95, {
          goal: { of: 'ours', atMost: 300 },
        }),
        measure(engine, 'a change seen by 160 of 200 consoles, the slowest', 'ms', samples.most),
        measure(engine, 'changes told to the 40 that may not read them', 'messages', [leakedCount], {
          goal: { of: 'ours', atMost: 0 },
        }),
      );
    } finally {
      for (const { socket } of consoles) socket.close();
      await server.stop();
    }
  }
  return measures;
}

interface Console {
  socket: Socket;
  /** When each change was received, by `id version`; `performance.now()`. */
  received: Map<string, number>;
}

interface ReceivedEvent {
  event: string;
  json: { entity?: string; id?: string; version?: number };
}

async function listen(url: string, token: string): Promise<Console> {
  const socket = io(url, { path: '/socket/', transports: ['websocket'], auth: { token }, forceNew: true });
  const received: Console['received'] = new Map();
  socket.on('message', ({ event, json }: ReceivedEvent) => {
    if (event === 'record.changed' && json.entity === 'variable')
      received.set(`${json.id} ${json.version}`, performance.now());
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, received };
}

const repeat = <T>(make: () => T): T[] => Array.from({ length: OF_EACH }, make);

interface Sent {
  key: string;
  at: number;
}

/** Changes one variable after the other. */
async function changer(url: string): Promise<() => Promise<Sent>> {
  const headers = {
    authorization: `Bearer ${await signIn(url, 'owner')}`,
    'content-type': 'application/json',
  };
  const address = `${url}/api/v1/variables`;
  const records: { id: string }[] = [];
  for (let n = 0; n < 20; n++) {
    const body = JSON.stringify({ name: `live_${n}`, value: 'x', scope: 'bot' });
    records.push((await (await fetch(address, { method: 'POST', headers, body })).json()) as { id: string });
  }
  let next = 0;
  return async () => {
    const index = next++ % records.length;
    const body = JSON.stringify({ ...records[index], value: `changed ${next}` });
    const at = performance.now();
    const response = await fetch(`${address}/${records[index]?.id}`, { method: 'PUT', headers, body });
    const record = (await response.json()) as { id: string; version: number };
    if (!response.ok) throw new Error(`A change was answered ${response.status}: ${JSON.stringify(record)}`);
    records[index] = record;
    return { key: `${record.id} ${record.version}`, at };
  };
}

/** @returns ms from sending each change until each console received it */
async function round(readers: Console[], change: () => Promise<Sent>): Promise<number[]> {
  const sent: Sent[] = [];
  for (let n = 0; n < CHANGES; n++) {
    sent.push(await change());
    await pause(EVERY);
  }
  const missing = (): number =>
    readers.reduce((sum, { received }) => sum + sent.filter(({ key }) => !received.has(key)).length, 0);
  for (const until = performance.now() + 10_000; missing() > 0; await pause(20))
    if (performance.now() > until) throw new Error(`${missing()} changes were not received`);
  return readers.flatMap(({ received }) => sent.map(({ key, at }) => (received.get(key) ?? Number.NaN) - at));
}
