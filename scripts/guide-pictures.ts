// Takes the pictures of the guide anew, from the demo workspace: npm run guide-pictures, or with names of pages for theirs
// alone. Each page's steps stand beside it, in `docs/guide/<page>.steps.json`; so do those of other documents, in `docs`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { PASSWORD, startConsole } from './bench/lib/console.ts';
import { launch } from './bench/lib/chromium.ts';
import { doStep } from './guide/screen.ts';
import {
  type PicturedPage,
  imagesFolder,
  picturedPages,
  pictureSteps,
  readGuideSteps,
} from './guide/steps.ts';

const asked = process.argv.slice(2);
const pages = picturedPages().filter(({ name }) => asked.length === 0 || asked.includes(name));
const data = mkdtempSync(join(tmpdir(), 'guide-pictures-'));
for (const page of pages) mkdirSync(imagesFolder(page), { recursive: true });

const product = await startConsole({ dataDir: data }, { DEMO_MESSAGES: '1500' });
const browser = await launch();
try {
  await product.settled();
  for (const page of pages) await takePictures(page);
  removeOthers();
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
      await doStep(page, product.url, imagesFolder(of), step);
    } catch (error) {
      const failed = join(tmpdir(), `guide-${of.name}.png`);
      await page.screenshot({ path: failed });
      const place = `${of.name}.steps.json, step ${index + 1} (${JSON.stringify(step)})`;
      throw new Error(`${place}: see ${failed}`, { cause: error });
    }
  }
  await context.close();
  process.stdout.write(`${of.name}: ${pictureSteps(readGuideSteps(of.name, of.folder)).length} pictures\n`);
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
