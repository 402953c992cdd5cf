import {
  type Location,
  NavigationType,
  type To,
  parsePath,
  type UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router';

type History = ReturnType<typeof createBrowserHistory>;

export interface HistoryEntry {
  action: NavigationType;
  location: Location;
}

/** A navigation that guards may block. */
export interface Navigation {
  currentLocation: Location;
  nextLocation: Pick<Location, 'pathname' | 'search' | 'hash'>;
}

/** Blocks a navigation by returning true; `proceed` performs it later. */
export type Guard = (move: Navigation, proceed: () => void) => boolean;

/** A browser history whose navigations guards may block. */
export interface GuardedHistory extends Pick<History, 'createHref' | 'push' | 'replace' | 'go'> {
  current: () => HistoryEntry;
  /** Returns unsubscribe. */
  listen: (onMove: () => void) => () => void;
  /** Runs `leave` once no guard blocks it; the guards see `to`, but nothing is navigated. */
  confirmLeave: (to: string, leave: () => void) => void;
  /** Adds a guard. Returns its removal. */
  guard: (guard: Guard) => () => void;
}

/** Time after which an expected `popstate` will not come, because the browser dropped the move for another one. */
const POP_TIMEOUT_MS = 100;

/**
 * Adds guards to a history created with `v5Compat`, which notifies of its own navigations too. The browser fires
 * `popstate` after it went back or forward: such a move is undone while it is blocked.
 */
export function guardHistory(history: History): GuardedHistory {
  const guards = new Set<Guard>();
  const listeners = new Set<() => void>();
  let entry: HistoryEntry = { action: history.action, location: history.location };
  // The expected move, in entries, that undoes a blocked one.
  let undoing: number | undefined;
  // Whether the next move needs no guard.
  let allowed = false;
  // Distance between the browser's entry and the shown one, in entries.
  let offset = 0;
  let undoTimer: ReturnType<typeof setTimeout> | undefined;

  const isBlocked = (nextLocation: Navigation['nextLocation'], proceed: () => void): boolean => {
    const move = { currentLocation: entry.location, nextLocation };
    return [...guards].some((guard) => guard(move, proceed));
  };

  const attempt = (to: To, proceed: () => void): void => {
    const path = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = entry.location.pathname, search = '', hash = '' } = path;
    if (!isBlocked({ pathname, search, hash }, proceed)) proceed();
  };

  const undo = (): void => {
    undoing = offset === 0 ? undefined : -offset;
    if (undoing !== undefined) history.go(undoing);
  };

  history.listen(({ action, location, delta }) => {
    if (undoing !== undefined) {
      // The person may go back again before the first move is undone; the shown entry stays until all moves are.
      offset += delta ?? 0;
      clearTimeout(undoTimer);
      if (delta !== undoing) {
        undoTimer = setTimeout(undo, POP_TIMEOUT_MS);
        return;
      }
      undo();
      return;
    }
    const proceed = (): void => {
      allowed = true;
      history.go(delta ?? 0);
    };
    if (action === NavigationType.Pop && delta && !allowed && isBlocked(location, proceed)) {
      offset = delta;
      undo();
      return;
    }
    allowed = false;
    entry = { action, location };
    for (const listener of listeners) listener();
  });

  return {
    createHref: (to) => history.createHref(to),
    push: (to, state) => attempt(to, () => history.push(to, state)),
    replace: (to, state) => attempt(to, () => history.replace(to, state)),
    go: (delta) => history.go(delta),
    confirmLeave: attempt,
    current: () => entry,
    listen: (onMove) => {
      listeners.add(onMove);
      return () => listeners.delete(onMove);
    },
    guard: (guard) => {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
}
