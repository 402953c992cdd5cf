import { choose } from './support/entityScenario.ts';
import { expect, fillSignIn, test } from './support/fixtures.ts';
import { codeSentTo } from './support/outbox.ts';

const FIRST = 'FirstOne2026';
const SECOND = 'SecondOne2026';

test('the life of a member, from the first sign-in to the last', async ({
  page,
  signIn,
  browser,
  baseURL,
  product,
}) => {
  const mark = Date.now().toString(36);
  const username = `nida.${mark}`;
  const email = `${username}@demo.example`;
  const name = `Nida ${mark}`;
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const member = await context.newPage();

  let temporary = '';
  await test.step('an administrator creates them and sees a temporary password once', async () => {
    await signIn('cim.admin', '/members/create');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('E-mail').fill(email);
    await choose(page.locator('main'), 'Chatbot', 'Editor');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Temporary password' });
    temporary = await dialog.getByRole('textbox', { name: 'Temporary password' }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the first sign-in asks for a password of their own', async () => {
    await fillSignIn(member, username, temporary);
    await expect(member).toHaveURL(/\/change-password$/);
    await expect(
      member.getByText('lowercase, uppercase, number, no special character, no space'),
    ).toBeVisible();
    await member.getByRole('button', { name: 'Continue' }).click();
    await expect(member.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Please enter your email!/,
    );
    await member.getByLabel('Password', { exact: true }).fill('nothingupper1');
    await member.getByRole('button', { name: 'Continue' }).click();
    await expect(member.getByRole('alert')).toHaveText(
      'Password does not conform to policy: Password must have uppercase characters',
    );
    await member.getByLabel('Password', { exact: true }).fill(FIRST);
    await member.getByRole('button', { name: 'Continue' }).click();
    await expect(member.getByRole('heading', { name: 'Choose a product' })).toBeVisible();
  });

  await test.step('signing out leads to the login', async () => {
    await member.getByRole('button', { name: 'Logout' }).click();
    await expect(member).toHaveURL(/\/login$/);
  });

  await test.step('a forgotten password is reset with the code from the mail, not with another', async () => {
    await member.getByRole('link', { name: 'Forgot password' }).click();
    await member.getByLabel('E-mail').fill(email);
    await member.getByRole('button', { name: 'Get Code' }).click();
    await expect(member).toHaveURL(/\/reset-password$/);
    const code = await codeSentTo(product.data, email);
    await member.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await member.getByLabel('New password').fill(SECOND);
    await member.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(member.getByRole('alert')).toHaveText(
      'Invalid verification code provided, please try again',
    );
    await member.getByLabel('Code').fill(code);
    await member.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(member).toHaveURL(/\/login$/);
  });

  await test.step('only the new password signs in', async () => {
    await fillSignIn(member, username, FIRST);
    await expect(member.getByRole('alert')).toHaveText('Incorrect username or password');
    await fillSignIn(member, username, SECOND);
    await member.getByRole('link', { name: 'Variable', exact: true }).click();
    await expect(member.getByRole('heading', { level: 1, name: 'Variables' })).toBeVisible();
  });

  await test.step('another role is confirmed, and takes their open screen away at once', async () => {
    await page.goto(`/members?${new URLSearchParams({ filter: JSON.stringify({ q: username }) })}`);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await choose(page.locator('main'), 'Chatbot', 'No access');
    await choose(page.locator('main'), 'Campaign', 'Editor');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Save this change?' });
    await expect(question).toContainText('permission access');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(member.getByText('You are not allowed to access this page').first()).toBeVisible();
    await expect(member.getByRole('link', { name: 'Variable', exact: true })).toHaveCount(0);
    await expect(member.getByRole('link', { name: 'Audience' })).toBeVisible();
  });

  await test.step('deactivated, they are out at once and cannot come back', async () => {
    await page.goto(`/members?${new URLSearchParams({ filter: JSON.stringify({ q: username }) })}`);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(member).toHaveURL(/\/error$/);
    await expect(member.getByRole('heading', { name: 'User not logged in' })).toBeVisible();
    await fillSignIn(member, username, SECOND);
    await expect(member.getByRole('alert')).toHaveText('Oops! something went wrong Please try again later');
  });
  await context.close();
});
