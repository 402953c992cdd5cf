import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b6a78' } })
    .png()
    .toBuffer();

test('a rich menu is made with a picture that is fitted, linked to a channel, and taken off again', async ({
  page,
  signIn,
}) => {
  const name = `Menu ${Date.now()}`;
  await signIn('campaign.admin', '/richmenu');
  await expect(page.getByRole('heading', { name: 'Rich menus', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: 'L7, 1 area' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Image is required').first()).toBeVisible();

  // Of other measures: refused, then fitted in the browser.
  const buffer = await picture(800, 900);
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Image size must be 2500 x 1686').first()).toBeVisible();
  await page.getByRole('button', { name: 'Fit to 2500 × 1686' }).click();
  const fit = page.getByRole('dialog', { name: 'Fit to 2500 × 1686' });
  await fit.getByRole('application').press('ArrowDown');
  await fit.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByText(/^a\.jpg, 2500 × 1686/)).toBeVisible();

  await page.getByRole('combobox', { name: /Type of action/ }).click();
  await page.getByRole('option', { name: 'Message' }).click();
  await page.getByLabel('Label').fill('Stores');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where are your stores?');
  await page.getByRole('button', { name: 'Tap area A: Stores' }).click();
  await expect(page.getByRole('log')).toContainText('Where are your stores?');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Rich menu created')).toBeVisible();

  await page.goto('/richmenu/management');
  await page.getByRole('link', { name: /^Siam Lifestyle VIP/ }).click();
  await expect(page.getByRole('heading', { name: 'Siam Lifestyle VIP' })).toBeVisible();
  await page.getByRole('link', { name: 'Add rich menu' }).first().click();
  await page.getByRole('radio', { name: new RegExp(name) }).click();
  await page.getByLabel('Menu bar label').fill('เมนู');
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('tab', { name: /^Upcoming/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name })).toContainText('เมนู');

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Rich menu deleted')).toBeVisible();
  await expect(page.getByText('No upcoming rich menus')).toBeVisible();
});
