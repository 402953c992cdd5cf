import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { loadable } from '../../layout/loadable.tsx';
import { useAsideHere } from './useAside.ts';

const Aside = loadable(() => import('./Aside.tsx').then((module) => module.Aside));

/** The place beside the screen for a panel that stays open; empty while there is none. */
export const AsideHost = () => {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const aside = useAsideHere();
  return aside ? <Aside key={aside.panel} aside={aside} wide={wide} /> : null;
};
