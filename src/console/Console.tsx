import { useState } from 'react';
import { RouterProvider, createBrowserRouter } from 'react-router';
import { App } from '../App.tsx';
import '../custom/pages.ts';
import { createProviders } from '../providers.ts';
import { ConsoleTheme } from '../theme/ConsoleTheme.tsx';
import { preloadList } from '../resources/EntityResource.tsx';
import { SessionWatch } from './SessionWatch.tsx';

// Most visits begin with a list: its code comes while the person's rights do. A failure shows when it is drawn.
preloadList().catch(() => undefined);

/** Made when it is first drawn: the router starts from the address that is shown then. */
const createConsoleRouter = () => {
  const providers = createProviders();
  // Asked for while the first frame is drawn; whoever needs the answer waits for this very request.
  providers.access().catch(() => undefined);
  const element = (
    <>
      <SessionWatch />
      <App {...providers} />
    </>
  );
  // A data router, because only such a one can hold a person back from leaving unsaved input.
  return createBrowserRouter([{ path: '*', element }]);
};

/** The part of the application that comes after sign-in, with everything heavy. */
const Console = () => {
  const [router] = useState(createConsoleRouter);
  return (
    <ConsoleTheme>
      <RouterProvider router={router} />
    </ConsoleTheme>
  );
};
export default Console;
