import type { Page } from '@playwright/test';

/**
 * Opens the menu of a list's row: by its button, on a phone by a long press, or the mouse's other button; its button is
 * for the keys alone there.
 */
export async function openRowMenu(page: Page, name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? Infinity) < 600;
  if (isPhone) await page.getByRole('article').filter({ hasText: name }).click({ button: 'right' });
  else await page.getByRole('button', { name: `Actions for ${name}` }).click();
}
