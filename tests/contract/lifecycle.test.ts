import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../services/engine/resources/ids.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { Records } from '../../services/engine/resources/write/records.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { copyTestSchemas } from '../e2e/support/schemaCopy.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

/** Rounds of each race; `RACE_ROUNDS=200` for a thorough run. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 20);
const ORDERS = '/api/v1/orders';
const STATES = ['draft', 'approved', 'shipped', 'closed', 'cancelled'];

const ADMIN = 'campaign.admin';
const EDITOR = 'campaign.editor';
const MODERATOR = 'campaign.moderator';
const STRANGER = 'chatbot.admin';
const ROLES = [ADMIN, EDITOR, MODERATOR, STRANGER];

/** As people would write it down, on purpose not read from the schema: who may, from where, to where. */
const TRANSITIONS: Record<string, { roles: string[]; from: string[]; to: string; input?: object }> = {
  approve: { roles: [ADMIN, MODERATOR], from: ['draft'], to: 'approved' },
  ship: { roles: [ADMIN, EDITOR], from: ['approved'], to: 'shipped', input: { tracking: 'TH-1' } },
  close: { roles: [ADMIN, EDITOR], from: ['shipped'], to: 'closed' },
  cancel: { roles: [ADMIN, MODERATOR], from: ['draft', 'approved'], to: 'cancelled' },
  reopen: { roles: [ADMIN, EDITOR], from: ['cancelled'], to: 'draft' },
};
const EDITABLE = ['draft'];
const DELETABLE = ['draft', 'cancelled'];

let schemas: string;
beforeAll(() => {
  schemas = copyTestSchemas();
});
afterAll(() => rmSync(schemas, { recursive: true }));

