import type { Locator } from '@playwright/test';

/** Pastes a text into an input, as from a spreadsheet. */
export const paste = (cell: Locator, text: string): Promise<void> =>
  cell.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
