import { io } from 'socket.io-client';

/** What a service tells open consoles: `permissions.changed`, `network.updated`… */
export interface SocketMessage {
  event: string;
  json: unknown;
}

interface SocketSettings {
  /** Origin of the service; empty for the console's own. */
  url: string;
  path: string;
  /** The session's token, asked for at every connection; it travels in the handshake, never in the address. */
  token: () => string | null;
  onMessage: (message: SocketMessage) => void;
  /** It is connected again after a time in which messages may have been missed. */
  onReturn: () => void;
}

/** A refused handshake is tried again after this time, in milliseconds: the token may have been renewed. */
const REFUSED_MS = 30_000;

/** Stays connected to the management service. Returns how to stop. */
export const connectSocket = ({ url, path, token, onMessage, onReturn }: SocketSettings): (() => void) => {
  const socket = io(url || location.origin, {
    path,
    auth: (send) => send({ token: token() }),
    transports: ['websocket', 'polling'],
    withCredentials: true,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  socket.on('message', onMessage);
  socket.on('connect', () => {
    if (wasConnected) onReturn();
    wasConnected = true;
  });
  socket.on('connect_error', () => {
    // The client retries lost connections by itself, refused ones it gives up.
    if (!socket.active) timer = setTimeout(() => token() && socket.connect(), REFUSED_MS);
  });
  return () => {
    clearTimeout(timer);
    socket.close();
  };
};
