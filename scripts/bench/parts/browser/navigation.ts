import { anotherTab, openTab, SPEEDS, type Speed, type StorageState, type Tab } from '../../lib/chromium.ts';
import { PASSWORD } from '../../lib/console.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { interleave } from '../../lib/stats.ts';
import { LIST, PART, PLAIN_LIST, PLAIN_ROWS, ROWS, type Bench } from './bench.ts';

interface Times {
  /** Nothing is in the cache. */
  cold: number;
  /** All is in the cache, and the tab is a new one. */
  warm: number;
  /** The page is opened again where it is open: the browser has its code compiled. */
  again: number;
}

const KINDS: Record<keyof Times, string> = {
  cold: 'cold',
  warm: 'warm, a new tab',
  again: 'warm, again in its tab',
};

/** Milliseconds: plain react-admin's own are the goals of a second visit. */
const GOALS: Record<keyof typeof SPEEDS, Times> = {
  full: { cold: 400, warm: 208, again: 208 },
  slow: { cold: 2000, warm: 880, again: 880 },
};

/** From entering the address to rows that are painted and a page that answers. */
export async function navigation(bench: Bench): Promise<Measure[]> {
  const { url, plain, session } = bench;
  const measures: Measure[] = [];
  for (const name of Object.keys(SPEEDS) as (keyof typeof SPEEDS)[]) {
    const speed: Speed = SPEEDS[name];
    const [ours = [], beside = []] = await interleave(bench.options.rounds, [
      () => visits(bench, { address: url + LIST, rows: ROWS, speed, session }),
      () => visits(bench, { address: plain + PLAIN_LIST, rows: PLAIN_ROWS, speed }),
    ]);
    for (const kind of ['cold', 'warm', 'again'] as const) {
      measures.push(
        measure(
          PART,
          `list, ${KINDS[kind]}, ${SPEED_NAMES[name]}`,
          'ms',
          ours.map((times) => times[kind]),
          {
            goal: { of: 'ours', atMost: GOALS[name][kind] },
            beside: { of: 'plain react-admin', samples: beside.map((times) => times[kind]) },
          },
        ),
      );
    }
  }
  const [signIns = []] = await interleave(Math.max(2, Math.ceil(bench.options.rounds / 2)), [
    () => signIn(bench),
  ]);
  measures.push(measure(PART, `from “Log in” to the first list, ${SPEED_NAMES['slow']}`, 'ms', signIns));
  return measures;
}

const SPEED_NAMES: Record<string, string> = { full: 'full speed', slow: 'slow CPU and line' };

interface Visit {
  address: string;
  rows: string;
  speed: Speed;
  session?: StorageState;
}

/**
 * Both sides begin in the same way: a page with `Cross-Origin-Opener-Policy`, as ours, gets a process of its own when it is
 * opened from elsewhere, while one without stays in the process, with the code that is compiled there, of what was open before.
 */
async function visits({ browser }: Bench, { address, rows, speed, session }: Visit): Promise<Times> {
  const first = await openTab(browser, { speed, session });
  const shown = async ({ page }: Tab): Promise<number> => {
    const { began, usableAt } = await page.evaluate((selector) => window.bench.shown(selector), rows);
    return usableAt - began;
  };
  try {
    await first.page.goto(address, { waitUntil: 'commit' });
    const cold = await shown(first);
    // What is fetched ahead is part of a warm cache.
    await first.page.waitForLoadState('networkidle');
    const second = await anotherTab(first, speed);
    await second.page.goto(address, { waitUntil: 'commit' });
    const warm = await shown(second);
    await second.page.waitForLoadState('networkidle');
    await second.page.reload({ waitUntil: 'commit' });
    return { cold, warm, again: await shown(second) };
  } finally {
    await first.close();
  }
}

const KEY_MS = 80;

/** Types as a person does, on a slow machine and line; what the screen fetches meanwhile is its own affair. */
async function signIn({ browser, url }: Bench): Promise<number> {
  const { page, close } = await openTab(browser, { speed: SPEEDS.slow });
  try {
    await page.goto(`${url}/login?redirect=${encodeURIComponent(LIST)}`);
    await page.getByLabel('Username').pressSequentially('chatbot.editor', { delay: KEY_MS });
    await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD, { delay: KEY_MS });
    const began = await page.evaluate(() => window.bench.now());
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((address) => address.pathname === LIST);
    const { usableAt } = await page.evaluate((selector) => window.bench.shown(selector), ROWS);
    return usableAt - began;
  } finally {
    await close();
  }
}
