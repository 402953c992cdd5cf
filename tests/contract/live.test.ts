import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/model/types.ts';
import type { SocketMessage } from '../../services/engine/server/socket.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { runInTransaction } from '../../services/engine/resources/write/transaction.ts';
import { DEMO_PASSWORD } from '../../services/products/demo/people.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { testEngines } from '../../services/engine/storage/testEngines.ts';
import { UserPool } from '../../services/engine/userPool/index.ts';
import { copySchemas, writeSchema } from '../e2e/support/schemaCopy.ts';
import { startLoadBalancer } from './support/loadBalancer.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';
import { connectSocket, listenAnywhere, type TestSocket } from './support/sockets.ts';

/** Everybody sees their own notes, administrators of the accounts see all. */
const NOTE: JsonObject = {
  title: 'Note',
  description: 'What people note for themselves.',
  'x-entity': {
    service: 'chatbot',
    path: 'notes',
    route: '/chatbot/notes',
    menu: { group: 'chatbot.content', order: 9, label: 'Notes' },
    access: {
      read: ['chatbot.variable'],
      write: ['chatbot.variable'],
      rows: { any: [{ owner: { context: 'user.id' } }, { '$user.roles': 'cim.admin' }] },
    },
    title: '{{name}}',
    list: { columns: ['name', 'owner'] },
    form: { layout: 'page' },
  },
  type: 'object',
  required: ['name', 'owner'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40 },
    owner: { type: 'string', maxLength: 40 },
  },
};

