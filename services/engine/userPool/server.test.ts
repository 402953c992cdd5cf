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
  let at: TestPool;
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
    [at, elsewhere] = await Promise.all([startTestPool({}, url.href), other()]);
  }, 60_000);
  afterAll(async () => {
    await elsewhere.pool.close();
    await elsewhere.db.close();
    await at.stop();
    await administrate(`DROP DATABASE ${name}`);
  });

  test('started together they share one set of keys, and each takes the tokens of the other', async () => {
    const { username } = await at.person();
    const token = (await at.browser(username).session()).getAccessToken().getJwtToken();
    await expect(elsewhere.pool.verifyToken(token)).resolves.toMatchObject({ username });
    expect(elsewhere.pool.keys.published).toEqual(at.pool.keys.published);
  });

  test('a session that ends in one ends in the other', async () => {
    const { username } = await at.person();
    const token = (await at.browser(username).session()).getIdToken().getJwtToken();
    await elsewhere.pool.verifyToken(token);
    await at.pool.disable(username);
    const verdict = () => elsewhere.pool.verifyToken(token).catch((error: Error) => error.message);
    await expect.poll(verdict).toBe('Access Token has been revoked');
  });

  test('guesses in parallel get no further than guesses in a row', async () => {
    const { username } = await at.person();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => at.signIn(username, 'Wrong-2026', '10.0.0.9')),
    );
    expect(answers.filter(({ body }) => body.message === 'Incorrect username or password.')).toHaveLength(5);
  });

  test.each([
    ['name', { username: 'wanted' }, 'UsernameExistsException'],
    ['address', { email: 'wanted@example.com' }, 'AliasExistsException'],
  ])('of two people who want one %s, one gets it', async (what, wanted, refusal) => {
    const person = (who: string) => ({
      username: `${what}.${who}`,
      email: `${what}.${who}@example.com`,
      name: 'W',
      roles: [],
      password: 'Right-2026',
      ...wanted,
    });
    const attempts = await Promise.allSettled([
      at.pool.createUser(person('one')),
      elsewhere.pool.createUser(person('two')),
    ]);
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused.map(({ reason }) => reason.name)).toEqual([refusal]);
  });

  test('a new password is chosen and a forgotten one replaced', async () => {
    const { username, email } = await at.person({ temporaryPassword: 'Welcome-2026' });
    const browser = at.browser(username);
    await browser.signIn('Welcome-2026');
    await browser.setNewPassword('Chosen2026');
    await at.browser(email).forgotPassword();
    await at.browser(email).confirmPassword(await at.mailedCode(), 'Replaced2026');
    await expect(at.browser(email).signIn('Replaced2026')).resolves.toHaveProperty('session');
    at.pool.sweep();
    await at.pool.background.idle();
    expect(at.faults).toEqual([]);
  });
});
