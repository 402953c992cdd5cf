import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const HOUR = 3600_000;

let testPool: TestPool;
beforeAll(async () => void (testPool = await startTestPool()), 60_000);
afterAll(() => testPool.stop());

/** Sends wrong passwords from the addresses in turn. @returns the message of each response */
async function guess(name: string, times: number, addresses: string[]): Promise<string[]> {
  const messages: string[] = [];
  for (let index = 0; index < times; index += 1) {
    const address = addresses[index % addresses.length];
    const { body } = await testPool.signIn(name, `Wrong-${index}`, address);
    messages.push(String(body.message ?? 'let in'));
  }
  return messages;
}

const addresses = (net: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `10.${net}.0.${index + 1}`);

test('1,000 wrong passwords let nobody in and do not lock the user out', async () => {
  const { username } = await testPool.createUser();
  const home = '192.168.7.7';
  // In a slow run, locks would end between two guesses.
  testPool.clock.frozenAt = Date.now();
  expect(await testPool.signIn(username, 'Right-2026', home)).toMatchObject({ status: 200 });
  const messages = await guess(username, 1000, addresses(20, 20));
  expect(new Set(messages)).toEqual(
    new Set(['Incorrect username or password.', 'Password attempts exceeded']),
  );
  // From an address where the user has signed in before, others' failures do not count.
  expect(await testPool.signIn(username, 'Right-2026', home)).toMatchObject({ status: 200 });
  expect((await testPool.signIn(username, 'Right-2026', '192.168.9.9')).body).toMatchObject({
    message: 'Password attempts exceeded',
  });
  testPool.clock.frozenAt = undefined;
  testPool.clock.aheadMs += HOUR;
  expect(await testPool.signIn(username, 'Right-2026', '192.168.9.9')).toMatchObject({ status: 200 });
}, 120_000);

test('known and unknown names get the same responses', async () => {
  testPool.clock.aheadMs += 2 * HOUR;
  const { username } = await testPool.createUser();
  // Otherwise the time of the run decides at which guess a lock ends.
  testPool.clock.frozenAt = Date.now();
  const known = await guess(username, 60, addresses(30, 4));
  const unknown = await guess('nobody.here', 60, addresses(31, 4));
  testPool.clock.frozenAt = undefined;
  expect(unknown).toEqual(known);
}, 120_000);

test('a wrong password takes as long for a name that nobody has', async () => {
  testPool.clock.aheadMs += 2 * HOUR;
  const people = [
    await testPool.createUser(),
    await testPool.createUser(),
    await testPool.createUser(),
    await testPool.createUser(),
  ];
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    for (const [index, { username }] of people.entries()) {
      times.known.push(await timeSignIn(username, `10.40.${index}.1`));
      times.unknown.push(await timeSignIn(`nobody.${index}`, `10.41.${index}.1`));
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(1 / 3);
  expect(ratio).toBeLessThan(3);
}, 120_000);

async function timeSignIn(name: string, address: string): Promise<number> {
  const start = performance.now();
  const { body } = await testPool.signIn(name, 'Wrong-2026', address);
  expect(body.message).toBe('Incorrect username or password.');
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
