import { useLocation } from 'react-router';
import { GUIDE_PREFIX, useAside } from './useAside.ts';
import { findGuide } from '../guide/guideAt.ts';

/** The guide's page about the current screen; undefined where there is none. */
export const useGuide = (): { isOpen: boolean; toggle: () => void } | undefined => {
  const { pathname } = useLocation();
  const { open, toggle } = useAside();
  const guide = findGuide(pathname);
  if (guide === undefined) return undefined;
  const panel = GUIDE_PREFIX + guide;
  return { isOpen: open === panel, toggle: () => toggle(panel) };
};
