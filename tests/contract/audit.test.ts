import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Call, type TestServices } from './support/services.ts';

const PATH = '/api/v1/audit-entries';
let services: TestServices;
let owner: Call;
beforeAll(async () => {
  services = await startServices();
  owner = await services.as('owner');
});
afterAll(() => services.stop());

const entries = async (query: string): Promise<Record<string, unknown>[]> => {
  await services.userPool.background.whenIdle();
  const answer = await owner('GET', `${PATH}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Record<string, unknown>[];
};

describe('the audit log', () => {
  it('records who changed which record, when and from where, with a link to the change', async () => {
    const { body: variable } = await owner('POST', '/api/v1/variables', {
      name: 'audited',
      value: '1',
      scope: 'bot',
    });
    const id = String(variable['id']);
    await owner('PUT', `/api/v1/variables/${id}`, { ...variable, value: '2' });
    await owner('DELETE', `/api/v1/variables/${id}`);
    const log = await entries('entity=variable&take=3');
    expect(log).toMatchObject(
      ['delete', 'update', 'create'].map((operation) => ({
        operation,
        entity: 'variable',
        record: 'audited',
        recordId: id,
        username: 'owner',
        name: 'Malee Suwannarat',
        address: '127.0.0.1',
        createdAt: expect.stringMatching(/Z$/),
      })),
    );
    expect(log.map(({ sentence }) => sentence)).toEqual([
      'Malee Suwannarat deleted the variable audited',
      'Malee Suwannarat changed the value of the variable audited',
      'Malee Suwannarat created the variable audited',
    ]);
    const history = (await owner('GET', `/api/v1/variables/${id}/history`)).body as unknown as {
      id: string;
    }[];
    expect(history.map((change) => change.id)).toEqual(log.map((entry) => entry['id']));
    expect((await owner('GET', `${PATH}/${String(log[0]?.['id'])}`)).body).toEqual(log[0]);
  });

  it('records sign-ins and failed ones, but no unknown names', async () => {
    await services.signIn('cim.user', 'Wrong-2026');
    await services.signIn('typed.by.mistake', 'Wrong-2026');
    await services.as('cim.user');
    expect(await entries('operation=sign-in-failed&username=cim.user')).toHaveLength(1);
    expect(await entries('operation=sign-in&username=cim.user')).toMatchObject([
      { sentence: expect.stringMatching(/ signed in$/) },
    ]);
    const failed = await entries('operation=sign-in-failed');
    expect(failed).toHaveLength(2);
    expect(JSON.stringify(failed)).not.toContain('typed.by.mistake');
  });

  it('is filtered by user and time, searched and paged', async () => {
    const [someone] = await entries('operation=sign-in&username=cim.user');
    const mine = await entries(`user=${String(someone?.['user'])}&createdAt.gte=2026-01-01T00:00:00Z`);
    expect(mine.every((entry) => entry['username'] === 'cim.user')).toBe(true);
    expect(await entries('createdAt.lt=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await entries('keyword=AUDITED')).length).toBeGreaterThan(0);
    const all = await entries('take=5');
    const next = await entries(`take=2&cursorId=${String(all[0]?.['id'])}&skip=1`);
    expect(next).toEqual(all.slice(1, 3));
  });

  it('is only added to', async () => {
    const [entry] = await entries('take=1');
    const id = String(entry?.['id']);
    for (const [method, url] of [
      ['POST', PATH],
      ['PUT', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
    ] as const)
      expect((await owner(method, url, method === 'DELETE' ? undefined : {})).status).toBe(403);
  });

  it.each(['chatbot.developer', 'cim.user', 'campaign.admin'])('is closed to %s', async (role) => {
    expect((await (await services.as(role))('GET', PATH)).status).toBe(403);
  });
});
