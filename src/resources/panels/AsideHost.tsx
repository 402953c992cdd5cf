import useMediaQuery from '@mui/material/useMediaQuery';
import { part } from '../../layout/part.tsx';
import { useAsideHere } from './useAside.ts';

const Aside = part(() => import('./Aside.tsx').then((module) => module.Aside), { quiet: true });

/** From here on there is room beside the screen. */
const WIDE = '(min-width:900px)';

/** The place beside the screen for a panel that stays open; empty while there is none. */
export const AsideHost = () => {
  const wide = useMediaQuery(WIDE, { noSsr: true });
  const aside = useAsideHere();
  return aside ? <Aside key={aside.panel} aside={aside} wide={wide} /> : null;
};
