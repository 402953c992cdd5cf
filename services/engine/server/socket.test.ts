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

function open(token: unknown, transports = ['websocket']): Socket {
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

const heard = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, resolve));
const message = (socket: Socket): Promise<SocketMessage> =>
  heard(socket, 'message') as Promise<SocketMessage>;

async function connected(
  username: string,
  transports?: string[],
): Promise<{ socket: Socket; refresh: string }> {
  const { IdToken, RefreshToken } = await tokensOf(username);
  const socket = open(IdToken, transports);
  await heard(socket, 'connect');
  return { socket, refresh: RefreshToken };
}

const idOf = async (username: string): Promise<string> => (await services.userPool.find(username))?.sub ?? '';

test.each([undefined, '', 'nonsense', 'eyJhbGciOiJub25lIn0.e30.', { $ne: 1 }])(
  'the token %j opens nothing',
  async (token) => {
    expect(await heard(open(token), 'connect_error')).toMatchObject({ data: { code: 'UNAUTHENTICATED' } });
  },
);

test.each([['websocket'], ['polling']])(
  'messages arrive over %s, at one person or at all',
  async (transport) => {
    const { socket: user } = await connected('cim.user', [transport]);
    const { socket: editor } = await connected('chatbot.editor', [transport]);
    // Listened for before anything is sent: it may arrive before it is known to be sent.
    const [atUser, atEditor] = [message(user), message(editor)];
    await services.app.publish('for.one', { a: 1 }, { to: { user: await idOf('cim.user') } });
    expect(await atUser).toEqual({ event: 'for.one', json: { a: 1 } });
    await services.app.publish('network.updated', { id: 'n1' }, { to: 'everyone' });
    expect(await atEditor).toEqual({ event: 'network.updated', json: { id: 'n1' } });
  },
);

/** The events that arrive up to and including `last`, which is sent to everybody; but for what is told of records. */
async function heardBefore(last: string, socket: Socket): Promise<string[]> {
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

test('messages reach several people by name, however many are named, and no others', async () => {
  const { socket: user } = await connected('cim.user');
  const { socket: agent } = await connected('livechat.agent');
  const [atUser, atAgent] = [heardBefore('end', user), heardBefore('end', agent)];
  const strangers = Array.from({ length: 250 }, (_, index) => `stranger-${index}`);
  const users = [...strangers, await idOf('cim.user')];
  await services.app.publish('for.some', {}, { to: { users } });
  await services.app.publish('for.nobody', {}, { to: { users: [] } });
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atUser).toEqual(['for.some', 'end']);
  expect(await atAgent).toEqual(['end']);
});

test('messages for those with a right follow the rights of the moment', async () => {
  const owner = await services.as('owner');
  const id = await idOf('campaign.admin');
  const { socket: admin } = await connected('campaign.admin');
  const { socket: user } = await connected('cim.user');
  const atUser = heardBefore('end', user);
  const to: Audience = { rights: ['profile', 'create'] };
  const first = message(admin);
  await services.app.publish('profile.made', { n: 1 }, { to });
  expect(await first).toEqual({ event: 'profile.made', json: { n: 1 } });

  const atAdmin = heardBefore('end', admin);
  const { body } = await owner('GET', `/api/v1/members/${id}`);
  await owner('PUT', `/api/v1/members/${id}`, { ...body, roles: ['livechat.agent'] });
  await services.app.publish('profile.made', { n: 2 }, { to });
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atAdmin).toEqual(['permissions.changed', 'end']);
  expect(await atUser).toEqual(['end']);
});

test('a console that says far too much has to connect again, one that says a lot does not', async () => {
  const [{ socket: many }, { socket: some }] = [await connected('cim.user'), await connected('cim.user')];
  const ended = new Promise((resolve) => many.once('disconnect', resolve));
  const atSome = heardBefore('end', some);
  for (let said = 0; said < 50; said += 1) some.emit('message', { event: 'anything' });
  for (let said = 0; said < 100; said += 1) many.emit('message', { event: 'anything' });
  expect(await ended).toBe('transport close');
  await services.app.publish('end', {}, { to: 'everyone' });
  expect(await atSome).toEqual(['end']);
});

test('what would not fit into a notice is refused with its size', async () => {
  const sent = services.app.publish('too.much', { text: 'x'.repeat(3000) }, { to: 'everyone' });
  await expect(sent).rejects.toThrow(/"too.much" has 30\d\d bytes; 3000 can be sent/);
});

test('signing out ends the socket of that session and no other', async () => {
  const { socket, refresh } = await connected('livechat.agent');
  const { socket: other } = await connected('livechat.agent');
  const [told, gone] = [message(socket), heard(socket, 'disconnect')];
  const session = await services.userPool.sessions.findByRefreshToken(refresh);
  await services.userPool.sessions.end(session?.id ?? '');
  expect(await told).toEqual({ event: 'session.ended', json: {} });
  expect(await gone).toBe('io server disconnect');
  expect(other.connected).toBe(true);
});

test('a new role is told at once, a deactivated member is disconnected', async () => {
  const owner = await services.as('owner');
  const id = await idOf('campaign.editor');
  const { socket } = await connected('campaign.editor');
  const changed = message(socket);
  const { body } = await owner('GET', `/api/v1/members/${id}`);
  await owner('PUT', `/api/v1/members/${id}`, { ...body, roles: ['campaign.moderator'] });
  expect(await changed).toEqual({ event: 'permissions.changed', json: {} });
  const [ended, gone] = [message(socket), heard(socket, 'disconnect')];
  expect((await owner('POST', `/api/v1/members/${id}/deactivate`)).status).toBe(200);
  expect(await ended).toEqual({ event: 'session.ended', json: {} });
  await gone;
});
