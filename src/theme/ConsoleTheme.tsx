import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useColorScheme } from './colorScheme.ts';
import { cspNonce } from './nonce.ts';
import { getTheme } from './theme.ts';

const cache = createCache({ key: 'css', nonce: cspNonce(), prepend: true });

/** Provides the theme, with the nonce of the page's Content-Security-Policy. */
export const ConsoleTheme = ({ children }: { children: ReactNode }) => {
  const mode = useColorScheme();
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={getTheme(mode)}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
};
