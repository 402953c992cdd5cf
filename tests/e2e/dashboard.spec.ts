import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const overflow = (page: Page) => () =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('the overview counts what people say, as it is filtered, on every screen', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Dashboards are open to everybody, and where nobody has another screen they are home.
  await signIn('owner', '/dashboard');
  await expect(page).toHaveURL('/dashboard/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await expect(page).toHaveURL('/dashboard/overview?range=L12M');
  // The demo's year is made in the background.
  await expect(card(page, 'New users')).toHaveText(/New users[1-9][\d,]*/);
  const drawing = page.getByRole('group', { name: /^Total messages: 13 points/ });
  await expect(drawing).toBeVisible();
  await drawing.press('End');
  await expect(page.getByRole('status').filter({ hasText: 'Messages' })).toHaveText(
    /\w{3} \d{4}: Messages \d/,
  );

  // A message that comes moves the figures.
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  const rest = await restAs(baseURL ?? '', 'owner');
  const { json } = await rest.call('GET', 'dashboard/channels?keyword=Website');
  const [channel] = json as { id: string }[];
  await page.goto(`/dashboard/overview?channel=${channel?.id}&source=USER`);
  await expect(page.getByRole('button', { name: 'Website chat' })).toBeVisible();
  const total = card(page, 'Total messages').locator('.number');
  await expect(total).toHaveText(/^[\d,]+$/);
  const before = Number((await total.innerText()).replace(',', ''));
  const session = await page.request.post(`/api/v1/webchat/${channel?.id}/sessions`, { data: {} });
  const { token } = (await session.json()) as { token: string };
  const response = await page.request.post(`/api/v1/webchat/${channel?.id}/messages`, {
    headers: { authorization: `Bearer ${token}` },
    data: { id: 'dashboard-1', text: 'Hello from the dashboard' },
  });
  expect(response.status()).toBe(202);
  await expect
    .poll(async () => Number((await total.innerText()).replace(',', '')), { timeout: 30_000 })
    .toBeGreaterThan(before);

  await page.getByRole('button', { name: /^Message sources/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'User' }).click();
  await page.keyboard.press('Escape');
  await expect(total).toHaveText('N/A');
  await page.reload();
  await expect(total).toHaveText('N/A');

  await page.goto('/dashboard/overview?range=L30D');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^overview-.*\.csv$/);
  await expect(page.getByRole('group', { name: /^Active users: \d+ points/ })).toBeVisible();
  await expectAccessible('light', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(overflow(page)).toBeLessThanOrEqual(0);
});

test('the user journey leads from answer to answer', async ({ page, signIn, expectAccessible }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('chatbot.moderator', '/dashboard/user-journey?range=L12M');
  const unit = page.getByRole('combobox', { name: 'Template' });
  await unit.fill('catal');
  await page.getByRole('option', { name: 'catalogue', exact: true }).click();
  await expect(page).toHaveURL(/unit=/);
  const current = page.getByRole('region', { name: 'Current step' });
  // The demo's year is made in the background.
  await expect(async () => {
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(current).toContainText('catalogue', { timeout: 2_000 });
  }).toPass();
  const next = page.getByRole('region', { name: 'Next steps' }).getByRole('button').first();
  const name = (await next.locator('b').first().innerText()).trim();
  await next.press('Enter');
  await expect(current).toContainText(name);
  await expect(unit).toHaveValue(name);
  await page.goBack();
  await expect(current).toContainText('catalogue');
  await expect(page.getByRole('table', { name: 'Current stage in numbers' })).toBeVisible();
  await expectAccessible('light', 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(overflow(page)).toBeLessThanOrEqual(0);
});
