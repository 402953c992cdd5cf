import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { opensInDialog } from '../../schemas/model/opensInDialog.ts';
import { screenShown } from '../resources/menu/screenShown.ts';
import { isFullBleedForm } from '../resources/form/zones.ts';
import { HEADER_HEIGHT, ONE_PANE } from '../theme/tokens.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { useTrail } from '../resources/menu/useTrail.ts';

/** What stands above a screen; without anything in it, the screen's own title takes its place. */
const Bar = styled('header')(({ theme }) => ({
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  minHeight: HEADER_HEIGHT,
  padding: '0 var(--edge)',
  '&:empty': { display: 'none' },
  // Room for the menu's handle.
  [theme.breakpoints.down('md')]: {
    paddingLeft: 'calc(var(--edge) + 40px)',
  },
  // On the line of the title, in the place of the menu's handle.
  [theme.breakpoints.down('sm')]: {
    position: 'absolute',
    zIndex: 5,
    padding: 0,
    left: 3,
  },
}));

/**
 * Lists bring their title and actions at the top of the sheet, also while a dialog stands before them; forms that are a
 * page bring their way back too.
 */
export const useOwnHead = (): boolean => {
  const { pathname } = useLocation();
  const screen = useMemo(() => screenShown(pathname), [pathname]);
  if (!screen) return false;
  const { model, view } = screen;
  if (model.single) return false;
  const isForm = view === 'create' || view === 'edit';
  return view === 'list' || (isForm && (opensInDialog(model.form, view) || model.list.layout !== 'split'));
};

/** Whether the screen is a form in zones, which wants the room of the menu. */
export const useIsEditor = (): boolean => {
  const { pathname } = useLocation();
  const screen = useMemo(() => screenShown(pathname), [pathname]);
  return (
    screen !== undefined && isFullBleedForm(screen.model.form) && ['create', 'edit'].includes(screen.view)
  );
};

/** The way back from a screen, above it; empty where there is none. */
export const Header = () => {
  const trail = useTrail();
  const hasOwnHead = useOwnHead();
  const { pathname } = useLocation();
  // Beside the list that is its way back a record needs no other.
  const isBesideList = !useMediaQuery(ONE_PANE) && screenShown(pathname)?.model.list.layout === 'split';
  const back = isBesideList ? undefined : trail.slice(0, -1).findLast(({ path }) => path !== undefined);
  return (
    <Bar data-own-head={hasOwnHead || undefined}>
      {!hasOwnHead && back?.path !== undefined && <Breadcrumbs label={back.label} path={back.path} />}
    </Bar>
  );
};
