import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useStore } from 'react-admin';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { AsideHost, BesideAside } from '../resources/panels/AsideHost.tsx';
import {
  HEADER_HEIGHT,
  MENU_WIDTH,
  MENU_WIDTH_COLLAPSED,
  PHONE,
  RADIUS_LARGE,
  SHEET_GAP,
} from '../theme/tokens.ts';
import { Header, useIsEditor, useHasOwnHeader } from './Header.tsx';
import { JobTray } from './jobs/JobTray.tsx';
import { handleKey } from './keys.ts';
import { MenuPanel } from './MenuPanel.tsx';
import { NoticeTray } from './notices/NoticeTray.tsx';
import { Notifications } from '../ui/Notifications.tsx';
import { OneTimeSecretHost } from './OneTimeSecretHost.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { MenuWidthContext } from '../ui/availableWidth.ts';
import { ScreenBoundary } from '../ui/ScreenBoundary.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';
import { SessionWarning } from './SessionWarning.tsx';
import { whenIdle } from '../ui/whenIdle.ts';
import { t } from '../../schemas/texts/translate.ts';

const CommandPalette = lazyComponent(() =>
  import('./palette/CommandPalette.tsx').then((it) => it.CommandPalette),
);
const MenuDrawer = lazyComponent(() => import('./MenuDrawer.tsx').then((it) => it.MenuDrawer));
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx').then((it) => it.ShortcutsDialog));

type Overlay = 'menu' | 'palette' | 'shortcuts' | undefined;

/** The layout around every screen: the menu, the content, and overlays. */
export const ConsoleLayout = ({ children }: { children: ReactNode }) => {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const isEditor = useIsEditor();
  const [isCollapsed, setCollapsed] = useStore(
    isEditor ? 'menu.collapsedInEditors' : 'menu.collapsed',
    isEditor,
  );
  const [overlay, setOverlay] = useState<Overlay>();
  const close = (): void => setOverlay(undefined);
  const hasOwnHead = useHasOwnHeader();
  useHeadingFocus();
  // Fetched once; without it, truncated texts only lack their tooltip.
  useEffect(() => whenIdle(() => void import('../ui/truncationTooltip.ts').catch(() => undefined)), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void =>
      handleKey(event, {
        openPalette: () => setOverlay('palette'),
        openShortcuts: () => setOverlay('shortcuts'),
      });
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const width = isCollapsed ? MENU_WIDTH_COLLAPSED : MENU_WIDTH;
  return (
    <MenuWidthContext value={isWide ? width : 0}>
      <Box
        sx={{ display: 'flex', height: '100dvh', overflow: 'hidden' }}
        style={{ '--menu': `${isWide ? width : 0}px` } as CSSProperties}
      >
        <SkipLink />
        {isWide && (
          <Box sx={{ width, flexShrink: 0, height: '100%', transition: 'width var(--slow)' }}>
            <MenuPanel
              isCollapsed={isCollapsed}
              onSearch={() => setOverlay('palette')}
              onCollapse={() => setCollapsed(!isCollapsed)}
            />
          </Box>
        )}
        <Box
          sx={{
            position: 'relative',
            flex: 1,
            minWidth: 0,
            display: 'flex',
            overflow: 'hidden',
            bgcolor: 'background.paper',
            m: { xs: 0, md: `${SHEET_GAP}px` },
            ml: { md: 0 },
            border: { md: '1px solid var(--frame)' },
            borderRadius: { md: `${RADIUS_LARGE}px` },
            [PHONE]: { '&:has([data-way-back]) > [data-menu-handle]': { display: 'none' } },
          }}
        >
          {!isWide && <MenuButton isOpen={overlay === 'menu'} onOpen={() => setOverlay('menu')} />}
          <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
            <Header />
            <Box
              component="main"
              id="main"
              tabIndex={-1}
              data-own-head={hasOwnHead || undefined}
              sx={{
                position: 'relative',
                flex: 1,
                minHeight: 0,
                minWidth: 0,
                overflow: 'auto',
                outline: 0,
                p: 'var(--edge)',
                pt: 0,
                // Below the menu button or the back link, or beside them: `--lead` is their width there.
                '--lead': { xs: '32px', sm: '0px' },
                'header:empty + &': {
                  '--lead': { sm: '40px', md: '0px' },
                  pt: { xs: `${HEADER_HEIGHT}px`, md: 'var(--edge)' },
                },
                'header:not(:empty) + &': {
                  pt: { xs: `${HEADER_HEIGHT}px`, sm: 0 },
                },
                'header:empty + &:has([data-page-title])': { pt: '12px' },
                'header:empty + &:is([data-own-head], :has([data-form-head=top]))': { pt: 0 },
                // A screen that failed has no header.
                'header:empty + &&:has([data-message])': {
                  pt: { xs: `${HEADER_HEIGHT}px`, md: 'var(--edge)' },
                },
                // On a phone that header is the line itself.
                'header + &&:has([data-page-head])': { [PHONE]: { pt: 0 } },
                // Focused elements are not scrolled below the form's header.
                '&:has([data-form-head])': {
                  scrollPaddingTop: { xs: `${2 * HEADER_HEIGHT}px`, lg: `${HEADER_HEIGHT + 16}px` },
                },
              }}
            >
              <BesideAside>
                <ScreenBoundary>{children}</ScreenBoundary>
              </BesideAside>
            </Box>
          </Box>
          <AsideHost />
        </Box>
        {overlay === 'menu' && !isWide && (
          <MenuDrawer onClose={close} onSearch={() => setOverlay('palette')} />
        )}
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutsDialog open onClose={close} />}
        <SessionWarning />
        <OneTimeSecretHost />
        <Notifications />
      </Box>
    </MenuWidthContext>
  );
};

/**
 * Button that opens the menu where it is a drawer, in the header of every screen, with a badge for notices and jobs. On a
 * phone the back link replaces it.
 */
const MenuButton = ({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) => (
  <Box data-menu-handle sx={{ position: 'absolute', zIndex: 'appBar', top: 8, left: { xs: 6, sm: 14 } }}>
    <IconButton
      aria-label={t('Menu')}
      aria-expanded={isOpen}
      onClick={onOpen}
      sx={{
        width: 40,
        height: 40,
        // Content that scrolls below it must not show through.
        '&, &:hover': { bgcolor: 'background.paper' },
      }}
    >
      <MenuIcon fontSize="small" />
    </IconButton>
    <Box sx={{ position: 'absolute', top: 2, right: 0, display: 'flex', gap: '2px', pointerEvents: 'none' }}>
      <NoticeTray asMark />
      <JobTray asMark />
    </Box>
  </Box>
);

/** Link that skips the menu, as the first tab stop. */
const SkipLink = () => (
  <Box
    component="a"
    href="#main"
    sx={{
      position: 'fixed',
      top: -60,
      left: 8,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      borderRadius: 1,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
      '&:focus': { top: 8 },
    }}
  >
    {t('Skip to content')}
  </Box>
);
