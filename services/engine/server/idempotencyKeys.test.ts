import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import type { Services } from '../resources/services.ts';
import type { Database } from '../storage/database.ts';
import { registerIdempotencyKeys } from './idempotencyKeys.ts';

it('a key is released when the result of its claim is unknown', async () => {
  const query = vi.fn(async (text: string) => {
    if (text.startsWith('INSERT')) throw new Error('connection lost');
    return [];
  });
  const app = Fastify();
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { user: { id: 'somchai', roles: [] } });
  });
  registerIdempotencyKeys(app, { query } as unknown as Database, () => ({}) as Services);
  app.post('/', async () => ({}));
  const headers = { 'idempotency-key': 'once' };
  const { statusCode } = await app.inject({ method: 'POST', url: '/', headers });
  expect(statusCode).toBe(500);
  const [claimed, released] = query.mock.calls as unknown as [string, unknown[]][];
  expect(released?.[0]).toMatch(/^DELETE FROM request_key/);
  expect(released?.[1]).toEqual(claimed?.[1].slice(0, 3));
  await app.close();
});
