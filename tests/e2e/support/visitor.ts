import type { Locator, Page } from '@playwright/test';
import type { Rest } from './rest.ts';

/** A visitor of the demo's web chat. */
export interface Visitor {
  /** The channel's id. */
  id: string;
  /** Address of the chat's page. */
  address: string;
  log: Locator;
  say: (text: string) => Promise<void>;
}

/** Reads the channel id of the demo's web chat. @param rest client of a user who may read channels */
export async function webchatOf(rest: Rest): Promise<string> {
  const { json } = await rest.call('GET', 'channels?name=Website chat');
  const [{ id } = { id: '' }] = json as { id: string }[];
  return id;
}

export async function openVisitor(page: Page, rest: Rest): Promise<Visitor> {
  const id = await webchatOf(rest);
  return {
    id,
    address: `/webchat/${id}`,
    log: conversationLog(page),
    say: (text) => sendMessage(page, text),
  };
}

/** The message log of the chat on a page. */
export const conversationLog = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' });

export async function sendMessage(page: Page, text: string): Promise<void> {
  const write = page.getByRole('textbox', { name: 'Write a message' });
  await write.fill(text);
  await write.press('Enter');
}
