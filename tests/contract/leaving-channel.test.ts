import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
/** On a busy machine it takes a while. */
const SLOW = { timeout: 60_000, interval: 50 };
const PEOPLE = 1_100;

let services: TestServices;
let owner: Call;
const TYPES: Record<string, Json> = {
  LINE: { token: 'line-token-1', secret: 'line-secret-1' },
  FACEBOOK: { pageId: '778899', token: 'page-token-1', secret: 'page-secret-1' },
  WEBCHAT: {},
  CUSTOM: { webhookUrl: 'http://127.0.0.1:9/hook' },
};

beforeAll(async () => {
  services = await startServices({ RATE_LIMIT: '0' });
  owner = await services.as('owner');
  await services.app.startModules();
  await services.jobs.start();
}, 240_000);
afterAll(() => services.stop());

const channel = async (type: string): Promise<string> => {
  const answer = await owner('POST', '/api/v1/channels', { name: `Left ${type}`, type, ...TYPES[type] });
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
};
const download = (id: string, call = owner) => call('POST', `/api/v1/channels/${id}/download-data`, {});

describe('a channel that is left', () => {
  it.each([
    ['LINE', /^LINE goes on calling http.+\/webhooks\/line\/ID\. Remove it in the LINE Developers console/],
    ['FACEBOOK', /^Facebook goes on calling http.+\/webhooks\/facebook\/ID\. Remove it in your app/],
    ['WEBCHAT', /^The script stays on your website\..+ID/],
    ['CUSTOM', /^Your system goes on calling http.+\/webhooks\/custom\/ID\./],
  ])('says what remains at its platform: %s', async (type, words) => {
    const id = await channel(type);
    const { body } = await owner('GET', `/api/v1/channels/${id}`);
    const texts = Object.entries(body['_text'] as Record<string, string>).filter(([name]) =>
      services.model('channel').fields.some((field) => field.name === name && field.deletionNote),
    );
    expect(texts).toHaveLength(1);
    expect(texts[0]?.[1].replace(id, 'ID')).toMatch(words);
  });

  it('gives its data as one file, of what the person may read, to that person alone', async () => {
    const { body: found } = await owner('GET', '/api/v1/channels?keyword=Left LINE');
    const id = String(found[0]?.['id']);
    const createdAt = '2026-11-21T05:00:00.000Z';
    const profiles = Array.from({ length: PEOPLE }, (_, n) => ({
      ...{ id: newId(), createdAt },
      values: { channel: id, externalId: `L-${n}`, displayName: `Malee ${n}`, followState: 'following' },
    }));
    await seedRecords(services.db, services.model('profile'), profiles);
    const values = {
      ...{
        name: 'Of the channel left',
        channel: id,
        target: 'everyone',
        content: 'written',
        platform: 'LINE',
      },
      ...{ messages: [{ type: 'text', text: 'Hello' }], status: 'executed', approval: 'none' },
    };
    await seedRecords(services.db, services.model('campaign'), [{ id: newId(), createdAt, values }]);

    const link = { channel: id, chatBarText: 'Menu of the left', state: 'upcoming', richmenu: newId() };
    await seedRecords(services.db, services.model('rich-menu-link'), [
      { id: newId(), createdAt, values: link },
    ]);

    expect(await download(id)).toMatchObject({ status: 200 });
    const ended = async (): Promise<Json> => {
      const all = (await owner('GET', '/api/v1/jobs?take=20')).body as unknown as Json[];
      return all.find(({ title }) => title === 'Data of Left LINE') ?? {};
    };
    await expect.poll(async () => (await ended())['state'], SLOW).toBe('done');
    const at = String((await ended())['link']);
    const answer = await services.app.inject({
      ...{ method: 'GET', url: at },
      headers: { authorization: `Bearer ${await services.tokenOf('owner')}` },
    });
    expect(answer.statusCode).toBe(200);
    const files = unzipSync(new Uint8Array(answer.rawPayload));
    const lines = (name: string): string[] => new TextDecoder().decode(files[name]).trimEnd().split('\r\n');
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['audience.csv', 'broadcasts.csv']));
    const people = lines('audience.csv');
    expect(people).toHaveLength(PEOPLE + 1);
    expect(new Set(people).size).toBe(PEOPLE + 1);
    expect(people.filter((line) => line.includes('Malee 7,')).length).toBe(1);
    expect(lines('broadcasts.csv')).toHaveLength(2);
    expect(lines('broadcasts.csv')[1]).toContain('Of the channel left');
    // What lies below it goes with it.
    expect(lines('rich-menu-links.csv')[1]).toContain('Menu of the left');
    expect((await ended())['outcome']).not.toContain('may not read');
    const { status } = await (await services.as('cim.admin'))('GET', at);
    expect(status).toBe(404);
    const audit = JSON.stringify((await owner('GET', '/api/v1/audit-entries?take=20')).body);
    expect(audit).toContain('All data of Left LINE');
  });

  it('has no file for who may see nothing of it, and is not for others', async () => {
    const { body: found } = await owner('GET', '/api/v1/channels?keyword=Left LINE');
    const id = String(found[0]?.['id']);
    expect(await download(id, await services.as('cim.user'))).toMatchObject({ status: 403 });
    const refused = await download(id, await services.as('cim.admin'));
    expect(refused).toMatchObject({
      ...{ status: 403, body: { code: 'FORBIDDEN' } },
    });
    expect(refused.body['message']).toMatch(
      /^You may not read anything that belongs to it\. That takes a role with the right to read one of these: Broadcasts \(campaign\.broadcast\), /,
    );
    expect(refused.body['message']).toContain(', Audience (chatbot.audience or campaign.audience), ');
  });

  it('says what is left out for who may read a part only', async () => {
    const { body: found } = await owner('GET', '/api/v1/channels?keyword=Left LINE');
    const { body: members } = await owner('GET', '/api/v1/members?keyword=cim.user');
    const { id: member } = members[0] as { id: string };
    const { body } = await owner('GET', `/api/v1/members/${member}`);
    const changed = { ...body, roles: ['cim.admin', 'chatbot.admin'] };
    expect(await owner('PUT', `/api/v1/members/${member}`, changed)).toMatchObject({ status: 200 });
    const partly = await services.as('cim.user');
    expect(await download(String(found[0]?.['id']), partly)).toMatchObject({ status: 200 });
    const ended = async (): Promise<Json> => {
      const all = (await partly('GET', '/api/v1/jobs?take=20')).body as unknown as Json[];
      return all.find(({ title }) => title === 'Data of Left LINE') ?? {};
    };
    await expect.poll(async () => (await ended())['state'], SLOW).toBe('done');
    expect((await ended())['outcome']).toMatch(/\.zip\. Without what you may not read: .*Broadcasts/);
  });
});
