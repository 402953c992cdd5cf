import { expect, test } from './support/fixtures.ts';
import { openTester } from './support/openTester.ts';

const WITH_TESTER = [
  '/chatbot/template/editor',
  '/chatbot/entity/create',
  '/chatbot/intent/create',
  '/chatbot/mapper/create',
];
const OTHERS = [
  '/campaign/template/editor',
  '/campaign/segment/create',
  '/campaign/broadcast/editor',
  '/campaign/chatads/editor',
  '/richmenu/editor',
];

test('no panel makes a form narrower than 480 pixels', async ({ page, signIn }) => {
  await signIn('owner', '/chatbot/mapper');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTester(page);
  const tester = page.getByRole('complementary', { name: 'Test' });
  await expect(tester).toBeVisible();
  for (const path of [...WITH_TESTER, ...OTHERS]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    // As wide as the column of fields, which panels stand beside.
    const bar = page.locator('[data-form]');
    await expect(bar).toBeVisible();
    if (WITH_TESTER.includes(path)) await expect(tester).toBeVisible();
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => {
        const box = await bar.boundingBox();
        expect(box?.width, `${path} at ${width}`).toBeGreaterThanOrEqual(480);
      }).toPass({ timeout: 5000 });
    }
  }
});
