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
import { followPreferences, forgetOthers, keepFirstPreference } from './preferences.ts';

assertChannelTypes();

// Most visits begin with a list: its code comes while the person's rights do. A failure shows when it is drawn.
const list = preloadList().catch(() => undefined);

/** Settles when the first drawing need not be one of placeholders: with the list's code, where the address is a list's. */
export const whenFirstScreenReady = async (): Promise<void> => {
  if (screenAt(screens, location.pathname)?.view === 'list') await list;
};

/** Made when it is first drawn: the history starts from the address that is shown then. */
const start = () => {
  const providers = createProviders();
  // Asked for while the first frame is drawn; whoever needs the answer waits for this very request.
  providers.access().catch(() => undefined);
  const known = providers.access.known();
  if (known) {
    forgetOthers(known.user, providers.store);
    followPreferences(known.user);
  }
  keepFirstPreference(providers.store);
  return { providers, history: guardHistory(createBrowserHistory({ v5Compat: true })) };
};

/** The part of the application that comes after sign-in, with everything heavy. */
const Console = () => {
  const [{ providers, history }] = useState(start);
  return (
    <ConsoleTheme>
      <ConsoleRouter history={history}>
        <App {...providers} />
      </ConsoleRouter>
    </ConsoleTheme>
  );
};
export default Console;
