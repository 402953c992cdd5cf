/**
 * The signed-in session: the token in a cookie that lives for an hour, the means to renew it in local storage,
 * where the other tabs of this browser see it come and go. No react-admin in here: the sign-in screen uses it too.
 */

/** Life of the session cookie (docs/product.md). */
export const SESSION_SECONDS = 3600;
const COOKIE = 'session';
const STORAGE_KEY = 'session';

interface Renewal {
  username: string;
  refreshToken: string;
  /** When the cookie ends, in milliseconds since the epoch. */
  endsAt: number;
}
export interface Tokens {
  token: string;
  refreshToken: string;
  username: string;
}

/** `signed-out`: the person left, here or in another tab. `lost`: the session ended while in use. */
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

/** When the session ends unless it is renewed, in milliseconds since the epoch; 0 without one. */
export const sessionEndsAt = (): number => (isSignedIn() ? (readRenewal()?.endsAt ?? 0) : 0);

/** What a renewal needs, if there is a session to renew. */
export const renewal = (): Pick<Renewal, 'username' | 'refreshToken'> | undefined =>
  isSignedIn() ? readRenewal() : undefined;

/** Begins a session, or carries it on with a new token for another hour. */
export const startSession = ({ token, refreshToken, username }: Tokens): void => {
  writeCookie(token, SESSION_SECONDS);
  const kept: Renewal = { username, refreshToken, endsAt: Date.now() + SESSION_SECONDS * 1000 };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
};

const forget = (): void => {
  writeCookie('', 0);
  localStorage.removeItem(STORAGE_KEY);
};

const announce = (reason: EndReason): void => {
  for (const callback of endCallbacks) callback();
  for (const listener of endListeners) listener(reason);
};

/** Ends the session because the person leaves. */
export const endSession = (): void => {
  forget();
  announce('signed-out');
};

/** Ends the session that the services no longer accept; unsaved input is kept first. */
export const loseSession = (): void => {
  for (const callback of lossCallbacks) callback();
  forget();
  announce('lost');
};

/**
 * Registers what must be kept before a session that ended takes the screen away, such as a form's unsaved input.
 * The callback runs synchronously, before any redirect. Returns how to unregister it.
 */
export const beforeSessionLost = (callback: () => void): (() => void) => {
  lossCallbacks.add(callback);
  return () => lossCallbacks.delete(callback);
};

/**
 * Registers what must be done before the end of a session, whatever ended it, takes the screen away, such as letting
 * go of an address that is held. Returns how to unregister it.
 */
export const beforeSessionEnds = (callback: () => void): (() => void) => {
  endCallbacks.add(callback);
  return () => endCallbacks.delete(callback);
};

/** Tells when the session ends, in this tab or another. Returns how to stop listening. */
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
