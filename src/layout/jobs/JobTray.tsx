import { useEffect, useState } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';
import { part } from '../part.tsx';

const JobButton = part(() => import('./JobButton.tsx').then((it) => it.JobButton), { quiet: true });
const JobMark = part(() => import('./JobButton.tsx').then((it) => it.JobMark), { quiet: true });

/** When the jobs are asked for at first, in milliseconds: the first screen goes first. */
const PATIENCE_MS = 3000;

interface JobTrayProps {
  /** Only says that there is something, where the tray itself is behind a handle. */
  asMark?: boolean;
}

/** What runs in the background for this person; its code comes once the first screen stands, or with the first job. */
export const JobTray = ({ asMark = false }: JobTrayProps) => {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), PATIENCE_MS);
    const stop = subscribe('job.changed', () => setWanted(true));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  if (!isWanted) return null;
  return asMark ? <JobMark /> : <JobButton />;
};
