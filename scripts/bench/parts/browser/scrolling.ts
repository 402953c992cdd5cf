import { openTab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { LIST, PART, ROWS, type Bench } from './bench.ts';

/** Pixels per frame: a fast flick. */
const STEP = 240;
const FRAMES = 400;
const LONG_FRAME_MS = 50;
/** Of one screen of rows, with those kept ready above and below it. */
const MAX_NODES = 3000;

/** Loads so many rows by scrolling, then scrolls through them and watches every frame. */
export async function scrolling({ browser, url, session, options }: Bench): Promise<Measure[]> {
  const { page, close } = await openTab(browser, { session });
  try {
    await page.goto(`${url}${LIST}?take=100`);
    await page.evaluate((selector) => window.bench.shown(selector), ROWS);
    await page.evaluate((rows) => window.bench.loadRows(rows), options.scrolledRows);
    const long: number[] = [];
    const slowest: number[] = [];
    let nodes = 0;
    for (let round = 0; round < Math.min(3, options.rounds); round++) {
      const seen = await page.evaluate((how) => window.bench.scroll(how), {
        step: round % 2 === 0 ? -STEP : STEP,
        frames: FRAMES,
      });
      long.push(seen.deltas.filter((delta) => delta > LONG_FRAME_MS).length);
      slowest.push(Math.max(...seen.deltas));
      nodes = Math.max(nodes, seen.nodes);
    }
    const rows = options.scrolledRows.toLocaleString('en-GB');
    return [
      measure(
        PART,
        `${rows} rows: frames over ${LONG_FRAME_MS} ms of ${FRAMES} while scrolling`,
        'frames',
        long,
        {
          goal: { of: 'ours', atMost: 0 },
        },
      ),
      measure(PART, `${rows} rows: slowest frame`, 'ms', slowest),
      measure(PART, `${rows} rows: nodes in the page, most`, 'nodes', [nodes], {
        goal: { of: 'ours', atMost: MAX_NODES },
      }),
    ];
  } finally {
    await close();
  }
}
