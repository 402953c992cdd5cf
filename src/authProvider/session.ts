/**
 * The signed-in session: the token in a cookie for an hour, the refresh token in local storage, where the other tabs of
 * this browser see it appear and disappear. It imports nothing of react-admin: the sign-in screen uses it too.
 */

/** Lifetime of the session cookie (docs/product.md). */
export const SESSION_SECONDS = 3600;
const COOKIE = 'session';
const STORAGE_KEY = 'session';

interface Renewal {
  username: string;
  refreshToken: string;
  /** Expiry of the cookie, in milliseconds since the epoch. */
  endsAt: number;
}
export interface Tokens {
  token: string;
  refreshToken: string;
  username: string;
}

/** `signed-out`: the person signed out, here or in another tab. `lost`: the session ended while in use. */
export type EndReason = 'signed-out' | 'lost';

const endListeners = new Set<(reason: EndReason) => void>();
const lossCallbacks = new Set<() => void>();
const endCallbacks = new Set<() => void>();

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const writeCookie = (token: string, seconds: number): void => {
  const secure = LOOPBACK.has(location.hostname) ? '' : '; Secure';
  document.cookie = `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
};

const readRenewal = (): Renewal | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Renewal | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** The token for `Authorization: Bearer`, or null for a visitor. */
export const sessionToken = (): string | null => {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return entry?.slice(COOKIE.length + 1) || null;
};

export const isSignedIn = (): boolean => sessionToken() !== null;

/** When the session expires unless it is renewed, in milliseconds since the epoch; 0 without one. */
export const sessionEndsAt = (): number => (isSignedIn() ? (readRenewal()?.endsAt ?? 0) : 0);

/** What is needed to renew the session, where there is one. */
export const renewal = (): Pick<Renewal, 'username' | 'refreshToken'> | undefined =>
  isSignedIn() ? readRenewal() : undefined;

/** Starts a session, or extends it with a new token for another hour. */
export const startSession = ({ token, refreshToken, username }: Tokens): void => {
  writeCookie(token, SESSION_SECONDS);
  const stored: Renewal = { username, refreshToken, endsAt: Date.now() + SESSION_SECONDS * 1000 };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
};

const clearSession = (): void => {
  writeCookie('', 0);
  localStorage.removeItem(STORAGE_KEY);
};

const notifyEnd = (reason: EndReason): void => {
  for (const callback of endCallbacks) callback();
  for (const listener of endListeners) listener(reason);
};

/** Ends the session because the person signs out. */
export const endSession = (): void => {
  clearSession();
  notifyEnd('signed-out');
};

/** Ends the session because the services no longer accept it; unsaved input is saved first. */
export const loseSession = (): void => {
  for (const callback of lossCallbacks) callback();
  clearSession();
  notifyEnd('lost');
};

/**
 * Registers a callback that saves something, such as a form's unsaved input, before a lost session removes the screen.
 * It runs synchronously, before any redirect. Returns unregister.
 */
export const beforeSessionLost = (callback: () => void): (() => void) => {
  lossCallbacks.add(callback);
  return () => lossCallbacks.delete(callback);
};

/**
 * Registers a callback for the end of the session, whatever its reason, before the screen is removed; such as removing
 * a guard of the address. Returns unregister.
 */
export const beforeSessionEnds = (callback: () => void): (() => void) => {
  endCallbacks.add(callback);
  return () => endCallbacks.delete(callback);
};

/** Calls the listener when the session ends, in this tab or another. Returns unsubscribe. */
export const onSessionEnd = (listener: (reason: EndReason) => void): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if ((key !== STORAGE_KEY && key !== null) || newValue !== null) return;
    for (const callback of [...lossCallbacks, ...endCallbacks]) callback();
    listener('signed-out');
  };
  endListeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    endListeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
};
