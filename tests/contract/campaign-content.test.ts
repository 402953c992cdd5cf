import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

let services: TestServices;
let admin: Call;
let bot: Call;
let line: string;
let otherLine: string;
let template: Record<'welcome' | 'catalogue', string>;
let number = 0;

const rows = (answer: Answer): Record<string, unknown>[] =>
  answer.body as unknown as Record<string, unknown>[];
const faultsOf = (answer: Answer): unknown => answer.body['fields'];

beforeAll(async () => {
  services = await startServices();
  admin = await services.as('campaign.admin');
  bot = await services.as('chatbot.admin');
  const channels = rows(await admin('GET', '/api/v1/channels?type=LINE'));
  [line = '', otherLine = ''] = channels.map(({ id }) => String(id));
  const named = async (name: string): Promise<string> =>
    String(rows(await bot('GET', `/api/v1/templates?name=${name}`))[0]?.['id']);
  template = { welcome: await named('welcome'), catalogue: await named('catalogue') };
}, 180_000);
afterAll(() => services.stop());

describe('a segment', () => {
  const who = (...conditions: object[]) => ({ match: 'all', conditions });
  const vip = { field: 'tag', is: 'any', tags: ['vip'] };
  const preview = (conditions: object, by = admin) =>
    by('POST', '/api/v1/segments/preview', { who: conditions });

  it('is counted while it is built, with ten people who are in it', async () => {
    const { body } = await preview(who(vip));
    const { count, people, channels } = body as unknown as {
      count: number;
      people: { id: string; displayName: string }[];
      channels: { channel: string; count: number }[];
    };
    expect(count).toBeGreaterThan(0);
    expect(channels.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    expect(people).toHaveLength(Math.min(10, count));
    for (const { id } of people) {
      const person = (await admin('GET', `/api/v1/audiences/${id}`)).body;
      expect([person['userTags'], person['customTags']].flat()).toContain('vip');
    }
    const alone = await admin('POST', '/api/v1/segments/count', {
      who: who(vip, { field: 'group', match: 'any', conditions: [vip] }),
    });
    expect(alone.body).toEqual({ of: 120, each: [count, count] });
    // So few are counted as quickly as they would be estimated.
    const estimate = await admin('POST', '/api/v1/segments/estimate', { who: who(vip) });
    expect([estimate.status, estimate.body]).toEqual([200, { about: null }]);
    expect((await preview(who())).body).toMatchObject({ count: 120 });
    expect((await preview({ match: 'any', conditions: [] })).body).toEqual({
      count: 0,
      channels: [],
      people: [],
    });
  });

  it('is counted with others for the rows of a list, after the list', async () => {
    const made = async (name: string, conditions: object): Promise<string> =>
      String((await admin('POST', '/api/v1/segments', { name, who: conditions })).body['id']);
    const counted = await made('Counted VIP', who(vip));
    const everybody = await made('Counted everybody', who());
    const nobody = await made('Counted nobody', { match: 'any', conditions: [] });
    const ids = [counted, everybody, nobody];
    const { body } = await admin('POST', '/api/v1/segments/people', {
      ids: [...ids, '01900009-0000-7000-8000-000000000009'],
    });
    const { count } = (await preview(who(vip))).body;
    expect(body).toEqual({ values: { [counted]: count, [everybody]: 120, [nobody]: 0 }, about: [] });
    const listed = await admin('GET', '/api/v1/segments?keyword=Counted');
    expect(rows(listed).every((row) => !('people' in row) && !('_count' in row))).toBe(true);
    const refused = await admin('POST', '/api/v1/segments/people', { ids: ['x'] });
    expect(refused.status).toBe(422);
    const outsider = await services.as('cim.user');
    expect((await outsider('POST', '/api/v1/segments/people', { ids })).status).toBe(403);
    const file = await admin('POST', '/api/v1/segments/export', { columns: ['people'] });
    expect(file.status).toBe(422);
    for (const id of ids) await admin('DELETE', `/api/v1/segments/${id}`);
  });

  it('shows nobody to who may not read the audience', async () => {
    const cim = await services.as('cim.admin');
    expect((await preview(who(vip), cim)).status).toBe(403);
  });

  it('has at most 20 conditions, those in groups among them, each of them whole', async () => {
    const nine = Array.from({ length: 9 }, () => vip);
    const group = { field: 'group', match: 'any', conditions: nine };
    const create = (conditions: object) =>
      admin('POST', '/api/v1/segments', { name: `Segment ${++number}`, who: conditions });
    const fault = { '/who/conditions': 'At most 20 conditions, those in groups among them' };
    for (const call of [create, (conditions: object) => preview(conditions)])
      expect(faultsOf(await call(who(group, group, vip, vip, vip)))).toEqual(fault);
    expect((await create(who(group, group, vip, vip))).status).toBe(201);
    const inGroup = (...conditions: object[]) => who({ field: 'group', match: 'any', conditions });
    expect((await create(inGroup(group))).status).toBe(422);
    expect(faultsOf(await create(inGroup({ field: 'last-seen', is: 'within' })))).toEqual({
      '/who/conditions/0/conditions/0/amount': 'How many is required',
    });
    expect((await create(who({ field: 'shoe-size', is: 'any' }))).status).toBe(422);
    expect((await create(who({ ...vip, tags: ['"; DROP TABLE'] }))).status).toBe(422);
  });

  it('has a name of its own', async () => {
    const values = { name: 'Twice', who: who(vip) };
    expect((await admin('POST', '/api/v1/segments', values)).status).toBe(201);
    expect(await admin('POST', '/api/v1/segments', values)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', fields: { '/name': 'Segment already existing' } },
    });
  });

  it('says where it is used, and holds what it asks for', async () => {
    const [used] = rows(await admin('GET', '/api/v1/segments?name=VIP'));
    const answer = await admin('DELETE', `/api/v1/segments/${String(used?.['id'])}`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    const clicked = { field: 'clicked-template', is: 'is', template: template.catalogue };
    await admin('POST', '/api/v1/segments', { name: 'Clicked', who: who(clicked) });
    const usedBy = await bot('GET', `/api/v1/templates/${template.catalogue}/used-by`);
    expect(usedBy.body['usedBy']).toContainEqual(expect.objectContaining({ entity: 'segment' }));
  });
});

describe('a ChatAd', () => {
  const message = (...keywords: string[]) => ({ template: template.welcome, keywords });
  const topic = (name: string, ...botMessages: object[]) => ({ name, botMessages });
  const create = (topics: object[], values: object = {}) =>
    admin('POST', '/api/v1/chatads', { name: `Ad ${++number}`, channel: line, topics, ...values });
  const say = async (text: string, channel = line) =>
    (await bot('POST', '/api/v1/intents/try', { text, channel })).body;

  it('has topics with messages, of 50 keywords with 30 characters at most', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `many${at}`);
    const words: [topics: object[], faults: object][] = [
      [[], { '/topics': 'At least one topic is required' }],
      [[topic('T')], { '/topics/0/botMessages': 'At least one message is required' }],
      [[topic('T', message())], { '/topics/0/botMessages/0/keywords': 'At least one keyword is required' }],
      [
        [topic('T', message('ก'.repeat(31)))],
        { '/topics/0/botMessages/0/keywords/0': 'Keyword must be less than 30 characters' },
      ],
      [
        [topic('T', message('one')), topic('t ', message('two'))],
        { '/topics/1/name': 'Topic name must be unique' },
      ],
      [
        [topic('A', message('same', 'other')), topic('B', message('new'), message(' SAME '))],
        { '/topics/1/botMessages/1/keywords/0': 'Keyword must be unique' },
      ],
    ];
    for (const [topics, faults] of words) expect(faultsOf(await create(topics))).toEqual(faults);
    expect((await create([topic('T', message(...many))])).status).toBe(422);
    expect((await create([topic('T', message('ก'.repeat(30), ...many.slice(2)))])).status).toBe(201);
  });

  it('shares no keyword with another one of its channel, written at the same moment or not', async () => {
    const first = await create([topic('First', message('Kratong'))], { name: 'The first' });
    expect(first.status).toBe(201);
    const second = await create([topic('Second', message('fine', ' kratong'))]);
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: 'DUPLICATE',
        fields: {
          '/topics/0/botMessages/0/keywords/1': '“ kratong” is in topic First of The first already',
        },
      },
    });
    expect((await create([topic('Second', message('kratong'))], { channel: otherLine })).status).toBe(201);
    const own = { ...first.body, topics: [topic('First', message('KRATONG', 'more'))] };
    expect((await admin('PUT', `/api/v1/chatads/${String(first.body['id'])}`, own)).status).toBe(200);
    const racers = await Promise.all([1, 2, 3].map(() => create([topic('Race', message('race'))])));
    expect(racers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('answers its keywords before chat logic does, while it is active and on its channel', async () => {
    const reply = JSON.stringify({ type: 'template', template: template.catalogue });
    const when = JSON.stringify({ event: 'message', match: 'exact', keywords: ['ad word'] });
    const rule = JSON.parse(`{"name": "Also the keyword", "when": ${when}, "then": ${reply}}`) as object;
    expect((await bot('POST', '/api/v1/chatlogics', rule)).status).toBe(201);
    const ad = await create([topic('T', message('Ad Word', 'ตั๋ว'))], { name: 'Answering' });
    expect(await say('  ad word ')).toMatchObject({ template: 'welcome', rule: null });
    expect(await say('ตั๋ว')).toMatchObject({
      template: 'welcome',
      steps: [{ step: 'chatad', text: 'Keyword of ChatAd Answering, topic T' }, { step: 'answer' }],
    });
    expect(await say('ad word please')).not.toMatchObject({ template: 'welcome' });
    expect(await say('ad word', otherLine)).toMatchObject({
      template: 'catalogue',
      rule: 'Also the keyword',
    });
    const id = String(ad.body['id']);
    await admin('PUT', `/api/v1/chatads/${id}`, { ...ad.body, active: false });
    expect(await say('ad word')).toMatchObject({ template: 'catalogue' });
  });

  it('is on a LINE channel, and holds its templates', async () => {
    const [webchat] = rows(await admin('GET', '/api/v1/channels?type=WEBCHAT'));
    const topics = [topic('T', message('webchat word'))];
    expect((await create(topics, { channel: webchat?.['id'] })).status).toBe(422);
    expect((await bot('DELETE', `/api/v1/templates/${template.welcome}`)).body).toMatchObject({
      code: 'IN_USE',
    });
  });
});

describe('a message template', () => {
  const create = (values: object) =>
    admin('POST', '/api/v1/message-templates', {
      ...{ name: `message_${++number}`, platform: 'multi', messages: [{ type: 'text', text: 'Hello' }] },
      ...values,
    });

  it('keeps to the rules of the bot’s templates, in a collection of its own', async () => {
    expect(faultsOf(await create({ name: 'no blanks' }))).toEqual({
      '/name': 'Name may have English letters, digits and underscore only',
    });
    expect(faultsOf(await create({ name: 'ab' }))).toEqual({ '/name': 'Template name character limit' });
    expect(faultsOf(await create({ messages: [{ type: 'text' }] }))).toEqual({
      '/messages': 'Please check completeness',
      '/messages/0/text': 'Text is required',
    });
    expect((await create({ name: 'welcome' })).status).toBe(201);
    expect(faultsOf(await create({ name: 'welcome' }))).toEqual({
      '/name': 'Template name already existing',
    });
  });

  it('is not for who only works on the bot', async () => {
    expect((await bot('GET', '/api/v1/message-templates')).status).toBe(403);
  });
});