describe.each(productEngines())('states of records on the $name engine', ({ settings }) => {
  let services: TestServices;
  let remove: () => Promise<void>;
  const calls = new Map<string, Call>();
  const as = (role: string): Call => calls.get(role) as Call;
  const notified: { operation: string; input?: object }[] = [];

  beforeAll(async () => {
    const engine = await settings();
    remove = engine.remove;
    services = await startServices({ ...engine.env, RATE_LIMIT: '0' }, schemas);
    for (const role of [...ROLES, 'owner']) calls.set(role, await services.as(role));
    services.actions.register('order', 'close', {
      on: 'record',
      run: ({ change, record }) => change({ note: `closed from ${String(record?.['status'])}` }),
    });
    services.actions.addHooks('order', {
      beforeUpdate: async ({ operation, input, draft }) => {
        notified.push({ operation, input });
        if (draft['note'] === 'break') throw new Error('A hook that breaks');
      },
    });
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
  });
  beforeEach(() => void notified.splice(0));

  /** An order that is in a state already, whatever led there. */
  async function orderIn(status: string, more: object = {}): Promise<Record<string, unknown>> {
    const id = newId();
    const values = { name: id, total: 5, due: '2026-12-01', status, ...more };
    const createdAt = '2026-11-21T05:00:00.000Z';
    await seedRecords(services.db, services.model('order'), [{ id, createdAt, values }]);
    return (await as(ADMIN)('GET', `${ORDERS}/${id}`)).body;
  }
  const stateOf = async (id: unknown): Promise<unknown> =>
    (await as(ADMIN)('GET', `${ORDERS}/${String(id)}`)).body['status'];
  const move = (role: string, id: unknown, transition: string, input: object = {}): Promise<Answer> =>
    as(role)('POST', `${ORDERS}/${String(id)}/${transition}`, input);
  const put = (role: string, record: Record<string, unknown>, changes: object): Promise<Answer> =>
    as(role)('PUT', `${ORDERS}/${String(record['id'])}`, { ...record, ...changes });
  const historyOf = async (id: unknown): Promise<{ operation: string; user: unknown }[]> =>
    (await as(ADMIN)('GET', `${ORDERS}/${String(id)}/history`)).body as never;
  const orders = () => new Records(services.services, services.services.catalog.require('order'), SYSTEM);

  describe.each(Object.entries(TRANSITIONS))('%s', (transition, { roles, from, to, input }) => {
    it.each(ROLES)('as %s, from every state', async (role) => {
      for (const state of STATES) {
        const order = await orderIn(state);
        const answer = await move(role, order['id'], transition, input);
        const isDone = roles.includes(role) && from.includes(state);
        const refused = roles.includes(role)
          ? { status: 409, body: { code: 'STATE', current: { status: state } } }
          : { status: 403, body: { code: 'FORBIDDEN' } };
        const done = { status: 200, body: { status: to, version: 2, updatedBy: expect.any(String) } };
        expect(answer, `${transition} from ${state}`).toMatchObject(isDone ? done : refused);
        expect(await stateOf(order['id'])).toBe(isDone ? to : state);
        const operations = (await historyOf(order['id'])).map(({ operation }) => operation);
        expect(operations).toEqual(isDone ? [transition] : []);
      }
    });
  });

  it('the refusal of a transition names the present state in people’s words', async () => {
    const order = await orderIn('shipped');
    expect(await move(ADMIN, order['id'], 'approve')).toMatchObject({
      status: 409,
      body: { code: 'STATE', message: 'Approve is not possible now: the order is “Shipped”' },
    });
  });

  it.each(STATES)('editing, restoring and deleting a record that is %s', async (state) => {
    const order = await orderIn('draft');
    const changed = (await put(EDITOR, order, { note: 'before' })).body;
    const [entry] = (await as(ADMIN)('GET', `${ORDERS}/${String(order['id'])}/history`)).body as never as {
      id: string;
    }[];
    await services.db.query(
      `UPDATE entity_order SET data = data || jsonb_build_object('status', $1::text) WHERE id = $2`,
      [state, order['id']],
    );
    const done = { status: 200 };
    const body = { code: 'STATE', current: { status: state } };
    const refusal = (message: string): object => ({ status: 409, body: { ...body, message } });
    const ofEdits = EDITABLE.includes(state) ? done : refusal('Only drafts can be edited');
    const ofDeletion = DELETABLE.includes(state) ? done : refusal('An order that was approved is kept');
    const edited = await put(EDITOR, { ...changed, status: state }, { note: 'after' });
    const restored = await as(EDITOR)('POST', `${ORDERS}/${String(order['id'])}/restore`, {
      historyId: entry?.id,
      version: EDITABLE.includes(state) ? edited.body['version'] : changed['version'],
    });
    expect([edited, restored]).toMatchObject([ofEdits, ofEdits]);
    const deleted = await as(ADMIN)('DELETE', `${ORDERS}/${String(order['id'])}`);
    expect(deleted).toMatchObject(ofDeletion);
  });

  it('the state is the services’ to set: new records and copies begin with the first', async () => {
    const create = (values: object): Promise<Answer> =>
      as(EDITOR)('POST', ORDERS, { name: newId(), total: 1, ...values });
    expect((await create({})).body).toMatchObject({ status: 'draft' });
    expect((await create({ status: 'draft' })).body).toMatchObject({ status: 'draft' });
    expect(await create({ status: 'approved' })).toMatchObject({
      status: 422,
      body: { fields: { '/status': '"status" is set by the system: leave it out' } },
    });
    const draft = await orderIn('draft');
    expect(await put(EDITOR, draft, { status: 'approved' })).toMatchObject({
      status: 422,
      body: {
        fields: { '/status': '"status" is set by the system: leave it out, or send it as it was read' },
      },
    });
    const { status: _, ...stateless } = draft;
    expect((await as(EDITOR)('PUT', `${ORDERS}/${String(draft['id'])}`, stateless)).body).toMatchObject({
      status: 'draft',
    });
    const shipped = await orderIn('shipped', { tracking: 'TH-9' });
    const copy = await as(EDITOR)('POST', `${ORDERS}/${String(shipped['id'])}/duplicate`);
    expect(copy).toMatchObject({ status: 201, body: { status: 'draft', version: 1 } });
    expect(copy.body).not.toHaveProperty('tracking');
  });

  it('a deleted record comes back in the first state, without what was set on its way', async () => {
    const order = await orderIn('cancelled', { tracking: 'TH-9' });
    await as(ADMIN)('DELETE', `${ORDERS}/${String(order['id'])}`);
    const [entry] = (await as(ADMIN)('GET', `${ORDERS}/${String(order['id'])}/history`)).body as never as {
      id: string;
    }[];
    const body = { historyId: entry?.id, version: 1 };
    const answer = await as(ADMIN)('POST', `${ORDERS}/${String(order['id'])}/restore`, body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'draft', total: 5 } });
    expect(answer.body).not.toHaveProperty('tracking');
  });

  it('a record from before there were states is in the first', async () => {
    const { id } = await orderIn('draft', { status: undefined });
    expect((await move(ADMIN, id, 'close')).body['message']).toContain('“Draft”');
    expect((await move(ADMIN, id, 'approve')).body).toMatchObject({ status: 'approved' });
  });

  it('a transition requires the fields of its state, and those of its schema', async () => {
    const free = await orderIn('draft', { total: 0 });
    expect(await move(ADMIN, free['id'], 'approve')).toMatchObject({
      status: 409,
      body: { code: 'STATE', message: 'An order without a total cannot be approved' },
    });
    const dateless = await orderIn('draft', { due: undefined });
    expect(await move(ADMIN, dateless['id'], 'approve')).toMatchObject({
      status: 422,
      body: { fields: { '/due': 'Due is required' } },
    });
    const approved = await orderIn('approved');
    expect(await move(ADMIN, approved['id'], 'ship', { tracking: 'x' })).toMatchObject({
      status: 422,
      body: { fields: { '/tracking': expect.any(String) } },
    });
    expect(await move(ADMIN, approved['id'], 'ship', { tracking: 'TH-1', total: 1 })).toMatchObject({
      status: 422,
      body: { fields: { '/total': 'Unknown field "total"' } },
    });
    expect(await move(ADMIN, approved['id'], 'cancel', { status: 'closed' })).toMatchObject({ status: 422 });
    expect((await move(ADMIN, approved['id'], 'ship', { tracking: 'TH-1' })).body).toMatchObject({
      status: 'shipped',
      tracking: 'TH-1',
    });
    expect(notified).toContainEqual({ operation: 'ship', input: { tracking: 'TH-1' } });
  });

  it('the version that a person saw may be sent, and a conflict is reported', async () => {
    const order = await orderIn('draft');
    await put(EDITOR, order, { total: 6 });
    const seen = (version: unknown): Promise<Answer> =>
      move(ADMIN, order['id'], `approve?version=${String(version)}`);
    expect(await seen(1)).toMatchObject({
      status: 409,
      body: { code: 'STALE', current: { total: 6, version: 2 } },
    });
    expect((await seen('first')).status).toBe(422);
    expect((await seen(2)).status).toBe(200);
  });

  it('handlers add to a transition; a hook that fails undoes all of it', async () => {
    const order = await orderIn('shipped');
    expect((await move(EDITOR, order['id'], 'close')).body).toMatchObject({
      status: 'closed',
      note: 'closed from shipped',
    });
    const broken = await orderIn('draft', { note: 'break' });
    expect((await move(ADMIN, broken['id'], 'approve')).status).toBe(500);
    expect(await stateOf(broken['id'])).toBe('draft');
    expect(await historyOf(broken['id'])).toEqual([]);
  });

  it('what only the services do has no address, and jobs do it', async () => {
    const { id } = await orderIn('approved');
    expect((await move(ADMIN, id, 'expire')).status).toBe(404);
    const expired = await orders().transition(String(id), 'expire', { note: 'Too late' });
    expect(expired).toMatchObject({ status: 'cancelled', note: 'Too late' });
    expect(await historyOf(id)).toMatchObject([{ operation: 'expire', user: null }]);
    await expect(orders().transition(String(id), 'expire')).rejects.toMatchObject({
      code: 'STATE',
      status: 409,
    });
    await expect(orders().transition(String(id), 'expires')).rejects.toThrow(
      'order has no transition expires',
    );
    await expect(orders().change(String(id), (stored) => ({ ...stored, status: 'closed' }))).rejects.toThrow(
      'Only a transition sets status of order to closed',
    );
    expect(await orders().change(String(id), (stored) => ({ ...stored, note: 'Noted' }))).toMatchObject({
      note: 'Noted',
      status: 'cancelled',
    });
  });

  it('several at once: each is done or says why not', async () => {
    const [draft, shipped] = [await orderIn('draft'), await orderIn('shipped')];
    const missing = newId();
    const many = (role: string, verb: string, body: object): Promise<Answer> =>
      as(role)('POST', `${ORDERS}/bulk/${verb}`, body);
    const ids = [draft['id'], shipped['id'], missing];
    expect((await many(EDITOR, 'approve', { ids })).status).toBe(403);
    expect(await many(ADMIN, 'approve', { ids })).toMatchObject({
      status: 200,
      body: {
        done: [draft['id']],
        failed: {
          [String(shipped['id'])]: {
            code: 'STATE',
            message: 'Approve is not possible now: the order is “Shipped”',
          },
          [missing]: { code: 'NOT_FOUND' },
        },
      },
    });
    expect(await many(ADMIN, 'ship', { ids: [draft['id']], input: {} })).toMatchObject({
      status: 422,
      body: { fields: { '/input/tracking': 'Tracking is required' } },
    });
    const input = { tracking: 'TH-3' };
    expect((await many(ADMIN, 'ship', { ids: [draft['id']], input })).body['done']).toEqual([draft['id']]);
    // Not offered for several, not for anybody, and with nothing chosen.
    expect((await many(ADMIN, 'reopen', { ids })).status).toBe(404);
    expect((await many(ADMIN, 'expire', { ids })).status).toBe(404);
    expect((await many(ADMIN, 'approve', { ids: [] })).status).toBe(422);
    expect((await as(ADMIN)('POST', `${ORDERS}/approve`, {})).status).toBe(404);
  });

  it('what is still referred to stays, whatever its state', async () => {
    const draft = await orderIn('draft');
    const follower = { name: newId(), total: 1, follows: draft['id'] };
    expect((await as(EDITOR)('POST', ORDERS, follower)).status).toBe(201);
    expect(await as(ADMIN)('DELETE', `${ORDERS}/${String(draft['id'])}`)).toMatchObject({
      body: { code: 'IN_USE' },
    });
  });

  it('of two transitions at the same moment exactly one wins', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await orderIn('draft');
      const answers = await Promise.all([
        move(ADMIN, id, 'approve'),
        move(MODERATOR, id, 'approve'),
        move(ADMIN, id, 'approve'),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ code: 'STATE', current: { status: 'approved', version: 2 } });
      expect((await historyOf(id)).map(({ operation }) => operation)).toEqual(['approve']);
    }
  });

  it('a transition and a deletion, or an edit, at the same moment: never both against the rules', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await orderIn('draft');
      const [approved, deleted] = await Promise.all([
        move(MODERATOR, order['id'], 'approve'),
        as(ADMIN)('DELETE', `${ORDERS}/${String(order['id'])}`),
      ]);
      expect([approved.status, deleted.status].join()).toMatch(/^(200,409|404,200)$/);
      const other = await orderIn('draft');
      const [cancelled, edited] = await Promise.all([
        move(MODERATOR, other['id'], 'cancel'),
        put(EDITOR, other, { note: 'raced' }),
      ]);
      expect([cancelled.status, edited.status].join()).toMatch(/^200,(200|409)$/);
      const operations = (await historyOf(other['id'])).map(({ operation }) => operation);
      expect(operations).toEqual(edited.status === 200 ? ['cancel', 'update'] : ['cancel']);
    }
  });

  it('rights, the audit log and the description of the API follow', async () => {
    const { body: mine } = await as(MODERATOR)('GET', '/permissions/access');
    const own = (mine['actions'] as string[]).filter((one) => one.startsWith('order:'));
    expect(own).toEqual(['order:read', 'order:approve', 'order:cancel']);

    const { id } = await orderIn('draft');
    await move(MODERATOR, id, 'approve');
    const log = await as('owner')(
      'GET',
      `/api/v1/audit-entries?entity=order&operation=approve&recordId=${String(id)}`,
    );
    expect(log).toMatchObject({ status: 200, body: [{ operation: 'approve', username: MODERATOR }] });

    const { paths } = (await as(ADMIN)('GET', '/openapi.json')).body as { paths: Record<string, object> };
    expect(
      Object.keys(paths).filter((path) => /orders\/.*(approve|ship|close|reopen|expire)$/.test(path)),
    ).toEqual(
      expect.arrayContaining([`${ORDERS}/{id}/approve`, `${ORDERS}/bulk/approve`, `${ORDERS}/{id}/reopen`]),
    );
    expect(paths).not.toHaveProperty([`${ORDERS}/{id}/expire`]);
    expect(paths).not.toHaveProperty([`${ORDERS}/bulk/reopen`]);
    expect(JSON.stringify(paths[`${ORDERS}/bulk/ship`])).toContain('ShipmentForm');
  });
});
