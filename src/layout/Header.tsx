import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { opensInDialog } from '../../schemas/model/opensInDialog.ts';
import { findScreenAt } from '../resources/menu/screenShown.ts';
import { isFullBleedForm } from '../resources/form/zones.ts';
import { HEADER_HEIGHT, ONE_PANE } from '../theme/tokens.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { useTrail } from '../resources/menu/useTrail.ts';

/** The header above a screen; empty, it is replaced by the screen's own title. */
const Bar = styled('header')(({ theme }) => ({
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  minHeight: HEADER_HEIGHT,
  padding: '0 var(--edge)',
  '&:empty': { display: 'none' },
  // Space for the menu button.
  [theme.breakpoints.down('md')]: {
    paddingLeft: 'calc(var(--edge) + 40px)',
  },
  // On the line of the title, in place of the menu button.
  [theme.breakpoints.down('sm')]: {
    position: 'absolute',
    zIndex: 5,
    padding: 0,
    left: 3,
  },
}));

/**
 * Whether the screen has its own header: lists do, also behind a dialog, and so do forms that are a page, with their own
 * back link.
 */
export const useHasOwnHeader = (): boolean => {
  const { pathname } = useLocation();
  const screen = useMemo(() => findScreenAt(pathname), [pathname]);
  if (!screen) return false;
  const { model, view } = screen;
  if (model.single) return false;
  const isForm = view === 'create' || view === 'edit';
  return view === 'list' || (isForm && (opensInDialog(model.form, view) || model.list.layout !== 'split'));
};

/** Whether the screen is a form in zones, which needs the width of the menu. */
export const useIsEditor = (): boolean => {
  const { pathname } = useLocation();
  const screen = useMemo(() => findScreenAt(pathname), [pathname]);
  return (
    screen !== undefined && isFullBleedForm(screen.model.form) && ['create', 'edit'].includes(screen.view)
  );
};

/** The back link above a screen; empty where there is none. */
export const Header = () => {
  const trail = useTrail();
  const hasOwnHead = useHasOwnHeader();
  const { pathname } = useLocation();
  // A record beside its list needs no link to it.
  const isBesideList = !useMediaQuery(ONE_PANE) && findScreenAt(pathname)?.model.list.layout === 'split';
  const back = isBesideList ? undefined : trail.slice(0, -1).findLast(({ path }) => path !== undefined);
  return (
    <Bar data-own-head={hasOwnHead || undefined}>
      {!hasOwnHead && back?.path !== undefined && <Breadcrumbs label={back.label} path={back.path} />}
    </Bar>
  );
};
