import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { type Rest, restAs } from './support/rest.ts';

const [COMMON, BUDDHIST] = [/\b20[2-3]\d\b/, /\b25[6-7]\d\b/];

/** Sets how the workspace counts years, as another administrator or another program would. */
async function setYears(rest: Rest, years: 'common' | 'buddhist'): Promise<void> {
  const [workspace] = (await rest.call('GET', 'workspaces')).json as { id: string }[];
  const { status } = await rest.call('PUT', `workspaces/${workspace?.id}`, { ...workspace, years });
  expect(status).toBe(200);
}

// The console is one for all specs of its worker.
test.afterEach(async ({ baseURL }) => setYears(await restAs(baseURL ?? '', 'owner'), 'common'));

test('an administrator chooses the era, and open lists and charts follow, also when somebody else does', async ({
  page,
  context,
  signIn,
  baseURL,
}) => {
  await signIn('owner', '/audit');
  const day = page.getByRole('table').locator('tbody time').first();
  await expect(day).toHaveText(COMMON);
  const overview: Page = await context.newPage();
  await overview.goto('/chatbot/overview');
  const timeLabel = overview.getByText(/UTC\+7:00$/).first();
  await expect(timeLabel).toHaveText(COMMON);

  await page.getByRole('button', { name: 'Edit workspace' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Common era (2026)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await dialog.getByRole('button', { name: 'Buddhist era (2569)' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(day).toHaveText(BUDDHIST);
  await expect(timeLabel).toHaveText(BUDDHIST);

  await setYears(await restAs(baseURL ?? '', 'owner'), 'common');
  await expect(day).toHaveText(COMMON);
  await expect(timeLabel).toHaveText(COMMON);
});
