import { useEffect, useRef, useState } from 'react';
import { useHistory } from './ConsoleRouter.tsx';
import type { Move } from './guardedHistory.ts';

export interface Blocker {
  /** A move waits for an answer. */
  isBlocked: boolean;
  /** The same at the moment of the call, for what goes on after the component was drawn. */
  isBlockedNow: () => boolean;
  /** Stays. */
  reset: () => void;
  /** Makes the move. */
  proceed: () => void;
}

/** Holds moves of the address back that `shouldBlock` answers true to, until it is told what to do. */
export const useBlocker = (shouldBlock: (move: Move) => boolean): Blocker => {
  const history = useHistory();
  const [isBlocked, setBlocked] = useState(false);
  const waiting = useRef<() => void>(undefined);
  const latest = useRef(shouldBlock);
  useEffect(() => {
    latest.current = shouldBlock;
  });
  useEffect(
    () =>
      history.guard((move, go) => {
        const isHeld = latest.current(move);
        if (isHeld) {
          waiting.current = go;
          setBlocked(true);
        }
        return isHeld;
      }),
    [history],
  );
  const reset = (): void => {
    waiting.current = undefined;
    setBlocked(false);
  };
  return {
    isBlocked,
    isBlockedNow: () => waiting.current !== undefined,
    reset,
    proceed: () => {
      const go = waiting.current;
      reset();
      go?.();
    },
  };
};
