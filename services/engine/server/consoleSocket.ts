import type { Server } from 'socket.io';
import type { SocketMessage } from '../live/messages.ts';
import type { SocketIdentity } from './socketHandshake.ts';

export interface SocketData extends SocketIdentity {
  expiry: NodeJS.Timeout;
  /** The session is being looked at again: what depends on rights waits for that. */
  checking?: Promise<boolean>;
}

export interface ServerEvents {
  message: (message: SocketMessage) => void;
}

export type ConsoleServer = Server<
  { message: (message: unknown) => void },
  ServerEvents,
  Record<string, never>,
  SocketData
>;

export type ConsoleSocket = Parameters<Parameters<ConsoleServer['use']>[0]>[0];
