import { io } from 'socket.io-client';
import type { SocketMessage, SocketSettings } from './socket.ts';

/** A refused handshake is tried again after this time, in milliseconds: the token may have been renewed. */
const RETRY_AFTER_REFUSAL_MS = 30_000;

export interface SocketClient {
  send: (message: SocketMessage) => void;
  stop: () => void;
}

/** Stays connected to the management service. For `openSocket` alone: everybody else subscribes. */
export const connectSocket = (
  { url, path, token }: SocketSettings,
  hear: (message: SocketMessage) => void,
): SocketClient => {
  const socket = io(url || location.origin, {
    path,
    auth: (send) => send({ token: token(), language: document.documentElement.lang }),
    transports: ['websocket', 'polling'],
    withCredentials: true,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  socket.on('message', hear);
  socket.on('connect', () => {
    hear({ event: 'connected', json: {} });
    if (wasConnected) hear({ event: 'resync', json: {} });
    wasConnected = true;
  });
  socket.on('connect_error', () => {
    // The client retries lost connections by itself, refused ones it gives up.
    if (!socket.active) timer = setTimeout(() => token() && socket.connect(), RETRY_AFTER_REFUSAL_MS);
  });
  return {
    send: (message) => {
      if (socket.connected) socket.emit('message', message);
    },
    stop: () => {
      clearTimeout(timer);
      socket.off();
      const { engine } = socket.io;
      if (engine?.readyState !== 'opening') {
        socket.close();
        return;
      }
      // Browsers complain of a connection that is given up on its way: it is ended once it is there.
      socket.io.reconnection(false);
      engine.once('open', () => socket.close());
    },
  };
};
