import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import {
  LINE_SECRET,
  LINE_TOKEN,
  lineCall,
  lineText,
  startPlatforms,
  type Platforms,
} from './support/platforms.ts';
import { confirmed } from './support/confirmed.ts';
import { startScheduled, createRecordId, seedPeople } from './support/records.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const CAMPAIGNS = '/api/v1/campaigns';
/** On a busy machine it takes a while. */
const SLOW = { timeout: 60_000, interval: 50 };
const DAY_MS = 86_400_000;
/** Yesterday on LINE's clock, UTC+9. */
const yesterday = (): string => new Date(Date.now() + 9 * 3_600_000 - DAY_MS).toISOString().slice(0, 10);

describe.each(productEngines())('who gets a broadcast, on the $name engine', (engine) => {
  let services: TestServices;
  let platforms: Platforms;
  let place: Awaited<ReturnType<typeof engine.settings>>;
  let owner: Call;
  let channel: string;
  let number = 0;

  beforeAll(async () => {
    platforms = await startPlatforms();
    place = await engine.settings();
    services = await startServices({
      ...place.env,
      ...{ LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address, RATE_LIMIT: '0' },
    });
    owner = await services.as('owner');
    await services.app.startModules();
    await services.jobs.start();
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await place.remove();
    await platforms.close();
  });
  /** Each test has an account of its own. */
  beforeEach(async () => {
    platforms.reset();
    channel = await made('channels', {
      ...{ name: `Account ${++number}`, type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
    });
  });

  const made = (path: string, body: object): Promise<string> => createRecordId(owner, path, body);
  const text = (estimate: string, own: Json = {}): Json => ({
    messages: [{ type: 'text', text: estimate }],
    ...own,
  });
  const people = (count: number, own?: (n: number) => Json) => seedPeople(services, channel, count, own);
  const reach = async (own: Json = {}): Promise<Json> => {
    const answer = await owner('POST', `${CAMPAIGNS}/reach`, { channel, ...own });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const draft = (own: Json): Promise<string> =>
    made('campaigns', { name: `Reach ${++number}`, channel, target: 'everyone', ...own });
  /** Sends a broadcast at once. @returns what became of it */
  const sent = async (own: Json): Promise<Json> => {
    const id = await draft(own);
    expect(await owner('POST', `${CAMPAIGNS}/${id}/send`, confirmed('send'))).toMatchObject({ status: 200 });
    await startScheduled(services, id);
    const get = async (): Promise<Json> => (await owner('GET', `${CAMPAIGNS}/${id}`)).body;
    await expect.poll(async () => (await get())['status'], SLOW).toMatch(/executed|failed/);
    return get();
  };
  const calls = (path: string) => platforms.requests.filter(({ url }) => url.startsWith(path));

  it('the quota is counted in people, however many messages each receives: estimated as LINE counts', async () => {
    const all = await people(3);
    platforms.account = { ...platforms.account, quota: { limit: 10, used: 2 } };
    const messages = Array.from({ length: 5 }, (_, n) => ({ type: 'text', text: `Line ${n}` }));
    const manual = { target: 'manual', people: all.map(({ person }) => person).join('\n') };
    expect(await reach(manual)).toMatchObject({ quota: { limit: 10, used: 2 }, reach: { people: 3 } });
    expect(await sent({ ...manual, messages })).toMatchObject({ status: 'executed', sent: 3 });
    expect(platforms.arrived.get(all[0]?.person ?? '')).toHaveLength(5);
    expect(platforms.account.quota).toEqual({ limit: 10, used: 5 });
  });

  it('people of a web chat who are named, known here or not', async () => {
    const chat = await made('channels', {
      name: `Chat ${++number}`,
      type: 'WEBCHAT',
      webhookUrl: platforms.address,
    });
    const said = await reach({ channel: chat, target: 'manual', people: 'nobody' });
    expect(said).toMatchObject({ reach: { people: 0 }, unknownIds: ['nobody'] });
  });

  it('a test is counted once for each tester', async () => {
    const [tester] = await people(1, () => ({ tester: true }));
    platforms.account = { ...platforms.account, quota: { limit: 10, used: 0 } };
    const messages = Array.from({ length: 5 }, (_, n) => ({ type: 'text', text: `Line ${n}` }));
    const id = await draft({ messages });
    const answer = await owner('POST', `${CAMPAIGNS}/${id}/test-send`, { testers: [tester?.id] });
    expect(answer).toMatchObject({ status: 200 });
    expect(platforms.account.quota).toEqual({ limit: 10, used: 1 });
  });

  it('everyone is all friends by one call, those too who are not known here: nobody known is not nobody', async () => {
    platforms.account = { ...platforms.account, friends: ['a', 'b', 'c'], quota: { limit: 10, used: 0 } };
    expect(await reach()).toMatchObject({
      reach: { people: 0 },
      everyone: { includesUnknownFollowers: true, count: null },
      batchCount: 1,
    });
    expect(await sent(text('Hello'))).toMatchObject({ status: 'executed' });
    expect(calls('/v2/bot/message/broadcast')).toHaveLength(1);
    expect(platforms.arrived.get('everyone')).toEqual(['Hello']);
    expect(platforms.account.quota?.used).toBe(3);
  });

  it('a constant of the workspace keeps it for all friends; what is of people makes it one for those who are known', async () => {
    const price = `price_${++number}`;
    await made('variables', { name: price, value: '240', scope: 'bot' });
    const [ann, ben] = await people(2, (n) => ({
      displayName: n === 0 ? 'Ann' : 'Ben',
      ...(n === 0 && { customFields: { nickname: 'Annie' } }),
    }));
    expect(await reach({ variables: [price] })).toMatchObject({
      everyone: { includesUnknownFollowers: true },
      personal: [],
    });
    expect(await sent(text(`It costs {{${price}}}`))).toMatchObject({ status: 'executed' });
    expect(platforms.arrived.get('everyone')).toEqual(['It costs 240']);
    for (const name of ['display_name', 'nickname'])
      expect(await reach({ variables: [price, name] })).toMatchObject({
        everyone: { includesUnknownFollowers: false },
        personal: [name],
        reach: { people: 2 },
      });
    platforms.reset();
    const greeting = 'Dear {{nickname|guest}}, {{display_name}}';
    expect(await sent(text(greeting))).toMatchObject({ status: 'executed', sent: 2 });
    expect(calls('/v2/bot/message/broadcast')).toHaveLength(0);
    expect(platforms.arrived.get(ann?.person ?? '')).toEqual(['Dear Annie, Ann']);
    expect(platforms.arrived.get(ben?.person ?? '')).toEqual(['Dear guest, Ben']);
    // A template tells by itself what it names.
    const template = await made('message-templates', {
      ...{ name: `of_people_${++number}`, platform: 'multi', ...text('Dear {{display_name|you}}') },
    });
    expect(await reach({ template })).toMatchObject({ personal: ['display_name'] });
  });

  it('texts may name what people have without anybody making a variable of it; what nobody has is refused', async () => {
    await people(1, () => ({ customFields: { shoe_size: '41' } }));
    const save = (said: string) =>
      owner('POST', '/api/v1/templates', { name: `names_${++number}`, platform: 'multi', ...text(said) });
    for (const said of [
      '{{display_name}}',
      '{{language|th}}',
      '{{tags}}',
      '{{first_seen}}',
      '{{shoe_size|?}}',
    ])
      expect([said, (await save(said)).status]).toEqual([said, 201]);
    expect(await save('{{hat_size}}')).toMatchObject({ status: 422 });
    expect((await owner('GET', '/api/v1/audiences/variables?names=shoe_size,hat_size,tags')).body).toEqual({
      names: expect.arrayContaining(['shoe_size', 'tags']) as string[],
    });
    expect((await owner('GET', '/api/v1/audiences/variables?keyword=shoe')).body).toEqual({
      names: ['shoe_size'],
    });
  });

  it('limits count the fallback of what differs from person to person', async () => {
    const label = (said: string): Json => ({
      type: 'buttons',
      ...{ altText: 'Choose', text: 'Choose', actions: [{ type: 'message', label: said, text: 'yes' }] },
    });
    const save = (said: string) =>
      owner('POST', '/api/v1/templates', {
        name: `limit_${++number}`,
        platform: 'multi',
        messages: [label(said)],
      });
    expect(await save('For {{display_name|you}}')).toMatchObject({ status: 201 });
    expect(await save('For {{display_name|somebody very special}}')).toMatchObject({ status: 422 });
  });

  it('the bot calls people by what is known of them, and by the fallback where nothing is', async () => {
    const [person] = await people(1, () => ({ displayName: 'Ann', language: 'th' }));
    const template = await made('templates', {
      ...{ name: `hello_${++number}`, platform: 'multi' },
      ...text('{{display_name}}, {{language}}, {{nickname_of|friend}}'),
    }).catch(() => '');
    // Nobody has that field yet.
    expect(template).toBe('');
    await people(1, () => ({ customFields: { nickname_of: 'x' } }));
    const known = await made('templates', {
      ...{ name: `hello_${++number}`, platform: 'multi' },
      ...text('{{display_name}}, {{language}}, {{nickname_of|friend}}'),
    });
    const word = `greet${number}`;
    const reply = { type: 'template', template: known };
    const when = { event: 'message', match: 'exact', keywords: [word] };
    const rule = JSON.stringify({ name: `Greets ${number}`, when, reply }).replace('"reply"', '"then"');
    await made('chatlogics', JSON.parse(rule) as object);
    const { url, headers, payload } = lineCall(channel, [
      lineText(person?.person ?? '', word, { replyToken: platforms.replyToken() }),
    ]);
    const response = await services.app.inject({ method: 'POST', url, headers, payload });
    expect(response.statusCode).toBe(200);
    await vi.waitFor(
      () => expect([...platforms.arrived.values()].flat()).toEqual(['Ann, Thai, friend']),
      SLOW,
    );
  });

  it('friends are LINE’s count of yesterday, fetched once for all, and again where it was not ready yet', async () => {
    await people(2);
    const insight = '/v2/bot/insight/followers';
    expect(await reach()).toMatchObject({ everyone: { count: null } });
    expect(calls(insight)).toHaveLength(1);
    platforms.account = {
      ...platforms.account,
      insight: { followers: 12_500, targetedReaches: 9_000, blocks: 69 },
    };
    // It is not asked again within the hour.
    expect(await reach()).toMatchObject({ everyone: { count: null } });
    expect(calls(insight)).toHaveLength(1);
    await services.db.query(
      `UPDATE channel_follower_count SET asked_at = asked_at - interval '2 hours' WHERE channel = $1::uuid`,
      [channel],
    );
    const count = { friends: 12_431, blocked: 69, day: yesterday() };
    const [one, other] = await Promise.all([reach(), reach()]);
    expect([one, other]).toContainEqual(
      expect.objectContaining({
        everyone: { includesUnknownFollowers: true, count: expect.objectContaining(count) as Json },
      }),
    );
    expect(await reach()).toMatchObject({ everyone: { count } });
    expect(calls(insight).map(({ url }) => url)).toEqual(
      Array.from({ length: 2 }, () => `${insight}?date=${yesterday().replaceAll('-', '')}`),
    );
    expect((await owner('GET', `/api/v1/channels/${channel}`)).body).toMatchObject({
      ...{ friends: 12_431, friendsBlocked: 69, friendsTargeted: 9_000, friendsDay: yesterday() },
    });
    const end = new Date(Date.now() + DAY_MS).toISOString();
    const start = new Date(Date.now() - 6 * DAY_MS).toISOString();
    const range = `startIsoStringDate=${start}&endIsoStringDate=${end}&channels=${channel}`;
    expect((await owner('GET', `/api/v1/dashboard/friends/count?${range}`)).body).toEqual({ amount: 12_431 });
    const { body } = await owner('GET', `/api/v1/dashboard/friends/chart?interval=day&${range}`);
    expect((body['rows'] as { amount: number }[]).at(-1)).toMatchObject({ amount: 12_431 });
  });

  describe('left out', () => {
    it('are people of segments, with tags, and who got a broadcast; the rest gets it, by their own calls', async () => {
      const all = await people(5, (n) => ({
        ...(n === 0 && { language: 'ja' }),
        ...(n === 1 && { userTags: ['vip'] }),
        ...(n === 2 && { customTags: ['vip'] }),
      }));
      const segment = await made('segments', {
        ...{ name: `Japan ${++number}` },
        who: { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['ja'] }] },
      });
      const before = await sent({ target: 'manual', people: all[3]?.person, ...text('First') });
      expect(before).toMatchObject({ status: 'executed' });
      platforms.reset();
      const without = {
        ...{ withoutSegments: [segment], withoutTags: ['vip'], withoutReceived: [before['id']] },
      };
      expect(await reach(without)).toMatchObject({
        everyone: { includesUnknownFollowers: false },
        personal: [],
        reach: { people: 1, targeted: 5, leftOut: 4, blocked: 0 },
      });
      const { ids } = (await owner('POST', `${CAMPAIGNS}/recipients`, { channel, ...without })).body;
      expect(ids).toEqual([all[4]?.id]);
      expect(await sent({ ...text('Second'), ...without })).toMatchObject({
        ...{ status: 'executed', sent: 1, total: 1, ...without },
      });
      expect(calls('/v2/bot/message/broadcast')).toHaveLength(0);
      expect([...platforms.arrived.keys()]).toEqual([all[4]?.person]);
    });

    it('are left out of manual lists and segments as well; where nobody is left it says why', async () => {
      const all = await people(2, () => ({ customTags: ['staff'] }));
      const manual = { target: 'manual', people: all.map(({ person }) => person).join('\n') };
      expect(await reach({ ...manual, withoutTags: ['staff'] })).toMatchObject({
        reach: { people: 0, targeted: 2, leftOut: 2 },
      });
      expect(await sent({ ...manual, ...text('No'), withoutTags: ['staff'] })).toMatchObject({
        ...{ status: 'failed', reason: 'Nobody gets it: 2 are left out' },
      });
    });

    it('a change of a segment that is left out withdraws what was scheduled', async () => {
      await people(1);
      const segment = await made('segments', {
        ...{ name: `Out ${++number}` },
        who: { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['ja'] }] },
      });
      const id = await draft({ ...text('Hi'), withoutSegments: [segment] });
      await owner('POST', `${CAMPAIGNS}/${id}/send`, confirmed('send'));
      const { body: stored } = await owner('GET', `/api/v1/segments/${segment}`);
      const who = { match: 'all', conditions: [{ field: 'language', is: 'any', languages: ['en'] }] };
      expect(await owner('PUT', `/api/v1/segments/${segment}`, { ...stored, who })).toMatchObject({
        status: 200,
      });
      await services.db.transaction(async (tx) => {
        await services.jobs.enqueue(tx, 'broadcast.resume', {});
      });
      await expect
        .poll(async () => (await owner('GET', `${CAMPAIGNS}/${id}`)).body, SLOW)
        .toMatchObject({ status: 'draft', approval: 'returned' });
    });
  });

  describe('friends who were there before', () => {
    const bringIn = () => owner('POST', `/api/v1/channels/${channel}/bring-in-friends`, {});
    const note = async (): Promise<unknown> =>
      (await owner('GET', `/api/v1/channels/${channel}`)).body['friendsNote'];
    const found = async (): Promise<Json[]> =>
      (await owner('GET', `/api/v1/audiences?channel=${channel}&take=100`)).body as unknown as Json[];

    it('are imported with their names, page by page, existing ones only once', async () => {
      const [known] = await people(1, () => ({ followState: 'following' }));
      const friends = Array.from({ length: 1_204 }, (_, n) => `U${number}x${n}`);
      platforms.account = { isVerified: true, friends: [...friends, known?.person ?? ''] };
      expect(await bringIn()).toMatchObject({ status: 200 });
      await expect.poll(note, SLOW).toBe('1,204 new of 1,205 friends');
      expect(calls('/v2/bot/followers/ids').map(({ url }) => url)).toEqual([
        '/v2/bot/followers/ids?limit=1000',
        '/v2/bot/followers/ids?limit=1000&start=next-1000',
      ]);
      const { body } = await owner('GET', `/api/v1/audiences/total?channel=${channel}&exact=true`);
      expect(body).toMatchObject({ total: 1_205 });
      // Each has the platform's name in the end, in the place of a stand-in.
      const nameless = `/api/v1/audiences/total?channel=${channel}&keyword=LINE%20user`;
      await expect.poll(async () => (await owner('GET', nameless)).body, SLOW).toMatchObject({ total: 0 });
      expect((await found()).filter(({ displayName }) => displayName === 'สมชาย ใจดี').length).toBeGreaterThan(
        90,
      );
      expect((await found())[0]).toMatchObject({ followState: 'following' });
      // Again, they are all known.
      await bringIn();
      await expect.poll(note, SLOW).toBe('0 new of 1,205 friends');
    });

    it('go on where the list was left', async () => {
      const friends = Array.from({ length: 2_003 }, (_, n) => `V${number}x${n}`);
      platforms.account = { isVerified: true, friends };
      await services.db.query(
        `INSERT INTO channel_friend_import (channel, next, listed, added) VALUES ($1::uuid, 'next-2000', 2000, 2000)`,
        [channel],
      );
      await bringIn();
      await expect.poll(note, SLOW).toBe('2,003 new of 2,003 friends');
      expect(calls('/v2/bot/followers/ids').map(({ url }) => url)).toEqual([
        '/v2/bot/followers/ids?limit=1000&start=next-2000',
      ]);
      await expect
        .poll(async () => (await found()).map(({ displayName }) => displayName), SLOW)
        .toEqual(['สมชาย ใจดี', 'สมชาย ใจดี', 'สมชาย ใจดี']);
    });

    it('are not listed for an account that is not verified: that is reported, and nobody is added', async () => {
      expect(await bringIn()).toMatchObject({ status: 200 });
      await expect.poll(note, SLOW).toMatch(/^LINE lists friends for verified and premium accounts only/);
      expect(await found()).toEqual([]);
    });
  });
});
