import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

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
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'API key' })).toHaveValue(/^mc_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'A partner' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Address for messages' })).toHaveValue(
      /\/webhooks\/custom\//,
    );
    await expect(page.getByRole('group', { name: 'API key' })).toHaveText(/^••••/);
    await page.getByLabel('Webhook URL').fill('http://127.0.0.1:9/hook');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
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
    await page.getByRole('button', { name: 'Live Chat', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/ saved$/)).toBeVisible();
    await page.goto('/bot-setting');
    await expect(page.getByRole('button', { name: 'Live Chat', exact: true })).toHaveAttribute(
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

test('a channel is connected in steps, by keyboard, on a screen and on a phone', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const name = `In steps ${Date.now()}`;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('cim.admin', '/channel-management');
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const step = (title: string) => page.getByRole('region', { name: title });

  await test.step('choose the type', async () => {
    await expect(dialog.getByLabel('Channel name')).toBeFocused();
    await page.keyboard.type(name);
    await dialog.getByRole('button', { name: 'LINE', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'LINE', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expectAccessible('light', 'dark');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  });

  await test.step('paste what connects it, with our address below', async () => {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      ...['Name and type', 'Copy what connects it from LINE', 'Paste our address at LINE', 'Test'],
    ]);
    await expect(page.getByRole('textbox', { name: 'Webhook address' })).toHaveValue(/\/webhooks\/line\//);
    const picture = step('Copy what connects it from LINE').getByRole('img');
    await expect(picture).toBeVisible();
    await page.getByLabel('Access token').focus();
    await page.keyboard.type('a-token-that-nobody-knows');
    await expect(picture.locator('[data-marked]')).toHaveText(/^Channel access token/);
    await expect(step('Copy what connects it from LINE').getByText('optional')).toHaveCount(0);
    await expectAccessible('light', 'dark');
  });

  await test.step('test it, and see what came of it', async () => {
    await page.route('**/api/v1/channels/*/test', async (route) => {
      const found =
        'LINE does not know the access token. Issue a new one in the LINE console and replace it.';
      await route.fulfill({ json: { credentials: 'failed', credentialsNote: found } });
    });
    await page.route('**/api/v1/channels/*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      const found =
        'LINE does not know the access token. Issue a new one in the LINE console and replace it.';
      await route.fulfill({ response, json: { ...json, credentials: 'failed', credentialsNote: found } });
    });
    await step('Test').getByRole('button', { name: 'Save and test connection' }).click();
    await expect(page.getByText(/^LINE does not know the access token/)).toHaveCount(1);
    await expect(step('Test').getByRole('status')).toContainText('Failed');
    await expectAccessible('light', 'dark');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a phone has the picture behind a button', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const credentials = step('Copy what connects it from LINE');
    await expect(credentials.getByRole('img')).toHaveCount(0);
    await credentials.getByRole('button', { name: 'Where is this?' }).click();
    await expect(credentials.getByRole('img')).toBeVisible();
    const overflow = await page.locator('main').evaluate((it) => it.scrollWidth - it.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible('light', 'dark');
  });

  await test.step('and leave', async () => {
    await page.getByRole('link', { name: 'Channels', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
    const rest = await restAs(baseURL ?? '', 'cim.admin');
    const { json } = await rest.call('GET', `channels?name=${encodeURIComponent(name)}`);
    const [{ id = '' } = {}] = json as { id?: string }[];
    await rest.call('DELETE', `channels/${id}`);
  });
});
