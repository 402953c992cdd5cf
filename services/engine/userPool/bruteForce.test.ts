import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPool } from './testPool.ts';
import type { TestPool } from './testPool.ts';

const HOUR = 3600_000;

let at: TestPool;
beforeAll(async () => void (at = await startTestPool()), 60_000);
afterAll(() => at.stop());

/** The message of each answer, guesses going round over the addresses. */
async function guess(name: string, times: number, addresses: string[]): Promise<string[]> {
  const messages: string[] = [];
  for (let index = 0; index < times; index += 1) {
    const address = addresses[index % addresses.length];
    const { body } = await at.signIn(name, `Wrong-${index}`, address);
    messages.push(String(body.message ?? 'let in'));
  }
  return messages;
}

const addresses = (net: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `10.${net}.0.${index + 1}`);

test('1,000 wrong passwords let nobody in and do not keep the rightful person out', async () => {
  const { username } = await at.person();
  const home = '192.168.7.7';
  // Locks of a slow run would end while guesses go on.
  at.clock.stopped = Date.now();
  expect(await at.signIn(username, 'Right-2026', home)).toMatchObject({ status: 200 });
  const messages = await guess(username, 1000, addresses(20, 20));
  expect(new Set(messages)).toEqual(
    new Set(['Incorrect username or password.', 'Password attempts exceeded']),
  );
  // Where the person has signed in before, others' failures do not count.
  expect(await at.signIn(username, 'Right-2026', home)).toMatchObject({ status: 200 });
  expect((await at.signIn(username, 'Right-2026', '192.168.9.9')).body).toMatchObject({
    message: 'Password attempts exceeded',
  });
  at.clock.stopped = undefined;
  at.clock.ahead += HOUR;
  expect(await at.signIn(username, 'Right-2026', '192.168.9.9')).toMatchObject({ status: 200 });
}, 120_000);

test('names that exist and names that nobody has are answered alike', async () => {
  at.clock.ahead += 2 * HOUR;
  const { username } = await at.person();
  // Locks that end while guesses go on would end at another guess on another day.
  at.clock.stopped = Date.now();
  const known = await guess(username, 60, addresses(30, 4));
  const unknown = await guess('nobody.here', 60, addresses(31, 4));
  at.clock.stopped = undefined;
  expect(unknown).toEqual(known);
}, 120_000);

test('a wrong password takes as long for a name that nobody has', async () => {
  at.clock.ahead += 2 * HOUR;
  const people = [await at.person(), await at.person(), await at.person(), await at.person()];
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 4; round += 1) {
    for (const [index, { username }] of people.entries()) {
      times.known.push(await timed(username, `10.40.${index}.1`));
      times.unknown.push(await timed(`nobody.${index}`, `10.41.${index}.1`));
    }
  }
  const ratio = median(times.known) / median(times.unknown);
  expect(ratio).toBeGreaterThan(1 / 3);
  expect(ratio).toBeLessThan(3);
}, 120_000);

async function timed(name: string, address: string): Promise<number> {
  const start = performance.now();
  const { body } = await at.signIn(name, 'Wrong-2026', address);
  expect(body.message).toBe('Incorrect username or password.');
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
