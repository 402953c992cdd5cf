import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTIONS } from './actions/index.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

let testPool: TestPool;
let accessToken: string;
beforeAll(async () => {
  testPool = await startTestPool();
  const { username } = await testPool.createUser();
  accessToken = (await testPool.signIn(username, 'Right-2026')).body.AuthenticationResult.AccessToken;
}, 60_000);
afterAll(() => testPool.stop());

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'person.1',
    'Right-2026',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    "'; DROP TABLE user_pool_users; --",
    '<script>alert(1)</script>',
    'x'.repeat(300),
    'ก'.repeat(3000),
    '\r\nset-cookie: a=b',
    '{"a":1}',
    '0',
    'f'.repeat(768),
    'f'.repeat(5000),
  ),
);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

const mapOf = (...names: string[]) =>
  fc.oneof(
    fc.record(Object.fromEntries(names.map((name) => [name, hostileValue])), { requiredKeys: [] }),
    hostileValue,
  );

const body = () =>
  fc.record(
    {
      ClientId: fc.oneof(
        { weight: 9, arbitrary: fc.constant('console') },
        { weight: 1, arbitrary: hostileValue },
      ),
      AuthFlow: fc.constantFrom('USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'REFRESH_TOKEN', 'ADMIN', 7),
      AuthParameters: mapOf('USERNAME', 'PASSWORD', 'SRP_A', 'REFRESH_TOKEN'),
      ChallengeName: fc.constantFrom('PASSWORD_VERIFIER', 'NEW_PASSWORD_REQUIRED', 'SMS_MFA', null),
      ChallengeResponses: mapOf(
        'USERNAME',
        'PASSWORD_CLAIM_SECRET_BLOCK',
        'PASSWORD_CLAIM_SIGNATURE',
        'TIMESTAMP',
        'NEW_PASSWORD',
        'userAttributes.name',
      ),
      Session: hostileValue,
      Username: hostileValue,
      ConfirmationCode: hostileValue,
      Password: hostileValue,
      PreviousPassword: hostileValue,
      ProposedPassword: hostileValue,
      AccessToken: fc.oneof(hostileValue, fc.constant(accessToken)),
      Token: hostileValue,
      UserAttributes: fc.oneof(hostileValue, fc.array(mapOf('Name', 'Value'), { maxLength: 3 })),
    },
    { requiredKeys: ['ClientId'] },
  );

test.each([...ACTIONS.keys()])(
  '%s rejects hostile bodies, never with an internal error',
  async (action) => {
    let caller = 0;
    const property = fc.asyncProperty(body(), async (given) => {
      caller += 1;
      const { status, body: answer } = await testPool.callAction(
        action,
        given,
        `10.0.${caller >> 8}.${caller & 255}`,
      );
      const size = Buffer.byteLength(JSON.stringify(given));
      expect(size > 10 * 1024 ? [413] : [200, 400]).toContain(status);
      expect(JSON.stringify(answer)).not.toMatch(/\.ts:|node_modules|SELECT|INSERT/);
    });
    await fc.assert(property, { numRuns: 250 });
  },
  60_000,
);

test.each([
  ['nothing', ''],
  ['no JSON', '{"a"'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a prototype', '{"__proto__":{"ClientId":"console"}}'],
  ['a constructor', '{"constructor":{"prototype":{"a":1}}}'],
  ['deep nesting', `{"AuthParameters":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
  ['too much', JSON.stringify({ ClientId: 'x'.repeat(100_000) })],
])('a body of %s is refused', async (_, payload) => {
  const { status, body: answer } = await testPool.callAction('InitiateAuth', payload);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(answer).toMatchObject({ __type: expect.any(String), message: expect.any(String) });
});

test('unknown operations are refused by name', async () => {
  for (const action of ['AdminCreateUser', 'constructor', '__proto__', ''])
    expect(await testPool.callAction(action, {})).toMatchObject({
      status: 400,
      body: { __type: 'UnknownOperationException' },
      headers: { 'x-amzn-errortype': 'UnknownOperationException:' },
    });
});

describe.each(['\0', 'person.1\0', '\ud800'])('the name %j, which no database holds,', (name) => {
  const parameters = { USERNAME: name, SRP_A: 'abcdef', PASSWORD: 'Wrong-2026' };
  test.each([
    ['InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: parameters }],
    ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: parameters }],
    ['RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: parameters }],
    ['ForgotPassword', { Username: name }],
    ['ConfirmForgotPassword', { Username: name, ConfirmationCode: '123456', Password: 'Right-2026' }],
  ])('is refused by %s', async (action, given) => {
    const { status, body: answer } = await testPool.callAction(action, { ClientId: 'console', ...given });
    expect([status, answer['__type']]).toEqual([400, 'InvalidParameterException']);
  });
});

test.each(['0', '1', 'FFFFFFFFFFFFFFFF'.padEnd(2000, 'F'), '-5', '0x10', ' 5', 'zz'])(
  'the public value %j, with which no password would be needed, is refused',
  async (SRP_A) => {
    const { body: answer } = await testPool.callAction('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: 'console',
      AuthParameters: { USERNAME: 'person.1', SRP_A },
    });
    expect(answer).toMatchObject({ __type: 'InvalidParameterException' });
  },
);

test('multiples of the prime are refused as public values', async () => {
  const { getDiffieHellman } = await import('node:crypto');
  const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
  for (const value of [prime, prime - 1n, prime + 1n, prime * 2n]) {
    const { body: answer } = await testPool.callAction('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: 'console',
      AuthParameters: { USERNAME: 'person.1', SRP_A: value.toString(16) },
    });
    expect(answer).toMatchObject({ __type: 'InvalidParameterException' });
  }
});

test('a proof is accepted once', async () => {
  const challenge = await testPool.pool.challenges.create(
    'PASSWORD_VERIFIER',
    { name: 'person.1', userId: 'person.1', salt: 'ab', clientValue: 'abcdef', secret: 'abcd', epoch: 0 },
    60_000,
  );
  const answer = () =>
    testPool.callAction('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId: 'console',
      ChallengeResponses: {
        USERNAME: 'person.1',
        PASSWORD_CLAIM_SECRET_BLOCK: challenge,
        PASSWORD_CLAIM_SIGNATURE: 'AAAA',
        TIMESTAMP: 'now',
      },
    });
  expect((await answer()).body).toMatchObject({ message: 'Incorrect username or password.' });
  expect((await answer()).body).toMatchObject({ message: 'Invalid session for the user.' });
});

const megabyte = 'ก\u0301'.repeat(500_000);

test.each([
  ['username', { username: megabyte }],
  ['e-mail address', { email: `${megabyte}@example.com` }],
  ['name', { name: megabyte }],
  ['attribute', { attributes: { phone_number: megabyte } }],
  ['password', { password: `Right-2026${megabyte}` }],
])('a %s of a megabyte is rejected without reading all of it', async (_, given) => {
  const person = {
    username: 'long',
    email: 'long@example.com',
    name: 'Long',
    roles: [],
    password: 'Right-2026',
  };
  // The fastest of five: others may have waited for a busy machine.
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const start = performance.now();
    await expect(testPool.pool.createUser({ ...person, ...given })).rejects.toMatchObject({
      name: expect.stringMatching(/^(InvalidParameter|InvalidPassword)Exception$/),
    });
    times.push(performance.now() - start);
  }
  expect(Math.min(...times)).toBeLessThan(200);
});

test.each([
  ['Short-1', 'Password not long enough'],
  ['lower-2026', 'Password must have uppercase characters'],
  ['UPPER-2026', 'Password must have lowercase characters'],
  ['Letters-only', 'Password must have numeric characters'],
])('the password %s is refused', async (password, reason) => {
  await expect(testPool.pool.setPassword('person.1', password, true)).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: `Password does not conform to policy: ${reason}`,
  });
});

test.each(['Plain2026', 'Special-2026!'])(
  'the password %s will do, with special characters or without',
  async (password) => {
    await expect(testPool.pool.setPassword('person.1', password, true)).resolves.toBeUndefined();
  },
);
