import { expect, test } from './support/fixtures.ts';

test('the guide opens from a list, leads on to another page, and closes', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', '/campaign/broadcast');
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const guide = page.getByRole('complementary', { name: 'Guide' });
  await expect(guide.getByRole('heading', { name: 'Send a broadcast' })).toBeVisible();
  const picture = guide.getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
  await expectAccessible('light', 'dark');

  await guide.getByRole('article').getByRole('button', { name: 'Make a segment' }).click();
  await expect(guide.getByRole('article', { name: 'Make a segment' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(page.getByRole('button', { name: 'Guide', exact: true })).toBeFocused();
});

test('the guide stays open beside the editor that a step leads to', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', '/chatbot/template/editor');
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Build a bot in a quarter of an hour' });
  await expect(heading).toBeVisible();
  await page.getByRole('link', { name: 'Intent', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Intents' })).toBeVisible();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Close Guide' }).click();
  await expect(heading).toBeHidden();
});

test('what a form has below it ends where the guide begins', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('owner', '/campaign/broadcast/editor');
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const guide = page.getByRole('complementary', { name: 'Guide' });
  const handle = page.getByRole('button', { name: 'Reach' });
  await expect(handle).toBeVisible();
  // The sheet slides in.
  const room = async (): Promise<number> => {
    const [bar, panel] = [await handle.boundingBox(), await guide.boundingBox()];
    return (panel?.x ?? 0) - (bar?.x ?? 0) - (bar?.width ?? Infinity);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await page.getByRole('button', { name: 'Close Guide' }).click();
});

test('on a phone the guide comes from below', async ({ page, signIn, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('owner', '/dashboard/overview');
  await page.getByRole('button', { name: 'Guide', exact: true }).click();
  const guide = page.getByRole('dialog', { name: 'Guide' });
  await expect(guide.getByRole('heading', { name: 'Read the figures' })).toBeVisible();
  await expect.poll(() => guide.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth)).toBe(true);
  await expectAccessible('light', 'dark');
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(page.getByRole('button', { name: 'Guide', exact: true })).toBeFocused();
});
