import { Suspense, lazy, useEffect } from 'react';
import { ErrorPage } from '../authProvider/pages/ErrorPage.tsx';
import { LoginPage } from '../authProvider/pages/LoginPage.tsx';
import { NotFoundPage } from '../authProvider/pages/NotFoundPage.tsx';
import { SetUpPasswordPage } from '../authProvider/pages/SetUpPasswordPage.tsx';
import { go, usePath } from '../authProvider/navigation.ts';
import { SIGN_IN_PATHS, loginPath, redirectTarget } from '../authProvider/redirect.ts';
import { isSignedIn } from '../authProvider/session.ts';

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
  '/error': () => <ErrorPage />,
  '/404': () => <NotFoundPage />,
};

/** Decides by address and session between the light screens for visitors and the console. */
export const Boot = () => {
  const path = usePath();
  if (SIGN_IN_PATHS.includes(path)) {
    if (isSignedIn()) return <Redirect to={redirectTarget(location.search)} />;
    return PUBLIC[path]?.() ?? <Redirect to="/login" />;
  }
  const screen = PUBLIC[path];
  if (screen) return screen();
  if (!isSignedIn()) return <Redirect to={loginPath(path + location.search)} />;
  return (
    <Suspense fallback={null}>
      <Console />
    </Suspense>
  );
};
