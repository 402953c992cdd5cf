import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  LINE_SECRET,
  LINE_TOKEN,
  lineCall,
  lineText,
  startPlatforms,
  type Platforms,
  type SignedCall,
} from '../../../tests/contract/support/platforms.ts';
import { signIn, startConsole } from '../lib/console.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import type { Server } from '../lib/server.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

const MOST_EVENTS = 50_000;
const CONNECTIONS = 32;
/** People who write the events. */
const PEOPLE = 2_000;
/** People who talk with the bot at once, how often each writes, and for how long each reads, in milliseconds. */
const MOST_TALKING = 1_000;
const TURNS = 3;
const READING = 10_000;
/** Milliseconds in which the first of them begin, all strangers to the services. */
const RUSH = 5_000;
const WORDS = ['where is my order', 'what does delivery cost', 'สวัสดีค่ะ', 'when do you open', 'ของถึงไหนแล้ว'];

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** What comes in at full speed, and what the bot answers to many at once. */
export async function conversations(
  workshop: BenchEnvironment,
  { engines, rows, match }: Options,
): Promise<Measure[]> {
  const wanted = (name: string): boolean => match.length === 0 || match.includes(name);
  const measures: Measure[] = [];
  for (const engine of engines) {
    const place = await workshop.createTarget(engine);
    const platforms = await startPlatforms();
    const { address } = platforms;
    const server = await startConsole(place, { LINE_API_URL: address, GRAPH_API_URL: address }).catch(
      async (error: unknown) => {
        await platforms.close();
        throw error;
      },
    );
    try {
      const ask = await asking(server.url);
      const { id } = await ask('POST', 'channels', {
        ...{ name: 'Bench', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
      });
      const channel = String(id);
      if (wanted('talks')) {
        await answering(ask, 'BOT');
        const talking = Math.ceil(Math.min(MOST_TALKING, rows / 500));
        measures.push(...(await talks(server, ask, channel, engine, platforms, talking)));
      }
      // Afterwards: what it leaves to be looked at would be in the way of the talks.
      if (wanted('taking')) {
        await answering(ask, 'LIVECHAT');
        const count = Math.min(MOST_EVENTS, rows / 20);
        measures.push(...(await taking(server.url, ask, channel, engine, count)));
      }
    } finally {
      await server.stop();
      await platforms.close();
    }
  }
  return measures;
}

async function asking(url: string): Promise<Ask> {
  const headers = {
    authorization: `Bearer ${await signIn(url, 'owner')}`,
    'content-type': 'application/json',
  };
  return async (method, path, body) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/api/v1/${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  };
}

async function answering(ask: Ask, defaultMode: string): Promise<void> {
  const { version, confidenceThreshold } = await ask('GET', 'networks/current');
  await ask('PUT', 'networks/current', { version, confidenceThreshold, defaultMode, globalDelay: 0 });
}

/** Node's own client: `fetch` takes as much of the processor as what is measured. */
const agent = new Agent({ keepAlive: true });

async function post(url: string, { url: path, headers, payload }: SignedCall): Promise<number> {
  const clientRequest = request(`${url}${path}`, { method: 'POST', headers, agent });
  clientRequest.end(payload);
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}

async function taking(
  url: string,
  ask: Ask,
  channel: string,
  engine: string,
  count: number,
): Promise<Measure[]> {
  const before = await storedOf(ask, channel, 'USER');
  const calls: { call: SignedCall; expected: number }[] = [];
  for (let n = 0; n < count; n++) {
    const event = lineText(`U-bench-${n % PEOPLE}`, `message ${n}`);
    calls.push({ call: lineCall(channel, [event]), expected: 200 });
    if (n % 5 === 0) calls.push({ call: lineCall(channel, [event]), expected: 200 });
    if (n % 10 === 0) calls.push({ call: lineCall(channel, [event], 'another-secret'), expected: 401 });
  }
  const times: number[] = [];
  let wrong = 0;
  let next = 0;
  const begun = performance.now();
  const work = async (): Promise<void> => {
    for (let one = calls[next++]; one; one = calls[next++]) {
      const since = performance.now();
      if ((await post(url, one.call)) !== one.expected) wrong += 1;
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const took = performance.now() - begun;
  const stored = (await storedOf(ask, channel, 'USER')) - before;
  const title = `of ${count.toLocaleString('en-GB')} signed events with repeats and bad signatures`;
  return [
    measure(engine, `taken in, ${title}`, '/s', [(calls.length * 1_000) / took], {
      goal: { of: 'ours', atLeast: 1_000 },
    }),
    measure(engine, 'taken in, p99', 'ms', [percentile(times, 0.99)]),
    measure(engine, `not stored, or twice, ${title}`, 'events', [Math.abs(count - stored)], {
      goal: { of: 'ours', atMost: 0 },
    }),
    measure(engine, `answered with another status, ${title}`, 'events', [wrong], {
      goal: { of: 'ours', atMost: 0 },
    }),
  ];
}

async function storedOf(ask: Ask, channel: string, source: string): Promise<number> {
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 3_600_000)];
  const { rows } = await ask(
    'GET',
    `messages/rollups/messages?from=${from.toISOString()}&to=${to.toISOString()}&per=all&channel=${channel}&source=${source}`,
  );
  return (rows as { count: number }[])[0]?.count ?? 0;
}

async function talks(
  server: Server,
  ask: Ask,
  channel: string,
  engine: string,
  platforms: Platforms,
  people: number,
): Promise<Measure[]> {
  await settledBot(ask);
  const waiting = new Map<string, () => void>();
  platforms.onArrival = (token) => {
    waiting.get(token)?.();
    waiting.delete(token);
  };
  const times: number[] = [];
  const later: number[] = [];
  const begun = performance.now();
  const talk = async (n: number): Promise<void> => {
    await pause((n / people) * READING);
    for (let turn = 0; turn < TURNS; turn++) {
      const replyToken = platforms.replyToken();
      const arrived = new Promise<void>((resolve) => waiting.set(replyToken, resolve));
      const words = WORDS[(n + turn) % WORDS.length] ?? '';
      const since = performance.now();
      await post(server.url, lineCall(channel, [lineText(`U-talk-${n}`, words, { replyToken })]));
      await Promise.race([arrived, pause(60_000, undefined, { ref: false })]);
      if (!waiting.has(replyToken)) {
        times.push(performance.now() - since);
        if (since - begun > RUSH) later.push(performance.now() - since);
      }
      await pause(READING);
    }
  };
  const before = await server.usage();
  await Promise.all(Array.from({ length: people }, (_, n) => talk(n)));
  const after = await server.usage();
  const expected = people * TURNS;
  const twice = platforms.requests.filter(
    ({ url: to }) => to.endsWith('/reply') || to.endsWith('/push'),
  ).length;
  const title = `${people.toLocaleString('en-GB')} conversations at once`;
  return [
    measure(engine, `answer of the bot, ${title}, p50`, 'ms', [percentile(times, 0.5)]),
    measure(engine, `answer of the bot, ${title}, p95`, 'ms', [percentile(times, 0.95)], {
      goal: { of: 'ours', atMost: 500 },
    }),
    measure(engine, `answer of the bot, ${title}, p95 after the first 5 s`, 'ms', [percentile(later, 0.95)]),
    measure(engine, `CPU of the services for each answer, ${title}`, 'ms', [
      (after.cpuMs - before.cpuMs) / expected,
    ]),
    measure(engine, `answers lost, of ${expected}`, 'messages', [expected - times.length], {
      goal: { of: 'ours', atMost: 0 },
    }),
    measure(engine, `answers sent twice, of ${expected}`, 'messages', [Math.max(0, twice - expected)], {
      goal: { of: 'ours', atMost: 0 },
    }),
  ];
}

/** The demo's bot is trained in the background. */
async function settledBot(ask: Ask): Promise<void> {
  for (;;) {
    const { classifiers } = (await ask('GET', 'intents/training')) as {
      classifiers: { state: string }[];
    } & object;
    if (classifiers.every(({ state }) => state === 'trained')) return;
    await pause(200);
  }
}
