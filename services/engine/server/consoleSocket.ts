import type { Server } from 'socket.io';
import type { SocketMessage } from '../live/messages.ts';
import type { Identified } from './socketHandshake.ts';

interface SocketData extends Identified {
  expiry: NodeJS.Timeout;
  /** A recheck of the session under way, for which messages that depend on rights wait; resolves with whether it is valid. */
  checking?: Promise<boolean>;
}

export interface Events {
  message: (message: SocketMessage) => void;
}

export type ConsoleServer = Server<
  { message: (message: unknown) => void },
  Events,
  Record<string, never>,
  SocketData
>;

export type ConsoleSocket = Parameters<Parameters<ConsoleServer['use']>[0]>[0];
