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

test('a picture that is higher than its frame is cut above as below', async ({ page, signIn, baseURL }) => {
  const owner = await restAs(baseURL ?? '', 'owner');
  const { json } = await owner.call('GET', 'templates?name=catalogue');
  const [catalogue] = json as { id: string }[];
  await signIn('chatbot.editor', `/chatbot/template/editor/${catalogue?.id}`);
  const isWhole = () =>
    page.locator('img').evaluateAll((pictures) =>
      pictures
        .filter((picture) => (picture as HTMLImageElement).naturalWidth > 0)
        .map((picture) => {
          const [own, frame] = [picture, picture.parentElement ?? picture].map((one) =>
            one.getBoundingClientRect(),
          );
          return (own?.height ?? 0) <= (frame?.height ?? 0) + 1;
        }),
    );
  await expect.poll(async () => (await isWhole()).length).toBeGreaterThan(8);
  await expect.poll(isWhole).not.toContain(false);
});
