import { useLocation } from 'react-router';
import { GUIDE, useAside } from './useAside.ts';
import { guideAt } from '../guide/guideAt.ts';

/** The page of the guide about the screen, which opens and closes beside it; none where the guide does not tell of it. */
export const useGuide = (): { isOpen: boolean; toggle: () => void } | undefined => {
  const { pathname } = useLocation();
  const { open, toggle } = useAside();
  const guide = guideAt(pathname);
  if (guide === undefined) return undefined;
  const panel = GUIDE + guide;
  return { isOpen: open === panel, toggle: () => toggle(panel) };
};
