import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { recordTitle } from '../../schemas/model/fields.ts';
import { isRestorable } from '../../schemas/model/restorable.ts';
import type { EntityModel, EntityRecord } from '../../schemas/model/types.ts';
import { connectSocket, listenAnywhere } from './support/sockets.ts';
import { firstReferences, makeSample } from './support/samples.ts';
import { listDeleted } from '../../services/engine/resources/deletedRecords.ts';
import type { Caller } from '../../services/engine/resources/write/actor.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Body = Record<string, unknown>;
const product = cachedProduct();
const at = ({ path }: EntityModel): string => `/api/v1/${path}`;
const rows = ({ body }: Answer): Body[] => body as unknown as Body[];

/** As people would write it down: what comes back once it was deleted. */
const RESTORABLE = [
  'campaign',
  'channel',
  'chat-ad',
  'chat-logic',
  'entity',
  'flow',
  'intent',
  'mapper',
  'member',
  'message-template',
  'profile',
  'rich-menu-link',
  'rich-menu',
  'segment',
  'team',
  'template',
  'test-sentence',
  'variable',
];
/** What the services keep about a record is theirs to find out anew; a state begins with the first one. */
const ANEW = ['version', 'updatedAt', 'updatedBy', '_text', '_count'];

let services: TestServices;
let owner: Call;
const references: Record<string, string> = {};
const make = (name: string): Promise<Body> =>
  makeSample(owner, product.entities, services.model(name), references);
const own = (record: Body): Body =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !ANEW.includes(name)));
const deleted = async (name: string, query = ''): Promise<Body[]> =>
  rows(await owner('GET', `${at(services.model(name))}/deleted${query}`));
const restore = (name: string, ...ids: unknown[]): Promise<Answer> =>
  owner('POST', `${at(services.model(name))}/restore`, { ids });
const remove = async (name: string, { id }: Body): Promise<void> => {
  const { status, text } = await owner('DELETE', `${at(services.model(name))}/${String(id)}`);
  expect(text && status).toBe(200);
};

beforeAll(async () => {
  services = await startServices();
  owner = await services.as('owner');
  Object.assign(references, await firstReferences(owner, product.entities));
});
afterAll(() => services.stop());

it('holds for what people delete and the history knows, and for nothing else', async () => {
  expect(product.entities.filter(isRestorable).map(({ name }) => name)).toEqual(RESTORABLE);
  for (const name of ['report', 'network', 'audit-entry', 'job', 'message'])
    expect((await owner('GET', `${at(services.model(name))}/deleted`)).status).toBe(404);
});

describe.each(RESTORABLE.filter((name) => !['rich-menu-link', 'rich-menu'].includes(name)))('%s', (name) => {
  it('that was deleted is listed with who and when, and comes back as it was', async () => {
    const made = await make(name);
    const url = `${at(services.model(name))}/${String(made['id'])}`;
    const { body: before } = await owner('GET', url);
    await remove(name, made);
    const [line] = await deleted(name, '?take=1');
    expect(line).toMatchObject({
      record: made['id'],
      title: recordTitle(services.model(name), before as unknown as EntityRecord),
      user: { name: 'Malee Suwannarat' },
    });
    expect(Date.parse(String(line?.['at']))).toBeGreaterThan(Date.now() - 60_000);
    const answer = await restore(name, made['id']);
    expect(answer).toMatchObject({ status: 200, body: { restored: [made['id']], failed: {} } });
    const { body: after } = await owner('GET', url);
    expect(own(after)).toEqual(own(before));
    expect((await deleted(name)).map(({ record }) => record)).not.toContain(made['id']);
    const history = rows(await owner('GET', `${url}/history`));
    expect(history.map(({ operation }) => operation)).toEqual(['restore', 'delete', 'create']);
  });
});

