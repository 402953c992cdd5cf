import { readFile } from 'node:fs/promises';
import { DEMO_PASSWORD, expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

test('a report is requested, its link survives signing in, and its file opens; a person is tagged and becomes a segment', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn('owner', '/reports');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Generate' }).click();
  const row = page.getByRole('row', { name: /^Users/ }).first();
  await expect(row).toContainText('Ready', { timeout: 30_000 });
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /^CSV/ }).click();
  const file = await readFile(await (await saved).path());
  expect(file.toString('utf8')).toMatch(/^\uFEFFDay,New users,Active users\r\n\d{4}-\d\d-01,/);

  const link = await row.getByRole('link', { name: 'Users' }).getAttribute('href');
  await test.step('the link asks a stranger to sign in, and comes back', async () => {
    const context = await browser.newContext({ baseURL });
    const other = await context.newPage();
    await other.goto(link ?? '');
    await expect(other).toHaveURL(/\/login\?redirect=%2Fchatbot%2Freport%2F/);
    await other.getByLabel('Username').fill('owner');
    await other.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('heading', { name: 'Your report is ready' })).toBeVisible();
    await other.goto('/chatbot/report');
    await expect(other.getByRole('heading', { name: 'Report not found' })).toBeVisible();
    await context.close();
  });

  await test.step('a person', async () => {
    const rest = await restAs(baseURL ?? '', 'owner');
    const { json } = await rest.call('GET', 'audiences?take=1');
    const [{ id, displayName }] = json as [{ id: string; displayName: string }];
    const tag = `e2e/${Date.now()}`;
    await page.goto(`/audience/${id}`);
    await expect(page.getByRole('heading', { name: displayName, level: 1 })).toBeVisible();
    await page.getByRole('tab', { name: 'Custom tag' }).click();
    await page.getByRole('button', { name: 'Edit custom tags' }).click();
    await page.getByRole('combobox', { name: 'Custom tags' }).fill(`${tag},`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Edit custom tags' })).toBeVisible();
    await expect(page.getByRole('cell', { name: tag })).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Custom tag \d+$/ })).toBeVisible();
    await page.goto(`/audience?customTags=${encodeURIComponent(tag)}`);
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Create a segment from this filter' }).click();
    await expect(page.getByRole('heading', { name: 'Create segment' })).toBeVisible();
    await expect(page.getByText(tag).first()).toBeVisible();
  });
});
