import type { Page } from '@playwright/test';
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
  const notice = panel.getByRole('button', { name: `“${name}” waits for your approval` });
  await expect(notice).toBeVisible();
  await expectAccessible('light', 'dark');
  await notice.click();
  await expect(page).toHaveURL(new RegExp(String(id)));
  await admin.call('POST', `campaigns/${String(id)}/return`, { approvalComment: 'Too long' });
  await bell.click();
  await expect(panel).toBeVisible();
  await expect(notice).toBeHidden();
  // Its page asks for it as long as it is open.
  await page.goto('about:blank');
  await admin.call('DELETE', `campaigns/${String(id)}`);
});

test('the notices of a person, and their delivery, are chosen in the user profile and stay', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('campaign.moderator', '/user-profile');
  const byMail = page.getByRole('checkbox', { name: 'Approvals: Mail' });
  await expect(byMail).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Approvals: Console' })).toBeChecked();
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  await byMail.click();
  await expect(byMail).toBeChecked();
  await expectAccessible('light', 'dark');
  await save.click();
  await expect(page.getByText(/ saved$/).first()).toBeVisible();
  await page.reload();
  await expect(byMail).toBeChecked();
  await byMail.click();
  await save.click();
  await expect(page.getByText(/ saved$/).first()).toBeVisible();
  await page.reload();
  await expect(byMail).not.toBeChecked();
});

/** What the browser was asked to show, by a stand-in for its own notifications that only notes it. */
const recordNotifications = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Recorded extends EventTarget {
      static permission = 'granted';
      static requestPermission = (): Promise<string> => Promise.resolve('granted');
      constructor(text: string) {
        super();
        shown.push(text);
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Recorded, shownByTheBrowser: shown });
  });
};
const shownByTheBrowser = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shownByTheBrowser: string[] }).shownByTheBrowser);
/** As when another window lies before it. */
const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

// The next test has the same browser context.
test.afterEach(({ context }) => context.clearPermissions());

for (const { wants, title } of [
  { wants: true, title: 'the browser shows what comes while the page is hidden, where the person wants it' },
  { wants: false, title: 'the browser shows nothing of what the person does not want from it' },
])
  test(title, async ({ page, context, signIn, baseURL }) => {
    await context.grantPermissions(['notifications']);
    const editor = await restAs(baseURL ?? '', 'campaign.editor');
    const moderator = await restAs(baseURL ?? '', 'campaign.moderator');
    await moderator.call('PUT', 'members/me', { noticesInBrowser: wants ? ['approval'] : [] });
    const { json } = await editor.call('GET', 'channels?take=1&type=LINE');
    const name = `Shown ${String(wants)} ${Date.now()}`;
    const { id } = await editor.create('campaigns', {
      ...{ name, channel: (json as { id: string }[])[0]?.id, target: 'manual', people: 'U1' },
      ...{ content: 'written', messages: [{ type: 'text', text: 'Hello' }] },
    });
    await recordNotifications(page);
    await signIn('campaign.moderator', '/campaign/broadcast');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toBeVisible();
    const unread = async (): Promise<number> =>
      Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    const before = await unread();
    await hide(page);
    await editor.call('POST', `campaigns/${String(id)}/request-approval`, {});
    await expect.poll(unread).toBeGreaterThan(before);
    const own = (): Promise<string[]> =>
      shownByTheBrowser(page).then((texts) => texts.filter((text) => text.includes(name)));
    const wanted = wants ? [`“${name}” waits for your approval`] : [];
    await expect.poll(own).toEqual(wanted);
    // What comes next is told of beside it, and the first is not shown again.
    await moderator.call('POST', `campaigns/${String(id)}/return`, { approvalComment: 'Too long' });
    await editor.call('POST', `campaigns/${String(id)}/request-approval`, {});
    await expect.poll(own).toEqual([...wanted, ...wanted]);
    await moderator.call('PUT', 'members/me', { noticesInBrowser: [] });
    const admin = await restAs(baseURL ?? '', 'campaign.admin');
    await admin.call('DELETE', `campaigns/${String(id)}`);
  });
