import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { base64url, exportJWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestPool } from '../userPool/testPool.ts';
import type { TestPool } from '../userPool/testPool.ts';
import { authPlugin, embeddedTokenVerifier, managedTokenVerifier } from './auth.ts';
import type { TokenVerifier } from './auth.ts';

let testPool: TestPool;
let app: FastifyInstance;
beforeAll(async () => {
  testPool = await startTestPool();
  app = await appWith(embeddedTokenVerifier(testPool.pool));
}, 60_000);
afterEach(() => void (testPool.clock.aheadMs = 0));
afterAll(async () => {
  await app.close();
  await testPool.stop();
});

async function appWith(verify: TokenVerifier): Promise<FastifyInstance> {
  const built = fastify();
  await built.register(authPlugin, { verify });
  built.get('/api/v1/me', (request, reply) => reply.send(request.user));
  built.post('/api/v1/me', (request, reply) => reply.send(request.user));
  built.get('/open', { config: { open: true } }, (_request, reply) => reply.send('ok'));
  built.get('/elsewhere', (_request, reply) => reply.send('never'));
  return built;
}

const getMe = (token?: string, onApp = app) =>
  onApp.inject({
    url: '/api/v1/me',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

async function tokens(given?: { roles?: string[] }) {
  const person = await testPool.createUser(given);
  const { body } = await testPool.signIn(person.username, 'Right-2026');
  const { IdToken: id, AccessToken: access, RefreshToken: refresh } = body.AuthenticationResult;
  return { person, id: String(id), access: String(access), refresh: String(refresh) };
}

async function expectRefused(token: string, onApp = app) {
  const answer = await getMe(token, onApp);
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.any(String) });
}

test('both tokens of a sign-in identify the user', async () => {
  const { person, id, access } = await tokens({ roles: ['cim.admin'] });
  const { sub, username, name, email } = person;
  for (const token of [id, access])
    expect((await getMe(token)).json()).toEqual({ id: sub, username, name, email, roles: ['cim.admin'] });
});

test('without a token only open routes answer', async () => {
  const answer = await getMe();
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: 'User not logged in' });
  expect(await app.inject({ url: '/open' })).toMatchObject({ statusCode: 200 });
  for (const url of ['/api/v1/me?x=1', '/api/v1/nowhere', '/%61pi/v1/me', '/elsewhere'])
    expect(await app.inject({ url })).toMatchObject({ statusCode: 401 });
});

test.each(['', 'x', 'a.b.c', '..', 'null', 'x'.repeat(5000), 'eyJhbGciOiJub25lIn0..'])(
  'the token %j is refused',
  async (token) => {
    await expectRefused(token);
  },
);

test('a token that was tampered with is refused', async () => {
  const { id } = await tokens();
  const [head = '', body = '', signature = ''] = id.split('.');
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(body)));
  const forged = base64url.encode(JSON.stringify({ ...claims, sub: 'somebody' }));
  await expectRefused([head, forged, signature].join('.'));
  await expectRefused([head, body, signature.slice(0, -4)].join('.'));
  await expectRefused([base64url.encode('{"alg":"none"}'), forged, ''].join('.'));
  expect(await getMe(id)).toMatchObject({ statusCode: 200 });
});

test('a token signed with anything but our key is refused', async () => {
  const { id } = await tokens();
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(id.split('.')[1] ?? '')));
  const kid = testPool.pool.keys.signingKey.id;
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await expectRefused(
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(foreign.privateKey),
  );
  await expectRefused(
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS512', kid })
      .sign(testPool.pool.keys.signingKey.key),
  );
  // The public key is no secret: it must not serve as the secret of a symmetric signature.
  const published = new TextEncoder().encode(JSON.stringify(testPool.pool.keys.publishedKeys[0]));
  await expectRefused(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(published));
});

test.each([
  ['issuer', { iss: 'https://else.example' }],
  ['client', { aud: 'else' }],
  ['kind', { token_use: 'refresh' }],
  ['session', { origin_jti: 'd5c32ee5-3a3c-4a1c-9f5a-1b0b4f4a3c11' }],
  ['session that is none', { origin_jti: { x: 1 } }],
  ['person', { sub: 'd5c32ee5-3a3c-4a1c-9f5a-1b0b4f4a3c11' }],
  ['time of expiry', { exp: undefined }],
])('a well-signed token with another %s is refused', async (_, changes) => {
  const { id } = await tokens();
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(id.split('.')[1] ?? '')));
  const { id: kid, key } = testPool.pool.keys.signingKey;
  const token = await new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(key);
  await expectRefused(token);
});

