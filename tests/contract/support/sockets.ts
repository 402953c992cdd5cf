import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { SocketMessage } from '../../../services/engine/server/socket.ts';

/** A console's socket and the messages it received. */
export interface TestSocket {
  socket: Socket;
  received: SocketMessage[];
  send(event: string, json: unknown): void;
  /** Resolves with the first matching message, already received or to come. */
  waitFor(is: (message: SocketMessage) => boolean): Promise<SocketMessage>;
}

export async function listenAnywhere(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

export function openSocket(
  url: string,
  token: unknown,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Socket {
  return io(url, {
    path: '/socket/',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
    ...options,
  });
}

export async function connectSocket(url: string, token: string): Promise<TestSocket> {
  const socket = openSocket(url, token);
  const receivedMessages: SocketMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (message: SocketMessage) => {
    receivedMessages.push(message);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    socket,
    received: receivedMessages,
    send: (event, json) => void socket.emit('message', { event, json }),
    waitFor: (is) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = receivedMessages.find(is);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
