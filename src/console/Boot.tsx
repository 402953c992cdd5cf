import { Suspense, lazy, useEffect } from 'react';
import { ErrorPage } from '../authProvider/pages/ErrorPage.tsx';
import { NotFoundPage } from '../authProvider/pages/NotFoundPage.tsx';
import { go, usePath } from '../authProvider/navigation.ts';
import { SIGN_IN_PATHS, loginPath, redirectTarget } from '../authProvider/redirect.ts';
import { isSignedIn } from '../authProvider/session.ts';

const LoginPage = lazy(() =>
  import('../authProvider/pages/LoginPage.tsx').then((module) => ({ default: module.LoginPage })),
);
const SetUpPasswordPage = lazy(() =>
  import('../authProvider/pages/SetUpPasswordPage.tsx').then((module) => ({
    default: module.SetUpPasswordPage,
  })),
);
const RequestResetPage = lazy(() =>
  import('../authProvider/pages/RequestResetPage.tsx').then((module) => ({
    default: module.RequestResetPage,
  })),
);
const ResetPage = lazy(() =>
  import('../authProvider/pages/ResetPage.tsx').then((module) => ({ default: module.ResetPage })),
);
const loadConsole = () => import('./Console.tsx');
const Console = lazy(loadConsole);
// A failure shows when the console is really needed.
const preload = (): void => void loadConsole().catch(() => undefined);

const Redirect = ({ to }: { to: string }) => {
  useEffect(() => go(to, { replace: true }), [to]);
  return null;
};

/** Screens for visitors, by path. */
const PUBLIC: Record<string, () => React.ReactNode> = {
  '/login': () => <LoginPage preload={preload} />,
  '/change-password': () => <SetUpPasswordPage />,
  '/request-reset-password': () => <RequestResetPage />,
  '/reset-password': () => <ResetPage />,
  '/error': () => <ErrorPage />,
  '/404': () => <NotFoundPage />,
};

/** Fetches what this visit begins with, beside the configuration rather than after it. A failure shows when it is drawn. */
export const preloadFirst = (): void => {
  const first = isSignedIn() ? loadConsole() : import('../authProvider/pages/LoginPage.tsx');
  first.catch(() => undefined);
};

const Screen = ({ path }: { path: string }) => {
  if (SIGN_IN_PATHS.includes(path)) {
    if (isSignedIn()) return <Redirect to={redirectTarget(location.search)} />;
    return PUBLIC[path]?.() ?? <Redirect to="/login" />;
  }
  const screen = PUBLIC[path];
  if (screen) return screen();
  if (!isSignedIn()) return <Redirect to={loginPath(path + location.search)} />;
  return <Console />;
};

/** Decides by address and session between the light screens for visitors and the console. */
export const Boot = () => (
  <Suspense fallback={null}>
    <Screen path={usePath()} />
  </Suspense>
);
