import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { waitForAnimations } from '../../scripts/lib/waitForAnimations.ts';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';

const unique = (): string => String(Date.now());
const file = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}`),
});

async function importFile(page: Page, name: string, lines: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog').getByLabel('CSV file').setInputFiles(file(name, lines));
}

test.describe('import and export', () => {
  test('a file is validated row by row, imported, and exported as it was', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    const mark = `x${unique()}`;
    await signIn('chatbot.admin', '/chatbot/bot-variable');
    await importFile(page, 'greetings.csv', [
      'Name;Text;Scope',
      `${mark}_hello;สวัสดี;Bot`,
      `${mark}_bye;ลาก่อน;Bot`,
      `${mark} wrong;x;Bot`,
    ]);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('greetings.csv, 3 rows')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Text' }).click();
    await page.getByRole('option', { name: 'Value' }).click();
    const table = dialog.getByRole('table', { name: 'Rows of the file' });
    await expect(table.getByRole('row', { name: /_hello/ })).toContainText('Will be added');
    await expect(table.getByRole('row', { name: / wrong/ })).toContainText(
      'Name may have letters, digits, underscore and hyphen only',
    );
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: /^Jobs/ }).click();
    const jobs = page.getByRole('dialog', { name: 'Jobs' });
    await expect(jobs.getByText('Done · 2 created, 1 refused').first()).toBeVisible();
    const failed = page.waitForEvent('download');
    await jobs.getByRole('button', { name: 'Download the file' }).first().click();
    const reasons = await readFile(await (await failed).path(), 'utf8');
    expect(reasons).toContain('Reason');
    expect(reasons).toContain(`${mark} wrong`);
    await page.keyboard.press('Escape');

    await page.goto(`/chatbot/bot-variable?keyword=${mark}&sort=-name`);
    await expect(page.getByRole('row', { name: new RegExp(`${mark}_hello`) })).toContainText('สวัสดี');
    await expect(page.getByText('2 variables')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFName,Value,Scope,Updated');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
      [`${mark}_hello`, 'สวัสดี', 'Bot'],
      [`${mark}_bye`, 'ลาก่อน', 'Bot'],
    ]);

    const workbook = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    expect((await workbook).suggestedFilename()).toMatch(/^variables-\d{4}-\d\d-\d\d\.xlsx$/);
  });

  test('a file that is none says so, by keyboard alone', async ({ page, signIn, problems }) => {
    problems.allow(/422/);
    await signIn('chatbot.editor', '/chatbot/bot-variable');
    await page.getByRole('button', { name: 'Import' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose a file' }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file('empty.csv', ['name,value']));
    await expect(dialog.getByRole('alert')).toHaveText('The file has no rows below its head');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('who may not change anything is offered no import', async ({ page, signIn }) => {
    await signIn('chatbot.moderator', '/chatbot/bot-variable');
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import' })).toBeHidden();
  });
});

test.describe('many rows', () => {
  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('rows stay where they are when one is selected, and what can be done is in a menu', async ({
      page,
      signIn,
    }) => {
      await signIn('chatbot.admin', '/audience?take=20');
      const below = page.getByRole('button', { name: /^Actions for/ }).nth(3);
      await expect(below).toBeVisible();
      await page.evaluate(waitForAnimations);
      const before = await below.boundingBox();
      // The title stands beside the menu's handle, not below it.
      const handle = await page.getByRole('button', { name: 'Menu', exact: true }).boundingBox();
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(title?.x).toBeGreaterThanOrEqual((handle?.x ?? 0) + (handle?.width ?? 0));
      await page.getByRole('checkbox').first().check({ force: true });
      const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
      await expect(bar).toContainText('1 selected');
      await page.evaluate(waitForAnimations);
      expect(await below.boundingBox()).toEqual(before);
      await bar.getByRole('button', { name: 'More actions for the selected rows' }).click();
      await page.getByRole('menuitem', { name: 'Edit fields' }).click();
      await expect(page.getByRole('dialog', { name: 'Edit 1 person' })).toBeVisible();
      await page.keyboard.press('Escape');
      await bar.getByRole('button', { name: 'Clear selection' }).click();
      await expect(bar).toBeHidden();
      await page.evaluate(waitForAnimations);
      expect(await below.boundingBox()).toEqual(before);
    });
  });

  test('all of a list are selected and changed in one field', async ({ page, signIn, expectAccessible }) => {
    await signIn('chatbot.admin', '/audience?take=20');
    await expect(page.getByText(/^\d+ of [\d,]+\+? people$/)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await expect(page.getByRole('button', { name: /^Select all \d/ })).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();

    const rows = page.getByRole('row');
    await rows.nth(1).getByRole('checkbox').check();
    await rows.nth(2).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Edit fields' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 people' });
    await dialog.getByRole('checkbox', { name: 'User tags' }).check();
    const tags = dialog.getByRole('combobox', { name: /^User tags/ });
    const tag = `bulk${unique()}`;
    await tags.fill(tag);
    await tags.press('Enter');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Save 2 people' }).click();
    await expect(page.getByText('2 people changed')).toBeVisible();
    await page.goto(`/audience?userTags=${tag}`);
    await expect(page.getByText('2 people')).toBeVisible();
  });
});

test.describe('views of a list', () => {
  test('that others share open as they are now, and not at all once they are gone', async ({
    page,
    signIn,
    baseURL,
  }) => {
    const name = `Theirs ${unique()}`;
    const rest = await restAs(baseURL ?? '', 'chatbot.admin');
    const view = await rest.create('variables/views', { name, query: 'scope=bot', shared: true });
    const path = `variables/views/${String(view['id'])}`;

    await signIn('chatbot.editor', '/chatbot/bot-variable');
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Open this view by default' }).click();

    await rest.call('PUT', path, { query: 'scope=environment', version: view['version'] });
    await page.goto('/chatbot/bot-variable');
    await expect(page).toHaveURL(/scope=environment/);
    await expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible();

    await rest.call('DELETE', path);
    await page.goto('/chatbot/bot-variable');
    await expect(page.getByRole('tab', { name: 'All variables', selected: true })).toBeVisible();
    await expect(page.getByRole('tab', { name })).toHaveCount(0);
    await expect(page).not.toHaveURL(/scope/);
    await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0);
  });

  test('are saved under a name, found by their link, shared and deleted', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    const name = `Newest ${unique()}`;
    await signIn('chatbot.admin', '/chatbot/bot-variable?scope=bot&sort=-updatedAt');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox').check();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const tab = page.getByRole('tab', { name });
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    const id = new URL(page.url()).searchParams.get('view');

    await page.getByRole('button', { name: 'Remove filter Scope' }).click();
    await expect(page.getByRole('tab', { name: `${name} (changed)` })).toBeVisible();

    await page.goto(`/chatbot/bot-variable?view=${id}`);
    await expect(page).toHaveURL(/scope=bot/);
    await expect(page).toHaveURL(/sort=-updatedAt/);
    await expectAccessible();

    await tab.click();
    await page.getByRole('menuitem', { name: 'Open this view by default' }).click();
    await page.goto('/chatbot/bot-variable');
    await expect(page).toHaveURL(new RegExp(`view=${id}`));
    await page.getByRole('tab', { name: 'All variables' }).click();
    await expect(page).not.toHaveURL(/scope=bot/);

    // Where they have no room in one line they are in a menu, on a phone in a select.
    await page.setViewportSize({ width: 1024, height: 700 });
    const copies = [1, 2, 3, 4].map((at) => `${name} of the long names ${at}`);
    for (const copy of copies) {
      await page.getByRole('button', { name: 'Save as a new view' }).click();
      await dialog.getByLabel('Name').fill(copy);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole('button', { name: /more tabs$/ }).click();
    await page.getByRole('menuitem', { name: copies[2] }).click();
    await expect(page.getByRole('button', { name: `${copies[2]}, more tabs` })).toBeInViewport({ ratio: 1 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(1024);
    await page.setViewportSize({ width: 390, height: 844 });
    const select = page.getByRole('combobox', { name: 'Views' });
    await expect(select).toHaveValue(new URL(page.url()).searchParams.get('view') ?? '');
    await expectAccessible();
    for (const one of [name, ...copies]) {
      await select.selectOption({ label: one });
      await page.getByRole('button', { name: `Actions for the view ${one}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(select.getByRole('option', { name: one, exact: true })).toHaveCount(0);
    }
  });

  test('rows are compact for who wants to see more of them', async ({ page, signIn }) => {
    await signIn('chatbot.developer', '/chatbot/bot-variable');
    const height = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0;
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const before = await height();
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(height).toBeLessThan(before);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(height).toBe(before);
  });
});
