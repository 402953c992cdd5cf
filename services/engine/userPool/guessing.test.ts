import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const MINUTE = 60_000;
const LONGEST_LOCK = 15 * MINUTE;

let testPool: TestPool;
beforeAll(async () => void (testPool = await startTestPool()), 60_000);
afterAll(() => testPool.stop());
// Each test begins when all locks of the previous one have expired.
beforeEach(() => void (testPool.clock.aheadMs += 2 * 3600_000));

const EXCEEDED = { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' };
const WRONG = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };

/** Sends wrong passwords until the name is locked. @returns how many */
async function guessUntilLocked(name: string, address: string, maxGuesses = 100): Promise<number> {
  for (let guesses = 0; guesses < maxGuesses; guesses += 1) {
    const { body } = await testPool.signIn(name, 'Wrong-2026', address);
    if (body.message === EXCEEDED.message) return guesses;
    expect(body).toEqual(WRONG);
  }
  return Infinity;
}

test('five wrong passwords lock the name, each further one doubles the wait, up to 15 minutes', async () => {
  const { username } = await testPool.createUser();
  expect(await guessUntilLocked(username, '10.1.0.1')).toBe(5);
  expect((await testPool.signIn(username, 'Right-2026', '10.1.0.1')).body).toEqual(EXCEEDED);
  const waits: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    let waited = 0;
    while ((await testPool.signIn(username, 'Wrong-2026', '10.1.0.1')).body.message === EXCEEDED.message) {
      const step = Math.max(1000, waited);
      waited += step;
      testPool.clock.aheadMs += step;
    }
    waits.push(waited);
  }
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1024_000);
  testPool.clock.aheadMs += LONGEST_LOCK;
  expect(await testPool.signIn(username, 'Right-2026', '10.1.0.1')).toMatchObject({ status: 200 });
});

test('the lock also applies to the SRP sign-in, before and after the password is proved', async () => {
  const { username } = await testPool.createUser();
  const start = () =>
    testPool.callAction('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: 'console',
      AuthParameters: { USERNAME: username, SRP_A: 'abcdef' },
    });
  const answer = (challenge: Record<string, string>) =>
    testPool.callAction('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ClientId: 'console',
      ChallengeResponses: {
        USERNAME: username,
        PASSWORD_CLAIM_SECRET_BLOCK: challenge['SECRET_BLOCK'],
        PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
        TIMESTAMP: 'Sat Nov 21 05:16:50 UTC 2026',
      },
    });
  const challenge = await start();
  for (let round = 0; round < 5; round += 1)
    expect((await answer((await start()).body.ChallengeParameters)).body).toEqual(WRONG);
  expect((await answer(challenge.body.ChallengeParameters)).body).toEqual(EXCEEDED);
  expect((await start()).body).toEqual(EXCEEDED);
});

test('parallel guesses are limited like consecutive ones', async () => {
  const { username } = await testPool.createUser();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => testPool.signIn(username, 'Wrong-2026', '10.2.0.1')),
  );
  expect(answers.filter(({ body }) => body.message === WRONG.message)).toHaveLength(5);
});

test('guesses from many addresses lock a name, but not where its owner has signed in', async () => {
  const { username, email } = await testPool.createUser();
  await testPool.signIn(username, 'Right-2026', '10.3.0.1');
  for (let host = 1; host <= 10; host += 1) await testPool.signIn(username, 'Wrong-2026', `10.3.1.${host}`);
  expect((await testPool.signIn(username, 'Right-2026', '10.3.2.1')).body).toEqual(EXCEEDED);
  expect(await testPool.signIn(username, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
  expect(await testPool.signIn(email, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
});

test('one address that tries many names is locked, others are not', async () => {
  const { username } = await testPool.createUser();
  for (let name = 0; name < 30; name += 1) await testPool.signIn(`nobody.${name}`, 'Wrong-2026', '10.4.0.1');
  expect((await testPool.signIn(username, 'Right-2026', '10.4.0.1')).body).toEqual(EXCEEDED);
  expect(await testPool.signIn(username, 'Right-2026', '10.4.0.2')).toMatchObject({ status: 200 });
});

test('an IPv6 network counts as one address', async () => {
  const { username } = await testPool.createUser();
  for (let host = 1; host <= 5; host += 1) await testPool.signIn(username, 'Wrong-2026', `2001:db8::${host}`);
  expect((await testPool.signIn(username, 'Right-2026', '2001:db8::ff')).body).toEqual(EXCEEDED);
  expect(await testPool.signIn(username, 'Right-2026', '2001:db8:0:1::ff')).toMatchObject({ status: 200 });
});

test('a right password clears the failures of mistyped ones', async () => {
  const { username } = await testPool.createUser();
  for (let round = 0; round < 5; round += 1) {
    for (let typo = 0; typo < 4; typo += 1) await testPool.signIn(username, 'Wrong-2026', '10.5.0.1');
    expect(await testPool.signIn(username, 'Right-2026', '10.5.0.1')).toMatchObject({ status: 200 });
  }
});

test('a mailed code lets a user in whom others have locked out', async () => {
  const { username } = await testPool.createUser();
  for (let host = 1; host <= 10; host += 1) await testPool.signIn(username, 'Wrong-2026', `10.6.1.${host}`);
  expect((await testPool.signIn(username, 'Right-2026', '10.6.0.1')).body).toEqual(EXCEEDED);
  const request = { ClientId: 'console', Username: username };
  await testPool.callAction('ForgotPassword', request, '10.6.0.1');
  const ConfirmationCode = await testPool.mailedCode();
  await testPool.callAction(
    'ConfirmForgotPassword',
    { ...request, ConfirmationCode, Password: 'Replaced2026' },
    '10.6.0.1',
  );
  expect(await testPool.signIn(username, 'Replaced2026', '10.6.0.1')).toMatchObject({ status: 200 });
});

test('locks are in the database and so apply in every process', async () => {
  const { username } = await testPool.createUser();
  await guessUntilLocked(username, '10.7.0.1');
  const elsewhere = await testPool.open();
  await expect(elsewhere.throttle.isLocked('password', username, '10.7.0.1')).resolves.toBe(true);
  await elsewhere.close();
});

test('five codes an hour are sent to a name from one address; a sixth request gets the same response', async () => {
  const { username } = await testPool.createUser();
  const ask = () =>
    testPool.callAction('ForgotPassword', { ClientId: 'console', Username: username }, '10.8.0.1');
  const mailed = async () => {
    await testPool.pool.background.whenIdle();
    return testPool.mail.filter(({ to }) => to === `${username}@example.com`).length;
  };
  const answers = [];
  for (let round = 0; round < 6; round += 1) answers.push(await ask());
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers[5]?.body).toEqual(answers[0]?.body);
  expect(await mailed()).toBe(5);
  testPool.clock.aheadMs += 3600_000;
  await ask();
  expect(await mailed()).toBe(6);
});

test('an address that calls too often gets TooManyRequestsException', async () => {
  const { callsPerMinute } = testPool.pool.settings.limits;
  const key = 'call\x0010.9.0.1';
  for (let call = 0; call < callsPerMinute; call += 1)
    await testPool.pool.throttle.countCall(key, callsPerMinute, MINUTE);
  expect((await testPool.signIn('nobody', 'Wrong-2026', '10.9.0.1')).body).toMatchObject({
    __type: 'TooManyRequestsException',
  });
});
