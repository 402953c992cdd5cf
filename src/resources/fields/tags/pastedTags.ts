import type { ClipboardEvent } from 'react';

/** Commas, and the row and cell separators of spreadsheets. */
export const TAG_SEPARATORS = /[,\t\r\n]/;

/**
 * The text of an input after a paste with separators, which a one-line input would turn into spaces.
 * @returns undefined for any other paste, which is left to the input
 */
export function textAfterListPaste(event: ClipboardEvent<HTMLElement>): string | undefined {
  const pasted = event.clipboardData.getData('text');
  const input = event.target;
  if (!TAG_SEPARATORS.test(pasted) || !(input instanceof HTMLInputElement) || input.readOnly)
    return undefined;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = input;
  return value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length);
}
