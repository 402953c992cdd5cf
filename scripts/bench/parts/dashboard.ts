import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '../../../schemas/generated/types.ts';
import { loadProduct } from '../../../schemas/loadSchemas.ts';
import { events } from '../../../services/engine/resources/events/events.ts';
import { createServices } from '../../../services/engine/resources/services.ts';
import { SecretBox } from '../../../services/engine/resources/secretBox.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { schemasDir } from '../../lib/project.mjs';
import { fillTraffic } from '../lib/bigTraffic.ts';
import { signIn, startConsole, type BenchTarget } from '../lib/console.ts';
import type { Engine, Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;
/** Calls of each kind and range. */
const CALLS = 20;
/** Events that come together, and milliseconds for which they come. */
const AT_ONCE = 100;
const KEEP_UP_SECONDS = 5_000;

/** Ranges of the filter bar, in days, with the interval that they have by themselves. */
const RANGES = [
  ['L24H', 1, 'hour'],
  ['L7D', 7, 'day'],
  ['L30D', 30, 'day'],
  ['LM', 91, 'day'],
  ['L6M', 182, 'week'],
  ['L12M', 365, 'month'],
] as const;
const PATHS = [
  'messages/chart',
  'messages/count/total',
  'messages/count/bot',
  'users/active/chart',
  'users/active/count/total',
  'users/new/count/total',
  'user-journeys',
] as const;

type Get = (path: string) => Promise<unknown>;

/** Messages and people that an engine is tried with: a tenth as many people as messages. */
const chooseSize = (engine: Engine, rows: number): { rows: number; people: number } => {
  const own = engine === 'server' ? rows * 10 : rows / 2;
  return { rows: own, people: Math.max(1_000, own / 10) };
};

/** The calls of the dashboards on a year of messages, messages that come in meanwhile, and a report of all of them. */
export async function dashboard(
  workshop: BenchEnvironment,
  { engines, rows, match }: Options,
): Promise<Measure[]> {
  const measures: Measure[] = [];
  const wants = (what: string): boolean => match.length === 0 || match.includes(what);
  for (const engine of engines) {
    const size = chooseSize(engine, rows);
    const place = await workshop.filled(engine, `dashboard-${size.rows}`, (empty) =>
      fillTraffic(empty, size.rows, size.people),
    );
    if (wants('calls')) measures.push(...(await calls(place, engine, size.rows)));
    if (wants('report')) measures.push(...(await report(place, engine, size.rows)));
    if (wants('ingest')) measures.push(...(await ingest(place, engine, size.rows)));
  }
  return measures;
}

export async function calls(place: BenchTarget, engine: Engine, rows: number): Promise<Measure[]> {
  const server = await startConsole(place);
  try {
    const get = await createClient(server.url);
    const unit = await mostUsed(get);
    const measures: Measure[] = [];
    for (const path of PATHS) {
      const found: { range: string; times: number[] }[] = [];
      for (const [range, days, interval] of RANGES) {
        const times: number[] = [];
        for (let n = 0; n < CALLS; n++) {
          const to = Date.now() - n * 61_000;
          const query = new URLSearchParams({
            startIsoStringDate: new Date(to - days * DAY).toISOString(),
            endIsoStringDate: new Date(to).toISOString(),
            ...(path === 'user-journeys' ? { unitId: unit } : { interval }),
          });
          const began = performance.now();
          await get(`dashboard/${path}?${query.toString()}`);
          const took = performance.now() - began;
          times.push(took);
          // Slow queries do not run twenty times.
          if (took > 5_000) break;
        }
        found.push({ range, times });
      }
      const summaries = found.map(({ range, times }) => `${range} ${percentile(times, 0.5).toFixed(1)}`);
      console.log(`  ${engine}: ${path}: ${summaries.join(', ')} ms`);
      for (const [name, share, atMost] of [
        ['p50', 0.5, engine === 'server' ? 50 : 100],
        ['p95', 0.95, engine === 'server' ? 150 : 100],
      ] as const) {
        const worst = found.toSorted((a, b) => percentile(b.times, share) - percentile(a.times, share))[0];
        const title = `${path}, of ${rows.toLocaleString('en-GB')} messages, ${name} (${worst?.range})`;
        measures.push(
          measure(engine, title, 'ms', [percentile(worst?.times ?? [], share)], {
            goal: { of: 'ours', atMost },
          }),
        );
      }
    }
    measures.push(await journeyOfSegment(server.url, engine, rows, unit));
    return measures;
  } finally {
    await server.stop();
  }
}

/** The journey of a year, of the people of a segment: two thirds of all. */
async function journeyOfSegment(url: string, engine: Engine, rows: number, unit: string): Promise<Measure> {
  const headers = {
    authorization: `Bearer ${await signIn(url, 'owner')}`,
    'content-type': 'application/json',
  };
  const conditions = [{ field: 'language', is: 'any', languages: ['th', 'en'] }];
  const name = `Bench ${Date.now()}`;
  const made = await fetch(`${url}/api/v1/segments`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ name, who: { match: 'all', conditions } }),
  });
  const { id } = (await made.json()) as { id: string };
  const get = await createClient(url);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const to = Date.now() - n * 61_000;
    const query = new URLSearchParams({
      startIsoStringDate: new Date(to - 365 * DAY).toISOString(),
      endIsoStringDate: new Date(to).toISOString(),
      ...{ unitId: unit, segmentIds: id },
    });
    const began = performance.now();
    await get(`dashboard/user-journeys?${query.toString()}`);
    times.push(performance.now() - began);
  }
  await fetch(`${url}/api/v1/segments/${id}`, { method: 'DELETE', headers });
  const title = `user-journeys of a segment, of ${rows.toLocaleString('en-GB')} messages, p50 (L12M)`;
  return measure(engine, title, 'ms', times, { goal: { of: 'ours', atMost: 500 } });
}

