import type { Page } from '@playwright/test';
import { confirmChecks } from './support/confirmChecks.ts';
import { expect, test } from './support/fixtures.ts';
import { openRowMenu } from './support/openRowMenu.ts';
import { restAs, type Rest } from './support/rest.ts';
import { SIZES } from './support/sizes.ts';

const RULE = 'Every broadcast of this workspace needs approval before it is scheduled';
const NOT_YOURS = 'Somebody else has to approve it: you wrote this broadcast or changed it';
const BEFORE = 'Loy Krathong at the river';
const AFTER = 'Loy Krathong at the lake';

/** A draft of the person, with a message template of its own. */
async function draft(rest: Rest): Promise<{ id: string; name: string; template: Record<string, unknown> }> {
  const mark = Date.now();
  const { json: channels } = await rest.call('GET', 'channels?take=1&type=LINE');
  const template = await rest.create('message-templates', {
    ...{ name: `approval_${mark}`, platform: 'multi', messages: [{ type: 'text', text: BEFORE }] },
  });
  const name = `Approval ${mark}`;
  const { id } = await rest.create('campaigns', {
    ...{ name, channel: (channels as { id: string }[])[0]?.id, target: 'everyone' },
    ...{ content: 'template', template: template['id'] },
  });
  return { id: String(id), name, template };
}

/** What cannot be done here: a button of the head, or on a phone an entry of its menu, that says why. */
async function expectRefused(page: Page, label: string, why: string, isInMenu: boolean): Promise<void> {
  if (isInMenu) await page.getByRole('button', { name: /^Actions for/ }).click();
  const offered = page.getByRole(isInMenu ? 'menuitem' : 'button', { name: new RegExp(`^${label}`) });
  await expect(offered).toHaveAttribute('aria-disabled', 'true');
  if (isInMenu) {
    await expect(offered).toContainText(why);
    await page.keyboard.press('Escape');
  } else await expect(offered).toHaveAccessibleDescription(why);
}

for (const { width, height } of SIZES) {
  const isPhone = width < 600;
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });
    test.afterEach(async ({ baseURL }) => {
      const owner = await restAs(baseURL ?? '', 'owner');
      const { json } = await owner.call('GET', 'networks/current');
      const { approvalFrom: _, ...network } = json as Record<string, unknown>;
      await owner.call('PUT', 'networks/current', { ...network, approvalRule: 'never' });
    });

    test('approval of a broadcast is requested, given by another person, and later changes are shown', async ({
      page,
      signIn,
      baseURL,
      expectAccessible,
      problems,
    }) => {
      // An approval of what was changed meanwhile is refused, and the browser notes it.
      problems.allow(/409/);
      await signIn('owner', '/bot-setting');
      const rule = page.getByRole('group', { name: 'Approval needed' });
      await rule.getByRole('button', { name: 'From a number of people on' }).click();
      await expect(page.getByLabel('Number of people')).toBeVisible();
      await expectAccessible('light', 'dark');
      await rule.getByRole('button', { name: 'Always' }).click();
      await expect(page.getByLabel('Number of people')).toBeHidden();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Bot setting saved')).toBeVisible();

      const admin = await restAs(baseURL ?? '', 'campaign.admin');
      const { id, name, template } = await draft(admin);
      const editor = `/campaign/broadcast/editor/${id}`;
      const status = `/campaign/broadcast/status/${id}`;

      // Whoever could schedule alone is offered to ask.
      await signIn('campaign.admin', editor);
      const ask = page.getByRole('button', { name: 'Request approval' });
      await expect(ask).toHaveClass(/contained/);
      await expectRefused(page, 'Schedule', RULE, true);
      // So is it in the list, of one broadcast and of those that are chosen.
      await page.goto(`/campaign/broadcast?keyword=${encodeURIComponent(name)}`);
      await openRowMenu(page, name);
      const inMenu = page.getByRole('menuitem', { name: /^Schedule/ });
      await expect(inMenu).toContainText(RULE);
      await expect(inMenu).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByRole('menuitem', { name: 'Request approval' })).not.toHaveAttribute(
        'aria-disabled',
      );
      await expectAccessible('light', 'dark');
      await page.keyboard.press('Escape');
      await page.goto(editor);
      await ask.click();
      await expect(page.getByText('Approval requested')).toBeVisible();
      await page.goto(status);
      await expectRefused(page, 'Approve', NOT_YOURS, isPhone);
      await expectAccessible('light', 'dark');

      // Somebody else may; not what is another one by now.
      await signIn('campaign.moderator', status);
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      await approve.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/checks? passed$/)).toBeVisible();
      await admin.call('PUT', `message-templates/${String(template['id'])}`, {
        ...template,
        messages: [{ type: 'text', text: AFTER }],
      });
      await confirmChecks(dialog, 'Approve');
      await expect(page.getByRole('dialog', { name: 'Approve failed' })).toContainText(
        'was changed after approval was asked for',
      );
      await page.getByRole('button', { name: 'OK' }).click();
      const difference = page.getByRole('region', { name: 'What changed' });
      await expect(difference).toContainText('Returned:');
      const heading = difference.getByRole('heading', { name: 'What changed since approval was asked for' });
      if (isPhone) await heading.click();
      await expect(difference.getByRole('deletion')).toHaveText(BEFORE);
      await expect(difference.getByRole('insertion')).toHaveText(AFTER);
      await expectAccessible('light', 'dark');

      // Its author sees the same above the form, and asks again.
      await signIn('campaign.admin', editor);
      await expect(difference).toContainText('Returned:');
      if (isPhone) await heading.click();
      await expect(difference.getByRole('insertion')).toHaveText(AFTER);
      await expectAccessible('light', 'dark');
      await ask.click();
      await expect(page.getByText('Approval requested')).toBeVisible();

      await signIn('campaign.moderator', status);
      await expect(difference).toContainText('What changed since approval was asked for before');
      await approve.click();
      await confirmChecks(page.getByRole('dialog'), 'Approve');
      await expect(page.getByText('Broadcast approved and scheduled')).toBeVisible();
      await expect(difference).toBeHidden();
      // Nobody looks at what is deleted: it would be told as gone.
      await page.goto('about:blank');
      await admin.call('POST', `campaigns/${id}/cancel`, {});
      await admin.call('DELETE', `campaigns/${id}`);
      await admin.call('DELETE', `message-templates/${String(template['id'])}`);
    });
  });
}
