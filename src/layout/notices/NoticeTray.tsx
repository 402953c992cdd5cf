import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useDeferredMount } from '../useDeferredMount.ts';

const NoticeButton = lazyComponent(() => import('./NoticeButton.tsx').then((it) => it.NoticeButton), {
  silent: true,
});
const NoticeMark = lazyComponent(() => import('./NoticeButton.tsx').then((it) => it.NoticeMark), {
  silent: true,
});

const isNotice = (json: unknown): boolean => (json as { entity?: string }).entity === 'notice';

interface NoticeTrayProps {
  /** Only a badge, where the button itself is in a closed menu. */
  asMark?: boolean;
}

/** The person's notices; the code is fetched after the first screen is shown, or at the first change. */
export const NoticeTray = ({ asMark = false }: NoticeTrayProps) => {
  const isMounted = useDeferredMount('record.changed', isNotice);
  if (!isMounted) return null;
  return asMark ? <NoticeMark /> : <NoticeButton />;
};
