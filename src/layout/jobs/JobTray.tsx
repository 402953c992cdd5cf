import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useDeferredMount } from '../useDeferredMount.ts';

const JobButton = lazyComponent(() => import('./JobButton.tsx').then((it) => it.JobButton), { silent: true });
const JobMark = lazyComponent(() => import('./JobButton.tsx').then((it) => it.JobMark), { silent: true });

interface JobTrayProps {
  /** Only a badge, where the button itself is in a closed menu. */
  asMark?: boolean;
}

/** The person's background jobs; the code is fetched after the first screen is shown, or at the first job. */
export const JobTray = ({ asMark = false }: JobTrayProps) => {
  const isMounted = useDeferredMount('job.changed');
  if (!isMounted) return null;
  return asMark ? <JobMark /> : <JobButton />;
};
