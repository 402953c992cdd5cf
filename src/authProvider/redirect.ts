/** Paths of the sign-in screens, which no redirect may lead back to. */
export const SIGN_IN_PATHS = ['/login', '/change-password', '/request-reset-password', '/reset-password'];
const PARAMETER = 'redirect';

/**
 * The requested path of this console, or `/` for anything else: another origin, a scheme, a protocol-relative or
 * backslashed address, a sign-in screen.
 */
export const safePath = (requested: string | null | undefined): string => {
  if (!requested?.startsWith('/')) return '/';
  const url = URL.canParse(requested, location.origin) ? new URL(requested, location.origin) : undefined;
  if (!url || url.origin !== location.origin || SIGN_IN_PATHS.includes(url.pathname)) return '/';
  // Parsing strips tabs, resolves dots and turns backslashes, so the result is exactly what was checked.
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
};

/** The target of sign-in, from the query of its address. */
export const redirectTarget = (search: string): string =>
  safePath(new URLSearchParams(search).get(PARAMETER));

/** Addresses in messages to people who may have to sign in first: sign-in returns to them (docs/product.md). */
const RETURN_PATHS = /^\/chatbot\/report(\/[^/?#]+)?\/?(?=$|[?#])/;

/** The sign-in address for someone who requested `path`; only a report is returned to. */
export const loginPath = (path: string): string => {
  const target = safePath(path);
  return RETURN_PATHS.test(target) ? `/login?${PARAMETER}=${encodeURIComponent(target)}` : '/login';
};

const COOKIE = 'redirect';

const storedRedirect = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

export const hasStoredRedirect = (): boolean => storedRedirect() !== undefined;

/**
 * The path after sign-in: that of the redirect cookie, which is removed, else the one in the query, else the root.
 */
export const afterSignIn = (search: string): string => {
  const stored = storedRedirect();
  if (stored === undefined) return redirectTarget(search);
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`;
  try {
    return safePath(decodeURIComponent(stored));
  } catch {
    return redirectTarget(search);
  }
};
