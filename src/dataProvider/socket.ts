import type { SocketClient } from './socketClient.ts';

/** A message between the services and open consoles: `record.changed`, `permissions.changed`… */
export interface SocketMessage {
  event: string;
  json: unknown;
}

export interface SocketSettings {
  /** Origin of the service; empty for the console's own. */
  url: string;
  path: string;
  /** The session's token, read at every connection; it is sent in the handshake, never in the address. */
  token: () => string | null;
}

type Listener = (json: unknown) => void;
const listeners = new Map<string, Set<Listener>>();
let client: SocketClient | undefined;

/**
 * Subscribes to one event of the services. There are two more events: `connected`, at each connection, and `resync`,
 * after a reconnection, when messages may have been missed.
 * @returns unsubscribe
 */
export const subscribe = (event: string, listener: Listener): (() => void) => {
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(listener));
  return () => void own.delete(listener);
};

/** Passes a message to the listeners of its event. */
export const dispatchMessage = ({ event, json }: SocketMessage): void => {
  for (const listener of [...(listeners.get(event) ?? [])]) listener(json);
};

/** Sends a message to the services; without a connection it is lost, so send it again on `connected`. */
export const sendMessage = (event: string, json: unknown): void => client?.send({ event, json });

/** Opens the console's only socket; its code is fetched then. Returns how to close it. */
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
