/** Puts the focus on a row of a list; a card takes none itself, its menu does. */
export const focusRow = (row: Element | null | undefined): void => {
  const taker = row?.matches('[tabindex]')
    ? row
    : (row?.querySelector('[aria-haspopup=menu]') ?? row?.querySelector('a, button, input'));
  if (taker instanceof HTMLElement) taker.focus({ preventScroll: true });
};
