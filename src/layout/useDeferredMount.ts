import { useEffect, useState } from 'react';
import { subscribe } from '../dataProvider/socket.ts';

/** Delay before secondary parts are mounted: the first screen comes first. */
const MAX_DELAY_MS = 3000;

/** Whether a secondary part is to be mounted: after the first screen is shown, or at the first message about it. */
export const useDeferredMount = (event: string, matches?: (json: unknown) => boolean): boolean => {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMounted(true), MAX_DELAY_MS);
    const stop = subscribe(event, (json) => {
      if (!matches || matches(json)) setMounted(true);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [event, matches]);
  return isMounted;
};
