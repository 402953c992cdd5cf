import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { restAs } from './support/rest.ts';
import { useSession } from './support/session.ts';

const VARIABLES = '/chatbot/bot-variable';
const mark = (): string => String(Date.now());
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('a list takes up what others do, without a reload', async ({ page, signIn, baseURL }) => {
  const editor = await restAs(baseURL ?? '', 'chatbot.admin');
  const name = `a_live_${mark()}`;
  const connected = page.waitForEvent('websocket');
  await signIn('owner', VARIABLES);
  await (await connected).waitForEvent('framereceived');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  const record = await editor.create('variables', { name, value: 'first', scope: 'bot' });
  await expect(row(page, name)).toContainText('first');
  await editor.call('PUT', `variables/${String(record['id'])}`, { ...record, value: 'second' });
  await expect(row(page, name)).toContainText('second');
  await editor.call('DELETE', `variables/${String(record['id'])}`);
  await expect(row(page, name)).toHaveCount(0);
});

test('a form says what others changed and keeps what is typed', async ({
  page,
  signIn,
  baseURL,
  expectAccessible,
}) => {
  const editor = await restAs(baseURL ?? '', 'chatbot.editor');
  const name = `a_typed_${mark()}`;
  const record = await editor.create('variables', { name, value: 'first', scope: 'bot' });
  const connected = page.waitForEvent('websocket');
  await signIn('owner', `${VARIABLES}/${String(record['id'])}`);
  await (await connected).waitForEvent('framereceived');
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel('Value').fill('mine');
  await editor.call('PUT', `variables/${String(record['id'])}`, { ...record, value: 'theirs' });
  const bar = dialog.getByRole('alert');
  await expect(bar).toContainText('Anong Srisuk changed this variable');
  await expect(dialog.getByLabel('Value')).toHaveValue('mine');
  await expectAccessible();
  await bar.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Save merged' }).click();
  await expect(page.getByText('Variable saved')).toBeVisible();
  await expect(row(page, name)).toContainText('mine');

  await row(page, name).getByRole('link').first().click();
  await expect(dialog.getByLabel('Value')).toHaveValue('mine');
  const admin = await restAs(baseURL ?? '', 'chatbot.admin');
  await admin.call('DELETE', `variables/${String(record['id'])}`);
  await expect(dialog.getByRole('alert')).toContainText('deleted this variable');
});

test('a setting saved in one browser appears in another', async ({ page, signIn, browser, baseURL }) => {
  const connected = page.waitForEvent('websocket');
  await signIn('owner', '/bot-setting');
  await (await connected).waitForEvent('framereceived');
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await useSession(other, baseURL ?? '', 'cim.admin');
  await other.goto('/bot-setting');
  const threshold = page.getByLabel('Confidence threshold');
  const before = await threshold.inputValue();
  for (const value of ['0.71', before]) {
    await other.getByLabel('Confidence threshold').fill(value);
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(threshold).toHaveValue(value);
  }
  await context.close();
});

test('two people see each other at one record', async ({
  page,
  signIn,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const editor = await restAs(baseURL ?? '', 'chatbot.admin');
  const record = await editor.create('variables', { name: `seen_${mark()}`, value: 'x', scope: 'bot' });
  const path = `${VARIABLES}/${String(record['id'])}`;
  await signIn('owner', path);
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await useSession(other, baseURL ?? '', 'chatbot.editor');
  await other.goto(path);
  await expect(page.getByRole('img', { name: 'Also here: Anong Srisuk' })).toBeVisible();
  await expect(other.getByRole('img', { name: 'Also here: Malee Suwannarat' })).toBeVisible();
  await expectAccessible();
  await context.close();
  await expect(page.getByRole('img', { name: /Also here/ })).toHaveCount(0);
});

test('after a lost connection a list catches up', async ({ page, signIn, baseURL }) => {
  const editor = await restAs(baseURL ?? '', 'chatbot.admin');
  const routes: WebSocketRoute[] = [];
  let mend = (): void => undefined;
  let isMended = Promise.resolve();
  await page.routeWebSocket(/\/socket\//, async (route) => {
    // A handler that waits keeps the connection from opening.
    await isMended;
    route.connectToServer();
    routes.push(route);
  });
  const name = `a_missed_${mark()}`;
  await signIn('owner', VARIABLES);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect.poll(() => routes.length).toBe(1);
  // What the list asks for once it stands would bring the row too.
  await page.waitForLoadState('networkidle');
  isMended = new Promise((resolve) => {
    mend = resolve;
  });
  await routes[0]?.close();
  await editor.create('variables', { name, value: 'x', scope: 'bot' });
  await expect(row(page, name)).toHaveCount(0);
  mend();
  await expect(row(page, name)).toBeVisible();
});
