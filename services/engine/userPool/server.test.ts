import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../storage/open.ts';
import type { Database } from '../storage/database.ts';
import { UserPool } from './index.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const server = process.env['TEST_DATABASE_URL'];

describe.skipIf(!server)('several processes on one PostgreSQL server', () => {
  const name = `user_pool_${process.pid}`;
  const url = new URL(server ?? 'postgres://localhost');
  url.pathname = `/${name}`;
  let testPool: TestPool;
  let elsewhere: { pool: UserPool; db: Database };

  const administrate = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  beforeAll(async () => {
    await administrate(`CREATE DATABASE ${name}`);
    const other = async () => {
      const db = await openDatabase({ dataDir: '', databaseUrl: url.href });
      const mailer = { send: async () => {}, close: () => {} };
      return { db, pool: await UserPool.open({ db, mailer }) };
    };
    [testPool, elsewhere] = await Promise.all([startTestPool({}, url.href), other()]);
  }, 60_000);
  afterAll(async () => {
    await elsewhere.pool.close();
    await elsewhere.db.close();
    await testPool.stop();
    await administrate(`DROP DATABASE ${name}`);
  });

  test('started together they share one set of keys, and each accepts the tokens of the other', async () => {
    const { username } = await testPool.createUser();
    const token = (await testPool.signInClient(username).session()).getAccessToken().getJwtToken();
    await expect(elsewhere.pool.verifyToken(token)).resolves.toMatchObject({ username });
    expect(elsewhere.pool.keys.publishedKeys).toEqual(testPool.pool.keys.publishedKeys);
  });

  test('a session that ends in one ends in the other', async () => {
    const { username } = await testPool.createUser();
    const token = (await testPool.signInClient(username).session()).getIdToken().getJwtToken();
    await elsewhere.pool.verifyToken(token);
    await testPool.pool.disable(username);
    const verdict = () => elsewhere.pool.verifyToken(token).catch((error: Error) => error.message);
    await expect.poll(verdict).toBe('Access Token has been revoked');
  });

  test('parallel guesses are limited like consecutive ones', async () => {
    const { username } = await testPool.createUser();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => testPool.signIn(username, 'Wrong-2026', '10.0.0.9')),
    );
    expect(answers.filter(({ body }) => body.message === 'Incorrect username or password.')).toHaveLength(5);
  });

  test.each([
    ['name', { username: 'wanted' }, 'UsernameExistsException'],
    ['address', { email: 'wanted@example.com' }, 'AliasExistsException'],
  ])('of two users who want the same %s, one gets it', async (what, wanted, refusal) => {
    const person = (who: string) => ({
      username: `${what}.${who}`,
      email: `${what}.${who}@example.com`,
      name: 'W',
      roles: [],
      password: 'Right-2026',
      ...wanted,
    });
    const attempts = await Promise.allSettled([
      testPool.pool.createUser(person('one')),
      elsewhere.pool.createUser(person('two')),
    ]);
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused.map(({ reason }) => reason.name)).toEqual([refusal]);
  });

  test('a new password is chosen and a forgotten one replaced', async () => {
    const { username, email } = await testPool.createUser({ temporaryPassword: 'Welcome-2026' });
    const browser = testPool.signInClient(username);
    await browser.signIn('Welcome-2026');
    await browser.setNewPassword('Chosen2026');
    await testPool.signInClient(email).forgotPassword();
    await testPool.signInClient(email).confirmPassword(await testPool.mailedCode(), 'Replaced2026');
    await expect(testPool.signInClient(email).signIn('Replaced2026')).resolves.toHaveProperty('session');
    testPool.pool.deleteExpired();
    await testPool.pool.background.whenIdle();
    expect(testPool.faults).toEqual([]);
  });
});
