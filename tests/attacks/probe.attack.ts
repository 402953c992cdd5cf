import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeDuring, startServer, type AttackedServer } from './support/server.ts';

let server: AttackedServer;
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0' });
});
afterAll(() => server.stop());

it('notices calls that are refused', async () => {
  const { health, list } = await probeDuring({ ...server, token: 'nobody' }, async () => {
    for (let calls = 0; calls < 20; calls += 1) await server.ask('GET', 'templates');
  });
  expect(health.failures).toEqual([]);
  expect(list.failures).toContain('answered 401');
});
