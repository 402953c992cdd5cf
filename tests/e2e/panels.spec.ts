import { expect, test } from './support/fixtures.ts';

const PATHS = [
  '/chatbot/template/editor',
  '/chatbot/entity/create',
  '/chatbot/intent/create',
  '/chatbot/mapper/create',
];

test('no panel makes a form narrower than 480 pixels', async ({ page, signIn }) => {
  await signIn('owner', '/chatbot/mapper');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const tester = page.getByRole('complementary', { name: 'Test' });
  await expect(tester).toBeVisible();
  for (const path of PATHS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Create' }) });
    await expect(tester).toBeVisible();
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const box = await form.boundingBox();
        expect(box?.width, `${path} at ${width}`).toBeGreaterThanOrEqual(480);
      }).toPass({ timeout: 5000 });
    }
  }
});
