import { openTab, SPEEDS, type Speed, type StorageState } from '../../lib/chromium.ts';
import { PASSWORD } from '../../lib/console.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { interleave } from '../../lib/stats.ts';
import { LIST, PART, PLAIN_LIST, PLAIN_ROWS, ROWS, type Bench } from './bench.ts';

interface Times {
  cold: number;
  warm: number;
}

/** Milliseconds: plain react-admin's own are the goals of a second visit. */
const GOALS: Record<keyof typeof SPEEDS, Times> = {
  full: { cold: 400, warm: 208 },
  slow: { cold: 2000, warm: 880 },
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
    for (const kind of ['cold', 'warm'] as const) {
      measures.push(
        measure(
          PART,
          `list, ${kind}, ${SPEED_NAMES[name]}`,
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

async function visits({ browser }: Bench, { address, rows, speed, session }: Visit): Promise<Times> {
  const tab = await openTab(browser, { speed, session });
  const visit = async (): Promise<number> => {
    // Another address of the same document would not be a navigation.
    await tab.page.goto('about:blank');
    await tab.page.goto(address, { waitUntil: 'commit' });
    const { began, usableAt } = await tab.page.evaluate((selector) => window.bench.shown(selector), rows);
    return usableAt - began;
  };
  try {
    const cold = await visit();
    // What is fetched ahead is part of a warm cache.
    await tab.page.waitForLoadState('networkidle');
    return { cold, warm: await visit() };
  } finally {
    await tab.close();
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
