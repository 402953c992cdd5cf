import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHAPE_SCHEMAS } from '../contract/support/shapeSchemas.ts';
import { startConsole, type RunningConsole } from './support/consoleProcess.ts';
import { expect, fillSignIn, test } from './support/fixtures.ts';
import { copySchemas, writeSchema } from './support/schemaCopy.ts';

test.describe('collections of other shapes', () => {
  let running: RunningConsole | undefined;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    const folder = copySchemas();
    for (const [file, schema] of Object.entries(SHAPE_SCHEMAS)) writeSchema(folder, file, schema);
    running = await startConsole('scripts/start.mjs', {
      SCHEMAS_DIR: folder,
      DIST_DIR: '.cache/shapes',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'console-shapes-')),
      DEMO: '1',
    });
  });
  test.afterAll(() => running?.stop());
  test.use({ baseURL: async ({}, use) => use(running?.url) });
  test.beforeEach(async ({ page }) => {
    await fillSignIn(page, 'chatbot.admin');
    await expect(page).not.toHaveURL(/login/);
  });

  test('records below a record are listed, made and changed in its tab, and counted', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/chatbot/shelves/create');
    await page.getByLabel('Name').fill('Novels');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.goto('/chatbot/shelves');
    await page.getByRole('link', { name: 'Novels' }).click();

    await page.getByRole('link', { name: /create|add/i }).click();
    await expect(page).toHaveURL(/\/chatbot\/shelves\/[0-9a-f-]+\/books\/create/);
    await page.getByLabel('Name').fill('Emma');
    await page.getByLabel('Lent').check();
    await expect(page.getByLabel('Shelf')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create' }).click();
    const book = page.getByRole('row', { name: /Emma/ });
    await expect(book).toBeVisible();
    await expectAccessible();

    await book.getByRole('link', { name: 'Emma' }).click();
    await page.getByLabel('Name').fill('Persuasion');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.goto('/chatbot/shelves');
    await expect(page.getByRole('row', { name: /Novels/ })).toContainText('11');
  });

  test('the one record of a workspace is a form that stores it', async ({ page }) => {
    await page.goto('/chatbot/house');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House rules');
    await expect(page.getByLabel('Days')).toHaveValue('14');
    await page.getByLabel('Days').fill('21');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('House rules saved').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Days')).toHaveValue('21');
  });
});
