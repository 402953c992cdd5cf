import { readFile } from 'node:fs/promises';
import { typesSource } from '../../scripts/generate/types.ts';
import { tokenOf } from './support/rest.ts';
import { expect, test } from './support/testConsole.ts';

/** The schemas of the console have one edit of the variable, and one more file (`tests/schemas/term.schema.json`). */
test.describe('one edit of a schema, no line of code', () => {
  test('a property becomes an input with its rule, a column, a filter, a search and a CSV column', async ({
    page,
    signIn,
  }) => {
    await signIn('chatbot.admin', '/chatbot/bot-variable');
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

  test('the services know it too: rule, filter, description and type', async ({ request, testConsole }) => {
    const headers = { authorization: `Bearer ${await tokenOf(testConsole.url, 'chatbot.admin')}` };
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
    expect(await typesSource(testConsole.schemas)).toMatch(/owner\?: string/);
    expect(await typesSource(testConsole.schemas)).toContain('interface Term');
  });

  test('a new file becomes a menu entry, a list, a form and a guarded service', async ({
    page,
    request,
    signIn,
    testConsole,
  }) => {
    await signIn('chatbot.admin');
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

    const campaign = { authorization: `Bearer ${await tokenOf(testConsole.url, 'campaign.admin')}` };
    expect((await request.get('/api/v1/terms', { headers: campaign })).status()).toBe(403);
    expect((await request.get('/api/v1/terms')).status()).toBe(401);
  });

  test('who may not read it sees neither menu entry nor list', async ({ page, signIn }) => {
    await signIn('campaign.admin');
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Glossary' })).toHaveCount(0);
  });
});
