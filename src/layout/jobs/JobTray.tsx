import { part } from '../part.tsx';
import { useLater } from '../useLater.ts';

const JobButton = part(() => import('./JobButton.tsx').then((it) => it.JobButton), { quiet: true });
const JobMark = part(() => import('./JobButton.tsx').then((it) => it.JobMark), { quiet: true });

interface JobTrayProps {
  /** Only says that there is something, where the tray itself is behind a handle. */
  asMark?: boolean;
}

/** What runs in the background for this person; its code comes once the first screen stands, or with the first job. */
export const JobTray = ({ asMark = false }: JobTrayProps) => {
  const isWanted = useLater('job.changed');
  if (!isWanted) return null;
  return asMark ? <JobMark /> : <JobButton />;
};
