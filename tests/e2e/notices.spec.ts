import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

test('a question comes to the bell at once, leads to its record, and goes when another person answers it', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const editor = await restAs(baseURL ?? '', 'campaign.editor');
  const admin = await restAs(baseURL ?? '', 'campaign.admin');
  const { json } = await editor.call('GET', 'channels?take=1&type=LINE');
  const name = `Ask ${Date.now()}`;
  const { id } = await editor.create('campaigns', {
    ...{ name, channel: (json as { id: string }[])[0]?.id, target: 'manual', people: 'U1' },
    ...{ content: 'written', messages: [{ type: 'text', text: 'Hello' }] },
  });
  await signIn('campaign.moderator', '/campaign/broadcast');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  await editor.call('POST', `campaigns/${String(id)}/request-approval`, {});
  await expect(page.getByRole('button', { name: /^Notifications: \d+ unread$/ })).toBeVisible();
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const told = panel.getByRole('button', { name: `“${name}” waits for your approval` });
  await expect(told).toBeVisible();
  await expectAccessible('light', 'dark');
  await told.click();
  await expect(page).toHaveURL(new RegExp(String(id)));
  await admin.call('POST', `campaigns/${String(id)}/return`, { approvalComment: 'Too long' });
  await bell.click();
  await expect(panel).toBeVisible();
  await expect(told).toBeHidden();
  await admin.call('DELETE', `campaigns/${String(id)}`);
});

test('what a person is told of, and how, is chosen in the user profile and stays', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('campaign.moderator', '/user-profile');
  const byMail = page.getByRole('checkbox', { name: 'Approvals: Mail' });
  await expect(byMail).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Approvals: Console' })).toBeChecked();
  await byMail.click();
  await expect(byMail).toBeChecked();
  await expect(byMail).toBeEnabled();
  await expectAccessible('light', 'dark');
  await page.reload();
  await expect(byMail).toBeChecked();
  await byMail.click();
  await expect(byMail).toBeEnabled();
  await expect(byMail).not.toBeChecked();
});
