import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DomainModule } from '../../services/engine/modules/module.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const ran: string[] = [];
/** What a product folder would export. */
const greetings = {
  name: 'greetings',
  entity: 'variable',
  handlers: {
    greet: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: { type: 'object', properties: { text: { type: 'string' } } },
      run: async ({ record, input, user }) => ({
        text: `${String(input['word'])} ${String(record?.['name'])}, from ${user.username}`,
      }),
    },
    longest: {
      on: 'list',
      method: 'GET',
      operation: 'read',
      output: 'variable',
      run: async ({ context: { services } }) =>
        (await services().catalog.require('variable').repository.list({ take: 1 }))[0],
    },
    shout: {
      on: 'record',
      method: 'PUT',
      operation: 'update',
      run: ({ record, change }) => change({ value: String(record?.['value']).toUpperCase() }),
    },
    remember: {
      on: 'list',
      operation: 'create',
      async run({ input, context: { db, jobs } }) {
        await db.transaction((tx) => jobs.enqueue(tx, 'greetings.remember', input));
        return {};
      },
    },
  },
  hooks: ({ db }) => ({
    async afterUpdate({ tx, operation }) {
      if (operation === 'shout') await tx.query('INSERT INTO greeting (text) VALUES ($1)', [db.engine]);
    },
  }),
  jobs: {
    'greetings.remember': {
      async run({ data }: { data: { word?: string } }, { db }) {
        await db.query('INSERT INTO greeting (text) VALUES ($1)', [data.word]);
      },
    },
    'greetings.daily': { run: async () => void ran.push('daily') },
  },
  schedules: { 'greetings.daily': { daily: '03:00' } },
  routes: {
    'GET /greetings/:id': {
      describe: { summary: 'A greeting', operationId: 'greeting', responses: {} },
      run: ({ params }) => params,
    },
    'GET /greetings': {
      open: true,
      describe: { summary: 'Greetings', operationId: 'greetings', responses: {} },
      run: (_, __, { db }) => db.query('SELECT text FROM greeting'),
    },
  },
  migrations: [{ id: '0001-greetings', statements: ['CREATE TABLE IF NOT EXISTS greeting (text text)'] }],
  demo: ({ random }) => ({
    variable: [{ id: random.uuid(), name: 'module_word', type: 'string', value: 'สวัสดี hello', scope: 'bot' }],
  }),
  start: async () => void ran.push('start'),
} satisfies DomainModule;

const until = { timeout: 20_000, interval: 50 };
let services: TestServices;
let editor: Call;
let moderator: Call;
let nobody: Call;
let url: string;

beforeAll(async () => {
  services = await startServices({ DATABASE_URL: '' }, 'schemas', [greetings]);
  editor = await services.as('chatbot.editor');
  moderator = await services.as('chatbot.moderator');
  nobody = await services.as();
  const { body } = await editor('GET', '/api/v1/variables?name=module_word');
  url = `/api/v1/variables/${String(body[0]?.['id'])}`;
}, 180_000);
afterAll(() => services.stop());

describe('a module', () => {
  it('adds verbs by any method, held by the rights that they name', async () => {
    expect((await moderator('GET', `${url}/greet?word=Hello`)).body).toEqual({
      text: 'Hello module_word, from chatbot.moderator',
    });
    expect((await moderator('GET', '/api/v1/variables/longest')).body).toHaveProperty('scope');
    expect((await moderator('PUT', `${url}/shout`, {})).status).toBe(403);
    expect((await nobody('GET', `${url}/greet`)).status).toBe(401);
    expect((await moderator('POST', `${url}/greet`, {})).status).toBe(404);
  });

  it('takes part in changes, with tables of its own', async () => {
    expect((await editor('PUT', `${url}/shout`, {})).body).toMatchObject({ value: 'สวัสดี HELLO' });
    expect((await nobody('GET', '/greetings')).body).toEqual([{ text: 'embedded' }]);
  });

  it('adds routes, closed unless they are marked open', async () => {
    expect((await nobody('GET', '/greetings/1')).status).toBe(401);
    expect((await moderator('GET', '/greetings/1')).body).toEqual({ id: '1' });
  });

  it('adds jobs, and says when they run by themselves', async () => {
    await services.jobs.start();
    expect((await editor('POST', '/api/v1/variables/remember', { word: 'Welcome-2026' })).status).toBe(200);
    await vi.waitFor(
      async () => expect((await nobody('GET', '/greetings')).body).toContainEqual({ text: 'Welcome-2026' }),
      until,
    );
    const waiting = await services.db.query<{ hour: number }>(
      `SELECT extract(hour FROM due_at AT TIME ZONE 'UTC')::int AS hour FROM job_run WHERE name = 'greetings.daily'`,
    );
    expect(waiting).toEqual([{ hour: 3 }]);
  });

  it('does what it does at a start', async () => {
    await services.app.startModules();
    expect(ran).toEqual(['start']);
  });

  it('publishes only the fields that it declares', async () => {
    const { paths, 'x-events': events } = (await nobody('GET', '/openapi.json')).body as unknown as {
      paths: Record<string, Record<string, { security?: unknown }>>;
      'x-events': object;
    };
    expect(Object.keys(paths['/api/v1/variables/{id}/greet'] ?? {})).toEqual(['parameters', 'get']);
    expect(paths['/greetings']?.['get']?.security).toEqual([]);
    expect(paths['/greetings/{id}']?.['get']).not.toHaveProperty('security');
    expect(events).toHaveProperty(['job.changed']);
  });
});

it('a module that names what there is not stops the start', async () => {
  const mistaken = { name: 'mistaken', entity: 'varable' } satisfies DomainModule;
  await expect(startServices({}, 'schemas', [mistaken])).rejects.toThrow(
    'module mistaken at /entity: unknown entity "varable"; did you mean "variable"?',
  );
}, 120_000);
