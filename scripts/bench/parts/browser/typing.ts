import type { Page } from 'playwright';
import { carouselTemplate } from '../../fixtures/carousel.ts';
import { launch, openTab, type Speed } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { interleave, computeTimings, type Timings } from '../../lib/stats.ts';
import { PART, store, type Bench } from './bench.ts';

const KEYS = 'the quick brown fox jumps over lazy dogs';
/** Between two keys of somebody who types steadily: what a key leads to beside its own frame is over by then. */
const PAUSE_MS = 120;
/** What the browser itself takes for a key. */
const BARE =
  'data:text/html,<!doctype html><title>Bare</title><textarea aria-label="Text" rows="4"></textarea>';

/**
 * From pressing a key to the frame that shows it, in a template of five messages with a carousel of ten columns of three
 * actions; beside rjsf's own theme with the same template, and a page that is a text area and nothing else.
 */
export async function typing(bench: Bench): Promise<Measure[]> {
  const id = await store(bench, 'templates', carouselTemplate(`bench_${Date.now()}`));
  const browser = await launch({ unlimitedFrames: true });
  const measures: Measure[] = [];
  try {
    for (const cpu of [1, 4] as const) {
      const ours = await openTab(browser, { session: bench.session, speed: { cpu } satisfies Speed });
      const plain = await openTab(browser, { speed: { cpu } satisfies Speed });
      const bare = await openTab(browser, { speed: { cpu } satisfies Speed });
      await ours.page.goto(`${bench.url}/chatbot/template/editor/${id}`);
      await plain.page.goto(`${bench.plain}/plainForm/`);
      await openColumn(ours.page);
      await focusPlain(plain.page);
      await bare.page.goto(BARE);
      await bare.page.getByRole('textbox').click();
      for (const { page } of [ours, plain, bare]) await typed(page);
      const [own = [], beside = [], least = []] = await interleave(bench.options.rounds, [
        () => inFront(ours.page),
        () => inFront(plain.page),
        () => inFront(bare.page),
      ]);
      for (const share of ['p50', 'p95'] as const) {
        measures.push(
          measure(
            PART,
            `key to paint in the carousel, ${share}, ${cpu}× CPU`,
            'ms',
            own.map((times) => times[share]),
            {
              ...(share === 'p95' && { goal: { of: 'ratio', atMost: 1.5 } }),
              beside: { of: 'bare text area', samples: least.map((times) => times[share]) },
            },
          ),
          measure(
            PART,
            `the same, ${share}, ${cpu}× CPU, beside rjsf`,
            'ms',
            own.map((times) => times[share]),
            {
              // On an idle machine; five times as fast as plain.
              ...(share === 'p95' && cpu === 1 && { goal: { of: 'ours', atMost: 16 } }),
              beside: { of: 'plain rjsf', samples: beside.map((times) => times[share]) },
            },
          ),
        );
      }
      await ours.close();
      await plain.close();
      await bare.close();
    }
    return measures;
  } finally {
    await browser.close();
  }
}

const inFront = async (page: Page): Promise<Timings> => {
  await page.bringToFront();
  return typed(page);
};

/** Types into what has the focus, then takes it back again so that no limit is reached. */
async function typed(page: Page): Promise<Timings> {
  await page.evaluate(() => {
    window.bench.samples.length = 0;
  });
  for (const key of KEYS) {
    await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 5 });
    await page.waitForTimeout(PAUSE_MS);
  }
  await page.waitForFunction((count) => window.bench.samples.length >= count, KEYS.length);
  const times = computeTimings(await page.evaluate(() => [...window.bench.samples]));
  for (let n = 0; n < KEYS.length; n++) await page.keyboard.press('Backspace');
  return times;
}

/** The sixth column's text. */
async function openColumn(page: Page): Promise<void> {
  const strip = page.getByRole('group', { name: 'Columns, in order' });
  const column = strip.getByRole('button', { name: /Branch 6/ });
  await page.locator('form').waitFor();
  if (!(await strip.isVisible()))
    await page
      .getByRole('button', { name: /Carousel/ })
      .first()
      .click();
  await column.click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  await page.keyboard.press('End');
}

async function focusPlain(page: Page): Promise<void> {
  await page.locator('#root_messages_0_columns_5_text').click();
  await page.keyboard.press('End');
}
