import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './dataProvider/config.ts';
import { loadLanguage } from './i18n/language.ts';
import { Boot, preloadInitialScreen } from './console/Boot.tsx';
import { takeEmbedded } from './console/embeddedResponses.ts';
import { StartFailed } from './console/StartFailed.tsx';
import { addFonts } from './theme/fonts.ts';
import { initColorScheme } from './theme/colorScheme.ts';
import { addStyle } from './theme/nonce.ts';
import { tokensCss } from './theme/tokens.ts';
import { touchCss } from './theme/touch.ts';
import { whenIdle } from './ui/whenIdle.ts';

addStyle(tokensCss() + touchCss());
addFonts(addStyle, whenIdle);
initColorScheme();

const root = createRoot(document.getElementById('root') ?? document.body);
// Until all is there the page shows the outline that it came with.
Promise.all([loadConfig(takeEmbedded), loadLanguage().then(preloadInitialScreen)]).then(
  () =>
    root.render(
      <StrictMode>
        <Boot />
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
);
