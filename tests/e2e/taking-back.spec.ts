import { draftOnOwnChannel } from './support/broadcast.ts';
import { confirmChecks } from './support/confirmChecks.ts';
import { expect, test } from './support/fixtures.ts';
import { openRowMenu } from './support/openRowMenu.ts';
import { restAs } from './support/rest.ts';
import { SIZES } from './support/sizes.ts';

for (const { width, height } of SIZES) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a broadcast that was just scheduled is taken back by Undo', async ({
      page,
      signIn,
      baseURL,
      expectAccessible,
    }) => {
      const rest = await restAs(baseURL ?? '', 'owner');
      const name = `Taken back ${Date.now()}`;
      const { channel } = await draftOnOwnChannel(rest, name);
      await signIn('owner', `/campaign/broadcast?keyword=${encodeURIComponent(name)}`);
      await openRowMenu(page, name);
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      const asked = page.getByRole('dialog', { name: 'Schedule?' });
      // A channel that is not connected sends nothing, which stops it.
      await expect(asked.getByText(/not connected/i).first()).toBeVisible();
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await rest.call('PUT', `channels/${channel}`, {
        ...((await rest.call('GET', `channels/${channel}`)).json as object),
        webhookUrl: 'https://partner.example/hook',
      });
      await openRowMenu(page, name);
      await page.getByRole('menuitem', { name: 'Schedule' }).click();
      await confirmChecks(asked, 'Schedule');
      const undo = page.getByRole('button', { name: 'Undo' });
      await expect(page.getByText('Broadcast scheduled')).toBeVisible();
      await expect(undo).toBeVisible();
      await expectAccessible('light', 'dark');
      await undo.click();
      await expect(page.getByText('Broadcast cancelled and saved as draft')).toBeVisible();
      await openRowMenu(page, name);
      await expect(page.getByRole('menuitem', { name: 'Schedule' })).toBeVisible();
    });

    test('an administrator stops everything on a channel, after a summary of what that is', async ({
      page,
      signIn,
      baseURL,
      expectAccessible,
    }) => {
      const rest = await restAs(baseURL ?? '', 'owner');
      const name = `Stopped ${Date.now()}`;
      const { id } = await draftOnOwnChannel(rest, name, { webhookUrl: 'https://partner.example/hook' });
      const sent = await rest.call('POST', `campaigns/${id}/send`, { confirmed: 'all' });
      expect(sent.status).toBe(200);
      await signIn('owner', `/channel-management?keyword=${encodeURIComponent(name)}`);
      await openRowMenu(page, name);
      await page.getByRole('menuitem', { name: 'Stop everything on this channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop everything on this channel?' });
      await expect(dialog).toContainText('1 scheduled broadcast will become a draft.');
      await expect(dialog).toContainText(`“${name}” is scheduled`);
      const stop = dialog.getByRole('button', { name: 'Stop everything on this channel' });
      await expect(stop).toBeDisabled();
      await dialog.getByRole('checkbox').check();
      await expectAccessible('light', 'dark');
      await stop.click();
      await expect(page.getByText('Everything on this channel was stopped')).toBeVisible();
      await page.goto(`/campaign/broadcast/status/${id}`);
      await expect(page.getByText(/: everything on the channel was stopped/).first()).toBeVisible();
    });

    test('the question before a channel is deleted says what remains, and gives its data', async ({
      page,
      signIn,
      baseURL,
      expectAccessible,
    }) => {
      const rest = await restAs(baseURL ?? '', 'owner');
      const name = `Left ${Date.now()}`;
      const { id } = await rest.create('channels', { name, type: 'LINE' });
      await signIn('owner', `/channel-management?keyword=${encodeURIComponent(name)}`);
      await openRowMenu(page, name);
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
      await expect(dialog).toContainText(`/webhooks/line/${String(id)}`);
      await expect(dialog).toContainText('LINE Developers console');
      await expectAccessible('light', 'dark');
      await dialog.getByRole('button', { name: 'Download its data' }).click();
      await expect(dialog.getByRole('status')).toContainText('Its data is being put into a file.');
      const done = async (): Promise<unknown> =>
        ((await rest.call('GET', 'jobs?take=20')).json as Record<string, unknown>[]).find(
          ({ title }) => title === `Data of ${name}`,
        )?.['state'];
      await expect.poll(done).toBe('done');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(`“${name}” deleted`)).toBeVisible();
    });
  });
}
