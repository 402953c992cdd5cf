import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import { isRestorable } from '../../schemas/model/restorable.ts';
import { SYSTEM } from '../../services/engine/resources/write/actor.ts';
import { records } from '../../services/engine/resources/write/records.ts';
import { ROLES, RULES } from './support/roleRules.ts';
import { firstReferences, makeSample } from './support/samples.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const product = cachedProduct();
const rows = ({ body }: Answer): Json[] => body as unknown as Json[];
/** What lies below another record is listed there; a rich menu needs a picture. */
const LISTED = product.entities.filter(
  (model) => isRestorable(model) && model.parent === undefined && model.name !== 'rich-menu',
);

let services: TestServices;
let owner: Call;
/** Ids of the people of the roles. */
let people: Map<string, string>;
/** What was deleted, by the path of its collection. */
const gone = new Map<string, string>();

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0' });
  owner = await services.as('owner');
  const members = rows(await owner('GET', '/api/v1/members?take=100'));
  people = new Map(members.map(({ username, id }) => [String(username), String(id)]));
  const references = await firstReferences(owner, product.entities);
  for (const model of LISTED) {
    const { id } = await makeSample(owner, product.entities, model, references);
    gone.set(model.path, String(id));
    expect(await owner('DELETE', `/api/v1/${model.path}/${String(id)}`)).toMatchObject({ status: 200 });
  }
}, 240_000);
afterAll(() => services.stop());

describe('notifications', () => {
  const tell = (role: string): Promise<{ id: string }> =>
    records(services.services, 'notice', SYSTEM).create({
      ...{ to: people.get(role) ?? '', kind: 'job', text: `For ${role}`, event: 'done' },
      ...{ entity: 'job', record: people.get(role) ?? '', state: 'unread', deliveryMethods: ['console'] },
    });

  it.each(ROLES)('%s reads and marks its own, and sees none of anybody else’s', async (role) => {
    const mine = await tell(role);
    const others = await Promise.all(ROLES.filter((one) => one !== role).map(tell));
    const call = await services.as(role);
    const seen = rows(await call('GET', '/api/v1/notices?take=100')).map(({ text }) => text);
    expect(seen).toContain(`For ${role}`);
    expect(new Set(seen.filter((text) => String(text).startsWith('For ')))).toEqual(new Set([`For ${role}`]));
    const url = '/api/v1/notices/';
    expect(await call('GET', url + mine.id)).toMatchObject({ status: 200 });
    expect(await call('POST', `${url}${mine.id}/mark-read`)).toMatchObject({ status: 200 });
    for (const { id } of others) {
      expect(await call('GET', url + id)).toMatchObject({ status: 404 });
      expect(await call('POST', `${url}${id}/mark-read`)).toMatchObject({ status: 404 });
      expect(await call('DELETE', url + id)).toMatchObject({ status: 403 });
    }
    expect(await call('POST', '/api/v1/notices/mark-all-read')).toMatchObject({ status: 200 });
    const where = [{ id: others.map(({ id }) => id), state: 'read' }];
    expect(await services.services.catalog.require('notice').repository.count({ where })).toBe(0);
  });
});

describe('what was deleted', () => {
  const CELLS = ROLES.flatMap((role) => LISTED.map(({ path }) => ({ role, path })));

  it.each(CELLS)('of $path: $role lists and restores it as the rules say', async ({ role, path }) => {
    const { read = [], create = [] } = RULES[path] ?? {};
    const mayCreate = create.includes(role);
    const mayList = mayCreate && read.includes(role);
    const call = await services.as(role);
    const id = gone.get(path);
    const listed = await call('GET', `/api/v1/${path}/deleted?take=100`);
    expect(listed.status).toBe(mayList ? 200 : 403);
    expect(mayList ? rows(listed).map(({ record }) => record) : [id]).toContain(id);
    const answer = await call('POST', `/api/v1/${path}/restore`, { ids: [id] });
    expect(answer).toMatchObject(mayCreate ? { status: 200, body: { restored: [id] } } : { status: 403 });
    expect((await owner('GET', `/api/v1/${path}/${id}`)).status).toBe(mayCreate ? 200 : 404);
    // For the next one.
    expect((await owner('DELETE', `/api/v1/${path}/${id}`)).status).toBe(mayCreate ? 200 : 404);
  });
});
