import type { Page } from '@playwright/test';
import { signInWithPassword, type Tokens } from '../../../scripts/lib/signIn.ts';
import { SESSION_SECONDS } from '../../../src/authProvider/session.ts';

/** Password of every demo member whose username is a role's name, and of `owner`. */
export const DEMO_PASSWORD = 'Console-2026';

/** Fills in the sign-in page and sends it. */
export async function fillSignIn(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Gives the page the session of a demo member, stored as the sign-in page stores it. */
export async function useSession(page: Page, baseURL: string, username: string): Promise<void> {
  const { tokens, endsAt } = await sessionOf(baseURL, username);
  // The page before it is left first, or its requests are sent with the new session.
  await page.goto('/config.json');
  await page.context().addCookies([
    {
      ...{ name: 'session', value: tokens.AccessToken, url: baseURL },
      ...{ expires: endsAt / 1000, sameSite: 'Strict' },
    },
  ]);
  const renewal = JSON.stringify({ username, refreshToken: tokens.RefreshToken, endsAt });
  await page.evaluate((stored) => localStorage.setItem('session', stored), renewal);
}

/** The session of a demo member, who signs in once at each console of a worker. */
export function sessionOf(baseURL: string, username: string): Promise<Session> {
  const key = `${baseURL} ${username}`;
  const known = sessions.get(key) ?? begin(baseURL, username);
  sessions.set(key, known);
  return known;
}

interface Session {
  tokens: Tokens;
  /** Milliseconds since the epoch. */
  endsAt: number;
}
const sessions = new Map<string, Promise<Session>>();

async function begin(baseURL: string, username: string): Promise<Session> {
  const tokens = await signInWithPassword(baseURL, username, DEMO_PASSWORD);
  return { tokens, endsAt: Date.now() + SESSION_SECONDS * 1000 };
}
