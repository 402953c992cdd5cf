// Takes the pictures of the guide anew, from the demo workspace: npm run guide-pictures, or with names of pages for theirs
// alone. Each page's steps stand beside it, in `docs/guide/<page>.steps.json`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { PASSWORD, startConsole } from './bench/lib/console.ts';
import { launch } from './bench/lib/chromium.ts';
import { doStep } from './guide/screen.ts';
import { GUIDE_DIR, guidePages, picturesOf, stepsOf } from './guide/steps.ts';

const asked = process.argv.slice(2);
const pages = guidePages().filter((page) => asked.length === 0 || asked.includes(page));
const data = mkdtempSync(join(tmpdir(), 'guide-pictures-'));
mkdirSync(join(GUIDE_DIR, 'images'), { recursive: true });

const product = await startConsole({ dataDir: data }, { DEMO_MESSAGES: '1500' });
const browser = await launch();
try {
  await product.settled();
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await signIn(context);
  for (const page of pages) await takePictures(context, page);
  removeOthers();
} finally {
  await browser.close();
  await product.stop();
  rmSync(data, { recursive: true, force: true });
}

async function takePictures(context: BrowserContext, name: string): Promise<void> {
  const { width, height, steps } = stepsOf(name);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  page.setDefaultTimeout(20_000);
  for (const [index, step] of steps.entries()) {
    try {
      await doStep(page, product.url, step);
    } catch (error) {
      const failed = join(tmpdir(), `guide-${name}.png`);
      await page.screenshot({ path: failed });
      const place = `${name}.steps.json, step ${index + 1} (${JSON.stringify(step)})`;
      throw new Error(`${place}: see ${failed}`, { cause: error });
    }
  }
  await page.close();
  process.stdout.write(`${name}: ${picturesOf(stepsOf(name)).length} pictures\n`);
}

/** As a person does. */
async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  // The font is fetched once the first screen is idle, and shown from then on (`src/theme/fonts.ts`).
  await page.waitForFunction(() => localStorage.getItem('fonts') !== null);
  await page.close();
}

/** Pictures that no page has any longer. */
function removeOthers(): void {
  const kept = new Set(
    guidePages().flatMap((page) => picturesOf(stepsOf(page)).map(({ picture }) => `${picture}.png`)),
  );
  for (const file of readdirSync(join(GUIDE_DIR, 'images')))
    if (!kept.has(file)) rmSync(join(GUIDE_DIR, 'images', file));
}
