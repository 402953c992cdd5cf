import type { Page } from '@playwright/test';

/** Buttons that open an overlay: filters, columns, row menus, import, notices, jobs. */
const OPENERS = '[aria-haspopup]:is(button, [role=button]):not([disabled])';
export const OVERLAYS = '[role=dialog], [role=menu], [role=listbox], .MuiPaper-root';

/** Finds the page's openers, one of each kind: openers that differ only in a record's name are one kind. */
export const findOpeners = (page: Page): Promise<{ at: number; kind: string }[]> =>
  page.evaluate((openers) => {
    const found = [...document.querySelectorAll(openers)].flatMap((opener, at) => {
      if (!opener.checkVisibility({ visibilityProperty: true })) return [];
      const text = opener.getAttribute('aria-label') ?? opener.textContent;
      return [{ at, kind: `${opener.getAttribute('aria-haspopup')} ${text.slice(0, 8)}` }];
    });
    return found.filter(({ kind }, index) => found.findIndex((one) => one.kind === kind) === index);
  }, OPENERS);

/** Clicks the opener at an index. */
export async function openOverlay(page: Page, at: number): Promise<void> {
  await page.locator(OPENERS).nth(at).dispatchEvent('click');
}
