import type { Page } from '@playwright/test';
import { restAs } from '../rest.ts';
import { findLayoutIssues } from './findLayoutIssues.ts';
import { OVERLAYS, openOverlay, findOpeners } from './openers.ts';
import { allScreens } from './screens.ts';
import { createScreenVisitor } from './visit.ts';

interface Walk {
  language: string;
  width: number;
  signIn: (username: string, path?: string) => Promise<void>;
  baseURL: string | undefined;
  /** The addresses that are gone to; every screen without. */
  screens?: string[];
  /** What else is looked at on every screen. */
  look?: ((screen: string) => Promise<void>) | undefined;
  /** Whether what opens at one click is looked at too. */
  opens?: boolean;
}

export interface Walked {
  /** What could not be read, by screen. */
  layout: string[];
  /** Texts with Latin words, by the screen that had it first. */
  latin: Map<string, string>;
  /** Every text that the services answered with, and what the addresses search for. */
  answered: string[];
  screens: number;
}

/** Goes through every screen of the console in a language, as the owner of the demo, and measures each. */
export async function walkScreens(page: Page, walk: Walk): Promise<Walked> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // High enough that little has to be scrolled to.
  await page.setViewportSize({ width: walk.width, height: 1800 });
  await page.addInitScript((code) => localStorage.setItem('language', code), walk.language);
  const visitor = createScreenVisitor(page);
  await walk.signIn('owner');
  await visitor.whenSettled();

  const walked: Walked = { layout: [], latin: new Map(), answered: [], screens: 0 };
  const measure = async (where: string, within: string): Promise<void> => {
    const found = await page.evaluate(findLayoutIssues, within);
    walked.layout.push(...found.layout.map((fault) => `${where}: ${fault}`));
    for (const text of found.latin) if (!walked.latin.has(text)) walked.latin.set(text, where);
    walked.screens++;
  };
  const opened = new Set<string>();
  const screens = walk.screens ?? (await allScreens(await restAs(walk.baseURL ?? '', 'owner')));
  for (const screen of screens) {
    await visitor.visit(screen);
    await measure(screen, 'body');
    await walk.look?.(screen);
    if (!walk.opens) continue;
    for (const { at, kind } of await findOpeners(page)) {
      if (opened.has(kind)) continue;
      opened.add(kind);
      await openOverlay(page, at);
      await visitor.whenSettled();
      await measure(`${screen} > ${kind}`, OVERLAYS);
      await page.keyboard.press('Escape');
      await visitor.whenSettled();
    }
  }
  const searched = screens.flatMap((screen) => [...new URLSearchParams(screen.split('?')[1]).values()]);
  return { ...walked, answered: [...visitor.receivedTexts(), ...searched] };
}
