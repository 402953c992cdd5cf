import type { Page } from 'playwright';
import { openTab, type Speed } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { PART, type Bench } from './bench.ts';

/** As many as the services give at most. */
const POINTS = 400;
const HOUR = 3_600_000;
const CHANGES = 8;
const FRAMES = 240;
const LONG_FRAME_MS = 50;
/** Two ranges of the filter bar, chosen in turns. */
const RANGES = ['Last 7 days', 'Last 24 hours'];
const CURVES = 'path.recharts-curve';

/**
 * The two charts of the overview with as many points as there may be: from a click on another range until both are
 * drawn anew, and every frame while the mouse moves over the first one on a slowed CPU. What the services would answer
 * is answered at once, and never the same twice.
 */
export async function charts(bench: Bench): Promise<Measure[]> {
  const times: number[] = [];
  await onOverview(bench, { cpu: 1 }, async (page) => {
    for (let n = 0; n < CHANGES; n++) times.push(await change(page, RANGES[n % RANGES.length] ?? ''));
  });
  const long: number[] = [];
  const slowest: number[] = [];
  await onOverview(bench, { cpu: 4 }, async (page) => {
    for (let round = 0; round < Math.min(3, bench.options.rounds); round++) {
      const deltas = await hover(page);
      long.push(deltas.filter((delta) => delta > LONG_FRAME_MS).length);
      slowest.push(Math.max(...deltas));
    }
  });
  const size = `charts of ${POINTS} points × 2`;
  return [
    measure(PART, `${size}: filter change to paint, 1× CPU`, 'ms', times, {
      goal: { of: 'ours', atMost: 200 },
    }),
    measure(
      PART,
      `${size}: frames over ${LONG_FRAME_MS} ms of ${FRAMES} under the mouse, 4× CPU`,
      'frames',
      long,
      { goal: { of: 'ours', atMost: 0 } },
    ),
    measure(PART, `${size}: slowest frame under the mouse, 4× CPU`, 'ms', slowest),
  ];
}

async function onOverview(
  { browser, url, session }: Bench,
  speed: Speed,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, close } = await openTab(browser, { session, speed });
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/dashboard/**/chart\\?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = Math.floor(Date.parse(query.get('startIsoStringDate') ?? '') / HOUR) * HOUR;
      const rows = Array.from({ length: POINTS }, (_, n) => ({
        date: new Date(start + n * HOUR).toISOString(),
        amount: Math.round(5_000 * Math.random()),
      }));
      await route.fulfill({ json: { rows } });
    });
    await page.goto(`${url}/dashboard/overview?interval=hour`);
    await page.evaluate((selector) => window.bench.shown(selector), CURVES);
    for (const range of RANGES) await change(page, range);
    await work(page);
  } finally {
    await close();
  }
}

/** Chooses a range. @returns milliseconds until both charts were painted anew */
async function change(page: Page, range: string): Promise<number> {
  const drawn = page.evaluate(
    async (selector) => (await window.bench.redrawn(selector)) - (window.bench.last.click ?? NaN),
    CURVES,
  );
  await page.getByRole('button', { name: range }).click();
  const took = await drawn;
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  return took;
}

/** Moves the mouse to and fro over the first chart. @returns the times of frames meanwhile, in ms */
async function hover(page: Page): Promise<number[]> {
  const box = await page
    .getByRole('group', { name: /arrow keys walk/ })
    .first()
    .boundingBox();
  if (!box) throw new Error('There is no chart');
  const watched = page.evaluate((frames) => window.bench.frames(frames), FRAMES);
  const state = { isOver: false };
  void watched.finally(() => (state.isOver = true));
  for (let n = 0; !state.isOver; n++) {
    const share = Math.abs(((n / 100) % 2) - 1);
    await page.mouse.move(box.x + 60 + share * (box.width - 80), box.y + box.height / 2);
  }
  return watched;
}
