import fastify from 'fastify';
import { expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

const CROWD = '192.0.2.1';
const MANY = 300;

/** Whose requests were begun, in their order, of those that arrive at once: many of one address, then the others. */
async function begunOf(...others: { remoteAddress: string; url: string }[]): Promise<string[]> {
  const app = fastify();
  takeTurns(app);
  const begun: string[] = [];
  app.get('/', async ({ ip }) => void begun.push(ip));
  app.get('/healthz', { config: { first: true } }, async () => void begun.push('health'));
  const crowd = Array.from({ length: MANY }, () => ({ remoteAddress: CROWD, url: '/' }));
  const answers = await Promise.all(
    [...crowd, ...others].map((one) => app.inject({ method: 'GET', ...one })),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  await app.close();
  return begun;
}

it('an address that asks a few times does not wait for all that another one asks', async () => {
  const begun = await begunOf(
    ...['192.0.2.2', '192.0.2.2'].map((remoteAddress) => ({ remoteAddress, url: '/' })),
  );
  expect(begun).toHaveLength(MANY + 2);
  expect(begun.lastIndexOf('192.0.2.2')).toBeLessThan(MANY / 2);
});

it('a health check does not wait for others', async () => {
  const begun = await begunOf({ remoteAddress: CROWD, url: '/healthz' });
  expect(begun.indexOf('health')).toBeLessThan(MANY / 2);
});

it('what arrives meanwhile is heard before all that wait are answered', async () => {
  const app = fastify();
  takeTurns(app);
  let rounds = 0;
  const roundsOf: number[] = [];
  app.get('/', async () => void roundsOf.push(rounds));
  const count = (): void => {
    rounds += 1;
    if (roundsOf.length < MANY) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: MANY }, () => app.inject({ method: 'GET', url: '/' })));
  await app.close();
  expect(new Set(roundsOf).size).toBeGreaterThan(5);
});
