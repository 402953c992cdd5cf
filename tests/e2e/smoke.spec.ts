import { expect, setScheme, test } from './support/fixtures.ts';

test.describe('the sign-in screen', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`is there at once and accessible, ${scheme}`, async ({ page, expectAccessible }) => {
      await setScheme(page, scheme);
      await page.goto('/');
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
      await expectAccessible();
    });
  }
});

test('a stored session opens a list without signing in again', async ({ page, signIn }) => {
  await signIn('chatbot.admin', '/chatbot/bot-variable');
  await expect(page.getByRole('heading', { name: 'Variables' })).toBeVisible();
  await expect(page.getByRole('row', { name: /bot_name/ }).first()).toBeVisible();
});
