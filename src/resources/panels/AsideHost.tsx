import useMediaQuery from '@mui/material/useMediaQuery';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { CSSProperties, ReactNode } from 'react';
import { SiblingWidthContext } from '../../ui/availableWidth.ts';
import { getAsideGroup, useAside, useCurrentAside } from './useAside.ts';

/** Wraps a screen and provides the width that the side panel takes. */
export const BesideAside = ({ children }: { children: ReactNode }) => {
  const { width, isBeside } = useAside();
  const isOpen = useCurrentAside() !== undefined;
  const taken = isOpen && isBeside ? width : 0;
  return (
    <SiblingWidthContext value={taken}>
      <div style={{ display: 'contents', '--aside': `${taken}px` } as CSSProperties}>{children}</div>
    </SiblingWidthContext>
  );
};

const Aside = lazyComponent(() => import('./Aside.tsx').then((module) => module.Aside), { silent: true });

/** Below this width the panel is a bottom drawer. */
const WIDE = '(min-width:900px)';

/** The slot of the side panel beside the screen. */
export const AsideHost = () => {
  const wide = useMediaQuery(WIDE, { noSsr: true });
  const aside = useCurrentAside();
  return aside ? <Aside key={getAsideGroup(aside.panel)} aside={aside} wide={wide} /> : null;
};
