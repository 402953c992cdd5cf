import type { Locator, Page } from '@playwright/test';
import type { Rest } from './rest.ts';

/** The demo's web chat as a visitor has it in a page. */
export interface Visitor {
  /** Of the channel. */
  id: string;
  /** Of the chat's own page. */
  address: string;
  log: Locator;
  say: (text: string) => Promise<void>;
}

/** The id of its channel. @param rest of somebody who may read channels */
export async function webchatOf(rest: Rest): Promise<string> {
  const { json } = await rest.call('GET', 'channels?name=Website chat');
  const [{ id } = { id: '' }] = json as { id: string }[];
  return id;
}

export async function visitorOn(page: Page, rest: Rest): Promise<Visitor> {
  const id = await webchatOf(rest);
  return { id, address: `/webchat/${id}`, log: logIn(page), say: (text) => sayIn(page, text) };
}

/** What was said in the chat that is open in a page. */
export const logIn = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

export async function sayIn(page: Page, text: string): Promise<void> {
  const write = page.getByRole('textbox', { name: 'Write a message' });
  await write.fill(text);
  await write.press('Enter');
}
