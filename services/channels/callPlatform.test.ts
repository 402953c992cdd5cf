import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { callPlatform, UpstreamUnavailableError } from './callPlatform.ts';
import { inEnglish } from '../../schemas/texts/stored.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function platform(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/asked`, server };
}

const fault = async (work: Promise<unknown>): Promise<UpstreamUnavailableError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamUnavailableError) return error;
  throw new Error(`Expected to reach nobody, got ${String(error)}`);
};

it('says what a platform answers, whatever the status, over a connection that stays', async () => {
  let connections = 0;
  const { url, server } = await platform(async (request, response) => {
    const said = await text(request);
    response
      .writeHead(429, { 'retry-after': '7', 'x-request-id': 'r1' })
      .end(JSON.stringify({ said, by: request.headers.authorization, with: request.method }));
  });
  server.on('connection', () => void (connections += 1));
  const question = { method: 'POST', headers: { authorization: 'Bearer t' }, body: 'สวัสดี' } as const;
  for (let time = 0; time < 3; time += 1)
    expect(await callPlatform(url, question)).toMatchObject({
      ...{ status: 429, retryAfterS: 7, headers: { 'x-request-id': 'r1' } },
      body: { said: 'สวัสดี', by: 'Bearer t', with: 'POST' },
    });
  expect(connections).toBe(1);
});

it('follows nobody elsewhere, and takes what is no JSON', async () => {
  const { url } = await platform((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('moved'),
  );
  expect(await callPlatform(url, {})).toMatchObject({ status: 302, body: undefined });
});

it('knows whether what was said may have been heard', async () => {
  const { url, server } = await platform((request) => request.socket.destroy());
  expect((await fault(callPlatform(url, { method: 'POST', body: '{}' }))).isUnsent).toBe(false);
  await new Promise((done) => server.close(done));
  expect((await fault(callPlatform(url, { method: 'POST', body: '{}' }))).isUnsent).toBe(true);
});

it('does not wait for who is silent, before the answer or within it', async () => {
  const { url } = await platform(() => undefined);
  const { url: halting } = await platform((_, response) => response.writeHead(200).write('{'));
  const faults = await Promise.all([fault(callPlatform(url, {})), fault(callPlatform(halting, {}))]);
  expect(faults.map(({ message }) => inEnglish(message))).toEqual([
    `${new URL(url).host} did not answer within 5 s`,
    `${new URL(halting).host} did not answer within 5 s`,
  ]);
});
