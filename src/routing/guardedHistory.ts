import {
  type Location,
  NavigationType,
  type To,
  parsePath,
  type UNSAFE_createBrowserHistory as createBrowserHistory,
} from 'react-router';

type History = ReturnType<typeof createBrowserHistory>;

export interface Place {
  action: NavigationType;
  location: Location;
}

/** Where the address stands and would go. */
export interface Move {
  currentLocation: Location;
  nextLocation: Pick<Location, 'pathname' | 'search' | 'hash'>;
}

/** Holds a move back by answering true; `proceed` makes it after all. */
export type Guard = (move: Move, proceed: () => void) => boolean;

/** The history of the address, whose moves guards may hold back. */
export interface GuardedHistory extends Pick<History, 'createHref' | 'push' | 'replace' | 'go'> {
  current: () => Place;
  /** Gives what stops listening. */
  listen: (onMove: () => void) => () => void;
  /** Runs `leave` once no guard objects; the guards are shown `to`, and nothing is navigated. */
  confirmLeave: (to: string, leave: () => void) => void;
  /** Gives what takes the guard away. */
  guard: (guard: Guard) => () => void;
}

/** A move that was made here has come by then, in milliseconds, unless the browser dropped it for another one. */
const MOVED_MS = 100;

/**
 * Guards a history made with `v5Compat`, that tells its own moves too. The browser has already gone back or forward
 * when it says so: a move of that kind is undone while it is held back.
 */
export function guardHistory(history: History): GuardedHistory {
  const guards = new Set<Guard>();
  const listeners = new Set<() => void>();
  let place: Place = { action: history.action, location: history.location };
  // A move to come that was made here by this many entries, and one that nobody needs to be asked about again.
  let undoing: number | undefined;
  let allowed = false;
  // How far the browser stands from what is shown, in entries.
  let away = 0;
  let late: ReturnType<typeof setTimeout> | undefined;

  const isHeld = (nextLocation: Move['nextLocation'], proceed: () => void): boolean => {
    const move = { currentLocation: place.location, nextLocation };
    return [...guards].some((guard) => guard(move, proceed));
  };

  const attempt = (to: To, go: () => void): void => {
    const path = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = place.location.pathname, search = '', hash = '' } = path;
    if (!isHeld({ pathname, search, hash }, go)) go();
  };

  const undo = (): void => {
    undoing = away === 0 ? undefined : -away;
    if (undoing !== undefined) history.go(undoing);
  };

  history.listen(({ action, location, delta }) => {
    if (undoing !== undefined) {
      // Someone may go back again before the first time is undone; what is shown stays until all of it is.
      away += delta ?? 0;
      clearTimeout(late);
      if (delta !== undoing) {
        late = setTimeout(undo, MOVED_MS);
        return;
      }
      undo();
      return;
    }
    const goAgain = (): void => {
      allowed = true;
      history.go(delta ?? 0);
    };
    if (action === NavigationType.Pop && delta && !allowed && isHeld(location, goAgain)) {
      away = delta;
      undo();
      return;
    }
    allowed = false;
    place = { action, location };
    for (const listener of listeners) listener();
  });

  return {
    createHref: (to) => history.createHref(to),
    push: (to, state) => attempt(to, () => history.push(to, state)),
    replace: (to, state) => attempt(to, () => history.replace(to, state)),
    go: (delta) => history.go(delta),
    confirmLeave: attempt,
    current: () => place,
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
