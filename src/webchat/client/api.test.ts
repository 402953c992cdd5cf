import { expect, test, vi } from 'vitest';
import { createApi } from './api.ts';

test('requests have the language of the chat', async () => {
  const fetched = vi.fn((_address: string, _init: RequestInit) => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  const api = createApi('https://chat.example', 'c1', 'th');
  await api.startConversation('th');
  await api.listMessagesBefore('token', 3);
  expect(fetched.mock.calls.map(([, { headers }]) => headers)).toEqual([
    { 'accept-language': 'th', 'content-type': 'application/json' },
    { 'accept-language': 'th', authorization: 'Bearer token' },
  ]);
});

test('an error page of a proxy is an error of the server, not a lost connection', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Forbidden</h1>', { status: 403 })));
  const api = createApi('https://chat.example', 'c1', 'en');
  await expect(api.listMessagesBefore('token', 3)).rejects.toMatchObject({ status: 403, message: '' });
});
