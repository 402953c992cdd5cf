import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { subscribeToChanges } from '../../resources/live/subscribeToChanges.ts';
import type { Span } from './filterModel.ts';
import { KEY } from './useFigures.ts';

/** Milliseconds that news waits for more of it before the figures move. */
const DEBOUNCE_MS = 2_000;
/** Milliseconds after which ranges that end now move without news: not everybody is told of messages. */
const POLL_INTERVAL_MS = 60_000;

/**
 * The moment at which a dashboard looks. It moves when messages come, and every minute, where a range that ends now is
 * shown and `follows`; nobody looks while the page is hidden. A range that was chosen stays: what is known of it is asked
 * for anew.
 */
export function useNow(span: Span, follows = true): { now: Date; refresh: () => void } {
  const [now, setNow] = useState(() => new Date());
  const queries = useQueryClient();
  const moves = typeof span === 'string';
  const isFollowed = follows && moves;
  const refresh = useCallback(() => {
    setNow(new Date());
    if (!moves) void queries.invalidateQueries({ queryKey: [KEY] });
  }, [moves, queries]);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const look = (): void => {
      if (!document.hidden) refresh();
    };
    const { stop } = subscribeToChanges(['message'], look, DEBOUNCE_MS);
    const minutes = setInterval(look, POLL_INTERVAL_MS);
    return () => {
      clearInterval(minutes);
      stop();
    };
  }, [isFollowed, refresh]);
  return { now, refresh };
}
