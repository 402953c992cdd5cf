import { fixedSql } from '../fixtures/fixedSql.ts';
import type { BigTable } from '../lib/bigTable.ts';
import { signIn, startConsole } from '../lib/console.ts';
import { load, type Load, type LoadResult } from '../lib/load.ts';
import type { Options } from '../lib/options.ts';
import { measure, type Measure } from '../lib/results.ts';
import { startServer, type Server } from '../lib/server.ts';
import { interleave } from '../lib/stats.ts';

const CONNECTIONS = 10;
const BARE_TOKEN = 'the-one-token';
const RECORD = { name: 'load_{{n}}', type: 'string', value: 'ค่า {{n}}', scope: 'bot' };
/** Words that a few rows of a million hold, each another one. */
const WORDS = Array.from({ length: 200 }, (_, n) =>
  (0x1a2b3 + n * 4721).toString(16).padStart(5, '0').slice(-5),
);

interface Side {
  server: Server;
  path: string;
  headers: Record<string, string>;
}
interface Round extends LoadResult {
  cpuMs: number;
  userMs: number;
  mainThreadMs: number;
}
type LoadRequest = Pick<Load, 'method' | 'body' | 'from'> & { paths: string[]; connections: number };

/** The generic resource, signed in and access-checked, beside a server that knows nothing but its statements. */
export async function http(big: BigTable, options: Options): Promise<Measure[]> {
  const ours = await startOurs(big);
  const bare = await startBare(big);
  const runs = new Runs(ours, bare, options);
  const part = big.engine;
  try {
    await ours.server.settled();
    const ids = await someIds(ours);
    const list = await runs.measureBoth(() => ({ paths: ['?take=20'], connections: CONNECTIONS }));
    const one = await runs.measureBoth(() => ({
      paths: ids.map((id) => `/${id}`),
      connections: CONNECTIONS,
    }));
    const create = await runs.measureBoth(() => ({
      ...{ method: 'POST' as const, paths: [''], body: JSON.stringify(RECORD), from: runs.unused() },
      connections: CONNECTIONS,
    }));
    const paths = WORDS.map((word) => `?take=20&keyword=${word}`);
    const search = await runs.measureBoth(() => ({ paths, connections: 1 }));
    const { peakRssMb } = await ours.server.usage();
    return [
      ...compared(part, 'list', list),
      ...compared(part, 'one', one),
      ...compared(part, 'create', create),
      ...cpuMeasures(big, list),
      measure(
        part,
        `contains-search in ${big.rows.toLocaleString('en-GB')} rows, p50`,
        'ms',
        search.ours.map((round) => round.p50),
        {
          goal: { of: 'ratio', atMost: 3 },
          beside: { of: 'bare', samples: search.bare.map((round) => round.p50) },
        },
      ),
      big.engine === 'server'
        ? measure(part, 'peak memory of the services under load', 'MB', [peakRssMb], {
            goal: { of: 'ours', atMost: 200 },
          })
        : measure(part, 'peak memory of services and database under load', 'MB', [peakRssMb]),
    ];
  } finally {
    await bare.server.stop();
    await ours.server.stop();
  }
}

async function startOurs(big: BigTable): Promise<Side> {
  const server = await startConsole(big.place);
  const token = await signIn(server.url, 'chatbot.editor');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { server, path: `/api/v1/${big.model.path}`, headers };
}

async function startBare(big: BigTable): Promise<Side> {
  const env = {
    ...big.bare,
    BARE_TOKEN,
    BARE_SQL: JSON.stringify(await fixedSql(big.model, RECORD)),
    NODE_ENV: 'production',
  };
  const server = await startServer('scripts/bench/fixtures/bareServer.ts', env, ['--import', 'tsx']);
  const headers = { authorization: `Bearer ${BARE_TOKEN}`, 'content-type': 'application/json' };
  return { server, path: '/rows', headers };
}

class Runs {
  private used = 0;

  constructor(
    private readonly ours: Side,
    private readonly bare: Side,
    private readonly options: Options,
  ) {}

  /** Numbers that no earlier load took: names are unique, in the shared database too. */
  unused(): number {
    this.used += 10_000_000;
    return this.used;
  }

  /** The same load on both, in turns, after a short one that warms both up. */
  async measureBoth(asked: () => LoadRequest): Promise<{ ours: Round[]; bare: Round[] }> {
    for (const side of [this.ours, this.bare]) await this.round(side, asked(), 1);
    const [ours = [], bare = []] = await interleave(this.options.rounds, [
      () => this.round(this.ours, asked(), this.options.seconds),
      () => this.round(this.bare, asked(), this.options.seconds),
    ]);
    return { ours, bare };
  }

  private async round({ server, path, headers }: Side, asked: LoadRequest, seconds: number): Promise<Round> {
    const before = await server.usage();
    const paths = asked.paths.map((rest) => path + rest);
    const result = await load({ ...asked, url: server.url, paths, headers, seconds });
    const after = await server.usage();
    return {
      ...result,
      cpuMs: (after.cpuMs - before.cpuMs) / result.requests,
      userMs: (after.userMs - before.userMs) / result.requests,
      mainThreadMs: (after.mainThreadMs - before.mainThreadMs) / result.requests,
    };
  }
}

function compared(part: string, name: string, { ours, bare }: { ours: Round[]; bare: Round[] }): Measure[] {
  const side = (pick: (round: Round) => number): [number[], { of: string; samples: number[] }] => [
    ours.map(pick),
    { of: 'bare', samples: bare.map(pick) },
  ];
  const [rate, bareRate] = side((round) => round.perSecond);
  const [slow, bareSlow] = side((round) => round.p99);
  return [
    measure(part, `${name}, ${CONNECTIONS} connections`, '/s', rate, {
      goal: { of: 'ratio', atLeast: 0.5 },
      beside: bareRate,
    }),
    measure(part, `${name}, p99`, 'ms', slow, { goal: { of: 'ratio', atMost: 3 }, beside: bareSlow }),
  ];
}

/** The embedded engine's thread is the database: there only the main thread's time is the services' own. */
function cpuMeasures(big: BigTable, { ours, bare }: { ours: Round[]; bare: Round[] }): Measure[] {
  const goal = { of: 'ours', atMost: 0.25 } as const;
  if (big.engine === 'embedded')
    return [
      measure(
        big.engine,
        'main thread per list request',
        'ms',
        ours.map((round) => round.mainThreadMs),
        { goal },
      ),
    ];
  const cpu = (pick: (round: Round) => number) =>
    [ours.map(pick), { of: 'bare', samples: bare.map(pick) }] as const;
  const [all, bareAll] = cpu((round) => round.cpuMs);
  const [user, bareUser] = cpu((round) => round.userMs);
  return [
    measure(big.engine, 'Node CPU per list request', 'ms', all, { goal, beside: bareAll }),
    // What a system call costs differs most between machines, and with how busy they are.
    measure(big.engine, 'Node CPU per list request, without system calls', 'ms', user, { beside: bareUser }),
  ];
}

async function someIds({ server, path, headers }: Side): Promise<string[]> {
  const response = await fetch(`${server.url}${path}?take=101`, { headers });
  if (!response.ok) throw new Error(`The list answers ${response.status}`);
  return ((await response.json()) as { id: string }[]).map(({ id }) => id);
}
