import { useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { App } from './App.tsx';
import { assertChannelTypes } from '../channels/registry.ts';
import '../custom/pages.ts';
import '../resources/fields/registry.ts';
import { createProviders } from './providers.ts';
import { ConsoleTheme } from '../theme/ConsoleTheme.tsx';
import { preloadList } from './EntityResource.tsx';
import { screenAt } from '../resources/paths.ts';
import { screens } from '../resources/product.ts';
import { ConsoleRouter } from '../routing/ConsoleRouter.tsx';
import { guardHistory } from '../routing/guardedHistory.ts';
import { applyPreferences, removeOthersPreferences, storeEmbeddedPreference } from './preferences.ts';

assertChannelTypes();

// Most visits start with a list: its code is fetched in parallel with the rights. A failure shows when it is rendered.
const list = preloadList().catch(() => undefined);

/** Resolves when the first render needs no placeholders: with the list's code, where the address is a list's. */
export const whenFirstScreenReady = async (): Promise<void> => {
  if (screenAt(screens, location.pathname)?.view === 'list') await list;
};

/** Called at the first render: the history starts at the current address. */
const createConsole = () => {
  const providers = createProviders();
  // Requested during the first render; everybody who needs the rights awaits this same request.
  providers.access().catch(() => undefined);
  const known = providers.access.known();
  if (known) {
    removeOthersPreferences(known.user, providers.store);
    applyPreferences(known.user);
  }
  storeEmbeddedPreference(providers.store);
  return { providers, history: guardHistory(createBrowserHistory({ v5Compat: true })) };
};

/** The application after sign-in, with all large dependencies. */
const Console = () => {
  const [{ providers, history }] = useState(createConsole);
  return (
    <ConsoleTheme>
      <ConsoleRouter history={history}>
        <App {...providers} />
      </ConsoleRouter>
    </ConsoleTheme>
  );
};
export default Console;
