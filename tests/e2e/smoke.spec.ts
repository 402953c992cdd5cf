import { expect, test } from './support/fixtures.ts';

test.describe('the sign-in screen', () => {
  test('is there at once and accessible in light and dark', async ({ page, expectAccessible }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expectAccessible('light', 'dark');
  });
});

test('a stored session opens a list without signing in again', async ({ page, signIn }) => {
  await signIn('chatbot.admin', '/chatbot/bot-variable');
  await expect(page.getByRole('heading', { name: 'Variables' })).toBeVisible();
  await expect(page.getByRole('row', { name: /bot_name/ }).first()).toBeVisible();
});
