import fastify, { type FastifyInstance } from 'fastify';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../storage/open.ts';
import { testEngines } from '../storage/testEngines.ts';
import { registerErrors } from '../http/errors.ts';
import { registerHealth, type HealthOptions } from './health.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function startHealth(options: HealthOptions): () => Promise<{ status: number; body: unknown }> {
  const app: FastifyInstance = fastify();
  closing.push(() => app.close());
  registerErrors(app);
  registerHealth(app, options);
  return async () => {
    const answer = await app.inject('/healthz');
    return { status: answer.statusCode, body: answer.json() };
  };
}
const READY = { status: 200, body: { status: 'ok' } };
const UNAVAILABLE = {
  status: 503,
  body: { code: 'UNAVAILABLE', message: 'The database does not answer', requestId: expect.any(String) },
};

describe.each(testEngines())('/healthz on the $name engine', ({ open }) => {
  it('reports whether the database answers', async () => {
    const { db, remove } = await open();
    const health = startHealth({ db, cacheMs: 0 });
    expect(await health()).toEqual(READY);
    await remove();
    expect(await health()).toEqual(UNAVAILABLE);
  }, 120_000);
});

it('/healthz counts a response that arrived while the event loop was blocked', async () => {
  const answering = createServer((socket) => socket.end('here'));
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  closing.push(() => answering.close());
  const { port } = answering.address() as AddressInfo;
  const check = () =>
    new Promise<void>((resolve) => {
      connect(port, '127.0.0.1').once('data', () => resolve());
      // The database answers long before the timeout, but the event loop is blocked until after it.
      setTimeout(() => {
        for (const until = Date.now() + 300; Date.now() < until;);
      });
    });
  expect(await startHealth({ db: { check }, timeoutMs: 200, cacheMs: 0 })()).toEqual(READY);
});

/** Starts a proxy of the test server that can swallow all bytes. */
async function startProxy(): Promise<{ url: string; silent: { is: boolean } }> {
  const target = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const silent = { is: false };
  const sockets: Socket[] = [];
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes) => silent.is || far.write(bytes));
    far.on('data', (bytes) => silent.is || near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target.href);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, silent };
}

describe.each(testEngines().filter(({ name }) => name === 'server'))('when the $name falls silent', () => {
  it('/healthz says so in time, however often it is asked', async () => {
    const { url, silent } = await startProxy();
    const db = await openDatabase({ dataDir: '', databaseUrl: url, poolSize: 2 });
    const health = startHealth({ db, timeoutMs: 300, cacheMs: 0 });
    expect(await health()).toEqual(READY);
    silent.is = true;
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 20 }, health));
    expect(answers).toEqual(Array.from({ length: 20 }, () => UNAVAILABLE));
    expect(Date.now() - began).toBeLessThan(5_000);
  }, 120_000);
});
