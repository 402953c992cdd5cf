import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword } from './actions/passwords.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

/** Responses for a known and for an unknown name must not differ. */
let testPool: TestPool;
let knownUser: { username: string; email: string };
beforeAll(async () => {
  testPool = await startTestPool();
  knownUser = await testPool.createUser();
}, 60_000);
afterAll(() => testPool.stop());

const realAndFakeNames = () => [
  [knownUser.username, 'person.9'],
  [knownUser.email, 'person.9@example.com'],
];

const startSignIn = (name: string, address?: string) =>
  testPool.callAction(
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH', ClientId: 'console', AuthParameters: { USERNAME: name, SRP_A: 'abcdef' } },
    address,
  );

/** A response with its values replaced by their kind. */
function shape(value: unknown, name: string): unknown {
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner, name)]));
  if (typeof value !== 'string') return value;
  if (value === name) return 'name';
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)) return 'uuid';
  if (/^[0-9a-f]{32}$/.test(value)) return 'salt';
  if (/^[0-9a-f]{760,768}$/.test(value)) return 'number';
  return /^[A-Za-z0-9+/=]{60,}$/.test(value) ? `${value.length} bytes` : value;
}

test('the first response of a sign-in looks the same', async () => {
  for (const [real = '', fake = ''] of realAndFakeNames()) {
    const [one, two] = [await startSignIn(real), await startSignIn(fake)];
    expect(one.status).toBe(200);
    expect(shape(one.body, real)).toEqual(shape(two.body, fake));
    expect(Object.keys(one.headers).toSorted()).toEqual(Object.keys(two.headers).toSorted());
  }
});

test('salt and id of a name stay the same, for known and unknown names', async () => {
  for (const name of realAndFakeNames().flat()) {
    const [one, two] = [await startSignIn(name), await startSignIn(name)];
    for (const key of ['SALT', 'USER_ID_FOR_SRP'])
      expect(one.body.ChallengeParameters[key]).toBe(two.body.ChallengeParameters[key]);
    expect(one.body.ChallengeParameters.SRP_B).not.toBe(two.body.ChallengeParameters.SRP_B);
  }
});

test('salt and id stay the same when a user is created, changes the password and is deleted', async () => {
  const names = ['comes.goes', 'comes.goes@example.com'];
  const readIdentities = async () => {
    const answers = await Promise.all(names.map((name) => startSignIn(name)));
    return answers.map(({ body: { ChallengeParameters: given } }) => [given.SALT, given.USER_ID_FOR_SRP]);
  };
  const before = await readIdentities();
  const [username = '', email = ''] = names;
  await testPool.pool.createUser({ username, email, name: 'Comes', roles: [], password: 'Right-2026' });
  expect(await readIdentities()).toEqual(before);
  await testPool.pool.setPassword(username, 'Other-2026', true);
  expect(await readIdentities()).toEqual(before);
  await testPool.pool.deleteUser(username);
  expect(await readIdentities()).toEqual(before);
});

test('the e-mail address does not disclose the username', async () => {
  const [byName, byEmail] = [await startSignIn(knownUser.username), await startSignIn(knownUser.email)];
  expect(JSON.stringify(byEmail.body)).not.toContain(knownUser.username);
  expect(byName.body.ChallengeParameters.SALT).not.toBe(byEmail.body.ChallengeParameters.SALT);
});

test('wrong passwords get the same responses, up to the lock', async () => {
  for (const [index, [real = '', fake = '']] of realAndFakeNames().entries())
    for (let round = 0; round < 8; round += 1) {
      const one = await testPool.signIn(real, 'Wrong-2026', `10.1.${index}.1`);
      const two = await testPool.signIn(fake, 'Wrong-2026', `10.2.${index}.1`);
      expect(one.status).toBe(400);
      expect(one.body).toEqual(two.body);
    }
});

