import { useEffect, useState } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';
import { part } from '../part.tsx';

const JobButton = part(() => import('./JobButton.tsx').then((it) => it.JobButton), { quiet: true });

/** When the jobs are asked for at first, in milliseconds: the first screen goes first. */
const PATIENCE_MS = 3000;

/** What runs in the background for this person; its code comes once the first screen stands, or with the first job. */
export const JobTray = () => {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PATIENCE_MS);
    const stop = subscribe('job.changed', () => setWanted(true));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return isWanted ? <JobButton /> : null;
};
