import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useColorScheme } from './colorScheme.ts';
import { cspNonce } from './nonce.ts';
import { themeOf } from './theme.ts';

const cache = createCache({ key: 'css', nonce: cspNonce(), prepend: true });

/** The look of everything below, under the page's Content-Security-Policy. */
export const ConsoleTheme = ({ children }: { children: ReactNode }) => {
  const mode = useColorScheme();
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={themeOf(mode)}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
};
