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
  await fit.getByRole('button', { name: 'Use image' }).click();
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
  await expect(page.getByText(`“${name}” deleted`)).toBeVisible();
  await expect(page.getByText('No upcoming rich menus')).toBeVisible();
});

const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(Math.random() * 256))), {
    raw: { width, height, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

test('what a rich menu may not be is refused in the agreed words, and nothing of it is lost', async ({
  page,
  signIn,
  expectAccessible,
  problems,
}) => {
  problems.allow(/409/);
  await signIn('campaign.admin', '/richmenu/editor');
  const choose = async (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Image', { exact: true }).setInputFiles({ name, mimeType, buffer });
  const byText = (text: string | RegExp) => page.getByText(text).first();
  await page.getByLabel('Name').fill('Default 2026');
  await page.getByRole('radio', { name: 'L7, 1 area' }).click();

  await choose('a.gif', 'image/gif', Buffer.from('GIF89a'));
  await expect(byText('Image must be JPEG or PNG')).toBeVisible();
  await choose('large.png', 'image/png', await noise(2500, 1686));
  await expect(byText('File too large (1 MB)')).toBeVisible();
  await choose('compact.png', 'image/png', await picture(2500, 843));
  await expect(byText('Image size must be 2500 x 1686')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fit to 2500 × 1686' })).toBeVisible();
  await expectAccessible('light', 'dark');
  const jpeg = await sharp(await picture(2500, 1686))
    .jpeg()
    .toBuffer();
  await choose('right.jpg', 'image/jpeg', jpeg);
  await expect(byText(/^right\.jpg, 2500 × 1686/)).toBeVisible();
  await page.getByRole('button', { name: 'Compact' }).click();
  await expect(byText('Image size must be 2500 x 843')).toBeVisible();
  await page.getByRole('button', { name: 'Original' }).click();
  await page.getByRole('radio', { name: 'L7, 1 area' }).click();

  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(byText('Action is required')).toBeVisible();
  await page.getByRole('combobox', { name: /Type of action/ }).click();
  await page.getByRole('option', { name: 'URL' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  for (const missing of ['Label is required', 'URL is required']) await expect(byText(missing)).toBeVisible();
  await page.getByLabel('Label').fill('Shop');
  await page.getByRole('textbox', { name: 'URL' }).fill('not an address');
  await expect(byText('URL is invalid')).toBeVisible();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://shop.example.com');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(byText('Please change your rich menus name')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('https://shop.example.com');

  await page.getByRole('link', { name: 'Rich menus', exact: true }).click();
  const leaving = page.getByRole('alertdialog');
  await expect(leaving).toContainText(
    'Are you sure you want to leave this page? This page that you made will not be saved.',
  );
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/richmenu$/);
});

test('a rich menu is made by keyboard alone, and one in use offers a preview and a copy', async ({
  page,
  signIn,
}) => {
  const name = `Keys ${Date.now()}`;
  const file = { name: 'menu.png', mimeType: 'image/png', buffer: await picture(2500, 1686) };
  // From the beginning: a dialog that opens before somebody listens would be the browser's own.
  page.on('filechooser', (dialog) => void dialog.setFiles(file));
  await signIn('campaign.admin', '/richmenu/editor');
  const { keyboard } = page;
  await page.getByLabel('Name').focus();
  await keyboard.type(name);
  await page.getByRole('radio', { name: 'L1, 6 areas' }).focus();
  for (let at = 1; at < 6; at++) await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'L6, 2 areas' })).toBeChecked();

  await page.getByRole('button', { name: 'Choose an image' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByText(/^menu\.png, 2500 × 1686/)).toBeVisible();

  for (const [letter, label] of [
    ['A', 'Shops'],
    ['B', 'Offers'],
  ] as const) {
    await page.getByRole('button', { name: 'Area A', exact: false }).first().focus();
    if (letter === 'B') await keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: new RegExp(`^Area ${letter}`) })).toBeVisible();
    await page.getByRole('combobox', { name: /Type of action/ }).focus();
    await keyboard.press('Enter');
    await page.getByRole('option', { name: 'Message' }).focus();
    await keyboard.press('Enter');
    await page.getByLabel('Label').focus();
    await keyboard.type(label);
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await keyboard.type(`Show me ${label}`);
  }
  await expect(page.getByText('2 of 2 ready')).toBeVisible();
  await keyboard.press('Control+s');
  await expect(page.getByText('Rich menu created')).toBeVisible();

  await page.goto('/richmenu');
  await page.getByRole('button', { name: 'Actions for Default 2026' }).focus();
  await keyboard.press('Enter');
  const menu = page.getByRole('menu');
  for (const refused of ['Edit', 'Delete'])
    await expect(menu.getByRole('menuitem', { name: refused })).toHaveAttribute('aria-disabled', 'true');
  await expect(menu).toContainText('A rich menu in use cannot be edited. Preview or duplicate it.');
  await expect(menu.getByRole('menuitem', { name: 'Duplicate', exact: true })).not.toHaveAttribute(
    'aria-disabled',
  );
  await menu.getByRole('menuitem', { name: 'Preview', exact: true }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Preview of Default 2026' })).toContainText('In use');
});

test('a link is rejected in the agreed words, and failures are reported and recovered from, also on a phone', async ({
  page,
  signIn,
  expectAccessible,
  problems,
}) => {
  problems.allow(/50[03]/);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('campaign.admin', '/richmenu/management');
  await expectAccessible('light', 'dark');
  await page
    .getByRole('link', { name: /^Siam Lifestyle \d|^Siam Lifestyle,|^Siam Lifestyle(?! VIP)/ })
    .click();
  await expect(page.getByText('VIP November').first()).toBeVisible();
  await expectAccessible('light', 'dark');

  await page.getByRole('link', { name: 'Add rich menu' }).first().click();
  await page.getByLabel('Menu bar label').fill('Menu!');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  for (const fault of ['Wrong format menu bar label', 'Rich menu is required'])
    await expect(page.getByText(fault).first()).toBeVisible();
  await page.getByLabel('Menu bar label').fill('Menu');
  await page.getByRole('radio', { name: /New year 2027/ }).click();
  await page.getByRole('button', { name: 'Segment', exact: true }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/egment (is required|must be selected)/).first()).toBeVisible();
  await expectAccessible('light', 'dark');
  await page.getByRole('link', { name: 'Siam Lifestyle', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();

  await page.route('**/links/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Actions for VIP November' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const failed = page.getByRole('dialog', { name: 'Oops! something went wrong' });
  await expect(failed).toContainText('Please try again later');
  await failed.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('VIP November').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
