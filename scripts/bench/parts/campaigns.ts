import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../../services/engine/resources/ids.ts';
import { seedRecords } from '../../../services/engine/resources/write/seed.ts';
import { openDatabase } from '../../../services/engine/storage/open.ts';
import { buildModel } from '../lib/bigTable.ts';
import { signIn, startConsole, type BenchTarget } from '../lib/console.ts';
import { load } from '../lib/load.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { seed } from '../lib/seed.ts';
import type { Server } from '../lib/server.ts';
import { percentile } from '../lib/stats.ts';
import type { BenchEnvironment } from '../lib/workshop.ts';

/** Milliseconds within which everybody must have got it. */
const LONGEST = 1_200_000;
const PART = 500;
const COUNTED = 12;

/** Five conditions, as a team would write them: with a tag that few people have, and with one that all have. */
export const fiveConditions = (tag: string) => ({
  match: 'all',
  conditions: [
    { field: 'tag', is: 'any', tags: [tag] },
    { field: 'language', is: 'any', languages: ['th', 'en'] },
    { field: 'follow-state', is: 'is', state: 'following' },
    { field: 'last-seen', is: 'after', date: '2026-01-01' },
    {
      field: 'custom-field',
      name: 'branch',
      is: 'any',
      values: ['สาขา 1', 'สาขา 2', 'สาขา 3', 'สาขา 4', 'สาขา 5', 'สาขา 6', 'สาขา 7', 'สาขา 8', 'สาขา 9'],
    },
  ],
});

/** A broadcast to everybody of a large audience on a server, in parts, and what others feel of it; segments of it. */
export async function campaigns(workshop: BenchEnvironment, { rows, seconds }: Options): Promise<Measure[]> {
  const line = await startLine();
  const place = await workshop.createTarget('server');
  const env = { LINE_API_URL: line.address };
  let server: Server | undefined;
  try {
    server = await startConsole(place, env);
    const channel = await post(server, 'channels', {
      ...{ name: 'Bench', type: 'LINE', token: 'bench-access-token', secret: 'bench-channel-secret' },
    });
    const segment = await post(server, 'segments', {
      ...{
        name: 'All of them',
        who: { match: 'all', conditions: [{ field: 'channel', is: 'any', channels: [channel['id']] }] },
      },
    });
    await server.stop();
    await fill(place, rows, String(channel['id']));
    server = await startConsole(place, env);
    const counts = await countSegments(server, rows);
    await server.stop();
    const campaign = await schedule(place, String(channel['id']), String(segment['id']));
    server = await startConsole(place, env);
    return [...counts, ...(await send(server, campaign, rows, seconds, line))];
  } finally {
    await server?.stop();
    await line.close();
  }
}

interface Line {
  address: string;
  /** People of all calls. */
  people: number;
  close(): Promise<void>;
}

