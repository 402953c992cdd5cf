import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type Page } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startConsole, type RunningConsole } from './consoleProcess.ts';
import { demoPictures } from './demoPictures.ts';
import { Problems } from './problems.ts';
import { waitForAnimations } from '../../../scripts/lib/waitForAnimations.ts';
import { useSession } from './session.ts';

export { expect } from '@playwright/test';
export { DEMO_PASSWORD, fillSignIn } from './session.ts';

interface Fixtures {
  /** Fails the test on console errors and warnings, uncaught errors and requests to other hosts; see `allow`. */
  problems: Problems;
  /** Opens `path` (`/`) as a demo member: a role's name, or `owner`. */
  signIn: (username: string, path?: string) => Promise<void>;
  /**
   * Asserts that the page has no serious or critical accessibility violation: as it is, or in each of the schemes that
   * are named. All but the colours is looked at once.
   */
  expectAccessible: (...schemes: Scheme[]) => Promise<void>;
}

interface WorkerFixtures {
  /** The built product on its demo data, with the folder of its data: one for all tests of a worker. */
  product: RunningConsole & { data: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const data = mkdtempSync(join(process.env['E2E_DIR'] ?? '.cache', 'data-'));
      const running = await startConsole('scripts/start.mjs', {
        DATA_DIR: data,
        DEMO: '1',
        // Enough for every chart, made in seconds.
        DEMO_MESSAGES: '1500',
      });
      await demoPictures(running.url);
      await use({ ...running, data });
      await running.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  problems: [
    async ({ context, baseURL }, use) => {
      const problems = new Problems();
      await problems.watch(context, baseURL ?? '');
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  signIn: async ({ page, baseURL }, use) => {
    await use(async (username, path = '/') => {
      await useSession(page, baseURL ?? '', username);
      await page.goto(path);
    });
  },
  expectAccessible: async ({ page }, use) => {
    await use((...schemes) => expectNoViolations(page, schemes));
  },
});

type Scheme = 'light' | 'dark';

/** Sets what the system prefers, and waits until the page has followed. */
async function setScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await base.expect(page.locator('html')).toHaveAttribute('data-mode', colorScheme);
  // What React draws after the page's own attribute may set off more of them.
  await page.evaluate(waitForAnimations);
}

/** The rules whose verdict a scheme may change. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function expectNoViolations(page: Page, [first, ...others]: Scheme[]): Promise<void> {
  if (first) await setScheme(page, first);
  const found = await violationsOf(axe(page));
  for (const scheme of others) {
    await setScheme(page, scheme);
    found.push(...(await violationsOf(axe(page).withRules(OF_COLOURS))).map((one) => `${scheme}: ${one}`));
  }
  base.expect(found, 'serious accessibility violations').toEqual([]);
}

// There are no frames of other sites, so that nothing has to be gathered in a page of its own. Elements that break no
// rule are counted and not described.
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
