import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const MINUTE = 60_000;
const LONGEST_LOCK = 15 * MINUTE;

let at: TestPool;
beforeAll(async () => void (at = await startTestPool()), 60_000);
afterAll(() => at.stop());
// Each test begins when all locks of the one before are forgotten.
beforeEach(() => void (at.clock.ahead += 2 * 3600_000));

const EXCEEDED = { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' };
const WRONG = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };

/** Guesses wrong until the answer is a lock. */
async function guessUntilLocked(name: string, address: string, most = 100): Promise<number> {
  for (let guesses = 0; guesses < most; guesses += 1) {
    const { body } = await at.signIn(name, 'Wrong-2026', address);
    if (body.message === EXCEEDED.message) return guesses;
    expect(body).toEqual(WRONG);
  }
  return Infinity;
}

test('five wrong passwords lock, then each doubles the wait, to 15 minutes at most', async () => {
  const { username } = await at.person();
  expect(await guessUntilLocked(username, '10.1.0.1')).toBe(5);
  expect((await at.signIn(username, 'Right-2026', '10.1.0.1')).body).toEqual(EXCEEDED);
  const waits: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    let waited = 0;
    while ((await at.signIn(username, 'Wrong-2026', '10.1.0.1')).body.message === EXCEEDED.message) {
      const step = Math.max(1000, waited);
      waited += step;
      at.clock.ahead += step;
    }
    waits.push(waited);
  }
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1024_000);
  at.clock.ahead += LONGEST_LOCK;
  expect(await at.signIn(username, 'Right-2026', '10.1.0.1')).toMatchObject({ status: 200 });
});

test('the lock also holds back the SRP sign-in, before and after the password is proved', async () => {
  const { username } = await at.person();
  const start = () =>
    at.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: 'console',
      AuthParameters: { USERNAME: username, SRP_A: 'abcdef' },
    });
  const answer = (challenge: Record<string, string>) =>
    at.call('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId: 'console',
      ChallengeResponses: {
        USERNAME: username,
        PASSWORD_CLAIM_SECRET_BLOCK: challenge['SECRET_BLOCK'],
        PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
        TIMESTAMP: 'Sat Nov 21 05:16:50 UTC 2026',
      },
    });
  const open = await start();
  for (let round = 0; round < 5; round += 1)
    expect((await answer((await start()).body.ChallengeParameters)).body).toEqual(WRONG);
  expect((await answer(open.body.ChallengeParameters)).body).toEqual(EXCEEDED);
  expect((await start()).body).toEqual(EXCEEDED);
});

test('guesses in parallel get no further than guesses in a row', async () => {
  const { username } = await at.person();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => at.signIn(username, 'Wrong-2026', '10.2.0.1')),
  );
  expect(answers.filter(({ body }) => body.message === WRONG.message)).toHaveLength(5);
});

test('guesses from many addresses lock a name, but not where its owner has signed in', async () => {
  const { username, email } = await at.person();
  await at.signIn(username, 'Right-2026', '10.3.0.1');
  for (let host = 1; host <= 10; host += 1) await at.signIn(username, 'Wrong-2026', `10.3.1.${host}`);
  expect((await at.signIn(username, 'Right-2026', '10.3.2.1')).body).toEqual(EXCEEDED);
  expect(await at.signIn(username, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
  expect(await at.signIn(email, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
});

test('one address that tries many names is locked, others are not', async () => {
  const { username } = await at.person();
  for (let name = 0; name < 30; name += 1) await at.signIn(`nobody.${name}`, 'Wrong-2026', '10.4.0.1');
  expect((await at.signIn(username, 'Right-2026', '10.4.0.1')).body).toEqual(EXCEEDED);
  expect(await at.signIn(username, 'Right-2026', '10.4.0.2')).toMatchObject({ status: 200 });
});

test('an IPv6 network counts as one address', async () => {
  const { username } = await at.person();
  for (let host = 1; host <= 5; host += 1) await at.signIn(username, 'Wrong-2026', `2001:db8::${host}`);
  expect((await at.signIn(username, 'Right-2026', '2001:db8::ff')).body).toEqual(EXCEEDED);
  expect(await at.signIn(username, 'Right-2026', '2001:db8:0:1::ff')).toMatchObject({ status: 200 });
});

test('a right password clears what mistyping has charged', async () => {
  const { username } = await at.person();
  for (let round = 0; round < 5; round += 1) {
    for (let typo = 0; typo < 4; typo += 1) await at.signIn(username, 'Wrong-2026', '10.5.0.1');
    expect(await at.signIn(username, 'Right-2026', '10.5.0.1')).toMatchObject({ status: 200 });
  }
});

test('a mailed code opens the door to a person whom others have locked out', async () => {
  const { username } = await at.person();
  for (let host = 1; host <= 10; host += 1) await at.signIn(username, 'Wrong-2026', `10.6.1.${host}`);
  expect((await at.signIn(username, 'Right-2026', '10.6.0.1')).body).toEqual(EXCEEDED);
  const request = { ClientId: 'console', Username: username };
  await at.call('ForgotPassword', request, '10.6.0.1');
  const ConfirmationCode = await at.mailedCode();
  await at.call(
    'ConfirmForgotPassword',
    { ...request, ConfirmationCode, Password: 'Replaced2026' },
    '10.6.0.1',
  );
  expect(await at.signIn(username, 'Replaced2026', '10.6.0.1')).toMatchObject({ status: 200 });
});

test('locks are the same in another process, for they are in the database', async () => {
  const { username } = await at.person();
  await guessUntilLocked(username, '10.7.0.1');
  const elsewhere = await at.open();
  await expect(elsewhere.throttle.isLocked('password', username, '10.7.0.1')).resolves.toBe(true);
  await elsewhere.close();
});

test('codes are sent to a name five times an hour from one address, and a sixth is answered like them', async () => {
  const { username } = await at.person();
  const ask = () => at.call('ForgotPassword', { ClientId: 'console', Username: username }, '10.8.0.1');
  const mailed = async () => {
    await at.pool.background.idle();
    return at.mail.filter(({ to }) => to === `${username}@example.com`).length;
  };
  const answers = [];
  for (let round = 0; round < 6; round += 1) answers.push(await ask());
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers[5]?.body).toEqual(answers[0]?.body);
  expect(await mailed()).toBe(5);
  at.clock.ahead += 3600_000;
  await ask();
  expect(await mailed()).toBe(6);
});

test('an address that calls without end is told to slow down', async () => {
  const { callsPerMinute } = at.pool.settings.limits;
  const key = 'call\x0010.9.0.1';
  for (let call = 0; call < callsPerMinute; call += 1)
    await at.pool.throttle.countCall(key, callsPerMinute, MINUTE);
  expect((await at.signIn('nobody', 'Wrong-2026', '10.9.0.1')).body).toMatchObject({
    __type: 'TooManyRequestsException',
  });
});
