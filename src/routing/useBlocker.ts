import { useEffect, useRef, useState } from 'react';
import { useHistory } from './ConsoleRouter.tsx';
import type { Move } from './guardedHistory.ts';

export interface Blocker {
  /** A move waits for an answer. */
  isBlocked: boolean;
  /** Stays. */
  reset: () => void;
  /** Makes the move. */
  proceed: () => void;
}

/** Holds moves of the address back that `shouldBlock` answers true to, until it is told what to do. */
export const useBlocker = (shouldBlock: (move: Move) => boolean): Blocker => {
  const history = useHistory();
  const [waiting, setWaiting] = useState<{ go: () => void }>();
  const latest = useRef(shouldBlock);
  useEffect(() => {
    latest.current = shouldBlock;
  });
  useEffect(
    () =>
      history.guard((move, go) => {
        const isHeld = latest.current(move);
        if (isHeld) setWaiting({ go });
        return isHeld;
      }),
    [history],
  );
  const reset = (): void => setWaiting(undefined);
  return {
    isBlocked: waiting !== undefined,
    reset,
    proceed: () => {
      reset();
      waiting?.go();
    },
  };
};
