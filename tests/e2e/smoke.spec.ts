import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

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

test('messages of the demo have pictures, whole and in the small widths that they name', async ({
  baseURL,
}) => {
  const owner = await restAs(baseURL ?? '', 'owner');
  const found = new Set<string>();
  for (const path of ['templates', 'message-templates']) {
    const { json } = await owner.call('GET', `${path}?take=100`);
    for (const [address] of JSON.stringify(json).matchAll(/\/files\/[^"]+/g)) found.add(address);
  }
  expect(found.size).toBeGreaterThan(20);
  for (const address of found) {
    const answer = await fetch(`${baseURL}${address}`);
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, 'image/png']);
  }
});
