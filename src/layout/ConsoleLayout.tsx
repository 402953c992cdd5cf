import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useStore } from 'ra-core';
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react';
import { HOSTS } from '../resources/panels/useAside.ts';
import { AsideHost } from '../resources/panels/AsideHost.tsx';
import { MENU_WIDTH, MENU_WIDTH_COLLAPSED } from '../theme/tokens.ts';
import { Header } from './Header.tsx';
import { handleKey } from './keys.ts';
import { MenuPanel } from './MenuPanel.tsx';
import { Notifications } from './Notifications.tsx';
import { OnceHost } from './OnceHost.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';
import { SessionWarning } from './SessionWarning.tsx';

const CommandPalette = lazy(() =>
  import('./palette/CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
);
const MenuDrawer = lazy(() => import('./MenuDrawer.tsx').then((module) => ({ default: module.MenuDrawer })));
const ShortcutSheet = lazy(() =>
  import('./ShortcutSheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
);

type Overlay = 'menu' | 'palette' | 'shortcuts' | undefined;

/** The frame around every screen of the console: menu, header, the screen, and what may lie over it. */
export const ConsoleLayout = ({ children }: { children: ReactNode }) => {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [isCollapsed, setCollapsed] = useStore('menu.collapsed', false);
  const [overlay, setOverlay] = useState<Overlay>();
  const close = (): void => setOverlay(undefined);
  useHeadingFocus();

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
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <SkipLink />
      {isWide && (
        <Box
          sx={{
            width,
            flexShrink: 0,
            position: 'sticky',
            top: 0,
            height: '100dvh',
            borderRight: 1,
            borderColor: 'divider',
            overflow: 'hidden',
            transition: 'width 160ms',
          }}
        >
          <MenuPanel isCollapsed={isCollapsed} />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Header
          isMenuOpen={isWide ? !isCollapsed : overlay === 'menu'}
          onToggleMenu={() => (isWide ? setCollapsed(!isCollapsed) : setOverlay('menu'))}
          onSearch={() => setOverlay('palette')}
        />
        <Box sx={{ flex: 1, display: 'flex', minWidth: 0 }}>
          <Box
            component="main"
            id="main"
            tabIndex={-1}
            sx={{ flex: 1, p: { xs: 2, sm: 3 }, outline: 0, minWidth: 0 }}
          >
            <ScreenBoundary>{children}</ScreenBoundary>
          </Box>
          {HOSTS.length > 0 && <AsideHost />}
        </Box>
      </Box>
      <Suspense fallback={null}>
        {overlay === 'menu' && !isWide && <MenuDrawer onClose={close} />}
        {overlay === 'palette' && <CommandPalette onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutSheet open onClose={close} />}
      </Suspense>
      <SessionWarning />
      <OnceHost />
      <Notifications />
    </Box>
  );
};

/** The first stop of the Tab key: past the menu, to the screen. */
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
    Skip to content
  </Box>
);
