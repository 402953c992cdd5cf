import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectServesDuring, startServer, type AttackedServer } from './support/server.ts';

const SOCKETS = 20;
/** Each has as much as a message of a console may have, or less. */
const MESSAGES = 200;
const WITHIN = 9_000;

let server: AttackedServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

async function connect(): Promise<Socket> {
  const socket = io(server.url, {
    ...{ path: '/socket/', transports: ['websocket'], forceNew: true, reconnection: false },
    auth: { token: server.token },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  return socket;
}
const connectMany = (): Promise<Socket[]> => Promise.all(Array.from({ length: SOCKETS }, () => connect()));

/** A message with lists within lists, of about so many characters; the client itself writes none so deep. */
const nested = (length: number): string =>
  `2["message",{"event":"record.open","json":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}]`;

it('messages of megabytes end the socket that sends them and hold nobody up', async () => {
  const sockets = await connectMany();
  await expectServesDuring(server, async () => {
    const ended = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
    const json = 'x'.repeat(5_000_000);
    for (const socket of sockets) socket.emit('message', { event: 'record.open', json });
    await Promise.all(ended);
  });
  expect(sockets.map(({ connected }) => connected)).toEqual(sockets.map(() => false));
});

it('messages nested as deeply as their size allows end the socket that sends many, and hold nobody up', async () => {
  const sockets = await connectMany();
  await expectServesDuring(server, async () => {
    const ended = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
    const text = nested(WITHIN);
    for (let message = 0; message < MESSAGES; message += 1)
      for (const socket of sockets) socket.io.engine.send(text);
    await Promise.all(ended);
  });
  expect(sockets.map(({ connected }) => connected)).toEqual(sockets.map(() => false));
});
