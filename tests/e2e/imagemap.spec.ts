import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

test('the fields of the chosen area stand beside the picture, in view', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.admin');
  const { json } = await rest.call('GET', 'templates?keyword=loy_krathong_map');
  const [template] = json as { id: string }[];
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn('chatbot.admin', `/chatbot/template/editor/${template?.id}`);
  await page.getByRole('button', { name: 'Area B: Men' }).click();
  const area = page.getByRole('group', { name: 'Area B' });
  const picture = page.getByRole('group', { name: 'Areas on the picture' });
  const action = area.getByRole('combobox', { name: 'Type of action' });
  for (const field of [
    action,
    ...['X', 'Y', 'Width', 'Height'].map((name) => area.getByLabel(name, { exact: true })),
  ])
    await expect(field).toBeInViewport({ ratio: 1 });
  const right = (await picture.boundingBox()) ?? { x: 0, width: 0 };
  const fields = (await area.boundingBox()) ?? { x: 0 };
  expect(fields.x).toBeGreaterThan(right.x + right.width);
  await expectAccessible('light', 'dark');

  await page.setViewportSize({ width: 390, height: 844 });
  const below = (await picture.boundingBox()) ?? { y: 0, height: 0 };
  await expect.poll(async () => (await area.boundingBox())?.y).toBeGreaterThan(below.y + below.height);
});
