import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isSignedIn } from './authProvider/session.ts';
import { loadConfig } from './config.ts';
import { Boot } from './console/Boot.tsx';
import { StartFailed } from './console/StartFailed.tsx';
import { followMode } from './theme/mode.ts';
import { addStyle } from './theme/nonce.ts';
import { tokensCss } from './theme/tokens.ts';

addStyle(tokensCss());
followMode();
// Someone who is signed in needs the console: fetch it beside the configuration, not after it.
if (isSignedIn()) import('./console/Console.tsx').catch(() => undefined);

const root = createRoot(document.getElementById('root') ?? document.body);
loadConfig().then(
  () =>
    root.render(
      <StrictMode>
        <Boot />
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
);
