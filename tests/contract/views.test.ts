import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let editor: Call;
let moderator: Call;
let admin: Call;
let stranger: Call;
const url = '/api/v1/variables/views';

beforeAll(async () => {
  services = await startServices();
  editor = await services.as('chatbot.editor');
  moderator = await services.as('chatbot.moderator');
  admin = await services.as('owner');
  stranger = await services.as('livechat.agent');
}, 180_000);
afterAll(() => services.stop());

const names = async (call: Call): Promise<unknown[]> =>
  ((await call('GET', url)).body['views'] as { name: string }[]).map(({ name }) => name);

describe('a view of a list', () => {
  it('is its owner’s alone until it is shared', async () => {
    const made = await editor('POST', url, { name: ' Mine ', query: 'scope=bot&sort=-name' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ name: 'Mine', query: 'scope=bot&sort=-name', shared: false, version: 1, mayChange: true },
    });
    expect(await names(editor)).toEqual(['Mine']);
    expect(await names(moderator)).toEqual([]);
    const { id } = made.body;
    const at = `${url}/${String(id)}`;
    expect((await moderator('PUT', at, { version: 1, shared: true })).status).toBe(404);
    expect((await editor('PUT', at, { version: 1, shared: true })).body).toMatchObject({
      shared: true,
      version: 2,
    });
    expect(await names(moderator)).toEqual(['Mine']);
    const [seen] = (await moderator('GET', url)).body['views'] as object[];
    expect(seen).toMatchObject({ mayChange: false });
    expect((await moderator('PUT', at, { version: 2, name: 'Ours' })).status).toBe(403);
    expect((await moderator('DELETE', at)).status).toBe(403);
    expect((await admin('PUT', at, { version: 2, name: 'Ours' })).body).toMatchObject({ name: 'Ours' });
    expect((await editor('PUT', at, { version: 2, name: 'Old' })).status).toBe(409);
    expect((await editor('GET', '/api/v1/templates/views')).body['views']).toEqual([]);
    expect((await editor('DELETE', `/api/v1/templates/views/${String(id)}`)).status).toBe(404);
    expect((await editor('DELETE', at)).status).toBe(200);
    expect(await names(moderator)).toEqual([]);
  });

  it('is for those who may read the records', async () => {
    expect((await stranger('GET', url)).status).toBe(403);
    expect((await stranger('POST', url, { name: 'x', query: '' })).status).toBe(403);
    expect((await (await services.as())('GET', url)).status).toBe(401);
  });

  it.each([
    [{ query: '' }, 422, '/name'],
    [{ name: 'x'.repeat(61), query: '' }, 422, '/name'],
    [{ name: 'x', query: 'x'.repeat(2001) }, 422, '/query'],
    [{ name: 'x', query: '', shared: 'yes' }, 422, '/shared'],
    [{ name: 'x', query: '', owner: 'me' }, 422, '/owner'],
  ])('is refused as %j', async (body, status, pointer) => {
    const answer = await editor('POST', url, body);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body['fields'] as object)).toEqual([pointer]);
  });

  it('has a name of its own among those of its owner, and a list has at most fifty', async () => {
    const results: number[] = [];
    for (let index = 0; index < 51; index += 1)
      results.push((await moderator('POST', url, { name: `View ${index}`, query: '' })).status);
    expect(results.filter((status) => status === 201)).toHaveLength(50);
    expect(results.at(-1)).toBe(422);
    await admin('POST', url, { name: 'View 1', query: '' });
    expect((await admin('POST', url, { name: 'view 1', query: '' })).status).toBe(409);
  });
});

describe('how a person likes a list', () => {
  it('is stored for that person on every device', async () => {
    const liked = { density: 'compact', columns: { shown: ['name'], hidden: [] } };
    expect((await editor('PUT', `${url}/preference`, liked)).body).toEqual(liked);
    expect((await editor('GET', url)).body['preference']).toEqual(liked);
    expect((await moderator('GET', url)).body['preference']).toEqual({});
    expect((await editor('PUT', `${url}/preference`, { x: 'y'.repeat(20_000) })).status).toBe(413);
  });
});
