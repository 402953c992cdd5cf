import type { Page } from '@playwright/test';

/** What opens something over the screen at one click: filters, columns, menus of rows, import, notices, the jobs. */
const OPENERS = '[aria-haspopup]:is(button, [role=button]):not([disabled])';
export const OVERLAYS = '[role=dialog], [role=menu], [role=listbox], .MuiPaper-root';

/** The openers of the page, one of each kind: those that differ by a record's name alone are the same. */
export const openersOf = (page: Page): Promise<{ at: number; kind: string }[]> =>
  page.evaluate((openers) => {
    const found = [...document.querySelectorAll(openers)].flatMap((opener, at) => {
      if (!opener.checkVisibility({ visibilityProperty: true })) return [];
      const text = opener.getAttribute('aria-label') ?? opener.textContent;
      return [{ at, kind: `${opener.getAttribute('aria-haspopup')} ${text.slice(0, 8)}` }];
    });
    return found.filter(({ kind }, index) => found.findIndex((one) => one.kind === kind) === index);
  }, OPENERS);

/** Opens one, and gives what it is called; nothing where it is gone or opens nothing. */
export async function openOne(page: Page, at: number): Promise<void> {
  await page.locator(OPENERS).nth(at).dispatchEvent('click');
}
