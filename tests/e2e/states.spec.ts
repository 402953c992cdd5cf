import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startConsole, type RunningConsole } from './support/consoleProcess.ts';
import { expect, test } from './support/fixtures.ts';

const LIST = '/chatbot/bot-variable';
const CALLS = /\/api\/v1\/variables(\?|$)/;

test.describe('when a service fails', () => {
  const failures: [what: string, status: number | undefined, text: string][] = [
    ['does not answer', undefined, 'Please check your internet connection, or try again later.'],
    ['breaks', 500, 'Oops! something went wrong'],
  ];
  for (const [what, status, text] of failures) {
    test(`a list says so when it ${what}, and loads on another try`, async ({ page, signIn, problems }) => {
      problems.allow(/ERR_FAILED|500|Failed to load/);
      // Once the socket stands a list asks again by itself.
      await page.routeWebSocket(/\/socket\//, () => undefined);
      await page.route(CALLS, (route) =>
        status === undefined
          ? route.abort()
          : route.fulfill({ status, json: { code: 'INTERNAL', message: 'x' } }),
      );
      // The first screen's rows would come with the page.
      await signIn('chatbot.admin', '/user-profile');
      await page.getByRole('link', { name: 'Variable' }).click();
      await expect(page.getByRole('alert').getByText(text)).toBeVisible();
      await page.unroute(CALLS);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    });

    test(`a form keeps everything when it ${what}`, async ({ page, signIn, problems }) => {
      problems.allow(/ERR_FAILED|500|Failed to load/);
      await signIn('chatbot.admin', `${LIST}/create`);
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('kept');
      await form.getByLabel('Value').fill('kept too');
      await page.route(CALLS, (route) =>
        status === undefined
          ? route.abort()
          : route.fulfill({ status, json: { code: 'INTERNAL', message: 'x' } }),
      );
      await form.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(form.getByLabel('Name')).toHaveValue('kept');
      await expect(form.getByLabel('Value')).toHaveValue('kept too');
    });
  }

  test('a lost session leads to the error page, and the input is offered again', async ({
    page,
    signIn,
    problems,
  }) => {
    problems.allow(/401/);
    await signIn('chatbot.admin', '/chatbot/entity/create');
    await page.getByLabel('Name').first().fill('not_lost');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('Large');
    await page.route(/\/api\/v1\/entities$/, (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'x' } }),
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(/\/error/);
    await expect(page.getByText('User not logged in')).toBeVisible();
    await page.unroute(/\/api\/v1\/entities$/);
    await signIn('chatbot.admin', '/chatbot/entity/create');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Name').first()).toHaveValue('not_lost');
  });
});

test('a list that loads has its titles where they stay', async ({ page, signIn }) => {
  const held: (() => Promise<void>)[] = [];
  await page.route(CALLS, (route) => void held.push(() => route.continue()));
  // The first screen's rows would come with the page.
  await signIn('chatbot.admin', '/user-profile');
  await page.getByRole('link', { name: 'Variable' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  const leftEdges = (): Promise<number[]> =>
    page.locator('thead th').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  const before = await leftEdges();
  expect(before.length).toBeGreaterThan(3);
  await Promise.all(held.map((release) => release()));
  await page.unroute(CALLS);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await leftEdges()).toEqual(before);
});

test('a page of settings says that it could not be loaded, and does on another try', async ({
  page,
  signIn,
  problems,
}) => {
  problems.allow(/500|Failed to load/);
  const calls = /\/api\/v1\/networks/;
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'x' } }),
  );
  await signIn('owner', '/user-profile');
  await page.getByRole('link', { name: 'Setting', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Oops! something went wrong')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Global delay')).toBeVisible();
});

test.describe('an empty database', () => {
  let running: RunningConsole | undefined;
  test.beforeAll(async () => {
    running = await startConsole('scripts/start.mjs', {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'console-empty-')),
      DEMO: '0',
    });
  });
  test.afterAll(() => running?.stop());
  test.use({ baseURL: async ({}, use) => use(running?.url) });

  test('lets the first administrator in with the printed password and offers first steps', async ({
    page,
  }) => {
    const printed = (): string[] =>
      /First administrator: (\S+), one-time password (\S+)/.exec(running?.output() ?? '')?.slice(1) ?? [];
    // It is the last thing that a start does, after it listens.
    await expect.poll(printed).toHaveLength(2);
    const [username = '', password = ''] = printed();
    await page.goto('/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/change-password/);
    await page.getByLabel('Password', { exact: true }).fill('FirstDay2026');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.goto(LIST);
    await expect(page.getByText('No variables yet')).toBeVisible();
    await expect(page.getByText('A value that texts can use: write {{name}} in a message.')).toBeVisible();
    // It is offered once.
    await expect(page.getByRole('link', { name: 'Create', exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Create variable' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
