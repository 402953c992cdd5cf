import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startServices, type TestServices } from '../../../tests/contract/support/services.ts';
import { DEMO_PASSWORD } from '../../products/demo/people.ts';
import type { Audience, SocketMessage } from './socket.ts';

let services: TestServices;
let url: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  services = await startServices();
  await services.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(services.app.server.address() as AddressInfo).port}`;
}, 120_000);
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => services.stop());

async function tokensOf(username: string): Promise<{ IdToken: string; RefreshToken: string }> {
  const answer = await services.signIn(username, DEMO_PASSWORD);
  return answer['AuthenticationResult'] as { IdToken: string; RefreshToken: string };
}

function openSocket(token: unknown, transports = ['websocket']): Socket {
  const socket = io(url, {
    path: '/socket/',
    transports,
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  sockets.push(socket);
  return socket;
}

const nextEvent = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, resolve));
/** The next message that is published; records that change meanwhile are announced to everybody, and not meant. */
const message = (socket: Socket): Promise<SocketMessage> =>
  new Promise((resolve) => {
    const listener = (received: SocketMessage): void => {
      if (received.event === 'record.changed') return;
      socket.off('message', listener);
      resolve(received);
    };
    socket.on('message', listener);
  });

async function connectAs(
  username: string,
  transports?: string[],
): Promise<{ socket: Socket; refresh: string }> {
  const { IdToken, RefreshToken } = await tokensOf(username);
  const socket = openSocket(IdToken, transports);
  await nextEvent(socket, 'connect');
  return { socket, refresh: RefreshToken };
}

const idOf = async (username: string): Promise<string> => (await services.userPool.find(username))?.sub ?? '';

test.each([undefined, '', 'nonsense', 'eyJhbGciOiJub25lIn0.e30.', { $ne: 1 }])(
  'the token %j is rejected',
  async (token) => {
    expect(await nextEvent(openSocket(token), 'connect_error')).toMatchObject({
      data: { code: 'UNAUTHENTICATED' },
    });
  },
);

test.each([['websocket'], ['polling']])(
  'messages to one user and to everyone arrive over %s',
  async (transport) => {
    const { socket: user } = await connectAs('cim.user', [transport]);
    const { socket: editor } = await connectAs('chatbot.editor', [transport]);
    // Subscribed before anything is sent, since a message may arrive before `publish` resolves.
    const [userMessage, editorMessage] = [message(user), message(editor)];
    await services.app.publish('for.one', { a: 1 }, { to: { user: await idOf('cim.user') } });
    expect(await userMessage).toEqual({ event: 'for.one', json: { a: 1 } });
    await services.app.publish('network.updated', { id: 'n1' }, { to: 'everyone' });
    expect(await editorMessage).toEqual({ event: 'network.updated', json: { id: 'n1' } });
  },
);

/** The events that arrive up to and including `last`, which is sent to everybody; without those of changed records. */
async function eventsUntil(last: string, socket: Socket): Promise<string[]> {
  const events: string[] = [];
  const all = new Promise<void>((resolve) =>
    socket.on('message', ({ event }: SocketMessage) => {
      if (event !== 'record.changed') events.push(event);
      if (event === last) resolve();
    }),
  );
  await all;
  return events;
}

test('messages reach the listed users, however many are listed, and no others', async () => {
  const { socket: user } = await connectAs('cim.user');
  const { socket: agent } = await connectAs('livechat.agent');
  const [atUser, atAgent] = [eventsUntil('end', user), eventsUntil('end', agent)];
  const strangers = Array.from({ length: 250 }, (_, index) => `stranger-${index}`);
  const users = [...strangers, await idOf('cim.user')];
  await services.app.publish('for.some', {}, { to: { users } });
  await services.app.publish('for.nobody', {}, { to: { users: [] } });
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atUser).toEqual(['for.some', 'end']);
  expect(await atAgent).toEqual(['end']);
});

test('messages for users with a right follow the current rights', async () => {
  const owner = await services.as('owner');
  const id = await idOf('campaign.admin');
  const { socket: admin } = await connectAs('campaign.admin');
  const { socket: user } = await connectAs('cim.user');
  const atUser = eventsUntil('end', user);
  const to: Audience = { rights: ['profile', 'create'] };
  const first = message(admin);
  await services.app.publish('profile.made', { n: 1 }, { to });
  expect(await first).toEqual({ event: 'profile.made', json: { n: 1 } });

  const atAdmin = eventsUntil('end', admin);
  const { body } = await owner('GET', `/api/v1/members/${id}`);
  await owner('PUT', `/api/v1/members/${id}`, { ...body, roles: ['livechat.agent'] });
  await services.app.publish('profile.made', { n: 2 }, { to });
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atAdmin).toEqual(['permissions.changed', 'end']);
  expect(await atUser).toEqual(['end']);
});

test('a console that sends far too many messages is disconnected, one that sends many is not', async () => {
  const [{ socket: many }, { socket: some }] = [await connectAs('cim.user'), await connectAs('cim.user')];
  const ended = new Promise((resolve) => many.once('disconnect', resolve));
  const atSome = eventsUntil('end', some);
  for (let count = 0; count < 50; count += 1) some.emit('message', { event: 'anything' });
  for (let count = 0; count < 100; count += 1) many.emit('message', { event: 'anything' });
  expect(await ended).toBe('transport close');
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atSome).toEqual(['end']);
});

test('a message that does not fit into a notification is rejected with its size', async () => {
  const sent = services.app.publish('too.much', { text: 'x'.repeat(3000) }, { to: 'everyone' });
  await expect(sent).rejects.toThrow(/"too.much" has 30\d\d bytes; 3000 can be sent/);
});

test('signing out ends the socket of that session and no other', async () => {
  const { socket, refresh } = await connectAs('livechat.agent');
  const { socket: other } = await connectAs('livechat.agent');
  const [toldEvent, disconnected] = [message(socket), nextEvent(socket, 'disconnect')];
  const session = await services.userPool.sessions.findByRefreshToken(refresh);
  await services.userPool.sessions.end(session?.id ?? '');
  expect(await toldEvent).toEqual({ event: 'session.ended', json: {} });
  expect(await disconnected).toBe('io server disconnect');
  expect(other.connected).toBe(true);
});

test('a change of roles is published at once, a deactivated member is disconnected', async () => {
  const owner = await services.as('owner');
  const id = await idOf('campaign.editor');
  const { socket } = await connectAs('campaign.editor');
  const changed = message(socket);
  const { body } = await owner('GET', `/api/v1/members/${id}`);
  await owner('PUT', `/api/v1/members/${id}`, { ...body, roles: ['campaign.moderator'] });
  expect(await changed).toEqual({ event: 'permissions.changed', json: {} });
  const [ended, disconnected] = [message(socket), nextEvent(socket, 'disconnect')];
  expect((await owner('POST', `/api/v1/members/${id}/deactivate`)).status).toBe(200);
  expect(await ended).toEqual({ event: 'session.ended', json: {} });
  await disconnected;
});