test('a token is refused once it is an hour old, seen before or not', async () => {
  const { id, access } = await tokens();
  expect(await getMe(id)).toMatchObject({ statusCode: 200 });
  testPool.clock.aheadMs = 3601_000;
  await expectRefused(id);
  await expectRefused(access);
});

test('a change of a user takes effect at the next request', async () => {
  const { person, id } = await tokens();
  await getMe(id);
  await testPool.pool.setRoles(person.username, ['campaign.editor']);
  expect((await getMe(id)).json()).toMatchObject({ roles: ['campaign.editor'] });
  await testPool.pool.setPassword(person.username, 'Other-2026', true);
  await expectRefused(id);
});

test('revoking the refresh token and deleting the person end the session', async () => {
  const one = await tokens();
  await getMe(one.id);
  await testPool.callAction('RevokeToken', { ClientId: 'console', Token: one.refresh });
  await expectRefused(one.id);
  const two = await tokens();
  await getMe(two.access);
  await testPool.pool.deleteUser(two.person.username);
  await expectRefused(two.access);
});

test('tokens survive a restart: keys and sessions are in the database', async () => {
  const { id, person } = await tokens();
  const restarted = await testPool.open();
  await expect(restarted.verifyToken(id)).resolves.toMatchObject({ username: person.username });
  await restarted.close();
});

test('an id token does not stand for an access token in the pool itself', async () => {
  const { id } = await tokens();
  expect((await testPool.callAction('GetUser', { AccessToken: id })).body).toMatchObject({
    __type: 'NotAuthorizedException',
  });
});

test('tokens of a managed pool are checked against its published keys', async () => {
  const { person, id, access } = await tokens({ roles: ['cim.user'] });
  const { port } = testPool.app.server.address() as AddressInfo;
  const settings = {
    region: 'local',
    userPoolId: testPool.pool.settings.userPoolId,
    clientId: 'console',
    issuer: testPool.pool.settings.issuer,
    jwksUrl: `http://127.0.0.1:${port}/user-pool/.well-known/jwks.json`,
  };
  const managed = await appWith(managedTokenVerifier(settings));
  const { sub, username, name, email } = person;
  expect((await getMe(id, managed)).json()).toEqual({ id: sub, username, name, email, roles: ['cim.user'] });
  expect((await getMe(access, managed)).json()).toEqual({
    id: sub,
    username,
    name: '',
    email: '',
    roles: ['cim.user'],
  });
  await expectRefused(`${id.slice(0, -6)}AAAAAA`, managed);
  await expectRefused(id, await appWith(managedTokenVerifier({ ...settings, clientId: 'else' })));
  await expectRefused(
    id,
    await appWith(managedTokenVerifier({ ...settings, issuer: 'https://else.example' })),
  );
  const later = () => new Date(Date.now() + 3601_000);
  await expectRefused(id, await appWith(managedTokenVerifier(settings, later)));
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(id.split('.')[1] ?? '')));
  await expectRefused(
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'foreign' }).sign(foreign.privateKey),
    managed,
  );
  await expectRefused('eyJhbGciOiJub25lIn0.e30.', managed);
});

test('keys that cannot be fetched are an outage, not a reason to sign in again', async () => {
  const { id } = await tokens();
  const settings = {
    region: 'local',
    userPoolId: 'local_console',
    clientId: 'console',
    issuer: testPool.pool.settings.issuer,
  };
  for (const jwksUrl of [
    'http://127.0.0.1:1/jwks.json',
    `http://127.0.0.1:${(testPool.app.server.address() as AddressInfo).port}/nowhere`,
  ]) {
    const answer = await getMe(id, await appWith(managedTokenVerifier({ ...settings, jwksUrl })));
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'INTERNAL' });
  }
});

test('the published keys hold no private part', async () => {
  const answer = await testPool.app.inject({
    url: `/user-pool/${testPool.pool.settings.userPoolId}/.well-known/jwks.json`,
  });
  const { keys } = answer.json();
  expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  await expect(
    exportJWK(testPool.pool.keys.verificationKeys.get(keys[0].kid) ?? new Uint8Array()),
  ).resolves.toMatchObject({ n: keys[0].n });
});
