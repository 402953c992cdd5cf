import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import fastify from 'fastify';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { testEngines } from '../storage/testEngines.ts';
import { startTestPool } from '../userPool/testPool.ts';
import { embeddedTokenVerifier } from './auth.ts';
import { registerSocket } from './socket.ts';

/** The embedded engine runs in the process and has no connection to lose. */
const serverEngines = testEngines().filter(({ name }) => name === 'server');

describe.each(serverEngines)('when the connection that listens to the $name broke', ({ open }) => {
  test('sessions that ended meanwhile lose their socket, others are asked to resync', async () => {
    const { db, remove } = await open();
    const name = `test ${randomUUID()}`;
    const [row] = await db.query<{ schema: string }>('SELECT current_schema() AS schema');
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.searchParams.set('options', `-c search_path=${row?.schema},public`);
    url.searchParams.set('application_name', name);
    const testPool = await startTestPool({}, url.href);
    const app = fastify();
    const verify = embeddedTokenVerifier(testPool.pool);
    await registerSocket(app, {
      settings: { corsOrigins: [] },
      db: testPool.db,
      verify,
      reach: { may: () => false, mayRead: () => false, mayReadRecord: async () => false },
      userPool: testPool.pool,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;

    const connect = async () => {
      const person = await testPool.createUser();
      const { body } = await testPool.signIn(person.username, 'Right-2026');
      const token = String(body.AuthenticationResult.IdToken);
      const socket = io(`http://127.0.0.1:${port}`, {
        path: '/socket/',
        transports: ['websocket'],
        auth: { token },
        reconnection: false,
        forceNew: true,
      });
      const events: string[] = [];
      socket.on('message', ({ event }: { event: string }) => events.push(event));
      await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
      return { person, socket, events };
    };
    const leaving = await connect();
    const staying = await connect();
    const disconnected = new Promise((resolve) => leaving.socket.once('disconnect', resolve));
    const firstMessage = new Promise((resolve) => staying.socket.once('message', resolve));

    // The listener is the one whose last statement was LISTEN; the pool's own connections answer queries.
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'`,
      [name],
    );
    // Another process ends the session while nobody here listens: no notice of it ever arrives.
    await db.query('DELETE FROM user_pool_sessions WHERE sub = $1::uuid', [leaving.person.sub]);

    expect(await disconnected).toBe('io server disconnect');
    expect(leaving.events).toEqual(['session.ended']);
    expect(await firstMessage).toEqual({ event: 'resync', json: {} });
    expect(staying.socket.connected).toBe(true);

    staying.socket.close();
    await app.close();
    await testPool.stop();
    await remove();
  }, 120_000);
});
