import { expect, test } from './support/fixtures.ts';

test('a channel from its key to its failures, in words', async ({ page, signIn, problems }) => {
  problems.allow(/500/);
  await signIn('cim.admin', '/channel-management');
  const row = page.getByRole('row', { name: 'A partner' });
  const act = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for A partner' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const dialog = page.getByRole('dialog');

  await test.step('the API key is shown this one time', async () => {
    await page.getByRole('link', { name: 'Create', exact: true }).click();
    await dialog.getByLabel('Channel name').fill('A partner');
    await dialog.getByRole('button', { name: 'Custom', exact: true }).click();
    await expect(dialog.getByLabel('Channel id')).toHaveCount(0);
    await dialog.getByLabel('Webhook URL').fill('http://127.0.0.1:9/hook');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'API key' })).toHaveValue(/^mc_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row.getByText('Not checked')).toBeVisible();
  });

  await test.step('a test says what is wrong', async () => {
    await act('Test connection');
    await expect(row.getByText('Failed')).toBeVisible();
    await expect(row.getByText('127.0.0.1:9 cannot be reached. Try again later.')).toBeVisible();
  });

  await test.step('what the services fail at has the agreed sentences', async () => {
    await page.route(/channels\/[^/]+(\/deactivate)?$/, (route) =>
      ['POST', 'DELETE'].includes(route.request().method())
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } })
        : route.fallback(),
    );
    await act('Deactivate');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(dialog.getByText('Failed to toggle activate channel')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await act('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('Delete channel failed')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unrouteAll();
    await page.route(/\/api\/v1\/channels\?/, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } }),
    );
    await page.getByRole('searchbox', { name: 'Search' }).fill('portal');
    await expect(page.getByText('Failed to load channel')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row', { name: 'Partner portal' })).toBeVisible();
  });

  await test.step('the network’s mode is the bot’s setting', async () => {
    await page.getByRole('tab', { name: 'Network' }).click();
    await page.getByRole('button', { name: 'Livechat', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/ saved$/)).toBeVisible();
    await page.goto('/bot-setting');
    await expect(page.getByRole('button', { name: 'Livechat', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByLabel('Confidence threshold')).toHaveValue('0.6');
  });

  await test.step('and back: the bot answers again', async () => {
    await page.getByRole('button', { name: 'Bot', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/ saved$/)).toBeVisible();
  });
});