/** A mock of LINE that accepts every multicast. */
async function startLine(): Promise<Line> {
  const server = createServer(async (request, response) => {
    const { to = [] } = request.method === 'POST' ? ((await json(request)) as { to?: string[] }) : {};
    line.people += to.length;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line: Line = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    people: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return line;
}

const signedIn = new WeakMap<Server, Promise<Record<string, string>>>();

/** What every request of the owner has. */
function signedInHeaders(server: Server): Promise<Record<string, string>> {
  const known = signedIn.get(server);
  if (known) return known;
  const made = signIn(server.url, 'owner').then((token) => ({
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }));
  signedIn.set(server, made);
  return made;
}

async function post(server: Server, path: string, body: object): Promise<Record<string, unknown>> {
  const init = { method: 'POST', headers: await signedInHeaders(server), body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api/v1/${path}`, init);
  if (!answer.ok) throw new Error(`POST ${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function fill(place: BenchTarget, rows: number, channel: string): Promise<void> {
  const model = buildModel('profile');
  const db = await openDatabase({ ...place, timeoutMs: 3_600_000 });
  const began = performance.now();
  try {
    await seed(db, model, rows, { channel, followState: 'following' });
  } finally {
    await db.close();
  }
  console.log(
    `  ${rows.toLocaleString('en-GB')} profiles in ${Math.round((performance.now() - began) / 1000)} s`,
  );
}

/** A broadcast whose time has come, as a backup would bring it back. */
async function schedule(place: BenchTarget, channel: string, segment: string): Promise<string> {
  const db = await openDatabase(place);
  const now = new Date().toISOString();
  const id = newId();
  const values = {
    ...{ name: 'To everybody', channel, target: 'segment', segment, content: 'written', platform: 'LINE' },
    ...{
      messages: [{ type: 'text', text: 'To everybody' }],
      approval: 'none',
      status: 'scheduled',
      startsAt: now,
    },
  };
  await seedRecords(db, buildModel('campaign'), [{ id, createdAt: now, values }]).finally(() => db.close());
  return id;
}

async function countSegments(server: Server, rows: number): Promise<Measure[]> {
  const of = `${rows.toLocaleString('en-GB')} profiles, 5 conditions`;
  const fetchReach = async (
    verb: 'preview' | 'estimate' | 'count',
    tag: string,
  ): Promise<{ times: number[]; met: unknown }> => {
    const times: number[] = [];
    let met: unknown;
    for (let n = 0; n < COUNTED; n += 1) {
      const since = performance.now();
      const answer = await post(server, `segments/${verb}`, { who: fiveConditions(tag) });
      met = answer['count'] ?? answer['about'];
      times.push(performance.now() - since);
    }
    return { times, met };
  };
  const few = await fetchReach('preview', 'tag-7');
  const many = await fetchReach('preview', 'vip');
  const about = await fetchReach('estimate', 'vip');
  const each = await fetchReach('count', 'tag-7');
  const goal = { of: 'ours', atMost: 300 } as const;
  return [
    measure('server', `segment counted, ${of}, ${String(few.met)} meet them, p50`, 'ms', few.times, { goal }),
    measure('server', `segment counted, ${of}, ${String(many.met)} meet them, p50`, 'ms', many.times, {
      goal,
    }),
    measure('server', `segment estimated, ${of}, about ${String(about.met)}, p50`, 'ms', about.times, {
      goal,
    }),
    measure('server', `each condition counted, ${of}, p50`, 'ms', each.times),
  ];
}

/** Polls the broadcast until its end, while lists are requested. */
async function send(
  server: Server,
  campaign: string,
  rows: number,
  seconds: number,
  line: Line,
): Promise<Measure[]> {
  const headers = await signedInHeaders(server);
  const progress = async (): Promise<{ state: string; counts: Record<string, number> }> => {
    const answer = await fetch(`${server.url}/api/v1/campaigns/${campaign}/progress`, { headers });
    return (await answer.json()) as { state: string; counts: Record<string, number> };
  };
  const until = performance.now() + LONGEST;
  while (line.people === 0 && performance.now() < until) await pause(20);
  const began = performance.now();
  const lists: number[] = [];
  let state = 'sending';
  while (state === 'sending' && performance.now() < until) {
    const paths = ['/api/v1/audiences?take=20', '/api/v1/campaigns?take=20', '/api/v1/variables?take=20'];
    const { p99 } = await load({ url: server.url, paths, headers, connections: 2, seconds });
    lists.push(p99);
    // Longer pauses than loads: the sender is to be measured too.
    for (let n = 0; n < seconds * 3 && state === 'sending'; n += 1) {
      await pause(1_000);
      ({ state } = await progress());
    }
  }
  const took = performance.now() - began;
  const { counts } = await progress();
  const { peakRssMb } = await server.usage();
  const to = `to ${rows.toLocaleString('en-GB')} people`;
  return [
    measure('server', `parts of ${PART}, broadcast ${to}`, '/s', [(line.people / PART / took) * 1_000]),
    measure('server', `lists asked for meanwhile, p99`, 'ms', [percentile(lists, 0.5)]),
    measure('server', `peak memory, broadcast ${to}`, 'MB', [peakRssMb]),
    measure(
      'server',
      `not counted as sent, or sent twice, ${to}`,
      'messages',
      [Math.abs(rows - (counts['sent'] ?? 0)) + Math.abs(rows - line.people)],
      { goal: { of: 'ours', atMost: 0 } },
    ),
  ];
}
