import type { ClipboardEvent } from 'react';

/** What parts the entries of a list: commas, the rows and the cells of a sheet. */
export const TAG_SEPARATORS = /[,\t\r\n]/;

/**
 * The text of an input as it is after a paste that has dividers, which an input of one line would turn into blanks.
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
