import { useSyncExternalStore } from 'react';

/**
 * Moving between the screens outside react-admin, which come without a router to be light. The state of an entry is
 * kept where react-router keeps it, so that both sides read each other's.
 */
const CHANGED = 'popstate';

export const go = (
  path: string,
  { state, replace = false }: { state?: unknown; replace?: boolean } = {},
): void => {
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: 0 };
  if (replace) history.replaceState(entry, '', path);
  else history.pushState(entry, '', path);
  dispatchEvent(new PopStateEvent(CHANGED, { state: entry }));
};

const subscribe = (listener: () => void): (() => void) => {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
};

/** The path of the screen that is shown. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** What the screen before left for this one. */
export const historyState = <T>(): Partial<T> => (history.state as { usr?: Partial<T> } | null)?.usr ?? {};
