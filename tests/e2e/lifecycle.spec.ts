import { restAs, type Rest } from './support/rest.ts';
import { expect, test } from './support/testConsole.ts';

test.describe('records that go through states', () => {
  let rest: Rest;

  test.beforeAll(async ({ testConsole }) => {
    rest = await restAs(testConsole.url, 'campaign.admin');
  });

  const made = (name: string, more: object = {}): Promise<Record<string, unknown>> =>
    rest.create('orders', { name, total: 5, due: '2026-12-01', ...more });

  test('an order is made, approved over an unsaved form, shipped with its number, and closed', async ({
    page,
    signIn,
    expectAccessible,
    problems,
  }) => {
    // The services refuse to approve an order without a date, and the browser notes it.
    problems.allow(/422/);
    await signIn('campaign.admin', '/campaign/orders/create');
    await page.getByLabel('Name').fill('A whole life');
    await page.getByLabel('Total').fill('12');
    await page.getByRole('button', { name: 'Create', exact: true }).click();

    await expect(page.getByRole('heading', { name: /A whole life/ })).toBeVisible();
    await page.getByLabel('Note').fill('A gift');
    await page.getByRole('button', { name: 'Approve' }).click();
    // An approved order needs a date, which the services say.
    await expect(page.getByText('Due is required').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Due' }).fill('24/12/2026');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Order approved')).toBeVisible();
    await expect(page.getByText('Only drafts can be edited')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Note' })).toHaveText('A gift');
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expectAccessible();

    await page.getByRole('button', { name: 'Ship' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ship' });
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await expect(dialog.getByText('Tracking is required').first()).toBeVisible();
    await dialog.getByLabel('Tracking').fill('TH-2026');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Close order' }).click();
    await expect(page.getByRole('button', { name: 'Close order' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Actions for A whole life' }).click();
    await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText(
      'An order that was approved is kept',
    );
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect(page.getByRole('dialog').getByText('did “Ship”')).toBeVisible();
  });

  test('the list has a tab for each state, and does what all or some of the chosen rows let', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await made('In a list 1');
    await made('In a list 2');
    await made('In a list, for free', { total: 0 });
    await signIn('campaign.admin', '/campaign/orders?keyword=In+a+list');
    for (const name of ['In a list 1', 'In a list 2', 'In a list, for free'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
    await bar.getByRole('button', { name: 'Approve (2 of 3)' }).click();
    await expect(page.getByText('Order approved')).toBeVisible();

    // Only the one that was not approved is left chosen, and the bar says why.
    await expect(bar.getByText('1 selected')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
      'An order without a total cannot be approved',
    );
    await expectAccessible();
    await page.getByRole('tab', { name: /^Approved/ }).click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Actions for In a list 1' }).click();
    await expect(page.getByRole('menuitem', { name: /^Edit/ })).toContainText('Only drafts can be edited');
    await page.getByRole('menuitem', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  test('a change by another person in the meantime is reported and shown', async ({
    page,
    signIn,
    problems,
  }) => {
    problems.allow(/409/);
    const { id } = await made('Seen by two');
    await signIn('campaign.moderator', `/campaign/orders/${String(id)}/show`);
    // Between the click and the call, somebody else is first.
    await page.route(`**/orders/${String(id)}/approve*`, async (route) => {
      await rest.call('POST', `orders/${String(id)}/cancel`);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve failed' });
    await expect(dialog).toContainText('the order is “Cancelled”');
    await expect(dialog).toContainText('in the meantime');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByText('Cancelled').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });

  test('on a phone the actions are in the menu', async ({ page, signIn }) => {
    const { id } = await made('On a phone');
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn('campaign.admin', `/campaign/orders/${String(id)}/show`);
    await page.getByRole('button', { name: 'Actions for On a phone' }).click();
    await page.getByRole('menuitem', { name: 'Approve' }).click();
    await expect(page.getByText('Order approved')).toBeVisible();
  });
});
