/** Paths of the sign-in screens, which no redirect may lead back to. */
export const SIGN_IN_PATHS = ['/login', '/change-password', '/request-reset-password', '/reset-password'];
const PARAMETER = 'redirect';

/**
 * A path of this console that was asked for, or `/` for anything else: another origin, a scheme, a protocol-relative
 * or backslashed address, a sign-in screen.
 */
export const safePath = (asked: string | null | undefined): string => {
  if (!asked?.startsWith('/')) return '/';
  const url = URL.canParse(asked, location.origin) ? new URL(asked, location.origin) : undefined;
  if (!url || url.origin !== location.origin || SIGN_IN_PATHS.includes(url.pathname)) return '/';
  // Parsing strips tabs, resolves dots and turns backslashes, so what is followed is what was checked.
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
};

/** Where sign-in goes on to, from its own address. */
export const redirectTarget = (search: string): string =>
  safePath(new URLSearchParams(search).get(PARAMETER));

/** Addresses that are sent to people who have to sign in first: they survive it (docs/product.md). */
const KEPT = /^\/chatbot\/report(\/[^/?#]+)?\/?(?=$|[?#])/;

/** The sign-in address for someone who wanted `path`, which it comes back to only for a report. */
export const loginPath = (path: string): string => {
  const target = safePath(path);
  return KEPT.test(target) ? `/login?${PARAMETER}=${encodeURIComponent(target)}` : '/login';
};

const COOKIE = 'redirect';

const storedRedirect = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

export const hasStoredRedirect = (): boolean => storedRedirect() !== undefined;

/**
 * Where someone who is signed in by now goes from a sign-in address: a stored redirect cookie is followed and removed,
 * else what was asked for, else the root.
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
