import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

// The client library computes in JavaScript without native big integers: a fifth of a second per sign-in, more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let testPool: TestPool;
beforeAll(async () => void (testPool = await startTestPool()), 60_000);
afterAll(async () => {
  await testPool.stop();
  expect(testPool.faults).toEqual([]);
});

test('a person signs in by username and by e-mail address, in any letter case', async () => {
  const { username, email, sub } = await testPool.createUser({ roles: ['cim.admin', 'chatbot.admin'] });
  for (const name of [username, email, username.toUpperCase(), ` ${email.toUpperCase()} `]) {
    const session = await testPool.signInClient(name).session();
    const id = session.getIdToken().payload;
    expect(id).toMatchObject({
      sub,
      email,
      name: 'Somchai',
      'cognito:username': username,
      token_use: 'id',
      aud: 'console',
      'custom:networkId': 'network-1',
    });
    expect(id['cognito:groups']).toEqual(['cim.admin', 'chatbot.admin']);
    expect(session.getAccessToken().payload).toMatchObject({
      sub,
      token_use: 'access',
      client_id: 'console',
      username,
    });
    expect(session.getAccessToken().getExpiration() - session.getAccessToken().getIssuedAt()).toBe(3600);
    await expect(testPool.pool.verifyToken(session.getIdToken().getJwtToken())).resolves.toMatchObject({
      sub,
      username,
      email,
    });
  }
});

test('signs in over SRP whatever the password is made of, many times in a row', async () => {
  const password = 'Aa1 ไทย ✓ "\\ é';
  const { username } = await testPool.createUser({ password });
  for (let round = 0; round < 6; round += 1)
    await expect(testPool.signInClient(username).signIn(password)).resolves.toHaveProperty('session');
});

test('a wrong password is refused', async () => {
  const { username } = await testPool.createUser();
  await expect(testPool.signInClient(username).session('Wrong-2026')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});

test('signs in with the password in clear when the client chooses so', async () => {
  const { username, email } = await testPool.createUser();
  for (const name of [username, email]) {
    const browser = testPool.signInClient(name);
    browser.user.setAuthenticationFlowType('USER_PASSWORD_AUTH');
    await expect(browser.signIn('Right-2026')).resolves.toHaveProperty('session');
  }
});

test('the first sign-in with a temporary password asks for another, which then works', async () => {
  const { username, email } = await testPool.createUser({ temporaryPassword: 'Welcome-2026' });
  const browser = testPool.signInClient(username);
  await expect(browser.signIn('Welcome-2026')).resolves.toEqual({
    newPasswordRequired: { email, name: 'Somchai' },
    requiredAttributes: [],
  });
  await expect(browser.setNewPassword('lower-2026')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
    message: 'Password does not conform to policy: Password must have uppercase characters',
  });
  await expect(browser.setNewPassword('Welcome-2026')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
  });
  await expect(browser.setNewPassword('Chosen2026', { name: 'Somebody Else' })).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  await browser.setNewPassword('Chosen2026', { name: 'Somchai', email, locale: 'th' });
  await testPool.signInClient(username).session('Chosen2026');
  await expect(testPool.pool.find(username)).resolves.toMatchObject({
    status: 'CONFIRMED',
    name: 'Somchai',
    attributes: { locale: 'th' },
  });
  await expect(testPool.signInClient(username).signIn('Welcome-2026')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});

test('a challenge for a new password is answered once', async () => {
  const { username } = await testPool.createUser({ temporaryPassword: 'Welcome-2026' });
  const [first, replay] = [testPool.signInClient(username), testPool.signInClient(username)];
  await first.signIn('Welcome-2026');
  Object.assign(replay.user, { Session: Reflect.get(first.user, 'Session') });
  await first.setNewPassword('Chosen2026');
  await expect(replay.setNewPassword('Stolen2026')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});

test('a temporary password expires', async () => {
  const { username } = await testPool.createUser({ temporaryPassword: 'Welcome-2026' });
  testPool.clock.aheadMs = 8 * 24 * 3600_000;
  await expect(testPool.signInClient(username).signIn('Welcome-2026')).rejects.toMatchObject({
    message: 'Temporary password has expired and must be reset by an administrator.',
  });
  testPool.clock.aheadMs = 0;
});

test('a forgotten password is replaced with a mailed code, by e-mail address', async () => {
  const { username, email } = await testPool.createUser();
  const before = await testPool.signInClient(username).session();
  const browser = testPool.signInClient(email);
  const answer = await browser.forgotPassword();
  expect(answer.CodeDeliveryDetails).toMatchObject({ Destination: 'p***@e***', DeliveryMedium: 'EMAIL' });
  const code = await testPool.mailedCode();
  expect(testPool.mail.at(-1)).toMatchObject({ to: email });
  const wrong = code === '000000' ? '111111' : '000000';
  await expect(browser.confirmPassword(wrong, 'Replaced2026')).rejects.toMatchObject({
    code: 'CodeMismatchException',
    message: 'Invalid verification code provided, please try again.',
  });
  await expect(browser.confirmPassword(code, 'short')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
  });
  await browser.confirmPassword(code, 'Replaced2026');
  await testPool.signInClient(username).session('Replaced2026');
  await expect(browser.confirmPassword(code, 'Again-2026')).rejects.toMatchObject({
    code: 'ExpiredCodeException',
  });
  await expect(testPool.pool.verifyToken(before.getAccessToken().getJwtToken())).rejects.toThrow('revoked');
});

