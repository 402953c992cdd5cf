import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../schemas/model/types.ts';
import { startConsole, type RunningConsole } from './support/consoleProcess.ts';
import { demoPictures } from './support/demoPictures.ts';
import { expect, fillSignIn, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';
import { copySchemas, editSchema } from './support/schemaCopy.ts';

test.describe('npm run dev', () => {
  let folder: string;
  let running: RunningConsole | undefined;
  test.beforeAll(async () => {
    folder = copySchemas();
    running = await startConsole('scripts/dev.mjs', {
      SCHEMAS_DIR: folder,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'console-dev-')),
      DEMO: '1',
      DEMO_MESSAGES: '0',
    });
  });
  test.afterAll(() => running?.stop());
  test.use({ baseURL: async ({}, use) => use(running?.url) });

  test('files of the services are served, as pictures of rich menus', async ({ baseURL }) => {
    await demoPictures(baseURL ?? '');
    const { json } = await (await restAs(baseURL ?? '', 'owner')).call('GET', 'richmenus?take=1');
    const [menu] = json as { image: { url: string } }[];
    const answer = await fetch(`${baseURL}${menu?.image.url}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  test('an edit of a schema shows in the open browser, without a restart', async ({ page, problems }) => {
    // The development server's own talk, and requests that its reload cuts off.
    problems.allow(/vite|ERR_ABORTED|React DevTools|preload/i, /request to another host: http:\/\/127/);
    await fillSignIn(page, 'chatbot.admin');
    await expect(page).not.toHaveURL(/login/, { timeout: 60_000 });
    await page.goto('/chatbot/bot-variable?keyword=brand');
    await expect(page.getByRole('row', { name: /brand_name/ }).first()).toBeVisible({ timeout: 60_000 });
    editSchema(folder, 'variable.schema.json', (schema) => {
      const entity = schema['x-entity'] as { list: { columns: string[] } };
      entity.list.columns.push('owner');
      (schema['properties'] as JsonObject)['owner'] = { type: 'string', title: 'Owner of it' };
    });
    await expect(page.getByRole('columnheader', { name: 'Owner of it' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('brand');
  });

  test('a mistake, and what the services refuse besides, stands over the page until it is mended', async ({
    page,
    problems,
  }) => {
    problems.allow(/vite|ERR_ABORTED|React DevTools|preload/i, /request to another host: http:\/\/127/);
    await fillSignIn(page, 'chatbot.admin');
    await expect(page).not.toHaveURL(/login/, { timeout: 60_000 });
    await page.goto('/chatbot/bot-variable');
    await expect(page.getByRole('row', { name: /brand_name/ }).first()).toBeVisible({ timeout: 60_000 });
    const columns = (change: (names: string[]) => void) =>
      editSchema(folder, 'variable.schema.json', (schema) =>
        change((schema['x-entity'] as { list: { columns: string[] } }).list.columns),
      );
    const overlay = page.locator('vite-error-overlay');

    columns((names) => names.push('valeu'));
    await expect(overlay).toContainText(
      /variable\.schema\.json at \/x-entity\/list\/columns\/\d: unknown column "valeu"; did you mean "value"\?/,
    );
    columns((names) => names.pop());
    await expect(page.getByRole('row', { name: /brand_name/ }).first()).toBeVisible({ timeout: 30_000 });
    await expect(overlay).toHaveCount(0);

    const actions = (list: JsonObject[]) =>
      editSchema(folder, 'variable.schema.json', (schema) => {
        (schema['x-entity'] as JsonObject)['actions'] = list;
      });
    actions([{ id: 'recount', label: 'Recount', on: ['row'] }]);
    await expect(overlay).toContainText(/unknown handler on a record "recount"/, { timeout: 30_000 });
    actions([]);
    await expect(overlay).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole('row', { name: /brand_name/ }).first()).toBeVisible({ timeout: 30_000 });
  });

  test('a screen that throws leaves the rest of the console at work', async ({ page, problems }) => {
    problems.allow(/vite|ERR_ABORTED|React DevTools|preload|this screen is broken/i);
    problems.allow(/request to another host: http:\/\/127/);
    await page.route('**/src/custom/bot/IntentQuality.tsx*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const IntentQuality = () => { throw new Error('this screen is broken'); };`,
      }),
    );
    await fillSignIn(page, 'chatbot.admin');
    await expect(page).not.toHaveURL(/login/, { timeout: 60_000 });
    await page.goto('/chatbot/intent/quality');
    await expect(page.getByText('Oops! something went wrong')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Variable', exact: true }).click();
    await expect(page.getByRole('row', { name: /brand_name/ }).first()).toBeVisible({ timeout: 30_000 });
  });
});
