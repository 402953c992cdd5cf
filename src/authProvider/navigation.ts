import { useSyncExternalStore } from 'react';

/**
 * Navigation between the screens outside react-admin, which have no router so that they load fast. The state of an
 * entry is stored in the format of react-router, so that both read each other's entries.
 */
const NAVIGATION_EVENT = 'popstate';

export const navigateTo = (
  path: string,
  { state, replace = false }: { state?: unknown; replace?: boolean } = {},
): void => {
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: 0 };
  if (replace) history.replaceState(entry, '', path);
  else history.pushState(entry, '', path);
  dispatchEvent(new PopStateEvent(NAVIGATION_EVENT, { state: entry }));
};

const subscribe = (listener: () => void): (() => void) => {
  addEventListener(NAVIGATION_EVENT, listener);
  return () => removeEventListener(NAVIGATION_EVENT, listener);
};

/** The path of the current screen. */
export const usePathname = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** The state that the previous screen passed to this one. */
export const historyState = <T>(): Partial<T> => (history.state as { usr?: Partial<T> } | null)?.usr ?? {};
