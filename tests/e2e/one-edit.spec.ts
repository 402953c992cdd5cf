import { readFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProduct } from '../../schemas/folder.ts';
import type { JsonObject } from '../../schemas/model/types.ts';
import { typesSource } from '../../scripts/generate/types.ts';
import { startConsole, type RunningConsole } from './support/consoleProcess.ts';
import { expect, fillSignIn, test } from './support/fixtures.ts';
import { copySchemas, editSchema, writeSchema } from './support/schemaCopy.ts';
import { tokenOf } from './support/rest.ts';

/** What a developer adds to the variable: one property, and its name in the list's keywords. */
function addOwner(schema: JsonObject): void {
  const entity = schema['x-entity'] as { list: { columns: string[]; search: string[]; filters: string[] } };
  entity.list.columns.push('owner');
  entity.list.search.push('owner');
  entity.list.filters.push('owner');
  (schema['properties'] as JsonObject)['owner'] = { type: 'string', maxLength: 12 };
}

const glossary: JsonObject = {
  title: 'Term',
  description: 'A word and what it means here.',
  'x-entity': {
    service: 'chatbot',
    path: 'terms',
    route: '/chatbot/glossary',
    menu: { group: 'chatbot.content', order: 9, label: 'Glossary' },
    access: { read: ['chatbot.variable'], write: ['chatbot.variable'] },
    form: { as: 'dialog' },
  },
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 40, 'x-field': { unique: true } },
    kind: { type: 'string', enum: ['noun', 'verb'], default: 'noun' },
  },
};

test.describe('one edit of a schema, no line of code', () => {
  let folder: string;
  let running: RunningConsole | undefined;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    folder = copySchemas();
    editSchema(folder, 'variable.schema.json', addOwner);
    writeSchema(folder, 'term.schema.json', glossary);
    running = await startConsole('scripts/start.mjs', {
      SCHEMAS_DIR: folder,
      DIST_DIR: '.cache/one-edit',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'console-one-edit-')),
      DEMO: '1',
    });
  });
  test.afterAll(() => running?.stop());
  test.use({ baseURL: async ({}, use) => use(running?.url) });

  test('a property becomes an input with its rule, a column, a filter, a search and a CSV column', async ({
    page,
  }) => {
    await fillSignIn(page, 'chatbot.admin');
    await expect(page).not.toHaveURL(/login/);
    await page.goto('/chatbot/bot-variable');
    await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeVisible();

    await page
      .getByRole('link', { name: 'Create' })
      .or(page.getByRole('button', { name: 'Create' }))
      .click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('owned_variable');
    await form.getByLabel('Value').fill('something');
    await form.getByLabel('Owner').fill('much too long an owner');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form.getByText('Owner must be less than 12 characters').first()).toBeVisible();
    await form.getByLabel('Owner').fill('Ploy');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(form).toBeHidden();

    await page.getByRole('searchbox', { name: 'Search' }).fill('ploy');
    await expect(page.getByRole('row', { name: /owned_variable/ })).toContainText('Ploy');
    await expect(page.getByRole('row')).toHaveCount(2);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.split('\n')[0]).toContain('Owner');
    expect(csv).toContain('Ploy');

    await page.goto('/chatbot/bot-variable?owner=Ploy');
    await expect(page.getByRole('button', { name: 'Remove filter Owner' })).toBeVisible();
    await expect(page.getByRole('row', { name: /owned_variable/ })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  test('the services know it too: rule, filter, description and type', async ({ request }) => {
    const headers = { authorization: `Bearer ${await tokenOf(running?.url ?? '', 'chatbot.admin')}` };
    const refused = await request.post('/api/v1/variables', {
      headers,
      data: { name: 'by_rest', value: 'x', scope: 'bot', owner: 'much too long an owner' },
    });
    expect(refused.status()).toBe(422);
    expect(await refused.json()).toMatchObject({
      fields: { '/owner': 'Owner must be less than 12 characters' },
    });

    const openapi = JSON.stringify(await (await request.get('/openapi.json')).json());
    expect(openapi).toContain('"owner"');
    expect(openapi).toContain('/api/v1/terms');
    expect(await typesSource(loadProduct(folder))).toMatch(/owner\?: string/);
    expect(await typesSource(loadProduct(folder))).toContain('interface Term');
  });

  test('a new file becomes a menu entry, a list, a form and a guarded service', async ({ page, request }) => {
    await fillSignIn(page, 'chatbot.admin');
    await page.getByRole('link', { name: 'Glossary' }).click();
    await expect(page).toHaveURL(/\/chatbot\/glossary/);
    await expect(page.getByText('A word and what it means here.')).toBeVisible();
    await page
      .getByRole('link', { name: 'Create' })
      .or(page.getByRole('button', { name: 'Create' }))
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Name').fill('Greeting');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('row', { name: /Greeting/ })).toContainText('Noun');

    const campaign = { authorization: `Bearer ${await tokenOf(running?.url ?? '', 'campaign.admin')}` };
    expect((await request.get('/api/v1/terms', { headers: campaign })).status()).toBe(403);
    expect((await request.get('/api/v1/terms')).status()).toBe(401);
  });

  test('who may not read it sees neither menu entry nor list', async ({ page }) => {
    await fillSignIn(page, 'campaign.admin');
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Glossary' })).toHaveCount(0);
  });
});
