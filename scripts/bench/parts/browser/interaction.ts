import { createHash } from 'node:crypto';
import { openTab, type Tab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { LIST, PART, ROWS, store, type Bench } from './bench.ts';

/** The product's pause before a search is sent. */
const PAUSE_MS = 400;

/** What a person waits for in the middle of the work. */
export async function interaction(bench: Bench): Promise<Measure[]> {
  const tab = await openTab(bench.browser, { session: bench.session });
  try {
    return [
      measure(PART, 'last key to search results', 'ms', await searches(bench, tab), {
        goal: { of: 'ours', atMost: PAUSE_MS + 100 },
      }),
      ...(await openAndSave(bench, tab)),
    ];
  } finally {
    await tab.close();
  }
}

async function searches({ url, options }: Bench, { page }: Tab): Promise<number[]> {
  await page.goto(url + LIST);
  await page.evaluate((selector) => window.bench.shown(selector), ROWS);
  const box = page.getByRole('searchbox', { name: 'Search' });
  const times: number[] = [];
  for (let round = 1; round <= options.rounds + 1; round++) {
    // A part of one seeded person's name that hardly anybody else has.
    const word = createHash('md5')
      .update(String(round * 3))
      .digest('hex')
      .slice(0, 6);
    await box.fill('');
    await page.evaluate(() =>
      window.bench.holds(() => document.querySelectorAll('tbody tr[data-index]').length > 5),
    );
    await box.pressSequentially(word, { delay: 40 });
    times.push(
      await page.evaluate(async (sought) => {
        await window.bench.holds(() => {
          const rows = [...document.querySelectorAll('tbody tr[data-index]')];
          // Somebody else's id on the channel, which is not shown, may hold the word too.
          return rows.length <= 5 && rows.some((row) => row.textContent?.includes(sought));
        });
        return (await window.bench.painted()) - (window.bench.last.keydown ?? 0);
      }, word),
    );
  }
  return times.slice(1);
}

/** The first time, which loads the form's code, is a measure of its own. */
async function openAndSave(bench: Bench, { page }: Tab): Promise<Measure[]> {
  const opened: number[] = [];
  const saved: number[] = [];
  const names = Array.from({ length: bench.options.rounds + 1 }, (_, n) => `bench_${Date.now()}_${n}`);
  for (const name of names) await store(bench, 'variables', { name, value: 'before', scope: 'bot' });
  await page.goto(`${bench.url}/chatbot/bot-variable?keyword=bench_`);
  for (const name of names) {
    const row = page.getByRole('link', { name, exact: true });
    await row.waitFor();
    await page.waitForLoadState('networkidle');
    await row.click();
    opened.push(
      await page.evaluate(async (value) => {
        const { usableAt } = await window.bench.shown('form input', value);
        return usableAt - (window.bench.last.click ?? 0);
      }, name),
    );
    await page.getByLabel('Value', { exact: true }).fill(`after ${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    saved.push(
      await page.evaluate(async () => {
        await window.bench.holds(() => document.body.textContent?.includes('Variable saved') ?? false);
        return (await window.bench.painted()) - (window.bench.last.click ?? 0);
      }),
    );
    await page.getByText('Variable saved').waitFor({ state: 'hidden' });
  }
  const [firstOpen = Number.NaN, ...laterOpens] = opened;
  return [
    measure(PART, 'open a record, the first', 'ms', [firstOpen], { goal: { of: 'ours', atMost: 100 } }),
    measure(PART, 'open a record, later', 'ms', laterOpens, { goal: { of: 'ours', atMost: 60 } }),
    measure(PART, 'save to confirmation', 'ms', saved.slice(1)),
  ];
}
