import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Password of every demo member whose username is a role's name, and of `owner`. */
export const DEMO_PASSWORD = 'Console-2026';

/** Fills in the sign-in page and sends it. */
export async function fillSignIn(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Gives the page the session of a demo member, who signs in once at each console of a run, through the real page. */
export async function useSession(
  page: Page,
  browser: Browser,
  baseURL: string,
  username: string,
): Promise<void> {
  const { cookies, origins } = await sessionOf(browser, baseURL, username);
  // The page before it is left first, or its requests are sent with the new session.
  await page.goto('/config.json');
  await page.context().addCookies(cookies);
  await page.evaluate(
    (items) => {
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    origins.flatMap((origin) => origin.localStorage),
  );
}

async function sessionOf(browser: Browser, baseURL: string, username: string): Promise<StorageState> {
  const path = join(process.env['E2E_DIR'] ?? '.cache', `${username}-${new URL(baseURL).port}.json`);
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as StorageState;
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await fillSignIn(page, username);
  await expect(page).not.toHaveURL(/\/login/);
  const state = await context.storageState({ path });
  await context.close();
  return state;
}
