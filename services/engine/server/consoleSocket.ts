import type { Server } from 'socket.io';
import type { SocketMessage } from '../live/messages.ts';
import type { Identified } from './socketHandshake.ts';

interface Connected extends Identified {
  expiry: NodeJS.Timeout;
  /** The session is being looked at again: what depends on rights waits for that. */
  checking?: Promise<boolean>;
}

export interface Events {
  message: (message: SocketMessage) => void;
}

export type ConsoleServer = Server<
  { message: (message: unknown) => void },
  Events,
  Record<string, never>,
  Connected
>;

export type ConsoleSocket = Parameters<Parameters<ConsoleServer['use']>[0]>[0];
