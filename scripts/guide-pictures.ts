// Takes the pictures of the guide from the demo workspace: npm run guide-pictures, or with names of pages for theirs only.
// The steps of a page are in `docs/guide/<page>.steps.json`; those of other documents in `docs`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { PASSWORD, startConsole } from './bench/lib/console.ts';
import { launch } from './bench/lib/chromium.ts';
import { runStep } from './guide/screen.ts';
import {
  type PicturedPage,
  imagesFolder,
  picturedPages,
  pictureSteps,
  readGuideSteps,
} from './guide/steps.ts';

const requestedPages = process.argv.slice(2);
const pages = picturedPages().filter(
  ({ name }) => requestedPages.length === 0 || requestedPages.includes(name),
);
const data = mkdtempSync(join(tmpdir(), 'guide-pictures-'));
for (const page of pages) mkdirSync(imagesFolder(page), { recursive: true });

const product = await startConsole({ dataDir: data }, { DEMO_MESSAGES: '1500' });
const browser = await launch();
try {
  await product.settled();
  for (const page of pages) await takePictures(page);
  removeUnusedPictures();
} finally {
  await browser.close();
  await product.stop();
  rmSync(data, { recursive: true, force: true });
}

async function takePictures(of: PicturedPage): Promise<void> {
  const { width, height, language, steps } = readGuideSteps(of.name, of.folder);
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Asia/Bangkok',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await signIn(context);
  if (language) await context.addInitScript((code) => localStorage.setItem('language', code), language);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  page.setDefaultTimeout(20_000);
  for (const [index, step] of steps.entries()) {
    try {
      await runStep(page, product.url, imagesFolder(of), step);
    } catch (error) {
      const screenshot = join(tmpdir(), `guide-${of.name}.png`);
      await page.screenshot({ path: screenshot });
      const place = `${of.name}.steps.json, step ${index + 1} (${JSON.stringify(step)})`;
      throw new Error(`${place}: see ${screenshot}`, { cause: error });
    }
  }
  await context.close();
  process.stdout.write(`${of.name}: ${pictureSteps(readGuideSteps(of.name, of.folder)).length} pictures\n`);
}

/** Signs in through the form. */
async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Username').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  // The font loads once the first screen is idle, and is used from then on (`src/theme/fonts.ts`).
  await page.waitForFunction(() => localStorage.getItem('fonts') !== null);
  await page.close();
}

/** Removes pictures that no page uses any longer. */
function removeUnusedPictures(): void {
  const usedFiles = new Set(
    picturedPages().flatMap((page) =>
      pictureSteps(readGuideSteps(page.name, page.folder)).map(({ picture }) =>
        join(imagesFolder(page), `${picture}.png`),
      ),
    ),
  );
  for (const folder of new Set(picturedPages().map(imagesFolder)))
    for (const file of readdirSync(folder))
      if (!usedFiles.has(join(folder, file))) rmSync(join(folder, file));
}
