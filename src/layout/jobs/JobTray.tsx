import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useLater } from '../useLater.ts';

const JobButton = lazyComponent(() => import('./JobButton.tsx').then((it) => it.JobButton), { silent: true });
const JobMark = lazyComponent(() => import('./JobButton.tsx').then((it) => it.JobMark), { silent: true });

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
