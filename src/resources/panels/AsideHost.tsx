import useMediaQuery from '@mui/material/useMediaQuery';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import type { CSSProperties, ReactNode } from 'react';
import { SiblingWidthContext } from '../../ui/availableWidth.ts';
import { kindOfAside, useAside, useAsideHere } from './useAside.ts';

/** A screen, which knows how much of the sheet the panel beside it takes. */
export const BesideAside = ({ children }: { children: ReactNode }) => {
  const { width, isBeside } = useAside();
  const isOpen = useAsideHere() !== undefined;
  const taken = isOpen && isBeside ? width : 0;
  return (
    <SiblingWidthContext value={taken}>
      <div style={{ display: 'contents', '--aside': `${taken}px` } as CSSProperties}>{children}</div>
    </SiblingWidthContext>
  );
};

const Aside = lazyComponent(() => import('./Aside.tsx').then((module) => module.Aside), { silent: true });

/** Narrower than this a panel comes from below. */
const WIDE = '(min-width:900px)';

/** The place beside the screen for a panel that stays open; empty while there is none. */
export const AsideHost = () => {
  const wide = useMediaQuery(WIDE, { noSsr: true });
  const aside = useAsideHere();
  return aside ? <Aside key={kindOfAside(aside.panel)} aside={aside} wide={wide} /> : null;
};