test('a code expires after an hour and after five wrong attempts', async () => {
  const { username } = await testPool.createUser();
  const browser = testPool.signInClient(username);
  await browser.forgotPassword();
  const late = await testPool.mailedCode();
  testPool.clock.aheadMs = 3601_000;
  await expect(browser.confirmPassword(late, 'Replaced2026')).rejects.toMatchObject({
    code: 'ExpiredCodeException',
  });
  await browser.forgotPassword();
  const code = await testPool.mailedCode();
  const wrong = code === '000000' ? '111111' : '000000';
  for (let round = 0; round < 5; round += 1) {
    await expect(browser.confirmPassword(wrong, 'Replaced2026')).rejects.toMatchObject({
      code: 'CodeMismatchException',
    });
    testPool.clock.aheadMs += 60_000;
  }
  await expect(browser.confirmPassword(code, 'Replaced2026')).rejects.toMatchObject({
    code: 'LimitExceededException',
  });
  testPool.clock.aheadMs = 0;
});

test("an administrator's reset sends a code and asks for a new password", async () => {
  const { username } = await testPool.createUser();
  const session = await testPool.signInClient(username).session();
  await testPool.pool.resetPassword(username);
  await expect(testPool.pool.verifyToken(session.getIdToken().getJwtToken())).rejects.toThrow('revoked');
  await expect(testPool.signInClient(username).session()).rejects.toMatchObject({
    code: 'PasswordResetRequiredException',
    message: 'Password reset required for the user',
  });
  await testPool.signInClient(username).confirmPassword(await testPool.mailedCode(), 'Replaced2026');
  await testPool.signInClient(username).session('Replaced2026');
});

test('a changed password ends the other sessions and keeps this one', async () => {
  const { username } = await testPool.createUser();
  const [here, there] = [testPool.signInClient(username), testPool.signInClient(username)];
  await here.session();
  const other = await there.session();
  await expect(here.changePassword('Wrong-2026', 'Chosen2026')).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  await expect(here.changePassword('Right-2026', 'short')).rejects.toMatchObject({
    code: 'InvalidPasswordException',
  });
  await here.changePassword('Right-2026', 'Chosen2026');
  await expect(here.attributes()).resolves.toMatchObject({ name: 'Somchai' });
  await expect(testPool.pool.verifyToken(other.getAccessToken().getJwtToken())).rejects.toThrow('revoked');
  await testPool.signInClient(username).session('Chosen2026');
});

test('a session is renewed by its refresh token until that is revoked or 30 days old', async () => {
  const { username } = await testPool.createUser();
  const browser = testPool.signInClient(username);
  const first = await browser.session();
  const second = await browser.refresh();
  expect(second.getAccessToken().payload['origin_jti']).toBe(first.getAccessToken().payload['origin_jti']);
  expect(second.getRefreshToken().getToken()).toBe(first.getRefreshToken().getToken());
  await testPool.pool.setRoles(username, ['cim.user']);
  const third = await browser.refresh();
  expect(third.getIdToken().payload['cognito:groups']).toEqual(['cim.user']);
  const renew = () =>
    testPool.callAction('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN',
      ClientId: 'console',
      AuthParameters: { REFRESH_TOKEN: first.getRefreshToken().getToken() },
    });
  expect(await renew()).toMatchObject({ status: 200 });
  testPool.clock.aheadMs = 31 * 24 * 3600_000;
  expect(await renew()).toMatchObject({
    body: { __type: 'NotAuthorizedException', message: 'Refresh Token has expired' },
  });
  testPool.clock.aheadMs = 0;
  await browser.signOut();
  expect(await renew()).toMatchObject({
    body: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' },
  });
  await expect(testPool.pool.verifyToken(third.getAccessToken().getJwtToken())).rejects.toThrow('revoked');
});

