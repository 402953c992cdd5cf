import { useEffect, useRef, useState } from 'react';
import { useHistory } from './ConsoleRouter.tsx';
import type { Navigation } from './guardedHistory.ts';

export interface Blocker {
  /** A navigation waits for an answer. */
  isBlocked: boolean;
  /** The current value of `isBlocked`, for callbacks of an earlier render. */
  isBlockedNow: () => boolean;
  /** Drops the navigation. */
  reset: () => void;
  /** Performs the navigation. */
  proceed: () => void;
}

/** Blocks navigations for which `shouldBlock` returns true, until `reset` or `proceed`. */
export const useBlocker = (shouldBlock: (move: Navigation) => boolean): Blocker => {
  const history = useHistory();
  const [isBlocked, setBlocked] = useState(false);
  const pending = useRef<() => void>(undefined);
  const latest = useRef(shouldBlock);
  useEffect(() => {
    latest.current = shouldBlock;
  });
  useEffect(
    () =>
      history.guard((move, proceed) => {
        const isBlocking = latest.current(move);
        if (isBlocking) {
          pending.current = proceed;
          setBlocked(true);
        }
        return isBlocking;
      }),
    [history],
  );
  const reset = (): void => {
    pending.current = undefined;
    setBlocked(false);
  };
  return {
    isBlocked,
    isBlockedNow: () => pending.current !== undefined,
    reset,
    proceed: () => {
      const proceed = pending.current;
      reset();
      proceed?.();
    },
  };
};
