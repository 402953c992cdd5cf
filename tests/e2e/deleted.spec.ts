import { expect, test } from './support/fixtures.ts';
import { openRowMenu } from './support/openRowMenu.ts';
import { restAs } from './support/rest.ts';
import { SIZES } from './support/sizes.ts';

for (const { width, height } of SIZES) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('what was deleted comes back by Undo, and from the tab of what was deleted', async ({
      page,
      signIn,
      baseURL,
      expectAccessible,
    }) => {
      const rest = await restAs(baseURL ?? '', 'chatbot.admin');
      const name = `deleted_${Date.now()}`;
      const { id } = await rest.create('variables', { name, value: 'as it was', scope: 'bot' });
      await signIn('chatbot.admin', `/chatbot/bot-variable?keyword=${name}`);
      const remove = async (): Promise<void> => {
        await openRowMenu(page, name);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` });
        await expect(dialog).toContainText('You can restore it later, in the tab “Deleted”.');
        await dialog.getByRole('button', { name: 'Delete' }).click();
      };
      await remove();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('1 variable restored')).toBeVisible();
      await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();

      await remove();
      await expect(page.getByText(`“${name}” deleted`)).toBeVisible();
      if (width > 600) await page.getByRole('tab', { name: 'Deleted' }).click();
      else await page.getByLabel('Views').selectOption('Deleted');
      const row = page.getByRole('listitem').filter({ hasText: name });
      await expect(row).toContainText('Deleted by ');
      await row.getByRole('button', { name, exact: true }).click();
      await expect(row).toContainText('as it was');
      await expect(page.getByText(`“${name}” deleted`)).toBeHidden();
      await expectAccessible('light', 'dark');
      await row.getByRole('button', { name: `Restore ${name}` }).click();
      await expect(row).toBeHidden();
      await page.goto(`/chatbot/bot-variable?keyword=${name}`);
      await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
      await rest.call('DELETE', `variables/${String(id)}`);
    });
  });
}

test('somebody else’s deletion and restoration are seen at once', async ({ page, signIn, baseURL }) => {
  const rest = await restAs(baseURL ?? '', 'chatbot.editor');
  const admin = await restAs(baseURL ?? '', 'chatbot.admin');
  const name = `seen_${Date.now()}`;
  const { id } = await rest.create('variables', { name, value: 'x', scope: 'bot' });
  await signIn('chatbot.admin', '/chatbot/bot-variable?_deleted=1');
  await expect(page.getByRole('tab', { name: 'Deleted' })).toHaveAttribute('aria-selected', 'true');
  await admin.call('DELETE', `variables/${String(id)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toBeVisible();
  await rest.call('POST', 'variables/restore', { ids: [id] });
  await expect(row).toBeHidden();
  await admin.call('DELETE', `variables/${String(id)}`);
});