describe('what was deleted', () => {
  it('is paged from the latest on, and found by a word of its title', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await make('variable'));
    const ids = made.map(({ id }) => id).toReversed();
    for (const one of made) await remove('variable', one);
    const [first, second] = await deleted('variable', '?take=2');
    expect([first?.['record'], second?.['record']]).toEqual(ids.slice(0, 2));
    const next = await deleted('variable', `?take=3&skip=1&cursorId=${String(second?.['id'])}`);
    expect(next.map(({ record }) => record)).toEqual(ids.slice(2, 5));
    const word = String(made[1]?.['name']).toUpperCase();
    expect((await deleted('variable', `?keyword=${word}`)).map(({ record }) => record)).toEqual([
      made[1]?.['id'],
    ]);
    for (const query of ['cursorId=nosuch', 'take=0', 'name=x'])
      expect((await owner('GET', `/api/v1/variables/deleted?${query}`)).status).toBe(400);
  });

  it('comes back together, and what cannot says why', async () => {
    const [one, taken] = [await make('variable'), await make('variable')];
    const { body } = await owner('POST', '/api/v1/variables/delete', { ids: [one['id'], taken['id']] });
    expect(body['deleted']).toEqual([one['id'], taken['id']]);
    const again = { name: taken['name'], value: 'another' };
    expect((await owner('POST', '/api/v1/variables', again)).status).toBe(201);
    const unknown = '018f0000-0000-7000-8000-000000000000';
    const answer = await restore('variable', one['id'], taken['id'], unknown);
    expect(answer.body).toEqual({
      restored: [one['id']],
      failed: {
        [String(taken['id'])]: { code: 'DUPLICATE', message: 'Variable name already existing' },
        [unknown]: { code: 'NOT_FOUND', message: 'Variable not found' },
      },
    });
    expect((await restore('variable', one['id'])).body['failed']).toEqual({
      [String(one['id'])]: { code: 'STATE', message: 'The variable is there already' },
    });
  });

  it('names what it refers to that is gone too, and lets go of what it would have let go of', async () => {
    const intent = await make('intent');
    const mapper = await owner('POST', '/api/v1/mappers', {
      intent: intent['id'],
      action: { type: 'template', template: references['template'] },
    });
    expect(mapper).toMatchObject({ status: 201 });
    await remove('mapper', mapper.body);
    await remove('intent', intent);
    const id = String(mapper.body['id']);
    expect((await restore('mapper', id)).body['failed']).toEqual({
      [id]: {
        code: 'INVALID',
        message: `The intent “${String(intent['name'])}” was deleted: restore it first`,
      },
    });
    await restore('intent', intent['id']);
    expect((await restore('mapper', id)).body['restored']).toEqual([id]);

    const member = await make('member');
    const team = await owner('POST', '/api/v1/teams', { name: 'Letting go', members: [member['id']] });
    await remove('team', team.body);
    await remove('member', member);
    expect((await restore('team', team.body['id'])).body['failed']).toEqual({});
    const back = await owner('GET', `/api/v1/teams/${String(team.body['id'])}`);
    expect(back.body['members'] ?? []).toEqual([]);
  });

  it('restores exactly the records that were deleted along with it', async () => {
    const intent = await make('intent');
    const sentence = (text: string) =>
      owner('POST', '/api/v1/test-sentences', { sentence: text, expects: 'intent', intent: intent['id'] });
    const [early, late] = [await sentence('went before'), await sentence('went along')];
    expect([early.status, late.status]).toEqual([201, 201]);
    await remove('test-sentence', early.body);
    await remove('intent', intent);
    const answer = await restore('intent', intent['id']);
    expect(answer.body).toEqual({
      restored: [intent['id']],
      along: { restored: 1, failed: 0 },
      failed: {},
    });
    const now = await Promise.all(
      [early, late].map(({ body }) => owner('GET', `/api/v1/test-sentences/${String(body['id'])}`)),
    );
    expect(now.map(({ status }) => status)).toEqual([404, 200]);
  });

  it('keeps its secrets, its key and its links', async () => {
    const channel = await owner('POST', '/api/v1/channels', {
      ...{ name: 'Back with its secrets', type: 'LINE', channelId: '1234567890' },
      ...{ secret: 'a-secret-of-thirty-two-characters', token: 'the-token-of-the-channel' },
    });
    expect(channel).toMatchObject({ status: 201 });
    const id = String(channel.body['id']);
    const [menu] = rows(await owner('GET', '/api/v1/richmenus?take=1'));
    const link = await owner('POST', `/api/v1/richmenus/channels/${id}/links`, {
      ...{ richmenu: menu?.['id'], chatBarText: 'Menu' },
      triggerTime: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(link).toMatchObject({ status: 201 });
    const sealed = async () =>
      services.db.query(
        `SELECT data ->> 'token' AS token, data ->> 'secret' AS secret FROM entity_channel WHERE id = $1::uuid`,
        [id],
      );
    await remove('channel', channel.body);
    expect((await restore('channel', id)).body).toMatchObject({
      restored: [id],
      along: { restored: 1, failed: 0 },
    });
    const { token } = (await sealed())[0] as { token: string };
    expect(services.services.secretBox.open(token)).toBe('the-token-of-the-channel');
    const links = rows(await owner('GET', `/api/v1/richmenus/channels/${id}/links`));
    expect(links.map((one) => one['id'])).toEqual([link.body['id']]);
  });

  it('is published to other consoles when it is restored', async () => {
    const socket = await connectSocket(
      await listenAnywhere(services.app),
      await services.tokenOf('chatbot.admin'),
    );
    const made = await make('variable');
    await remove('variable', made);
    await restore('variable', made['id']);
    const { json } = await socket.waitFor(
      ({ event, json: told }) =>
        event === 'record.changed' &&
        (told as Body)['id'] === made['id'] &&
        (told as Body)['version'] !== null,
    );
    expect(json).toMatchObject({ entity: 'variable', by: { name: 'Malee Suwannarat' } });
    socket.socket.close();
  });

  it('is for those who may see it and make such records', async () => {
    const made = await make('template');
    await remove('template', made);
    const body = { ids: [made['id']] };
    for (const role of ['chatbot.moderator', 'campaign.admin', 'cim.admin']) {
      const call = await services.as(role);
      expect((await call('GET', '/api/v1/templates/deleted')).status).toBe(403);
      expect((await call('POST', '/api/v1/templates/restore', body)).status).toBe(403);
    }
    const editor = await services.as('chatbot.editor');
    expect((await editor('GET', '/api/v1/templates/deleted')).status).toBe(200);
    expect((await editor('POST', '/api/v1/templates/restore', body)).body).toMatchObject({
      restored: [made['id']],
    });
  });

  it('is found behind thousands of deletions that one may not see', async () => {
    const made = await make('variable');
    await remove('variable', made);
    await services.services.db.query(
      `INSERT INTO record_history (id, entity, record_id, at, operation, version, before)
       SELECT gen_random_uuid(), 'variable', gen_random_uuid(), clock_timestamp() + interval '1 second', 'deleted', 1,
         jsonb_build_object('name', 'hidden_' || number) FROM generate_series(1, 6000) AS number`,
    );
    const resource = services.services.catalog.require('variable');
    const access = { ...resource.model.access, rows: { name: [String(made['name'])] } };
    const caller = {
      user: { id: String(made['id']), username: 'owner', roles: [] },
      rights: { may: () => true, holds: () => true },
    };
    const found = await listDeleted(
      services.services,
      { ...resource, model: { ...resource.model, access } },
      caller as unknown as Caller,
      { take: '20' },
    );
    expect(found.map(({ record }) => record)).toEqual([made['id']]);
    await services.services.db.query(
      `DELETE FROM record_history WHERE entity = 'variable' AND before ->> 'name' LIKE 'hidden%'`,
    );
  });

  it('a restored member signs in with a password that is shown once', async () => {
    const member = await make('member');
    await remove('member', member);
    const answer = await restore('member', member['id']);
    expect(answer.body['once']).toEqual([
      expect.objectContaining({ title: 'Temporary password', value: expect.any(String) }),
    ]);
  });
});
