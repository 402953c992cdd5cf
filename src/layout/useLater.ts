import { useEffect, useState } from 'react';
import { subscribe } from '../dataProvider/socket.ts';

/** How long what is not looked at first waits, in milliseconds: the first screen goes first. */
const PATIENCE_MS = 3000;

/** Whether something is wanted by now: once the first screen stands, or with the first message that is about it. */
export const useLater = (event: string, isMeant?: (json: unknown) => boolean): boolean => {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PATIENCE_MS);
    const stop = subscribe(event, (json) => {
      if (!isMeant || isMeant(json)) setWanted(true);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [event, isMeant]);
  return isWanted;
};
