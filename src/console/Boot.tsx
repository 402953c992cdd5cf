import { useEffect } from 'react';
import { ErrorPage } from '../authProvider/pages/ErrorPage.tsx';
import { NotFoundPage } from '../authProvider/pages/NotFoundPage.tsx';
import { navigateTo, usePathname } from '../authProvider/navigation.ts';
import { SIGN_IN_PATHS, afterSignIn, hasStoredRedirect, loginPath } from '../authProvider/redirect.ts';
import { isSignedIn } from '../authProvider/session.ts';
import { isLanguageChanged, useLanguage } from '../i18n/language.ts';
import { loadable } from '../ui/loadable.tsx';

const LoginPage = loadable(() =>
  import('../authProvider/pages/LoginPage.tsx').then((module) => module.LoginPage),
);
const SetUpPasswordPage = loadable(() =>
  import('../authProvider/pages/SetUpPasswordPage.tsx').then((module) => module.SetUpPasswordPage),
);
const RequestResetPage = loadable(() =>
  import('../authProvider/pages/RequestResetPage.tsx').then((module) => module.RequestResetPage),
);
const ResetPage = loadable(() =>
  import('../authProvider/pages/ResetPage.tsx').then((module) => module.ResetPage),
);
const Console = loadable(async () => {
  const module = await import('./Console.tsx');
  await module.whenFirstScreenReady();
  return module.default;
});
// A failure shows when the console is rendered.
const preload = (): void => void Console.preload().catch(() => undefined);

const Redirect = ({ to }: { to: string }) => {
  useEffect(() => navigateTo(to, { replace: true }), [to]);
  return null;
};

/** Reloads the page: the console's code has read its texts when it was loaded. */
const Reload = () => {
  useEffect(() => location.reload(), []);
  return null;
};

/** Redirects to the path that was requested before sign-in. */
const RedirectAfterSignIn = () => {
  useEffect(() => navigateTo(afterSignIn(location.search), { replace: true }), []);
  return null;
};

/** Screens for visitors, by path. */
const PUBLIC_ROUTES: Record<string, () => React.ReactNode> = {
  '/login': () => <LoginPage preload={preload} />,
  '/change-password': () => <SetUpPasswordPage />,
  '/request-reset-password': () => <RequestResetPage />,
  '/reset-password': () => <ResetPage />,
  '/error': () => <ErrorPage />,
  '/404': () => <NotFoundPage />,
};

/** Fetches the code of the first screen, in parallel with the configuration. A failure shows when it is rendered. */
export const preloadInitialScreen = (): Promise<unknown> =>
  (isSignedIn() ? Console : LoginPage).preload().catch(() => undefined);

const Screen = ({ path }: { path: string }) => {
  if (SIGN_IN_PATHS.includes(path)) {
    if (isSignedIn()) return <RedirectAfterSignIn />;
    return PUBLIC_ROUTES[path]?.() ?? <Redirect to="/login" />;
  }
  const screen = PUBLIC_ROUTES[path];
  if (screen) return screen();
  if (!isSignedIn()) return <Redirect to={loginPath(path + location.search)} />;
  if (path === '/' && hasStoredRedirect()) return <RedirectAfterSignIn />;
  return isLanguageChanged() ? <Reload /> : <Console />;
};

/** Renders the sign-in screens or the console, by address and session. */
export const Boot = () => {
  useLanguage();
  return <Screen path={usePathname()} />;
};
