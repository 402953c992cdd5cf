import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageError } from '../storage/database.ts';
import { productEngines } from '../storage/testEngines.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const DAY = 24 * 3600_000;
const HOME = '10.1.0.1';

vi.setConfig({ testTimeout: 60_000 });

let testPool: TestPool;

const requestCode = async (Username: string, address: string) => {
  const answer = await testPool.callAction('ForgotPassword', { ClientId: 'console', Username }, address);
  await testPool.pool.background.whenIdle();
  return answer;
};
const confirm = (Username: string, ConfirmationCode: string, address: string) =>
  testPool.callAction(
    'ConfirmForgotPassword',
    { ClientId: 'console', Username, ConfirmationCode, Password: 'Replaced2026' },
    address,
  );
const strangers = (count: number) => Array.from({ length: count }, (_, index) => `10.2.0.${index + 1}`);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe.each(productEngines())('on the $name engine', (engine) => {
  beforeAll(async () => void (testPool = await startTestPool({}, engine)), 120_000);
  afterAll(async () => {
    await testPool.stop();
    expect(testPool.faults).toEqual([]);
  });
  beforeEach(() => void (testPool.clock.aheadMs += 2 * 3600_000));

  describe('strangers who request codes under a name', () => {
    test('do not lock out the user, who uses the last code that was mailed', async () => {
      const { username } = await testPool.createUser();
      const before = testPool.mail.length;
      const answers = [];
      for (const address of strangers(25)) answers.push(await requestCode(username, address));
      expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(testPool.mail).toHaveLength(before + 20);
      const code = await testPool.mailedCode();
      for (const address of strangers(4))
        for (let round = 0; round < 5; round += 1) await confirm(username, wrong(code), address);
      expect(await requestCode(username, HOME)).toMatchObject({ status: 200, body: answers[0]?.body });
      expect(testPool.mail).toHaveLength(before + 20);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
      expect(await testPool.signIn(username, 'Replaced2026', HOME)).toMatchObject({ status: 200 });
    });

    test('do not use up the codes for an address from which the user has signed in', async () => {
      const { username, email } = await testPool.createUser();
      await testPool.signIn(username, 'Right-2026', HOME);
      for (const address of strangers(21)) await requestCode(email, address);
      const before = testPool.mail.length;
      await requestCode(email, HOME);
      expect(testPool.mail).toHaveLength(before + 1);
      expect(await confirm(email, await testPool.mailedCode(), HOME)).toMatchObject({ status: 200 });
    });

    test('do not void the code that the user requested', async () => {
      const { username } = await testPool.createUser();
      await requestCode(username, HOME);
      const code = await testPool.mailedCode();
      for (const address of strangers(5)) await requestCode(username, address);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    });

    test('do not use up the attempts at it', async () => {
      const { username } = await testPool.createUser();
      await requestCode(username, HOME);
      const code = await testPool.mailedCode();
      for (const address of strangers(24))
        for (let round = 0; round < 5; round += 1) await confirm(username, wrong(code), address);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    });
  });

  test('a used code cannot be used again, nor can other codes of the user', async () => {
    const { username } = await testPool.createUser();
    await requestCode(username, strangers(1)[0] ?? '');
    const other = await testPool.mailedCode();
    await requestCode(username, HOME);
    const code = await testPool.mailedCode();
    expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    for (const used of [code, other])
      expect((await confirm(username, used, HOME)).body).toMatchObject({ __type: 'ExpiredCodeException' });
  });

  describe('a clock that was a day ahead and is right again', () => {
    const withClockAhead = async (work: () => Promise<unknown>) => {
      testPool.clock.aheadMs += DAY;
      await work();
      testPool.clock.aheadMs -= DAY;
    };

    test('leaves no lock in force', async () => {
      const { username } = await testPool.createUser();
      await withClockAhead(async () => {
        for (let round = 0; round < 7; round += 1) await testPool.signIn(username, 'Wrong-2026', '10.3.0.1');
      });
      expect(await testPool.signIn(username, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
    });

    test('leaves no count of calls or codes in force', async () => {
      const { username } = await testPool.createUser();
      await withClockAhead(async () => {
        for (let round = 0; round < 6; round += 1) await requestCode(username, '10.3.0.2');
      });
      const before = testPool.mail.length;
      await requestCode(username, '10.3.0.2');
      expect(testPool.mail).toHaveLength(before + 1);
    });

    test('leaves no code good for longer than it should be', async () => {
      const { username } = await testPool.createUser();
      await withClockAhead(() => requestCode(username, HOME));
      expect((await confirm(username, await testPool.mailedCode(), HOME)).body).toMatchObject({
        __type: 'ExpiredCodeException',
      });
    });
  });

  test('a database that does not answer is reported in the shape of all errors', async () => {
    const failingQuery = () => Promise.reject(new StorageError('The server is away'));
    const spies = [vi.spyOn(testPool.db, 'query'), vi.spyOn(testPool.db, 'transaction')];
    for (const spy of spies) spy.mockImplementation(failingQuery);
    const answer = await testPool.signIn('person.1', 'Right-2026', '10.4.0.1');
    await testPool.pool.background.whenIdle();
    for (const spy of spies) spy.mockRestore();
    // Background tasks have failed too, as expected.
    testPool.faults.splice(0);
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});
