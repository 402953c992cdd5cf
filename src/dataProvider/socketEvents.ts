import type { SocketMessage } from './socket.ts';

type Handler = (json: unknown) => void;
const handlers = new Map<string, Set<Handler>>();

/** Hears one kind of what the services tell open consoles. Returns how to stop. */
export const onSocketEvent = (event: string, handler: Handler): (() => void) => {
  const own = handlers.get(event) ?? new Set();
  handlers.set(event, own.add(handler));
  return () => void own.delete(handler);
};

/** For the owner of the socket: hands a message on to whoever hears its kind. */
export const tellSocketEvent = ({ event, json }: SocketMessage): void => {
  for (const handler of handlers.get(event) ?? []) handler(json);
};
