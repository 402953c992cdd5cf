import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword } from './actions/passwords.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

/** Whoever compares the answers for a name that exists with those for one that does not must learn nothing. */
let at: TestPool;
let known: { username: string; email: string };
beforeAll(async () => {
  at = await startTestPool();
  known = await at.person();
}, 60_000);
afterAll(() => at.stop());

const pairs = () => [
  [known.username, 'person.9'],
  [known.email, 'person.9@example.com'],
];

const start = (name: string, address?: string) =>
  at.call(
    'InitiateAuth',
    { AuthFlow: 'USER_SRP_AUTH', ClientId: 'console', AuthParameters: { USERNAME: name, SRP_A: 'abcdef' } },
    address,
  );

/** An answer with its values replaced by what kind they are. */
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

test('the first half of a sign-in looks the same', async () => {
  for (const [real = '', fake = ''] of pairs()) {
    const [one, two] = [await start(real), await start(fake)];
    expect(one.status).toBe(200);
    expect(shape(one.body, real)).toEqual(shape(two.body, fake));
    expect(Object.keys(one.headers).toSorted()).toEqual(Object.keys(two.headers).toSorted());
  }
});

test('salt and id of a name stay the same, for both', async () => {
  for (const name of pairs().flat()) {
    const [one, two] = [await start(name), await start(name)];
    for (const key of ['SALT', 'USER_ID_FOR_SRP'])
      expect(one.body.ChallengeParameters[key]).toBe(two.body.ChallengeParameters[key]);
    expect(one.body.ChallengeParameters.SRP_B).not.toBe(two.body.ChallengeParameters.SRP_B);
  }
});

test('salt and id say nothing of a person coming, changing the password and going', async () => {
  const names = ['comes.goes', 'comes.goes@example.com'];
  const seen = async () => {
    const answers = await Promise.all(names.map((name) => start(name)));
    return answers.map(({ body: { ChallengeParameters: given } }) => [given.SALT, given.USER_ID_FOR_SRP]);
  };
  const before = await seen();
  const [username = '', email = ''] = names;
  await at.pool.createUser({ username, email, name: 'Comes', roles: [], password: 'Right-2026' });
  expect(await seen()).toEqual(before);
  await at.pool.setPassword(username, 'Other-2026', true);
  expect(await seen()).toEqual(before);
  await at.pool.deleteUser(username);
  expect(await seen()).toEqual(before);
});

test('the address of a person is not tied to the username', async () => {
  const [byName, byEmail] = [await start(known.username), await start(known.email)];
  expect(JSON.stringify(byEmail.body)).not.toContain(known.username);
  expect(byName.body.ChallengeParameters.SALT).not.toBe(byEmail.body.ChallengeParameters.SALT);
});

test('wrong passwords are answered alike, through to the lock', async () => {
  for (const [index, [real = '', fake = '']] of pairs().entries())
    for (let round = 0; round < 8; round += 1) {
      const one = await at.signIn(real, 'Wrong-2026', `10.1.${index}.1`);
      const two = await at.signIn(fake, 'Wrong-2026', `10.2.${index}.1`);
      expect(one.status).toBe(400);
      expect(one.body).toEqual(two.body);
    }
});

test('disabled, reset and unfinished people are not told from strangers without the password', async () => {
  const disabled = await at.person();
  const reset = await at.person();
  const unfinished = await at.person({ temporaryPassword: 'Welcome-2026' });
  await at.pool.disable(disabled.username);
  await at.pool.resetPassword(reset.username);
  const stranger = await at.signIn('stranger', 'Wrong-2026', '10.3.0.1');
  for (const { username } of [disabled, reset, unfinished])
    expect((await at.signIn(username, 'Wrong-2026', '10.3.0.1')).body).toEqual(stranger.body);
});

test('a forgotten password is answered alike, and only a real person gets mail', async () => {
  const ask = (name: string, address: string) =>
    at.call('ForgotPassword', { ClientId: 'console', Username: name }, address);
  await at.pool.background.idle();
  const mails = at.mail.length;
  for (const [index, [real = '', fake = '']] of pairs().entries()) {
    const [one, two] = [await ask(real, `10.4.${index}.1`), await ask(fake, `10.5.${index}.1`)];
    expect(one.status).toBe(200);
    expect(one.body).toEqual(two.body);
    expect(JSON.stringify(one.body)).not.toContain('example');
  }
  await at.pool.background.idle();
  expect(at.mail.slice(mails).map((mail) => mail.to)).toEqual([known.email, known.email]);
});

test('codes are refused alike: wrong, not asked for, tried too often', async () => {
  const newcomer = await at.person();
  const confirm = (Username: string, address: string) =>
    at.call(
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
  at.clock.ahead += 2 * 3600_000;
  for (const name of [newcomer.username, 'no.newcomer'])
    await at.call('ForgotPassword', { ClientId: 'console', Username: name }, `10.8.0.1`);
  await at.pool.background.idle();
  const types: string[] = [];
  for (let round = 0; round < 7; round += 1) {
    types.push(await both(newcomer.username, 'no.newcomer'));
    at.clock.ahead += 60_000;
  }
  expect(types).toEqual([
    ...Array<string>(5).fill('CodeMismatchException'),
    'LimitExceededException',
    'LimitExceededException',
  ]);
});

test('an address that somebody has left is not tied to the new one, and stays the same from then on', async () => {
  const { username, email } = await at.person({ email: 'leaves@example.com' });
  const identity = async (name: string) => {
    const { SALT, USER_ID_FOR_SRP } = (await start(name)).body.ChallengeParameters;
    return [SALT, USER_ID_FOR_SRP];
  };
  await at.pool.updateUser(username, { email: 'arrives@example.com' });
  const [left, arrived] = [await identity(email), await identity('arrives@example.com')];
  expect(left[0]).not.toBe(arrived[0]);
  expect(left[1]).not.toBe(arrived[1]);
  await at.pool.setPassword(username, 'Other-2026', true);
  expect(await identity(email)).toEqual(left);
  await at.person({ email });
  expect(await identity(email)).toEqual(left);
});

test('a forgotten password is looked up and mailed only after the answer', async () => {
  const { username } = await at.person();
  await at.pool.background.idle();
  const mails = at.mail.length;
  const call = { pool: at.pool, body: { ClientId: 'console', Username: username }, address: '10.9.0.1' };
  await forgotPassword(call);
  expect(at.mail).toHaveLength(mails);
  await at.pool.background.idle();
  expect(at.mail).toHaveLength(mails + 1);
});
