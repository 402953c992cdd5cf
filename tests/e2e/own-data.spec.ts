import sharp from 'sharp';
import { expect, test } from './support/fixtures.ts';
import { DEMO_PASSWORD } from './support/session.ts';
import { restAs } from './support/rest.ts';

test.describe('the user profile', () => {
  test('shows what is fixed and saves what is one’s own', async ({ page, signIn, baseURL }) => {
    await signIn('livechat.supervisor', '/user-profile');
    await expect(page.getByText('livechat.supervisor@demo.example').first()).toBeVisible();
    const about = `Leads the late shift, ${Date.now()}`;
    await page.getByLabel('About').fill(about);
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(page.getByText(/ saved$/).first()).toBeVisible();
    const rest = await restAs(baseURL ?? '', 'livechat.supervisor');
    expect((await rest.call('GET', 'members/me')).json).toMatchObject({ about });
  });

  test('the picture is uploaded, stays, and is removed', async ({ page, signIn }) => {
    await signIn('livechat.supervisor', '/user-profile');
    const face = page.getByRole('group', { name: 'Picture' });
    const save = page.getByRole('button', { name: 'Save', exact: true }).first();
    const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b6a78' } })
      .png()
      .toBuffer();
    const file = { name: 'face.png', mimeType: 'image/png', buffer: content };
    await face.locator('input[type=file]').setInputFiles(file);
    await expect(face.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await save.click();
    await expect(page.getByText(/ saved$/).first()).toBeVisible();
    await page.reload();
    const shown = face.locator('img');
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await face.getByRole('button', { name: 'Remove picture' }).click();
    await save.click();
    await expect(page.getByText(/ saved$/).first()).toBeVisible();
    await page.reload();
    await expect(face.getByRole('button', { name: 'Upload picture' })).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  test('what one changes comes first, what only an administrator changes behind it', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn('livechat.supervisor', '/user-profile');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      ...['Profile', 'Appearance', 'Notifications', 'Change password', 'Account'],
    ]);
    await expect(page.getByLabel('Name', { exact: true })).toBeInViewport();
  });

  test('the password is changed only when both copies match', async ({ page, signIn }) => {
    await signIn('livechat.supervisor', '/user-profile');
    await page.getByLabel('Current password').fill(DEMO_PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('Another-2026');
    await page.getByLabel(/Confirm/).fill('Another-2027');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText("Password doesn't match").first()).toBeVisible();
  });
});

test('what a person’s channel says of them stands behind their form, not in it', async ({ page, signIn }) => {
  await signIn('chatbot.admin', '/audience');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const facts = page.getByRole('region', { name: 'Facts' });
  for (const fact of ['Channel', 'First seen', 'Last seen'])
    await expect(facts.getByText(fact, { exact: true })).toBeVisible();
  // It is copied on the page of the person.
  await expect(page.getByText('External ID')).toHaveCount(0);
});

test('an administrator renames the workspace; others see no way to', async ({ page, signIn, baseURL }) => {
  const name = `Workspace ${Date.now()}`;
  await signIn('cim.admin', '/members');
  await page.getByRole('button', { name: 'Edit workspace' }).first().click();
  const dialog = page.getByRole('dialog');
  const old = await dialog.getByLabel('Name').inputValue();
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(name).first()).toBeVisible();

  await signIn('cim.user', '/members');
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit workspace' })).toHaveCount(0);

  const rest = await restAs(baseURL ?? '', 'cim.admin');
  const { json } = await rest.call('GET', 'workspaces');
  const [record] = json as { id: string }[];
  await rest.call('PUT', `workspaces/${record?.id ?? ''}`, { ...record, name: old });
});

test('the audit log shows who did what, and only administrators see it', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.editor');
  const name = `audited_${Date.now()}`;
  await rest.create('variables', { name, value: 'x', scope: 'bot' });
  await signIn('cim.admin', `/audit?keyword=${name}`);
  await page.getByRole('link', { name: `Anong Srisuk created the variable ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
  await expect(
    page.getByRole('tabpanel').or(page.getByRole('main')).getByLabel('After').first(),
  ).toBeVisible();
});