/** The template that answered most in the last day. */
async function mostUsed(get: Get): Promise<string> {
  const to = new Date();
  const query = new URLSearchParams({
    from: new Date(to.getTime() - 30 * DAY).toISOString(),
    to: to.toISOString(),
    per: 'all',
    by: 'template',
  });
  const { rows } = (await get(`messages/rollups/answers?${query.toString()}`)) as {
    rows: { by: { template: string | null }; count: number }[];
  };
  const first = rows.toSorted((a, b) => b.count - a.count).find(({ by }) => by.template !== null);
  return first?.by.template ?? '';
}

/** A report with a row for each message of the year: how long it takes, and the memory that the services need. */
async function report(place: BenchTarget, engine: Engine, rows: number): Promise<Measure[]> {
  const server = await startConsole(place);
  try {
    const headers = {
      authorization: `Bearer ${await signIn(server.url, 'owner')}`,
      'content-type': 'application/json',
    };
    const before = await server.usage();
    const began = performance.now();
    const response = await fetch(`${server.url}/api/v1/reports/generate`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({
        ...{ type: 'messages', timeframe: 'custom' },
        startIsoStringDate: new Date(Date.now() - 370 * DAY).toISOString(),
        endIsoStringDate: new Date().toISOString(),
      }),
    });
    const { id } = (await response.json()) as { id: string };
    let made: { status?: string; rows?: number; failure?: string } = {};
    do {
      await pause(1_000);
      // Tokens end with the hour.
      const fresh = await signIn(server.url, 'owner');
      const answer = await fetch(`${server.url}/api/v1/reports/${id}`, {
        headers: { authorization: `Bearer ${fresh}` },
      });
      made = (await answer.json()) as typeof made;
    } while (made.status === 'PENDING');
    if (made.status !== 'GENERATED') throw new Error(`The report failed: ${made.failure}`);
    const seconds = (performance.now() - began) / 1_000;
    const { peakRssMb } = await server.usage();
    const title = `report of ${(made.rows ?? 0).toLocaleString('en-GB')} messages, CSV`;
    return [
      measure(engine, `${title}, rows written`, '/s', [(made.rows ?? rows) / seconds]),
      measure(engine, `${title}, most memory beyond that of the idle services`, 'MB', [
        peakRssMb - before.rssMb,
      ]),
      measure(engine, `${title}, peak memory of the services`, 'MB', [peakRssMb]),
    ];
  } finally {
    await server.stop();
  }
}

async function createClient(url: string): Promise<Get> {
  const headers = { authorization: `Bearer ${await signIn(url, 'owner')}` };
  return async (path) => {
    const answer = await fetch(`${url}/api/v1/${path}`, { headers });
    if (!answer.ok) throw new Error(`GET ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

/** Messages that come in beside those of the year, judged and counted in every roll-up. */
export async function ingest(place: BenchTarget, engine: Engine, rows: number): Promise<Measure[]> {
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  try {
    const product = loadProduct(schemasDir());
    const services = createServices({ db, product, secretBox: new SecretBox(randomBytes(32)) });
    const people = await db.query<{ id: string; channel: string }>(
      `SELECT id::text AS id, data ->> 'channel' AS channel FROM entity_profile ORDER BY md5(id::text) LIMIT 50000`,
    );
    const run = Date.now();
    let number = 0;
    const next = (): Partial<Message> & object => {
      const n = ++number;
      const { id, channel } = people[n % people.length] ?? { id: '', channel: '' };
      return {
        ...{ at: new Date(Date.now() - (n % (10 * MINUTE))).toISOString(), key: `${run}-${n}` },
        ...{ channel, profile: id, kind: 'message', type: 'text', text: `Message ${n}` },
        ...(n % 2 === 0 ? { source: 'USER' } : { source: 'BOT', place: 0 }),
      };
    };
    const samples: number[] = [];
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      let done = 0;
      while (performance.now() - began < KEEP_UP_SECONDS) {
        await events(services, 'message').append(Array.from({ length: AT_ONCE }, next));
        done += AT_ONCE;
      }
      samples.push((done * 1_000) / (performance.now() - began));
    }
    const title = `messages stored and counted, ${AT_ONCE} at a time, beside ${rows.toLocaleString('en-GB')}`;
    return [measure(engine, title, '/s', samples, { goal: { of: 'ours', atLeast: 5_000 } })];
  } finally {
    await db.close();
  }
}
