import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useLater } from '../useLater.ts';

const NoticeButton = lazyComponent(() => import('./NoticeButton.tsx').then((it) => it.NoticeButton), {
  silent: true,
});
const NoticeMark = lazyComponent(() => import('./NoticeButton.tsx').then((it) => it.NoticeMark), {
  silent: true,
});

const isNotice = (json: unknown): boolean => (json as { entity?: string }).entity === 'notice';

interface NoticeTrayProps {
  /** Only says that there is something, where the bell itself is behind a handle. */
  asMark?: boolean;
}

/** What happened that concerns this person; its code comes once the first screen stands, or with the first change. */
export const NoticeTray = ({ asMark = false }: NoticeTrayProps) => {
  const isWanted = useLater('record.changed', isNotice);
  if (!isWanted) return null;
  return asMark ? <NoticeMark /> : <NoticeButton />;
};
