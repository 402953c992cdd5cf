import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type Page } from '@playwright/test';
import { Problems } from './problems.ts';
import { useSession } from './session.ts';

export { expect } from '@playwright/test';
export { DEMO_PASSWORD, fillSignIn } from './session.ts';

interface Fixtures {
  /** Fails the test on console errors and warnings, uncaught errors and requests to other hosts; see `allow`. */
  problems: Problems;
  /** Opens `path` (`/`) as a demo member: a role's name, or `owner`. */
  signIn: (username: string, path?: string) => Promise<void>;
  /** Asserts that the page has no serious or critical accessibility violation. */
  expectAccessible: () => Promise<void>;
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context, baseURL }, use) => {
      const problems = new Problems();
      await problems.watch(context, baseURL ?? '');
      await use(problems);
      problems.expectNone();
    },
    { auto: true },
  ],
  signIn: async ({ page, browser, baseURL }, use) => {
    await use(async (username, path = '/') => {
      await useSession(page, browser, baseURL ?? '', username);
      await page.goto(path);
    });
  },
  expectAccessible: async ({ page }, use) => {
    await use(() => expectNoViolations(page));
  },
});

/** Follows the system in light or dark: sets what the system says. */
export const setScheme = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme });

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  base.expect(serious, 'serious accessibility violations').toEqual([]);
}
