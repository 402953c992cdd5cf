import { restAs } from './support/rest.ts';
import { expect, test } from './support/testConsole.ts';

test('an administrator has years of the Buddhist era shown and typed; what is stored stays ISO', async ({
  page,
  signIn,
  testConsole,
  expectAccessible,
}) => {
  const rest = await restAs(testConsole.url, 'campaign.admin');
  const { id } = await rest.create('orders', { name: 'Of the year 2569', total: 5, due: '2026-11-27' });

  await signIn('owner', '/campaign/orders?keyword=Of+the+year');
  await expect(page.getByRole('cell', { name: '27 Nov 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit workspace' }).first().click();
  const dialog = page.getByRole('dialog');
  const common = dialog.getByRole('button', { name: 'Common era (2026)' });
  await expect(common).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Buddhist era (2569)' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Without a new sign-in, and without another load of the page.
  await expect(page.getByRole('cell', { name: '27 Nov 2569' })).toBeVisible();

  await page.goto(`/campaign/orders/${String(id)}`);
  const due = page.getByRole('textbox', { name: 'Due' });
  await expect(due).toHaveValue('27/11/2569');
  await due.fill('01/02/2569');
  await due.press('Tab');
  await page.getByRole('button', { name: 'Choose Due' }).click();
  const calendar = page.getByRole('dialog', { name: 'Due' });
  await expect(calendar.getByRole('heading', { name: 'February 2569' })).toBeVisible();
  await expect(calendar.getByRole('button', { name: 'Sunday, 1 February 2569' })).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Escape');
  // A year of the other era is understood, and shown as the others are.
  await due.fill('01/02/2026');
  await due.press('Tab');
  await expect(due).toHaveValue('01/02/2569');
  await page.getByRole('button', { name: 'Save' }).click();
  const read = async (): Promise<unknown> => {
    const { json } = await rest.call('GET', 'orders?keyword=Of+the+year');
    return (json as { due: string }[])[0]?.due;
  };
  await expect.poll(read).toBe('2026-02-01');

  await page.addInitScript(() => localStorage.setItem('language', 'th'));
  await page.goto('/campaign/orders?keyword=Of+the+year');
  await expect(page.getByRole('cell', { name: '01 ก.พ. 2569' })).toBeVisible();

  const owner = await restAs(testConsole.url, 'owner');
  const [workspace] = (await owner.call('GET', 'workspaces')).json as { id: string }[];
  await owner.call('PUT', `workspaces/${workspace?.id}`, { ...workspace, years: 'common' });
  await expect(page.getByRole('cell', { name: '01 ก.พ. 2026' })).toBeVisible();
});
