import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';
import { subscribeToChanges } from '../../resources/live/subscribeToChanges.ts';
import type { Span } from './filterModel.ts';
import { KEY } from './useFigures.ts';

/** Delay in which messages are collected before the figures are reloaded. */
const DEBOUNCE_MS = 2_000;
/** Interval at which ranges that end now are reloaded without messages: not everybody receives message events. */
const POLL_INTERVAL_MS = 60_000;

/**
 * The time up to which a dashboard shows data. It advances with new messages, and every minute, for a range that ends now
 * and while `follows`; not while the page is hidden. For a custom range, `refresh` reloads its data.
 */
export function useNow(span: Span, follows = true): { now: Date; refresh: () => void } {
  const [now, setNow] = useState(() => new Date());
  const queries = useQueryClient();
  const endsNow = typeof span === 'string';
  const isFollowed = follows && endsNow;
  const refresh = useCallback(() => {
    setNow(new Date());
    if (!endsNow) void queries.invalidateQueries({ queryKey: [KEY] });
  }, [endsNow, queries]);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const refreshIfVisible = (): void => {
      if (!document.hidden) refresh();
    };
    const { schedule, stop } = subscribeToChanges(['message'], refreshIfVisible, DEBOUNCE_MS);
    // What came between the first load and the connection is announced to nobody.
    const stopConnected = subscribe('connected', schedule);
    const timer = setInterval(refreshIfVisible, POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      stopConnected();
      stop();
    };
  }, [isFollowed, refresh]);
  return { now, refresh };
}