describe.each(testEngines())('two processes over one $name database', ({ name, open }) => {
  let services: TestServices;
  let urls: string[];
  let closing: (() => Promise<unknown>)[] = [];
  let owner: Call;
  const sockets: TestSocket[] = [];

  beforeAll(async () => {
    const schemas = copySchemas();
    writeSchema(schemas, 'note.schema.json', NOTE);
    const { db, remove } = await open();
    let databaseUrl: string | undefined;
    if (name === 'server') {
      const [row] = await db.query<{ schema: string }>('SELECT current_schema() AS schema');
      const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
      url.searchParams.set('options', `-c search_path=${row?.schema},public`);
      databaseUrl = url.href;
    }
    services = await startServices({ DATABASE_URL: databaseUrl ?? '' }, schemas);
    const second = await twin(databaseUrl);
    urls = [await listenAnywhere(services.app), await listenAnywhere(second)];
    closing = [() => second.close(), () => services.stop(), remove];
    owner = await services.as('owner');
  }, 240_000);
  afterEach(() => sockets.splice(0).forEach(({ socket }) => socket.close()));
  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** Another process; on the embedded engine, which has one connection, another application over that. */
  async function twin(databaseUrl: string | undefined): Promise<FastifyInstance> {
    const { dataDir } = services;
    const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const db = databaseUrl ? await openDatabase({ dataDir, databaseUrl }) : services.db;
    const userPool = await UserPool.open({
      db,
      mailer: { send: async () => undefined, close: () => undefined },
    });
    const app = await services.another({ settings, db, userPool });
    app.addHook('onClose', async () => {
      await userPool.close();
      if (databaseUrl) await db.close();
    });
    return app;
  }

  const idOf = async (username: string): Promise<string> =>
    (await services.userPool.find(username))?.sub ?? '';
  async function at(process: 0 | 1, username: string): Promise<TestSocket> {
    const socket = await connectSocket(urls[process] as string, await services.tokenOf(username));
    sockets.push(socket);
    return socket;
  }
  /** A change that everybody may hear of; what was told before it has arrived by then. */
  async function fence(...all: TestSocket[]): Promise<void> {
    const { body } = await owner('GET', '/api/v1/workspaces');
    const { body: saved } = await owner('PUT', `/api/v1/workspaces/${body[0]?.['id'] as string}`, body[0]);
    const isIt = ({ event, json }: SocketMessage): boolean =>
      event === 'network.updated' && (json as JsonObject)['version'] === saved['version'];
    await Promise.all(all.map(({ waitFor }) => waitFor(isIt)));
  }
  const about = (socket: TestSocket, entity: string): unknown[] =>
    socket.received.filter(({ json }) => (json as JsonObject)['entity'] === entity);
  const changed = (json: JsonObject): SocketMessage => ({ event: 'record.changed', json });

  test('changes are published to people who may read the record, on every process, and to nobody else', async () => {
    const [editor, developer, user] = [
      await at(0, 'chatbot.editor'),
      await at(1, 'chatbot.developer'),
      await at(1, 'livechat.agent'),
    ];
    const { body } = await owner('POST', '/api/v1/variables', { name: 'told', value: '1' });
    const id = String(body['id']);
    await owner('PUT', `/api/v1/variables/${id}`, { ...body, value: '2' });
    expect((await owner('PUT', `/api/v1/variables/${id}`, { ...body, value: '3' })).status).toBe(409);
    expect((await owner('POST', '/api/v1/variables', { name: 'told', value: '1' })).status).toBe(409);
    await owner('DELETE', `/api/v1/variables/${id}`);
    await fence(editor, developer, user);
    const by = { id: await idOf('owner'), name: 'Malee Suwannarat' };
    const expected = [1, 2, null].map((version) => changed({ entity: 'variable', id, version, by }));
    expect(about(editor, 'variable')).toEqual(expected);
    expect(about(developer, 'variable')).toEqual(expected);
    expect(about(user, 'variable')).toEqual([]);
  });

  test('with separated rows each person receives changes of their own; a row that is taken away is published as deleted', async () => {
    const people = [
      await at(0, 'chatbot.editor'),
      await at(1, 'chatbot.developer'),
      await at(1, 'chatbot.admin'),
    ];
    const [editor, developer, stranger] = people as [TestSocket, TestSocket, TestSocket];
    const everything = await at(1, 'owner');
    const { body } = await owner('POST', '/api/v1/notes', {
      name: 'Mine',
      owner: await idOf('chatbot.editor'),
    });
    const id = String(body['id']);
    await owner('PUT', `/api/v1/notes/${id}`, { ...body, owner: await idOf('chatbot.developer') });
    await owner('DELETE', `/api/v1/notes/${id}`);
    await fence(...people, everything);
    const by = { id: await idOf('owner'), name: 'Malee Suwannarat' };
    const note = (version: number | null, own = {}) => changed({ entity: 'note', id, version, by, ...own });
    expect(about(editor, 'note')).toEqual([note(1), note(null, { by: null })]);
    expect(about(developer, 'note')).toEqual([note(2), note(null)]);
    expect(about(everything, 'note')).toEqual([note(1), note(2), note(null)]);
    expect(about(stranger, 'note')).toEqual([]);
  });

  test('what changes much at once is one message, to those whose rows it may be about', async () => {
    const [editor, developer] = [await at(1, 'chatbot.editor'), await at(0, 'chatbot.developer')];
    const mine = await idOf('chatbot.editor');
    const bulk = { ...services.services };
    await runInTransaction(bulk, async (unit) => {
      for (let index = 0; index < 120; index += 1)
        await records(bulk, 'note' as 'variable', SYSTEM, unit).create({
          name: `n${index}`,
          owner: mine,
        });
    });
    await fence(editor, developer);
    expect(about(editor, 'note')).toEqual([{ event: 'entity.changed', json: { entity: 'note' } }]);
    expect(about(developer, 'note')).toEqual([]);
  });

  test('revoking a right stops its messages at once', async () => {
    const moderator = await at(1, 'chatbot.moderator');
    const id = await idOf('chatbot.moderator');
    const { body } = await owner('GET', `/api/v1/members/${id}`);
    await owner('PUT', `/api/v1/members/${id}`, { ...body, roles: ['livechat.agent'] });
    await owner('POST', '/api/v1/variables', { name: 'after', value: '1' });
    await fence(moderator);
    expect(moderator.received.map(({ event }) => event)).toContain('permissions.changed');
    expect(about(moderator, 'variable')).toEqual([]);
  });

  describe('who has a record open', () => {
    const viewersOf =
      (id: string, ...names: string[]) =>
      ({ event, json }: SocketMessage): boolean => {
        const { id: of, viewers } = json as { id?: string; viewers?: { name: string }[] };
        return (
          event === 'record.viewers' &&
          of === id &&
          viewers
            ?.map((one) => one.name)
            .toSorted()
            .join() === names.toSorted().join()
        );
      };
    const [ANONG, DANIEL, MALEE] = ['Anong Srisuk', 'Daniel Meyer', 'Malee Suwannarat'];

    test('is known to those who have it open themselves, and ends with a socket', async () => {
      const { body } = await owner('POST', '/api/v1/variables', { name: 'opened', value: '1' });
      const key = { entity: 'variable', id: String(body['id']) };
      const [anong, daniel, user] = [
        await at(0, 'chatbot.editor'),
        await at(1, 'chatbot.developer'),
        await at(1, 'livechat.agent'),
      ];
      anong.send('record.open', key);
      await anong.waitFor(viewersOf(key.id, ANONG));
      user.send('record.open', key);
      daniel.send('record.open', key);
      const both = await anong.waitFor(viewersOf(key.id, ANONG, DANIEL));
      expect((both.json as JsonObject)['viewers']).toContainEqual({
        id: await idOf('chatbot.developer'),
        name: DANIEL,
      });
      await daniel.waitFor(viewersOf(key.id, ANONG, DANIEL));
      anong.received.splice(0);
      daniel.socket.close();
      await anong.waitFor(viewersOf(key.id, ANONG));
      const again = await at(1, 'chatbot.developer');
      again.send('record.open', key);
      await again.waitFor(viewersOf(key.id, ANONG, DANIEL));
      again.received.splice(0);
      anong.send('record.close', key);
      await again.waitFor(viewersOf(key.id, DANIEL));
      await fence(user);
      expect(user.received.filter(({ event }) => event === 'record.viewers')).toEqual([]);
    });

    test('is hidden from people who may not, or no longer, read the row', async () => {
      const { body } = await owner('POST', '/api/v1/notes', {
        name: 'Mine',
        owner: await idOf('chatbot.editor'),
      });
      const key = { entity: 'note', id: String(body['id']) };
      const [anong, daniel, malee] = [
        await at(0, 'chatbot.editor'),
        await at(1, 'chatbot.developer'),
        await at(0, 'owner'),
      ];
      daniel.send('record.open', key);
      malee.send('record.open', key);
      anong.send('record.open', key);
      await anong.waitFor(viewersOf(key.id, ANONG, MALEE));
      malee.received.splice(0);
      await owner('PUT', `/api/v1/notes/${key.id}`, { ...body, owner: await idOf('chatbot.developer') });
      await malee.waitFor(viewersOf(key.id, MALEE));
      await fence(anong, daniel);
      expect(daniel.received.filter(({ event }) => event === 'record.viewers')).toEqual([]);
    });

    test('nonsense opens nothing and harms nothing', async () => {
      const editor = await at(0, 'chatbot.editor');
      for (const json of [
        null,
        1,
        {},
        { entity: 'variable', id: 'x' },
        { entity: 'nosuch', id: '00000000-0000-4000-8000-000000000000' },
      ])
        editor.send('record.open', json);
      editor.socket.emit('message', null);
      await fence(editor);
      expect(editor.received.filter(({ event }) => event === 'record.viewers')).toEqual([]);
    });
  });

  test('behind one address a session of one process works and receives changes at either', async () => {
    const { address, reached, close } = await startLoadBalancer(urls);
    const post = async (path: string, body: object, headers: Record<string, string>) => {
      const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const pool = async (action: string, body: object) =>
      post('/user-pool/', body, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      });
    try {
      const { userPool } = (await (await fetch(`${address}/config.json`)).json()) as {
        userPool: { clientId: string };
      };
      const { body: signedIn } = await pool('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: userPool.clientId,
        AuthParameters: { USERNAME: 'chatbot.admin', PASSWORD: DEMO_PASSWORD },
      });
      const tokens = signedIn['AuthenticationResult'] as Record<'IdToken' | 'AccessToken', string>;
      const own = [
        await connectSocket(address, tokens.IdToken),
        await connectSocket(address, tokens.IdToken),
      ];
      sockets.push(...own);
      // Two requests were before them, so each is at another process.
      expect(reached.slice(2)).toEqual(urls);
      const headers = { authorization: `Bearer ${tokens.IdToken}`, 'content-type': 'application/json' };
      const ids: string[] = [];
      for (const n of [1, 2, 3, 4]) {
        const made = await post('/api/v1/variables', { name: `balanced_${n}`, value: '1' }, headers);
        expect(made.status).toBe(201);
        ids.push(String(made.body['id']));
      }
      expect(reached.slice(4)).toEqual([...urls, ...urls]);
      await fence(...own);
      for (const socket of own)
        expect(
          new Set(about(socket, 'variable').map((message) => (message as { json: JsonObject }).json['id'])),
        ).toEqual(new Set(ids));
      const ended = own.map(({ waitFor }) => waitFor(({ event }) => event === 'session.ended'));
      expect((await pool('GlobalSignOut', { AccessToken: tokens.AccessToken })).status).toBe(200);
      await Promise.all(ended);
    } finally {
      await close();
    }
  });
});
