import fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerFairQueue } from './fairQueue.ts';

const BUSY_ADDRESS = '192.0.2.1';
const MANY = 300;

/** Sends many requests of one address and then the others at once. @returns the addresses in the order of processing */
async function startedOrder(...others: { remoteAddress: string; url: string }[]): Promise<string[]> {
  const app = fastify();
  registerFairQueue(app);
  const started: string[] = [];
  app.get('/', async ({ ip }) => void started.push(ip));
  app.get('/healthz', { config: { skipsQueue: true } }, async () => void started.push('health'));
  const busyRequests = Array.from({ length: MANY }, () => ({ remoteAddress: BUSY_ADDRESS, url: '/' }));
  const answers = await Promise.all(
    [...busyRequests, ...others].map((one) => app.inject({ method: 'GET', ...one })),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  await app.close();
  return started;
}

it('an address with few requests does not wait for all requests of another one', async () => {
  const started = await startedOrder(
    ...['192.0.2.2', '192.0.2.2'].map((remoteAddress) => ({ remoteAddress, url: '/' })),
  );
  expect(started).toHaveLength(MANY + 2);
  expect(started.lastIndexOf('192.0.2.2')).toBeLessThan(MANY / 2);
});

it('a health check does not wait for other requests', async () => {
  const started = await startedOrder({ remoteAddress: BUSY_ADDRESS, url: '/healthz' });
  expect(started.indexOf('health')).toBeLessThan(MANY / 2);
});

it('queued requests are spread over several ticks of the event loop', async () => {
  const app = fastify();
  registerFairQueue(app);
  let ticks = 0;
  const tickOfRequest: number[] = [];
  app.get('/', async () => void tickOfRequest.push(ticks));
  const count = (): void => {
    ticks += 1;
    if (tickOfRequest.length < MANY) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: MANY }, () => app.inject({ method: 'GET', url: '/' })));
  await app.close();
  expect(new Set(tickOfRequest).size).toBeGreaterThan(5);
});