test('signing out everywhere ends all sessions at once, in every process', async () => {
  const { username } = await testPool.createUser();
  const elsewhere = await testPool.open();
  const [one, two] = [testPool.signInClient(username), testPool.signInClient(username)];
  await one.session();
  const token = (await two.session()).getAccessToken().getJwtToken();
  await elsewhere.verifyToken(token);
  await one.globalSignOut();
  await expect(testPool.pool.verifyToken(token)).rejects.toThrow('revoked');
  await expect
    .poll(() => elsewhere.verifyToken(token).catch((error: Error) => error.message))
    .toContain('revoked');
  await elsewhere.close();
});

test('users read their attributes and change those that they may change', async () => {
  const { username, email, sub } = await testPool.createUser();
  const browser = testPool.signInClient(username);
  await browser.session();
  await browser.updateAttributes({ locale: 'th', zoneinfo: 'Asia/Bangkok' });
  await expect(browser.attributes()).resolves.toEqual({
    sub,
    email,
    email_verified: 'true',
    name: 'Somchai',
    locale: 'th',
    zoneinfo: 'Asia/Bangkok',
    'custom:networkId': 'network-1',
  });
});

test.each([
  'name',
  'email',
  'phone_number',
  'sub',
  'username',
  'preferred_username',
  'roles',
  'cognito:groups',
  'custom:networkId',
])('users cannot change %s, which comes from their member record', async (stolen) => {
  const { username } = await testPool.createUser();
  const AccessToken = (await testPool.signIn(username, 'Right-2026')).body.AuthenticationResult.AccessToken;
  const answer = await testPool.callAction('UpdateUserAttributes', {
    AccessToken,
    UserAttributes: [{ Name: stolen, Value: 'else@example.com' }],
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      __type: 'NotAuthorizedException',
      message: 'A client attempted to write unauthorized attribute',
    },
  });
  await expect(testPool.pool.find(username)).resolves.toMatchObject({ name: 'Somchai', attributes: {} });
});

test('disabling a user ends the session at once and prevents signing in until enabled', async () => {
  const { username } = await testPool.createUser();
  const session = await testPool.signInClient(username).session();
  await testPool.pool.verifyToken(session.getIdToken().getJwtToken());
  await testPool.pool.disable(username);
  await expect(testPool.pool.verifyToken(session.getIdToken().getJwtToken())).rejects.toThrow('revoked');
  await expect(testPool.signInClient(username).session()).rejects.toMatchObject({
    message: 'User is disabled.',
  });
  await testPool.pool.enable(username);
  await testPool.signInClient(username).session();
});

test('a username and an e-mail address belong to one person', async () => {
  const { username, email } = await testPool.createUser();
  const other = {
    username: 'someone.else',
    email: 'else@example.com',
    name: 'Else',
    roles: [],
    password: 'Right-2026',
  };
  await expect(testPool.pool.createUser({ ...other, username })).rejects.toMatchObject({
    name: 'UsernameExistsException',
  });
  await expect(testPool.pool.createUser({ ...other, email: email.toUpperCase() })).rejects.toMatchObject({
    name: 'AliasExistsException',
  });
  const both = await Promise.allSettled([testPool.pool.createUser(other), testPool.pool.createUser(other)]);
  expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('after a change of the e-mail address, the new one signs in with the old password', async () => {
  const { username, email } = await testPool.createUser();
  await testPool.pool.updateUser(username, { email: 'moved@example.com' });
  await testPool.signInClient('moved@example.com').session();
  await expect(testPool.signInClient(email).session()).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
  const successor = await testPool.createUser({ email, password: 'Other-2026' });
  expect((await testPool.signInClient(email).session('Other-2026')).getIdToken().payload).toMatchObject({
    sub: successor.sub,
  });
});

test('a sign-in by e-mail address can be tried again after a wrong password', async () => {
  const { sub, email } = await testPool.createUser();
  const browser = testPool.signInClient(email);
  await expect(browser.signIn('Wrong-2026')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  expect((await browser.session()).getIdToken().payload).toMatchObject({ sub });
});

test('no password is in the database in any readable form', async () => {
  const { username } = await testPool.createUser({ password: 'Findable-2026' });
  await testPool.signInClient(username).session('Findable-2026');
  const tables = await testPool.db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_name LIKE 'user_pool%'",
  );
  for (const { name } of tables) {
    const rows = await testPool.db.query(`SELECT * FROM ${name}`);
    expect(JSON.stringify(rows)).not.toContain('Findable');
  }
});
