import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How long a screen may take to come, in milliseconds; later, people have moved on by themselves. */
const PATIENCE = 10_000;

const headingNow = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/** What has taken the focus for itself: an input of the new screen, a dialog, a list that the keys walk through. */
const isTaken = (before: Element | null): boolean => {
  const now = document.activeElement;
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true;
  if (now?.closest('[data-keeps-focus]')) return true;
  return now !== null && now !== document.body && now !== before;
};

/**
 * After another address was opened, the focus goes to the heading of its screen once that is there, so that those who
 * listen hear where they are and the next Tab is in the screen, not in the menu before it.
 */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const left = useRef<{
    pathname: string;
    heading?: Element | null;
    text?: string | null;
    focus?: Element | null;
  }>({ pathname });
  // While the new screen is drawn for the first time, the page still holds the old one.
  if (left.current.pathname !== pathname) {
    const heading = headingNow();
    left.current = { pathname, heading, text: heading?.textContent, focus: document.activeElement };
  }

  useEffect(() => {
    const { heading: old, text, focus = null } = left.current;
    if (old === undefined) return undefined;
    const attempt = (): boolean => {
      const heading = headingNow();
      if (!heading || (heading === old && heading.textContent === text)) return false;
      if (!isTaken(focus)) {
        heading.tabIndex = -1;
        heading.style.outline = 'none';
        heading.focus({ preventScroll: true });
      }
      return true;
    };
    if (attempt()) return undefined;
    const observer = new MutationObserver(() => {
      if (attempt()) observer.disconnect();
    });
    const main = document.querySelector('main');
    if (main) observer.observe(main, { childList: true, characterData: true, subtree: true });
    const patience = setTimeout(() => observer.disconnect(), PATIENCE);
    return () => {
      observer.disconnect();
      clearTimeout(patience);
    };
  }, [pathname]);
};
