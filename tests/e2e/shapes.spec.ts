import { expect, test } from './support/testConsole.ts';

test.describe('collections of other shapes', () => {
  test('records below a record are listed, made and changed in its tab, and counted', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('campaign.admin', '/campaign/orders/create');
    await page.getByLabel('Name').fill('Novels');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Novels/ })).toBeVisible();
    await page.goto('/campaign/orders?keyword=Novels');
    await page.getByRole('link', { name: 'Novels' }).click();
    await page.getByRole('tab', { name: 'Items' }).click();

    await page.getByRole('link', { name: 'Create item' }).click();
    await expect(page).toHaveURL(/\/campaign\/orders\/[0-9a-f-]+\/items\/create/);
    await page.getByLabel('Name').fill('Emma');
    await page.getByLabel('Packed').check();
    await expect(page.getByLabel('Order')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create' }).click();
    const item = page.getByRole('row', { name: /Emma/ });
    await expect(item).toBeVisible();
    await expectAccessible();

    await item.getByRole('link', { name: 'Emma' }).click();
    await page.getByLabel('Name').fill('Persuasion');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Item saved')).toBeVisible();
    await page.goto('/campaign/orders?keyword=Novels');
    const cells = page.getByRole('row', { name: /Novels/ }).getByRole('cell');
    await expect(cells.nth(6)).toHaveText('1');
  });

  test('the one record of a workspace is a form that stores it', async ({ page, signIn }) => {
    await signIn('campaign.admin', '/campaign/house');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House rules');
    await expect(page.getByLabel('Days')).toHaveValue('14');
    await page.getByLabel('Days').fill('21');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('House rules saved').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Days')).toHaveValue('21');
  });
});
