import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmed } from './support/confirmed.ts';
import {
  customCall,
  facebookCall,
  facebookItem,
  lineCall,
  lineText,
  startPlatforms,
  type Platforms,
  type SignedCall,
} from './support/platforms.ts';
import { credentialsOf, createRecord, seedPeople } from './support/records.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const SLOW = { timeout: 20_000, interval: 50 };
const SAID =
  'Hello {{display_name|there}}: {{language|any language}}, {{tags|no tags}}, {{nickname|friend}}, {{first_seen|new}}';
const KNOWN = {
  ...{ displayName: 'Ann', language: 'th', userTags: ['vip'], customTags: ['gold'] },
  ...{ customFields: { nickname: 'Annie' }, firstSeen: '2026-11-20T18:00:00.000Z' },
};
const FILLED = 'Hello Ann: Thai, vip, gold, Annie, 21 Nov 2026';
const EMPTY = 'Hello there: any language, no tags, friend, new';

let services: TestServices;
let platforms: Platforms;
let owner: Call;
let number = 0;
const made = (path: string, body: object): Promise<Json> => createRecord(owner, path, body);

interface Channel {
  id: string;
  key: string;
}
const channels: Record<string, Channel> = {};
/** What somebody writes there, as the platform tells it. */
const WRITES: Record<string, (channel: Channel, person: string, text: string) => SignedCall> = {
  LINE: ({ id }, person, text) => lineCall(id, [lineText(person, text)]),
  FACEBOOK: ({ id }, person, text) =>
    facebookCall(id, [facebookItem(person, { message: { mid: `m${++number}`, text } })]),
  CUSTOM: ({ id, key }, person, text) => customCall(id, [own(person, text)], key),
  WEBCHAT: ({ id, key }, person, text) => customCall(id, [own(person, text)], key, Date.now(), 'webchat'),
};
const own = (person: string, text: string): Json => ({
  ...{ id: `e${++number}`, at: new Date().toISOString(), type: 'text', text },
  person: { id: person },
});
const TYPES = Object.keys(WRITES);

beforeAll(async () => {
  platforms = await startPlatforms();
  const address = { LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address };
  services = await startServices({ ...address, RATE_LIMIT: '0' });
  owner = await services.as('owner');
  for (const type of TYPES) {
    const { id, once } = await made('channels', {
      name: `Names on ${type}`,
      type,
      ...credentialsOf(type, platforms),
    });
    channels[type] = { id: String(id), key: String((once as Json | undefined)?.['value'] ?? '') };
  }
  // Texts may name what somebody has.
  await person('CUSTOM', KNOWN);
  const { id: template } = await made('templates', {
    ...{ name: 'names_people', platform: 'multi', messages: [{ type: 'text', text: SAID }] },
  });
  const rule = {
    ...{ name: 'Names people', when: { event: 'message', match: 'exact', keywords: ['qq who'] } },
    reply: { type: 'template', template },
  };
  await made('chatlogics', JSON.parse(JSON.stringify(rule).replace('"reply"', '"then"')) as object);
  await services.app.startModules();
  await services.jobs.start();
}, 240_000);
afterAll(async () => {
  await services.stop();
  await platforms.close();
});
beforeEach(() => platforms.reset());

/** Somebody of whom no more is known than this, by the id on the channel. */
async function person(type: string, values: Json): Promise<string> {
  const own = { displayName: undefined, lastSeen: new Date().toISOString(), ...values };
  const [known] = await seedPeople(services, channels[type]?.id ?? '', 1, () => own);
  return known?.person ?? '';
}

describe.each(TYPES)('what is known of people on %s', (type) => {
  const CASES: [string, Json, string][] = [
    ['everything', KNOWN, FILLED],
    ['nothing', {}, EMPTY],
  ];

  it.each(CASES)('stands in what the bot answers: %s', async (_, values, text) => {
    const who = await person(type, values);
    const write = WRITES[type] as (typeof WRITES)[string];
    const { url, headers, payload } = write(channels[type] as Channel, who, 'qq who');
    expect((await services.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    // Who writes is seen for the first time at last.
    const sentText = (): string => (platforms.arrived.get(who) ?? []).join();
    await expect.poll(sentText, SLOW).toMatch(/^Hello /);
    const today = / \d{1,2} \w{3} \d{4}$/;
    expect(sentText().replace(today, ' new')).toBe(text.replace(today, ' new'));
  });

  it.each(CASES)('stands in broadcasts: %s', async (_, values, text) => {
    const who = await person(type, values);
    const { id } = await made('campaigns', {
      ...{ name: `Names ${++number}`, channel: channels[type]?.id, target: 'manual', people: who },
      ...{ content: 'written', messages: [{ type: 'text', text: SAID }] },
    });
    const sent = await owner('POST', `/api/v1/campaigns/${String(id)}/send`, confirmed('send'));
    expect(sent).toMatchObject({ status: 200 });
    await services.db.transaction(async (tx) => {
      await tx.query(`UPDATE entity_campaign SET data = data || $2::jsonb WHERE id = $1::uuid`, [
        id,
        JSON.stringify({ startsAt: new Date().toISOString() }),
      ]);
      await services.jobs.enqueue(tx, 'broadcast.start', { id });
    });
    await expect.poll(() => platforms.arrived.get(who), SLOW).toEqual([text]);
  });

  it('a fallback for an unknown name is no name', async () => {
    const who = `${type}-new-${++number}`;
    const write = WRITES[type] as (typeof WRITES)[string];
    const { url, headers, payload } = write(channels[type] as Channel, who, 'qq who');
    expect((await services.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    const said = (): string => (platforms.arrived.get(who) ?? []).join();
    await expect.poll(said, SLOW).toMatch(/^Hello there: any language, no tags, friend, /);
  });
});
