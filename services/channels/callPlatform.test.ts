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

async function startPlatform(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/asked`, server };
}

const callError = async (work: Promise<unknown>): Promise<UpstreamUnavailableError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamUnavailableError) return error;
  throw new Error(`Expected to reach nobody, got ${String(error)}`);
};

it('returns the response, whatever the status, and reuses the connection', async () => {
  let connections = 0;
  const { url, server } = await startPlatform(async (request, response) => {
    const requestBody = await text(request);
    response
      .writeHead(429, { 'retry-after': '7', 'x-request-id': 'r1' })
      .end(JSON.stringify({ said: requestBody, by: request.headers.authorization, with: request.method }));
  });
  server.on('connection', () => void (connections += 1));
  const options = { method: 'POST', headers: { authorization: 'Bearer t' }, body: 'สวัสดี' } as const;
  for (let time = 0; time < 3; time += 1)
    expect(await callPlatform(url, options)).toMatchObject({
      ...{ status: 429, retryAfterS: 7, headers: { 'x-request-id': 'r1' } },
      body: { said: 'สวัสดี', by: 'Bearer t', with: 'POST' },
    });
  expect(connections).toBe(1);
});

it('follows no redirects, and accepts a body that is not JSON', async () => {
  const { url } = await startPlatform((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('moved'),
  );
  expect(await callPlatform(url, {})).toMatchObject({ status: 302, body: undefined });
});

it('knows whether a failed request may have been received', async () => {
  const { url, server } = await startPlatform((request) => request.socket.destroy());
  expect((await callError(callPlatform(url, { method: 'POST', body: '{}' }))).isUnsent).toBe(false);
  await new Promise((done) => server.close(done));
  expect((await callError(callPlatform(url, { method: 'POST', body: '{}' }))).isUnsent).toBe(true);
});

it('times out before and during the response', async () => {
  const { url } = await startPlatform(() => undefined);
  const { url: haltingUrl } = await startPlatform((_, response) => response.writeHead(200).write('{'));
  const errors = await Promise.all([
    callError(callPlatform(url, {})),
    callError(callPlatform(haltingUrl, {})),
  ]);
  expect(errors.map(({ message }) => inEnglish(message))).toEqual([
    `${new URL(url).host} did not answer within 5 s`,
    `${new URL(haltingUrl).host} did not answer within 5 s`,
  ]);
});
