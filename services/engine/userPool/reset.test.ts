import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageError } from '../storage/database.ts';
import { productEngines } from '../storage/testEngines.ts';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const DAY = 24 * 3600_000;
const HOME = '10.1.0.1';

vi.setConfig({ testTimeout: 60_000 });

let at: TestPool;

const ask = async (Username: string, address: string) => {
  const answer = await at.call('ForgotPassword', { ClientId: 'console', Username }, address);
  await at.pool.background.idle();
  return answer;
};
const confirm = (Username: string, ConfirmationCode: string, address: string) =>
  at.call(
    'ConfirmForgotPassword',
    { ClientId: 'console', Username, ConfirmationCode, Password: 'Replaced2026' },
    address,
  );
const strangers = (count: number) => Array.from({ length: count }, (_, index) => `10.2.0.${index + 1}`);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe.each(productEngines())('on the $name engine', (engine) => {
  beforeAll(async () => void (at = await startTestPool({}, engine)), 120_000);
  afterAll(async () => {
    await at.stop();
    expect(at.faults).toEqual([]);
  });
  beforeEach(() => void (at.clock.ahead += 2 * 3600_000));

  describe('strangers who ask for codes under a name', () => {
    test('do not lock out the person, who uses the last code that was mailed', async () => {
      const { username } = await at.person();
      const before = at.mail.length;
      const answers = [];
      for (const address of strangers(25)) answers.push(await ask(username, address));
      expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(at.mail).toHaveLength(before + 20);
      const code = await at.mailedCode();
      for (const address of strangers(4))
        for (let round = 0; round < 5; round += 1) await confirm(username, wrong(code), address);
      expect(await ask(username, HOME)).toMatchObject({ status: 200, body: answers[0]?.body });
      expect(at.mail).toHaveLength(before + 20);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
      expect(await at.signIn(username, 'Replaced2026', HOME)).toMatchObject({ status: 200 });
    });

    test('do not use up the codes of a person where they have signed in', async () => {
      const { username, email } = await at.person();
      await at.signIn(username, 'Right-2026', HOME);
      for (const address of strangers(21)) await ask(email, address);
      const before = at.mail.length;
      await ask(email, HOME);
      expect(at.mail).toHaveLength(before + 1);
      expect(await confirm(email, await at.mailedCode(), HOME)).toMatchObject({ status: 200 });
    });

    test('do not void the code that the person asked for', async () => {
      const { username } = await at.person();
      await ask(username, HOME);
      const code = await at.mailedCode();
      for (const address of strangers(5)) await ask(username, address);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    });

    test('do not use up its tries', async () => {
      const { username } = await at.person();
      await ask(username, HOME);
      const code = await at.mailedCode();
      for (const address of strangers(24))
        for (let round = 0; round < 5; round += 1) await confirm(username, wrong(code), address);
      expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    });
  });

  test('a code that was used opens nothing again, nor do others that were out', async () => {
    const { username } = await at.person();
    await ask(username, strangers(1)[0] ?? '');
    const other = await at.mailedCode();
    await ask(username, HOME);
    const code = await at.mailedCode();
    expect(await confirm(username, code, HOME)).toMatchObject({ status: 200 });
    for (const used of [code, other])
      expect((await confirm(username, used, HOME)).body).toMatchObject({ __type: 'ExpiredCodeException' });
  });

  describe('a clock that was a day ahead and is right again', () => {
    const ahead = async (work: () => Promise<unknown>) => {
      at.clock.ahead += DAY;
      await work();
      at.clock.ahead -= DAY;
    };

    test('leaves no lock in force', async () => {
      const { username } = await at.person();
      await ahead(async () => {
        for (let round = 0; round < 7; round += 1) await at.signIn(username, 'Wrong-2026', '10.3.0.1');
      });
      expect(await at.signIn(username, 'Right-2026', '10.3.0.1')).toMatchObject({ status: 200 });
    });

    test('leaves no count of calls or codes in force', async () => {
      const { username } = await at.person();
      await ahead(async () => {
        for (let round = 0; round < 6; round += 1) await ask(username, '10.3.0.2');
      });
      const before = at.mail.length;
      await ask(username, '10.3.0.2');
      expect(at.mail).toHaveLength(before + 1);
    });

    test('leaves no code good for longer than it should be', async () => {
      const { username } = await at.person();
      await ahead(() => ask(username, HOME));
      expect((await confirm(username, await at.mailedCode(), HOME)).body).toMatchObject({
        __type: 'ExpiredCodeException',
      });
    });
  });

  test('a database that does not answer is told in the shape of all errors', async () => {
    const away = () => Promise.reject(new StorageError('The server is away'));
    const spies = [vi.spyOn(at.db, 'query'), vi.spyOn(at.db, 'transaction')];
    for (const spy of spies) spy.mockImplementation(away);
    const answer = await at.signIn('person.1', 'Right-2026', '10.4.0.1');
    await at.pool.background.idle();
    for (const spy of spies) spy.mockRestore();
    // What was done beside the answer was told.
    at.faults.splice(0);
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});
