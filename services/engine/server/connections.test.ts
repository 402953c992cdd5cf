import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { limitConnections, CONNECTION_LIMITS, createClientErrorHandler } from './connections.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function startServer(
  limits: { graceMs?: number; bodyMs?: number } = {},
): Promise<{ app: FastifyInstance; port: number }> {
  app = fastify({ ...CONNECTION_LIMITS, clientErrorHandler: createClientErrorHandler({}, () => 'r1') });
  limitConnections(app, limits);
  app.post('/', () => 'done');
  app.post('/file', { config: { acceptsFiles: true } }, () => 'stored');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** The data that arrives until the connection closes. */
const readResponse = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (part) => (text += part.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });

it('a request that never ends does not delay a shutdown', async () => {
  const { app, port } = await startServer({ graceMs: 100 });
  const requested = new Promise((resolve) => app.server.once('request', resolve));
  const socket = connect(port, '127.0.0.1');
  const response = readResponse(socket);
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await requested;
  await app.close();
  expect(await response).toBe('');
});

it('a request under way during a shutdown gets its response', async () => {
  const { app, port } = await startServer();
  const requested = new Promise((resolve) => app.server.once('request', resolve));
  const socket = connect(port, '127.0.0.1');
  const response = readResponse(socket);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
  await requested;
  const stopped = app.close();
  socket.write('}');
  expect(await response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await stopped;
});

it('headers and bodies have timeouts of their own', async () => {
  const { app } = await startServer();
  const { headersTimeout, requestTimeout, timeout, maxConnections } = app.server;
  expect({ headersTimeout, requestTimeout, timeout, maxConnections }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 3_600_000,
    timeout: 120_000,
    maxConnections: 10_000,
  });
});

it('a body that does not arrive in time gets 408, that of a file may take longer', async () => {
  const { port } = await startServer({ bodyMs: 100 });
  const head = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';
  const file = connect(port, '127.0.0.1');
  const stored = readResponse(file);
  file.write(`POST /file ${head}`);
  const slow = connect(port, '127.0.0.1');
  const refused = readResponse(slow);
  slow.write(`POST / ${head}`);
  expect(await refused).toMatch(/^HTTP\/1\.1 408 [^]*"code":"MALFORMED"/);
  file.end('}');
  expect(await stored).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*stored/);
});

it('the body timeout of an injected request ends no connection', async () => {
  await startServer({ bodyMs: 60_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    // Refused before its body is read.
    const headers = { host: 'x', 'content-type': 'no/such' };
    const refused = await app?.inject({ method: 'POST', url: '/', headers, payload: '{}' });
    expect(refused?.statusCode).toBe(415);
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

const POLL_OPTIONS = { timeout: 60_000 };

it('a body that is too large gets 413 while it is still sent, and the connection stays open', async () => {
  const { port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString()));
  const length = 3 * 1024 * 1024;
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await expect.poll(() => text, POLL_OPTIONS).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(Buffer.alloc(length, ' '));
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
  await expect.poll(() => text, POLL_OPTIONS).toMatch(/HTTP\/1\.1 200 OK/);
  socket.destroy();
});
