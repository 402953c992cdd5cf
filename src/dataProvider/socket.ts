import type { SocketClient } from './socketClient.ts';

/** What a service tells open consoles: `record.changed`, `permissions.changed`… */
export interface SocketMessage {
  event: string;
  json: unknown;
}

export interface SocketSettings {
  /** Origin of the service; empty for the console's own. */
  url: string;
  path: string;
  /** The session's token, asked for at every connection; it travels in the handshake, never in the address. */
  token: () => string | null;
}

type Listener = (json: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
let client: SocketClient | undefined;

/**
 * Hears one kind of what the services tell open consoles. Beside their messages there are `connected`, at each
 * connection, and `resync`, after a time in which messages may have been missed. Returns how to stop.
 */
export const subscribe = (event: string, listener: Listener): (() => void) => {
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(listener));
  return () => void own.delete(listener);
};

/** Hands a message on to whoever hears its kind. */
export const dispatchMessage = ({ event, json }: SocketMessage): void => {
  for (const listener of [...(listeners.get(event) ?? [])]) listener(json);
};

/** Tells the services something; without a connection it is lost, so it is said again when `connected` is heard. */
export const sendMessage = (event: string, json: unknown): void => client?.send({ event, json });

/** The console's one socket, with its code fetched when it is opened. Returns how to close it. */
export const openSocket = async (settings: SocketSettings): Promise<() => void> => {
  const { connectSocket } = await import('./socketClient.ts');
  client?.stop();
  const own = connectSocket(settings, dispatchMessage);
  client = own;
  return () => {
    own.stop();
    if (client === own) client = undefined;
  };
};