test('without the password, disabled, reset and unconfirmed users cannot be distinguished from unknown names', async () => {
  const disabled = await testPool.createUser();
  const reset = await testPool.createUser();
  const unfinished = await testPool.createUser({ temporaryPassword: 'Welcome-2026' });
  await testPool.pool.disable(disabled.username);
  await testPool.pool.resetPassword(reset.username);
  const stranger = await testPool.signIn('stranger', 'Wrong-2026', '10.3.0.1');
  for (const { username } of [disabled, reset, unfinished])
    expect((await testPool.signIn(username, 'Wrong-2026', '10.3.0.1')).body).toEqual(stranger.body);
});

test('a forgotten password gets the same response, and only a known user gets mail', async () => {
  const ask = (name: string, address: string) =>
    testPool.callAction('ForgotPassword', { ClientId: 'console', Username: name }, address);
  await testPool.pool.background.whenIdle();
  const mails = testPool.mail.length;
  for (const [index, [real = '', fake = '']] of realAndFakeNames().entries()) {
    const [one, two] = [await ask(real, `10.4.${index}.1`), await ask(fake, `10.5.${index}.1`)];
    expect(one.status).toBe(200);
    expect(one.body).toEqual(two.body);
    expect(JSON.stringify(one.body)).not.toContain('example');
  }
  await testPool.pool.background.whenIdle();
  expect(testPool.mail.slice(mails).map((mail) => mail.to)).toEqual([knownUser.email, knownUser.email]);
});

test('codes are rejected alike: wrong, not requested, tried too often', async () => {
  const newcomer = await testPool.createUser();
  const confirm = (Username: string, address: string) =>
    testPool.callAction(
      'ConfirmForgotPassword',
      { ClientId: 'console', Username, ConfirmationCode: 'x00000', Password: 'Replaced2026' },
      address,
    );
  const both = async (real: string, fake: string) => {
    const [one, two] = [await confirm(real, '10.6.0.1'), await confirm(fake, '10.7.0.1')];
    expect(one.body).toEqual(two.body);
    return one.body.__type;
  };
  expect(await both(newcomer.username, 'no.newcomer')).toBe('ExpiredCodeException');
  testPool.clock.aheadMs += 2 * 3600_000;
  for (const name of [newcomer.username, 'no.newcomer'])
    await testPool.callAction('ForgotPassword', { ClientId: 'console', Username: name }, `10.8.0.1`);
  await testPool.pool.background.whenIdle();
  const types: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    types.push(await both(newcomer.username, 'no.newcomer'));
    testPool.clock.aheadMs += 60_000;
  }
  expect(types).toEqual([
    ...Array<string>(5).fill('CodeMismatchException'),
    'LimitExceededException',
    'LimitExceededException',
  ]);
});

test('the identity of a former address does not disclose the new address, and stays the same from then on', async () => {
  const { username, email } = await testPool.createUser({ email: 'leaves@example.com' });
  const identity = async (name: string) => {
    const { SALT, USER_ID_FOR_SRP } = (await startSignIn(name)).body.ChallengeParameters;
    return [SALT, USER_ID_FOR_SRP];
  };
  await testPool.pool.updateUser(username, { email: 'arrives@example.com' });
  const [leftIdentity, newIdentity] = [await identity(email), await identity('arrives@example.com')];
  expect(leftIdentity[0]).not.toBe(newIdentity[0]);
  expect(leftIdentity[1]).not.toBe(newIdentity[1]);
  await testPool.pool.setPassword(username, 'Other-2026', true);
  expect(await identity(email)).toEqual(leftIdentity);
  await testPool.createUser({ email });
  expect(await identity(email)).toEqual(leftIdentity);
});

test('after a forgotten password, the user is looked up and mailed only after the response', async () => {
  const { username } = await testPool.createUser();
  await testPool.pool.background.whenIdle();
  const mails = testPool.mail.length;
  const call = {
    pool: testPool.pool,
    body: { ClientId: 'console', Username: username },
    address: '10.9.0.1',
  };
  await forgotPassword(call);
  expect(testPool.mail).toHaveLength(mails);
  await testPool.pool.background.whenIdle();
  expect(testPool.mail).toHaveLength(mails + 1);
});
