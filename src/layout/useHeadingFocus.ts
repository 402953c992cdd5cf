import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Time to wait for a screen's heading; later, people have moved the focus themselves. */
const MAX_WAIT_MS = 10_000;

const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/** Whether the focus is already set: to an input of the new screen, a dialog, or a list with keyboard navigation. */
const isFocusSet = (before: Element | null): boolean => {
  const now = document.activeElement;
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true;
  if (now?.closest('[data-keeps-focus]')) return true;
  return now !== null && now !== document.body && now !== before;
};

/**
 * After a navigation, moves the focus to the heading of the new screen once it is rendered, so that screen readers announce
 * it and the next Tab is in the screen, not in the menu before it.
 */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const left = useRef<{
    pathname: string;
    heading?: Element | null;
    text?: string | null;
    focus?: Element | null;
  }>({ pathname });
  // During the first render of the new screen, the document still contains the old one.
  if (left.current.pathname !== pathname) {
    const heading = findHeading();
    left.current = { pathname, heading, text: heading?.textContent, focus: document.activeElement };
  }

  useEffect(() => {
    const { heading: old, text, focus = null } = left.current;
    if (old === undefined) return undefined;
    const attempt = (): boolean => {
      const heading = findHeading();
      if (!heading || (heading === old && heading.textContent === text)) return false;
      if (!isFocusSet(focus)) {
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
    const timeout = setTimeout(() => observer.disconnect(), MAX_WAIT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timeout);
    };
  }, [pathname]);
};
