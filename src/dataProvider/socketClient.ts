import { io } from 'socket.io-client';
import type { SocketMessage, SocketSettings } from './socket.ts';

/** Delay before a refused handshake is retried: the token may have been renewed. */
const RETRY_AFTER_REFUSAL_MS = 30_000;

export interface SocketClient {
  send: (message: SocketMessage) => void;
  stop: () => void;
}

/** Keeps a connection to the management service. Only `openSocket` calls it; everybody else subscribes. */
export const connectSocket = (
  { url, path, token }: SocketSettings,
  onMessage: (message: SocketMessage) => void,
): SocketClient => {
  const socket = io(url || location.origin, {
    path,
    auth: (send) => send({ token: token(), language: document.documentElement.lang }),
    transports: ['websocket', 'polling'],
    withCredentials: true,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  socket.on('message', onMessage);
  socket.on('connect', () => {
    onMessage({ event: 'connected', json: {} });
    if (wasConnected) onMessage({ event: 'resync', json: {} });
    wasConnected = true;
  });
  socket.on('connect_error', () => {
    // The client retries lost connections by itself, refused ones it does not.
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
      // Browsers log an error when a connecting socket is closed: it is closed once it is open.
      socket.io.reconnection(false);
      engine.once('open', () => socket.close());
    },
  };
};
