import type { AccessLoader } from './access.ts';
import { config } from '../dataProvider/config.ts';
import { openSocket, subscribe } from '../dataProvider/socket.ts';
import { IDLE_MS } from '../ui/loadable.tsx';
import { whenIdle } from '../ui/whenIdle.ts';
import { isSignedIn, loseSession, sessionToken } from './session.ts';

/** Latest time at which the socket's code is fetched: the first screen loads first, and then has a second without other work. */
const MAX_CONNECT_DELAY_MS = 3000;
/** A sign-out, here or in another tab, also arrives over the socket; this delay lets its own handling come first. */
const SIGN_OUT_GRACE_MS = 500;

/** Applies an event of the services to the session and the rights of the signed-in person. */
export const applySessionEvent = (event: string, refreshAccess: AccessLoader['refresh']): void => {
  if (event === 'session.ended') {
    setTimeout(() => {
      if (isSignedIn()) loseSession();
    }, SIGN_OUT_GRACE_MS);
  } else {
    // If the request fails, the old rights stay on screen; the services enforce the new ones.
    refreshAccess(event === 'connected').catch(() => undefined);
  }
};

/**
 * Before a connection, also the first one, and after `resync`, messages may have been missed, also about rights. The
 * rights' response includes the workspace's name and its years.
 */
const SESSION_EVENTS = ['permissions.changed', 'connected', 'resync', 'network.updated', 'session.ended'];

/** Calls `begin` at the first key press. Returns unsubscribe. */
const onFirstKey = (begin: () => void): (() => void) => {
  document.addEventListener('keydown', begin, { capture: true, once: true });
  return () => document.removeEventListener('keydown', begin, { capture: true });
};

/**
 * Opens the socket and applies what the services say about this session. Returns stop.
 * @param prepare fetched before the socket opens, so that its subscribers miss nothing; its failure delays nothing
 */
export const connectSession = (
  refreshAccess: AccessLoader['refresh'],
  prepare: () => Promise<void>,
): (() => void) => {
  const stops = SESSION_EVENTS.map((event) =>
    subscribe(event, () => applySessionEvent(event, refreshAccess)),
  );
  let isStopped = false;
  let isStarted = false;
  const connect = async (): Promise<void> => {
    if (isStarted) return;
    isStarted = true;
    stopKeyListener();
    await prepare().catch(() => undefined);
    if (isStopped) return;
    const stop = await openSocket({ ...config().socket, token: sessionToken });
    if (isStopped) stop();
    else stops.push(stop);
  };
  // Without the socket, the session still ends with the next response of the services.
  const begin = (): void => void connect().catch(() => undefined);
  // The first keys may start a search; connecting before it prevents a second request after the connection.
  const stopKeyListener = onFirstKey(begin);
  const cancel = whenIdle(begin, {
    after: IDLE_MS,
    within: MAX_CONNECT_DELAY_MS - IDLE_MS,
  });
  return () => {
    isStopped = true;
    cancel();
    stopKeyListener();
    for (const stop of stops) stop();
  };
};
