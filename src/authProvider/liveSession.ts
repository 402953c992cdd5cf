import { config } from '../dataProvider/config.ts';
import { openSocket, subscribe } from '../dataProvider/socket.ts';
import { IDLE_MS } from '../ui/loadable.tsx';
import { whenIdle } from '../ui/whenIdle.ts';
import { isSignedIn, loseSession, sessionToken } from './session.ts';

/** When the socket's code is fetched at the latest, in milliseconds: the first screen goes first, and has a second to itself. */
const PATIENCE_MS = 3000;
/** A person's own sign-out, here or in another tab, is told over the socket too and must win. In milliseconds. */
const GRACE_MS = 500;

/** What a message means for the session and the rights of whoever is signed in. Others are for others. */
export const heed = (event: string, refreshAccess: () => Promise<void>): void => {
  if (event === 'session.ended') {
    setTimeout(() => {
      if (isSignedIn()) loseSession();
    }, GRACE_MS);
  } else {
    // Without an answer the old rights stay on screen; the services refuse what they no longer give.
    refreshAccess().catch(() => undefined);
  }
};

/** After `resync` messages may have been missed, one about the rights among them; the workspace's name comes with them. */
const HEEDED = ['permissions.changed', 'resync', 'network.updated', 'session.ended'];

/** Calls `begin` once a key is pressed. Returns how to stop. */
const onFirstKey = (begin: () => void): (() => void) => {
  document.addEventListener('keydown', begin, { capture: true, once: true });
  return () => document.removeEventListener('keydown', begin, { capture: true });
};

/**
 * Follows what the services say of this session while the console is open. Returns how to stop.
 * @param before what is fetched before the connection stands, so that it hears all; a failure of it keeps nothing back
 */
export const followSession = (
  refreshAccess: () => Promise<void>,
  before: () => Promise<void>,
): (() => void) => {
  const stops = HEEDED.map((event) => subscribe(event, () => heed(event, refreshAccess)));
  let isStopped = false;
  let isBegun = false;
  const connect = async (): Promise<void> => {
    if (isBegun) return;
    isBegun = true;
    typed();
    await before().catch(() => undefined);
    if (isStopped) return;
    const stop = await openSocket({ ...config().socket, token: sessionToken });
    if (isStopped) stop();
    else stops.push(stop);
  };
  // Without it the session still ends with the next answer of the services.
  const begin = (): void => void connect().catch(() => undefined);
  // What is searched for with the first keys is then asked for behind the connection, and not once more because of it.
  const typed = onFirstKey(begin);
  const cancel = whenIdle(begin, {
    after: IDLE_MS,
    within: PATIENCE_MS - IDLE_MS,
  });
  return () => {
    isStopped = true;
    cancel();
    typed();
    for (const stop of stops) stop();
  };
};
