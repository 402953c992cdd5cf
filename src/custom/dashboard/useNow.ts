import { useCallback, useEffect, useState } from 'react';
import { subscribeToChanges } from '../../resources/live/subscribeToChanges.ts';

/** Milliseconds that news waits for more of it before the figures move. */
const GATHER_MS = 2_000;
/** Milliseconds after which ranges that end now move without news: not everybody is told of messages. */
const QUIET_MS = 60_000;

/**
 * The moment at which a dashboard looks. It moves when messages come, and every minute, as long as `follows`; nobody
 * looks while the page is hidden.
 */
export function useNow(follows: boolean): { now: Date; lookAgain: () => void } {
  const [now, setNow] = useState(() => new Date());
  const lookAgain = useCallback(() => setNow(new Date()), []);
  useEffect(() => {
    if (!follows) return undefined;
    const look = (): void => {
      if (!document.hidden) lookAgain();
    };
    const { stop } = subscribeToChanges(['message'], look, GATHER_MS);
    const minutes = setInterval(look, QUIET_MS);
    return () => {
      clearInterval(minutes);
      stop();
    };
  }, [follows, lookAgain]);
  return { now, lookAgain };
}
