import { openTab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { LIST, PART, ROWS, type Bench } from './bench.ts';

/** Pixels per frame: a fast flick. */
const STEP = 240;
const FRAMES = 400;
const LONG_FRAME_MS = 50;
/** Of one screen of rows, with those kept ready above and below it. */
const MOST_NODES = 3000;

/** Loads so many rows by scrolling, then scrolls through them and watches every frame. */
export async function scrolling({ browser, url, session, options }: Bench): Promise<Measure[]> {
  const { page, close } = await openTab(browser, { session });
  try {
    await page.goto(`${url}${LIST}?take=100`);
    await page.evaluate((selector) => window.bench.shown(selector), ROWS);
    await page.evaluate(loadRows, options.scrolledRows);
    const long: number[] = [];
    const slowest: number[] = [];
    let nodes = 0;
    for (let round = 0; round < Math.min(3, options.rounds); round++) {
      const seen = await page.evaluate(scroll, { step: STEP, frames: FRAMES, up: round % 2 === 0 });
      long.push(seen.deltas.filter((delta) => delta > LONG_FRAME_MS).length);
      slowest.push(Math.max(...seen.deltas));
      nodes = Math.max(nodes, seen.nodes);
    }
    const rows = options.scrolledRows.toLocaleString('en-GB');
    return [
      measure(PART, `${rows} rows: frames over ${LONG_FRAME_MS} ms of ${FRAMES} while scrolling`, 'frames', long, {
        goal: { of: 'ours', atMost: 0 },
      }),
      measure(PART, `${rows} rows: slowest frame`, 'ms', slowest),
      measure(PART, `${rows} rows: nodes in the page, most`, 'nodes', [nodes], { goal: { of: 'ours', atMost: MOST_NODES } }),
    ];
  } finally {
    await close();
  }
}

/** In the page: goes to the end until so many rows are loaded. */
async function loadRows(wanted: number): Promise<void> {
  const scroller = () => {
    let one = document.querySelector('tbody')?.parentElement ?? null;
    while (one && one.scrollHeight <= one.clientHeight) one = one.parentElement;
    return one ?? document.documentElement;
  };
  const loaded = () => {
    const said = document.querySelector('section output')?.textContent ?? '';
    return Number(said.replaceAll(/[^\d]/g, ''));
  };
  while (loaded() < wanted) {
    scroller().scrollTop = scroller().scrollHeight;
    await new Promise((done) => {
      setTimeout(done, 20);
    });
  }
}

/** In the page: scrolls a step with every frame. */
async function scroll({ step, frames, up }: { step: number; frames: number; up: boolean }) {
  let scroller = document.querySelector('tbody')?.parentElement ?? null;
  while (scroller && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement;
  const moved = scroller ?? document.documentElement;
  const frame = () =>
    new Promise<number>((done) => {
      requestAnimationFrame(done);
    });
  const deltas: number[] = [];
  let nodes = 0;
  let last = await frame();
  for (let n = 0; n < frames; n++) {
    moved.scrollTop += up ? -step : step;
    const now = await frame();
    deltas.push(now - last);
    last = now;
    if (n % 40 === 0) nodes = Math.max(nodes, document.getElementsByTagName('*').length);
  }
  return { deltas, nodes };
}
