import type { Browser, Page } from '@playwright/test';
import { confirmChecks } from './support/confirmChecks.ts';
import { expect, test } from './support/fixtures.ts';
import { choose } from './support/entityScenario.ts';
import { restAs } from './support/rest.ts';
import { useSession } from './support/session.ts';

/** A time on the clock of UTC+7, as it is typed. @param ahead milliseconds from now */
const typedTime = (ahead: number): string => {
  const [day = '', clock = ''] = new Date(Date.now() + ahead + 7 * 3_600_000).toISOString().split('T');
  return `${day.split('-').toReversed().join('/')} ${clock.slice(0, 5)}`;
};
const DAY_MS = 86_400_000;
/** "24 Nov 2026 09 : 00" */
const SAID_TIME = /\d\d \w{3} \d{4} \d\d : \d\d/;

/** Somebody else's browser. */
async function otherBrowser(
  browser: Browser,
  url: string,
  username: string,
  path: string,
  timezoneId = 'Asia/Bangkok',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, timezoneId });
  const page = await context.newPage();
  await useSession(page, url, username);
  await page.goto(path);
  return page;
}

test('who tests a broadcast is found by name, in a form that begins there', async ({
  page,
  signIn,
  baseURL,
}) => {
  const rest = await restAs(baseURL ?? '', 'campaign.editor');
  const { json: drafts } = await rest.call('GET', 'campaigns?status=draft&take=1');
  const [draft] = drafts as { id: string }[];
  await signIn('campaign.editor', `/campaign/broadcast/editor/${draft?.id}`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Test send' }).click();
  const testers = page.getByRole('dialog').getByRole('combobox', { name: 'Testers' });
  await expect(testers).toBeFocused();
  const { json: people } = await rest.call('GET', 'audiences?tester=true&take=1');
  const [person] = people as { displayName: string }[];
  await page.keyboard.type(person?.displayName ?? '');
  await expect(page.getByRole('option', { name: person?.displayName }).first()).toBeVisible();
});

test('a broadcast from its segment to its sending: requested, approved, cancelled, copied, scheduled', async ({
  page,
  signIn,
  browser,
  baseURL,
  expectAccessible,
  problems,
}) => {
  // A time in the past is refused, and the browser notes it.
  problems.allow(/422/);
  const mark = String(Date.now());
  const name = `Opening ${mark}`;

  await signIn('campaign.editor', '/campaign/segment/create');
  await page.getByLabel('Name').first().fill(`Writers ${mark}`);
  await page.getByRole('button', { name: 'Message count' }).click();
  await page.getByLabel('Messages').fill('1');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Segment created')).toBeVisible();

  await page.goto('/campaign/template/editor');
  await page.getByLabel('Name').fill(`opening_${mark}`);
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('menuitem', { name: /^Text/ }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('We open at nine');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Message template created')).toBeVisible();

  await page.goto('/campaign/broadcast/editor');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await choose(page.locator('main'), 'Channel', 'Siam Lifestyle');
  await page.getByRole('button', { name: 'Segment', exact: true }).click();
  await choose(page.locator('main'), 'Segment', `Writers ${mark}`);
  await page.getByRole('button', { name: 'From a message template' }).click();
  await choose(page.locator('main'), 'Message template', `opening_${mark}`);
  await expect(page.getByText(/of [\d,]+ would get it/)).toBeVisible();
  await expect(page.getByText('The channel is not connected.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
  // Who drafts does not send.
  await expect(page.getByRole('button', { name: 'Schedule' })).toHaveCount(0);
  // The step onwards stands beside Save, on a phone too.
  const bar = page.locator('[data-bar]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar.getByRole('button', { name: 'Request approval' })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const head = page.locator('[data-form-head]');
  await expect(head.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await head.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('Approval requested')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const status = `/campaign/broadcast/status/${id}`;

  // Who approves sits in New York; times are those of UTC+7 all the same.
  const far = await otherBrowser(browser, baseURL ?? '', 'campaign.moderator', status, 'America/New_York');
  await far.getByRole('button', { name: 'Approve' }).click();
  await confirmChecks(far.getByRole('dialog'), 'Approve');
  await expect(far.getByText('Broadcast approved and scheduled')).toBeVisible();
  await expect(far.getByRole('timer')).toContainText(/Goes out .* \(UTC\+7:00\), in 0[45]:\d\d/);
  const told = (await far.getByRole('timer').textContent())?.match(SAID_TIME)?.[0] ?? '';
  await page.goto(status);
  await expect(page.getByRole('timer')).toContainText(told);
  await expect(page.locator('time', { hasText: told })).toBeVisible();
  await expect(far.locator('time', { hasText: told })).toBeVisible();

  await far.getByRole('button', { name: 'Cancel broadcast' }).click();
  await far.getByRole('dialog').getByRole('button', { name: 'Cancel broadcast' }).click();
  await expect(far.getByText('Broadcast cancelled and saved as draft')).toBeVisible();
  // The other browser is told.
  await expect(page.getByRole('timer')).toHaveCount(0);
  await far.context().close();

  await signIn('campaign.admin', status);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('Broadcast duplicated')).toBeVisible();
  // Who may send is offered that first, not to ask for approval.
  await expect(head.getByRole('button', { name: 'Schedule' })).toBeVisible();
  await expect(head.getByRole('button', { name: 'Request approval' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar.getByRole('button', { name: 'Schedule' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Request approval' })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Custom' }).click();
  const time = page.getByRole('textbox', { name: 'Time', exact: true });
  await time.fill(typedTime(-DAY_MS));
  await expect(page.getByText('Check your time')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('You cannot choose time in the past').first()).toBeVisible();
  await time.fill(typedTime(2 * DAY_MS));
  await expect(page.getByText('Check your time')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Broadcast saved')).toBeVisible();
  // Saved, the form leads back to the list.
  await page.getByRole('link', { name: `${name}_copy` }).click();
  await page.getByRole('button', { name: 'Schedule' }).click();
  // What stands in the way is one list; each warning is confirmed by name.
  const dialog = page.getByRole('dialog', { name: 'Schedule?' });
  const schedule = dialog.getByRole('button', { name: 'Schedule' });
  await expect(dialog.getByRole('checkbox', { name: 'Test No test was sent.' })).toBeVisible();
  await expect(schedule).toBeDisabled();
  await expectAccessible('light', 'dark');
  await confirmChecks(dialog, 'Schedule');
  await expect(page.getByText('Broadcast scheduled')).toBeVisible();
  await expectAccessible();
});

test('of two decisions at the same moment one wins, and the other is rejected with the reason', async ({
  page,
  signIn,
  browser,
  baseURL,
  problems,
}) => {
  problems.allow(/409/);
  const rest = await restAs(baseURL ?? '', 'campaign.admin');
  const { json } = await rest.call('GET', 'channels?type=LINE&take=1');
  const [channel] = json as { id: string }[];
  const { id } = await rest.create('campaigns', {
    ...{ name: `Raced ${Date.now()}`, channel: channel?.id, target: 'everyone', content: 'written' },
    messages: [{ type: 'text', text: 'Who is first?' }],
  });
  await rest.call('POST', `campaigns/${String(id)}/request-approval`, {});
  const status = `/campaign/broadcast/status/${String(id)}`;
  await signIn('campaign.admin', status);
  const other = await otherBrowser(browser, baseURL ?? '', 'campaign.moderator', status);

  for (const verb of ['Approve', 'Cancel broadcast']) {
    const pages = [page, other];
    const waiting: (() => void)[] = [];
    for (const one of pages) {
      await one.getByRole('button', { name: verb, exact: true }).click();
      // Both have decided before either is heard.
      await one.route(`**/campaigns/${String(id)}/${verb.toLowerCase()}*`, async (route) => {
        await new Promise<void>((go) => {
          waiting.push(go);
          if (waiting.length === pages.length) for (const each of waiting) each();
        });
        await route.continue();
      });
    }
    for (const one of pages) {
      const dialog = one.getByRole('dialog');
      if (verb === 'Approve') await confirmChecks(dialog, verb);
      else await dialog.getByRole('button', { name: verb, exact: true }).click();
    }
    const lost = (one: Page) => one.getByRole('dialog', { name: `${verb} failed` });
    const won = (one: Page) => one.getByText(/^Broadcast (approved|cancelled) and/);
    await expect.poll(async () => (await lost(page).count()) + (await lost(other).count())).toBe(1);
    await expect.poll(async () => (await won(page).count()) + (await won(other).count())).toBe(1);
    for (const one of pages)
      if (await lost(one).count()) await lost(one).getByRole('button', { name: 'OK' }).click();
    for (const one of pages) await expect(one.getByRole('dialog')).toHaveCount(0);
  }
  await other.context().close();
});

test('what was sent can be followed, and seen as people would have got it', async ({ page, signIn }) => {
  await signIn('campaign.moderator', '/campaign/broadcast?status=executed');
  await page.getByRole('link', { name: 'Night market weekend' }).click();
  await expect(page.getByText(/of [\d,]+ in the outbox, none delivered/).first()).toBeVisible();
  await expect(page.getByText('The channel is not connected, so nothing was delivered.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Time line' })).toBeVisible();
  await page.getByRole('tab', { name: 'Outbox' }).click();
  const outbox = page.getByRole('tabpanel', { name: 'Outbox' });
  await expect(outbox.getByText('The night market is open until ten.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled();
});

test('the calendar says the whole name of a broadcast, below its time', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn('campaign.moderator', '/campaign/broadcast?_view=calendar');
  const fallen = page.getByRole('gridcell').locator('.fallen').first();
  await expect(fallen).toBeVisible();
  const [time, name] = await Promise.all([
    fallen.locator('.time').boundingBox(),
    fallen.locator('.name').boundingBox(),
  ]);
  expect(name?.y ?? 0).toBeGreaterThanOrEqual((time?.y ?? 0) + (time?.height ?? 0) - 4);
  await expect
    .poll(() => fallen.locator('.name').evaluate((one) => one.scrollHeight - one.clientHeight))
    .toBeLessThan(4);
});
