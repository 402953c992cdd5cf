import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import { StorageError } from './database.ts';
import { isDatabaseDown } from './errors.ts';
import { openDatabase } from './open.ts';

const server = process.env['TEST_DATABASE_URL'];

/** Passes bytes to a server and back, until it is told to swallow them. */
class Forwarder {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private silent = false;

  constructor(target: URL) {
    this.server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('data', (bytes) => void (this.silent || to.write(bytes)));
        from.on('error', () => from.destroy());
        from.on('close', () => this.silent || to.destroy());
      }
    });
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as { port: number }).port;
  }

  /** Accepts and says nothing any more, on connections old and new. */
  fallSilent(): void {
    this.silent = true;
  }

  /** Breaks every connection; new ones work. */
  recover(): void {
    this.silent = false;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  close(): void {
    this.recover();
    this.server.close();
  }
}

describe.skipIf(!server)('a server that accepts and stays silent', () => {
  let proxy: Forwarder;
  let db: Database;
  beforeAll(async () => {
    const url = new URL(server ?? '');
    proxy = new Forwarder(new URL(url));
    const port = await proxy.listen();
    url.hostname = '127.0.0.1';
    url.port = String(port);
    db = await openDatabase({ dataDir: '', databaseUrl: url.href, poolSize: 2, timeoutMs: 300 });
  });
  afterAll(async () => {
    proxy.close();
    await db.close();
  });

  it('is given up on in time, inside a transaction too, and used again once it answers', async () => {
    const began = performance.now();
    const inTransaction = db.transaction(async (tx) => {
      await tx.query('SELECT 1');
      proxy.fallSilent();
      await tx.query('SELECT 2');
    });
    await expect(inTransaction).rejects.toThrow(/does not answer in time/);
    await expect(db.query('SELECT 1')).rejects.toBeInstanceOf(StorageError);
    await expect(db.check()).rejects.toThrow(
      /^The database server 127\.0\.0\.1:\d+\/\w+ does not answer in time/,
    );
    // Two limits of a statement, and two of a connection at most.
    expect(performance.now() - began).toBeLessThan(16_000);
    proxy.recover();
    await expect(db.query('SELECT 1 AS n')).resolves.toEqual([{ n: 1 }]);
  }, 30_000);

  it('is listened to again after a lost connection, and listeners are notified that they may have missed messages', async () => {
    const received: string[] = [];
    let resumed = (): void => undefined;
    const back = new Promise<void>((done) => (resumed = done));
    let news = (): void => undefined;
    const notification = new Promise<void>((done) => (news = done));
    const stop = await db.listen(
      'silence',
      (payload) => {
        received.push(payload);
        news();
      },
      () => resumed(),
    );
    proxy.recover();
    await back;
    await db.notify('silence', 'hello');
    await notification;
    expect(received).toEqual(['hello']);
    await stop();
  }, 30_000);

  it('is away only where the database is: not for a slow statement, and not for another service', async () => {
    const pid = async (): Promise<unknown> => (await db.query('SELECT pg_backend_pid() AS pid'))[0];
    const slow = db.session(async (session) => {
      await session.exec('SET statement_timeout = 0');
      await session.query('SELECT pg_sleep(4)');
    });
    const other = await pid();
    await expect(slow).rejects.toSatisfy((error) => error instanceof StorageError && !isDatabaseDown(error));
    await vi.waitFor(async () => expect(await Promise.all([pid(), pid()])).toContainEqual(other));
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const writing = db.transaction(async () => Promise.reject(gone));
    await expect(writing).rejects.toSatisfy((error) => !isDatabaseDown(error));
    const killed = db.query('SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(killed).rejects.toSatisfy((error) => isDatabaseDown(error));
  });

  it('has the timeouts of the settings, and a lock timeout can be retried', async () => {
    await expect(db.query('SELECT pg_sleep(5)')).rejects.toThrow(/took too long for a statement/);
    const other = await openDatabase({ dataDir: '', databaseUrl: server, timeoutMs: 300 });
    await db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(77, 1)');
      await expect(other.query('SELECT pg_advisory_lock(77, 1)')).rejects.toMatchObject({
        name: 'StorageError',
        retryable: true,
      });
    });
    await other.close();
  });
});
