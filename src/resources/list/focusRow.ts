/** Focuses a row of a list; for a card, its menu button. */
export const focusRow = (row: Element | null | undefined): void => {
  const target = row?.matches('[tabindex]')
    ? row
    : (row?.querySelector('[aria-haspopup=menu]') ?? row?.querySelector('a, button, input'));
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};
