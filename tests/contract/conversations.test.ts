import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { CAPACITY } from '../../services/conversations/capacity.ts';
import { actionOf } from '../../services/conversations/actionIndex.ts';
import { rollup } from '../../services/resources/events/rollups.ts';
import { migrate } from '../../services/storage/migrate.ts';
import { testEngines } from '../../services/storage/testEngines.ts';
import { signatureOf } from '../../services/webhooks/call.ts';
import {
  customCall,
  eventKey,
  facebookCall,
  facebookItem,
  LINE_SECRET,
  LINE_TOKEN,
  lineCall,
  lineEvent,
  lineText,
  PAGE,
  startPlatforms,
  type Platforms,
  type SignedCall,
} from './support/platforms.ts';
import { uploadTo } from './support/upload.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;

/** On a busy machine an answer takes a while. */
const SLOW = { timeout: 30_000 };

describe.each(testEngines())('on the $name engine', (engine) => {
  let services: TestServices;
  let platforms: Platforms;
  let admin: Call;
  let remove: () => Promise<void>;
  let number = 0;
  const channels = { line: '', facebook: '', custom: '', webchat: '' };
  /** API keys of the channels that are signed with one. */
  const keys = { custom: '', webchat: '' };
  const templates: Record<string, string> = {};

  beforeAll(async () => {
    platforms = await startPlatforms();
    const place = await engine.settings();
    ({ remove } = place);
    services = await startServices({
      ...place.env,
      LINE_API_URL: platforms.address,
      GRAPH_API_URL: platforms.address,
      RATE_LIMIT: '0',
    });
    admin = await services.as('owner');
    await services.app.begin();
    await services.jobs.start();
    channels.line = await made('channels', {
      ...{ name: 'Line of tests', type: 'LINE', token: LINE_TOKEN, secret: LINE_SECRET },
    });
    channels.facebook = await made('channels', {
      ...{ name: 'Page of tests', type: 'FACEBOOK', pageId: PAGE.id, token: PAGE.token, secret: PAGE.secret },
    });
    for (const way of ['custom', 'webchat'] as const) {
      const { body } = await admin('POST', '/api/v1/channels', {
        ...{ name: `Partner by ${way}`, type: way, webhookUrl: `${platforms.address}/hook` },
      });
      channels[way] = String(body['id']);
      keys[way] = (body['once'] as { value: string }).value;
    }
    // The demo's own rules and delay are not what is asked about.
    const { body: rules } = await admin('GET', '/api/v1/chatlogics?take=100');
    for (const { id } of rules as unknown as { id: string }[])
      await admin('DELETE', `/api/v1/chatlogics/${id}`);
    await settings({});
    for (const [name, value] of Object.entries({
      display_name: 'you',
      colour: 'none',
      where: '?',
      tier: '?',
    }))
      await made('variables', { name, value, scope: 'bot' });
    templates['hello'] = await template('hello', 'Hello {{display_name}}');
    await rule('qq hello', { type: 'template', template: templates['hello'] });
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
    await platforms.close();
  });
  beforeEach(() => platforms.forget());

  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin('POST', `/api/v1/${path}`, body);
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body['id']);
  };
  const template = (name: string, text: string, own: Json = {}) =>
    made('templates', {
      ...{ name: `${name}_${++number}`, platform: 'multi', messages: [{ type: 'text', text }] },
      ...own,
    });
  const rule = (keyword: string, then: Json, when: Json = { match: 'exact', keywords: [keyword] }) =>
    made(
      'chatlogics',
      JSON.parse(
        JSON.stringify({
          name: `rule ${++number}`,
          when: { event: 'message', ...when },
          reply: then,
        }).replace('"reply"', '"then"'),
      ) as object,
    );
  const send = async ({ url, headers, payload }: SignedCall) => {
    const { statusCode, body } = await services.app.inject({ method: 'POST', url, headers, payload });
    return { status: statusCode, body };
  };
  const person = () => `U-${++number}-${engine.name}`;
  const byLine = async (...events: Json[]) =>
    expect(await send(lineCall(channels.line, events))).toEqual({ status: 200, body: '{}' });
  const arrived = (who: string) => platforms.arrived.get(who) ?? [];
  const profileOf = async (who: string): Promise<Json & { id: string }> => {
    const { body } = await admin('GET', `/api/v1/audiences?keyword=${encodeURIComponent(who)}`);
    return body[0] as Json & { id: string };
  };
  const messagesOf = async (who: string): Promise<Json[]> => {
    const { id } = await profileOf(who);
    const { body } = await admin('GET', `/api/v1/messages?profile=${id}&sort=at&take=100`);
    return body as unknown as Json[];
  };
  const isAtRest = async () => {
    const due = () => services.db.query('SELECT 1 FROM conversation WHERE due_at IS NOT NULL');
    await expect.poll(due, SLOW).toHaveLength(0);
  };
  const settings = async (values: Json) => {
    const { body } = await admin('GET', '/api/v1/networks/current');
    const { confidenceThreshold, version } = body;
    const answer = await admin('PUT', '/api/v1/networks/current', {
      ...{ confidenceThreshold, version, defaultMode: 'BOT', globalDelay: 0, ...values },
    });
    expect(answer.status).toBe(200);
  };

  describe('what comes in', () => {
    it('is stored once, answered once, and its person is known', async () => {
      const who = person();
      const replyToken = platforms.replyToken();
      const event = lineText(who, 'qq hello', { replyToken });
      const call = lineCall(channels.line, [event]);
      expect(await send(call)).toEqual({ status: 200, body: '{}' });
      expect(await send(call)).toEqual({ status: 200, body: '{}' });
      await expect.poll(() => arrived(replyToken), SLOW).toHaveLength(1);
      await send(call);
      await expect.poll(async () => (await profileOf(who))['displayName'], SLOW).toBe('สมชาย ใจดี');
      expect(await profileOf(who)).toMatchObject({
        ...{ channel: channels.line, externalId: who, language: 'th', followState: 'following' },
        ...{ firstSeen: expect.any(String), lastSeen: new Date(event['timestamp'] as number).toISOString() },
      });
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect(await messagesOf(who)).toMatchObject([
        { source: 'USER', kind: 'message', type: 'text', text: 'qq hello', newcomer: true },
        {
          ...{ source: 'BOT', kind: 'message', type: 'text', place: 0, template: templates['hello'] },
          ...{ rule: expect.any(String), text: expect.stringMatching(/^Hello /) },
        },
      ]);
      expect(platforms.asked.filter(({ url }) => url.endsWith('/push'))).toEqual([]);
    });

    it('of others is refused alike, and nothing of it stored', async () => {
      const who = person();
      const good = lineCall(channels.line, [lineText(who, 'qq hello')]);
      const bad: SignedCall[] = [
        lineCall(channels.line, [lineText(who, 'qq hello')], 'another-secret'),
        { ...good, payload: `${good.payload} ` },
        { ...good, headers: { 'content-type': 'application/json' } },
        { ...good, url: good.url.replace(channels.line, channels.facebook) },
        { ...good, url: good.url.replace(channels.line, '018f0000-0000-7000-8000-000000000000') },
        { ...good, url: '/webhooks/line/x' },
        { ...good, url: good.url.replace('line', 'custom') },
        facebookCall(channels.facebook, [facebookItem(who, { message: { mid: 'm', text: 'x' } })], 'wrong'),
        customCall(channels.custom, [], 'mc_wrong'),
        customCall(channels.custom, [], keys.custom, Date.now() - 400_000),
        customCall(channels.webchat, [], 'mc_wrong', Date.now(), 'webchat'),
        customCall(channels.webchat, [], keys.webchat, Date.now() - 400_000, 'webchat'),
        customCall(channels.webchat, [], keys.webchat),
        customCall(channels.custom, [], keys.custom, Date.now(), 'webchat'),
      ];
      for (const call of bad) {
        const { status, body } = await send(call);
        expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
      }
      expect(await profileOf(who)).toBeUndefined();
      expect(platforms.arrived.size).toBe(0);
    });

    it('counts in the hour in which it happened; following is no message', async () => {
      const who = person();
      const hour = Date.parse('2026-03-05T03:00:00Z');
      const event = (own: Json) => lineText(who, 'long ago', { timestamp: hour + 60_000, ...own });
      const same = event({});
      await byLine(same, event({}), same, lineEvent(who, { type: 'follow', timestamp: hour + 30_000 }));
      await byLine(same);
      const read = async (id: string, by: string[]) =>
        rollup(services.services, 'message', id).read({
          ...{ from: new Date(hour), to: new Date(hour + 3_600_000), by },
        });
      expect(await read('messages', ['source'])).toMatchObject([{ by: { source: 'USER' }, count: 2 }]);
      expect(await read('active-hourly', [])).toMatchObject([{ distinct: { profile: 1 } }]);
      expect(await read('newcomers', [])).toMatchObject([{ count: 1 }]);
      await expect.poll(() => services.db.query('SELECT 1 FROM conversation_inbound'), SLOW).toHaveLength(0);
      expect(platforms.arrived.size).toBe(0);
    });

    it('of one person is answered in its order, of many at once', async () => {
      const people = Array.from({ length: 12 }, person);
      await rule(
        '',
        { type: 'template', template: await template('echo', 'echo') },
        { match: 'regex', pattern: '^zz\\d+$' },
      );
      await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          byLine(...people.map((who) => lineText(who, `zz${at}`, { timestamp: Date.now() + at }))),
        ),
      );
      await expect.poll(() => people.map((who) => arrived(who).length), SLOW).toEqual(people.map(() => 8));
      await expect
        .poll(async () => (await messagesOf(people[0] ?? '')).filter(({ source }) => source === 'BOT'), SLOW)
        .toHaveLength(8);
      const said = (await messagesOf(people[0] ?? '')).filter(({ source }) => source === 'USER');
      expect(said.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, at) => `zz${at}`));
    }, 60_000);
  });

  describe('an answer on LINE', () => {
    it.each([
      ['was taken although nothing came back', ['hang up'], 'reply', 1],
      ['was not taken by a server at fault', [500], 'reply', 1],
      ['is pushed where the token is used', ['refuse the token'], 'push', 1],
      ['is pushed with one key until it is taken', ['refuse the token', 500, 'hang up', 429], 'push', 1],
    ] as const)(
      'that %s arrives once',
      async (_, moods, way, count) => {
        const who = person();
        const replyToken = platforms.replyToken();
        platforms.moods.push(...moods);
        await byLine(lineText(who, 'qq hello', { replyToken }));
        const there = way === 'reply' ? replyToken : who;
        await expect.poll(() => arrived(there), SLOW).toHaveLength(count);
        await expect.poll(async () => (await messagesOf(who)).length, SLOW).toBe(2);
        expect([...arrived(who), ...arrived(replyToken)]).toHaveLength(1);
        const keys = platforms.asked
          .filter(({ url }) => url.endsWith('/push'))
          .map(({ headers }) => headers['x-line-retry-key']);
        expect(new Set(keys).size).toBe(way === 'push' ? 1 : 0);
        expect((await messagesOf(who))[1]).toMatchObject({ source: 'BOT', kind: 'message' });
      },
      40_000,
    );

    it('that LINE refuses is noted as not delivered', async () => {
      const who = person();
      platforms.moods.push(400);
      await byLine(lineText(who, 'qq hello', { replyToken: platforms.replyToken() }));
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect((await messagesOf(who))[1]).toMatchObject({
        ...{ kind: 'undelivered', source: 'BOT', note: 'LINE refused it: Bad request' },
      });
    });
  });

  describe('on Facebook', () => {
    const said = (who: string, text: string, own: Json = {}) =>
      send(
        facebookCall(channels.facebook, [facebookItem(who, { message: { mid: eventKey(), text }, ...own })]),
      );

    it('the handshake asks for the verify token of the channel', async () => {
      const { body } = await admin('GET', `/api/v1/channels/${channels.facebook}`);
      const shake = (token: unknown, mode = 'subscribe') =>
        services.app.inject(
          `/webhooks/facebook/${channels.facebook}?hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${String(token)}`,
        );
      const token = body['verifyToken'];
      expect(token).toEqual(expect.stringMatching(/^\w{16,}$/));
      expect((await shake(token)).body).toBe('1158201444');
      expect((await shake('another')).statusCode).toBe(401);
      expect((await shake(token, 'unsubscribe')).statusCode).toBe(401);
    });

    it('people are answered, and named as Graph does; echoes are passed over', async () => {
      const who = person();
      await said(who, 'qq hello');
      await said(who, 'qq hello', { message: { mid: eventKey(), text: 'qq hello', is_echo: true } });
      await expect.poll(() => arrived(who), SLOW).toHaveLength(1);
      await expect.poll(async () => (await profileOf(who))['displayName'], SLOW).toBe('Jane Doe');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
    });

    it('a call of which nothing came back is noted and never repeated', async () => {
      const who = person();
      platforms.moods.push('hang up');
      await said(who, 'qq hello');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect((await messagesOf(who))[1]).toMatchObject({
        ...{ kind: 'message', note: expect.stringContaining('cannot be reached') },
      });
      expect(arrived(who)).toHaveLength(1);
    });

    it.each([
      ['a limit', { code: 80_006 }, 1, 2, 'message', /^$/],
      ['what is transient', { code: 100, isTransient: true }, 1, 2, 'message', /^$/],
      [
        'an error after delivery',
        { code: 1, subcode: 1357046, isDelivered: true },
        1,
        1,
        'message',
        /it took/,
      ],
      ['an unexpected error', { code: 2, isTransient: true, isDelivered: true }, 1, 1, 'message', /may have/],
      ['who is away', { code: 10, subcode: 2018108 }, 0, 1, 'undelivered', /receives no messages/],
      ['who blocked it', { code: 551 }, 0, 1, 'undelivered', /receives no messages/],
    ] as const)('%s: the answer arrives once or is told', async (_, trouble, times, calls, kind, note) => {
      const who = person();
      platforms.meta.trouble = [trouble];
      await said(who, 'qq hello');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      await isAtRest();
      const [, answer] = await messagesOf(who);
      expect(answer).toMatchObject({ source: 'BOT', kind });
      expect(String(answer?.['note'] ?? '')).toMatch(note);
      expect(arrived(who)).toHaveLength(times);
      expect(platforms.asked.filter(({ url }) => url.endsWith('/messages'))).toHaveLength(calls);
    });

    it('a message that is refused takes nothing of the answer with it, who cannot be reached all', async () => {
      const messages = ['one', 'two', 'three'].map((text) => ({ type: 'text', text }));
      const three = await template('three', '', { messages });
      await rule('qq three', { type: 'template', template: three });
      const [who, gone] = [person(), person()];
      platforms.meta.trouble = [{ code: 100, message: 'No', on: ({ text }) => text === 'two' }];
      await said(who, 'qq three');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(4);
      expect(arrived(who)).toEqual(['one', 'three']);
      expect((await messagesOf(who)).map(({ kind, note }) => [kind, note])).toEqual([
        ['message', undefined],
        ['message', undefined],
        ['undelivered', 'Facebook refused the message: No'],
        ['message', undefined],
      ]);
      platforms.meta.strangers.add(gone);
      await said(gone, 'qq three');
      await expect.poll(() => messagesOf(gone), SLOW).toHaveLength(4);
      expect(platforms.asked.filter(({ body }) => (body['recipient'] as Json)?.['id'] === gone)).toHaveLength(
        1,
      );
    });

    it('nothing is sent once a day has passed', async () => {
      const who = person();
      await said(who, 'qq hello', { timestamp: Date.now() - 23 * 3_600_000 });
      await expect.poll(() => arrived(who), SLOW).toHaveLength(1);
      await isAtRest();
      await services.db.query(
        `UPDATE conversation SET last_inbound = last_inbound - interval '2 h' WHERE person = $1`,
        [who],
      );
      const { id } = await profileOf(who);
      const { say } = await import('../../services/conversations/outbox.ts');
      await say(services.db, id, [{ text: 'too late' }], { source: 'AGENT' });
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(3);
      expect((await messagesOf(who))[2]).toMatchObject({ kind: 'undelivered', source: 'AGENT' });
      expect(arrived(who)).toHaveLength(1);
    });
  });

  describe.each(['custom', 'webchat'] as const)('on a channel signed with an API key: %s', (way) => {
    const call = (events: Json[], key = keys[way]) => customCall(channels[way], events, key, Date.now(), way);

    it('a signed call brings events, and its webhook is called signed', async () => {
      const who = person();
      const event = {
        ...{ id: eventKey(), at: new Date().toISOString(), type: 'text', text: 'qq hello' },
        person: { id: who, displayName: 'มานี', language: 'th' },
      };
      platforms.moods.push(503, 'hang up');
      const answer = await send(call([event, event]));
      expect(JSON.parse(answer.body)).toEqual({ stored: 1, repeated: 1, refused: 0 });
      await expect.poll(() => arrived(who), SLOW).toEqual(['Hello มานี']);
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect(arrived(who)).toHaveLength(1);
      const hooks = platforms.asked.filter(({ url }) => url === '/hook');
      expect(new Set(hooks.map(({ headers }) => headers['x-retry-key'])).size).toBe(1);
      for (const { headers, body } of hooks)
        expect(headers['x-signature']).toBe(
          signatureOf(keys[way], String(headers['x-timestamp']), JSON.stringify(body)),
        );
    }, 40_000);

    it('its key can be changed, and the old one is worth nothing then', async () => {
      const old = keys[way];
      const { body } = await admin('POST', '/api/v1/channels/refresh-api-key', { id: channels[way] });
      keys[way] = (body['once'] as { value: string }).value;
      const event = {
        id: eventKey(),
        at: Date.now(),
        person: { id: person() },
        text: 'qq hello',
        from: 'agent',
      };
      expect((await send(call([event], old))).status).toBe(401);
      expect(JSON.parse((await send(call([event]))).body)).toMatchObject({ stored: 1 });
    });

    it('faults are named to its sender', async () => {
      const { status, body } = await send(call([{ type: 'texts' }]));
      expect(status).toBe(422);
      expect(JSON.parse(body)).toMatchObject({
        fields: {
          '/events/0/id': expect.any(String),
          '/events/0/at': expect.any(String),
          '/events/0/person/id': expect.any(String),
          '/events/0/type': expect.stringContaining('"text"?'),
        },
      });
    });

    it('what an agent said is stored and not answered', async () => {
      const who = person();
      const event = { id: eventKey(), at: Date.now(), person: { id: who }, text: 'qq hello', from: 'agent' };
      await send(call([event]));
      expect(await messagesOf(who)).toMatchObject([{ source: 'AGENT', text: 'qq hello' }]);
      expect(arrived(who)).toEqual([]);
    });
  });

  it('on a web chat with a webhook, who chats on its page is answered there, and the webhook has a copy', async () => {
    const ask = async (method: 'GET' | 'POST', path: string, token = '', payload?: object) => {
      const { body } = await services.app.inject({
        ...{ method, url: `/api/v1/webchat/${channels.webchat}/${path}`, payload },
        headers: { authorization: `Bearer ${token}` },
      });
      return JSON.parse(body) as Json;
    };
    // Its webhook is down: nobody waits for it.
    platforms.moods.push(500);
    const token = String((await ask('POST', 'sessions', '', {}))['token']);
    const heard = async () =>
      ((await ask('GET', 'messages', token))['messages'] as { from: string }[]).filter(
        ({ from }) => from === 'bot',
      );
    const hooks = () => platforms.asked.filter(({ url }) => url === '/hook').map(({ status }) => status);
    await ask('POST', 'messages', token, { id: 'said-on-the-page', text: 'qq hello' });
    await expect.poll(heard, SLOW).toMatchObject([{ message: { type: 'text' } }]);
    await expect.poll(hooks, SLOW).toEqual([500]);
    await ask('POST', 'messages', token, { id: 'said-once-more', text: 'qq hello' });
    await expect.poll(heard, SLOW).toHaveLength(2);
    await expect.poll(hooks, SLOW).toEqual([500, 200]);
  });

  it('one channel whose partner keeps everybody waiting takes only its share of the conversations', async () => {
    const { perChannel } = CAPACITY[services.db.engine];
    let held = 0;
    let letGo = (): void => {};
    const released = new Promise<void>((done) => (letGo = done));
    platforms.onSending = (url) => {
      if (url !== '/hook') return undefined;
      held += 1;
      return released;
    };
    const event = () => ({ id: eventKey(), at: Date.now(), person: { id: person() }, text: 'qq hello' });
    const events = Array.from({ length: perChannel + 40 }, event);
    await send(customCall(channels.custom, events, keys.custom));
    await expect.poll(() => held, SLOW).toBeGreaterThanOrEqual(perChannel / 2);
    const replyToken = platforms.replyToken();
    await byLine(lineText(person(), 'qq hello', { replyToken }));
    await expect.poll(() => arrived(replyToken), { timeout: 3_000 }).toHaveLength(1);
    expect(held).toBeLessThanOrEqual(perChannel);
    platforms.onSending = () => undefined;
    letGo();
    await isAtRest();
    for (const { person: who } of events) expect(arrived(who.id)).toHaveLength(1);
  }, 60_000);

  it('on a web chat, a front end says nothing on the pages of another channel', async () => {
    const other = await made('channels', { name: `Other chat ${++number}`, type: 'WEBCHAT' });
    const opened = await services.app.inject({
      ...{ method: 'POST', url: `/api/v1/webchat/${other}/sessions`, payload: {} },
    });
    expect(opened.statusCode).toBe(201);
    const [session] = await services.db.query<{ id: string }>(
      'SELECT id FROM webchat_session WHERE channel = $1::uuid',
      [other],
    );
    const who = String(session?.id);
    const event = { id: eventKey(), at: Date.now(), person: { id: who }, text: 'qq hello' };
    await send(customCall(channels.webchat, [event], keys.webchat, Date.now(), 'webchat'));
    await expect.poll(() => arrived(who), SLOW).toHaveLength(1);
    expect(await services.db.query('SELECT 1 FROM webchat_message WHERE session = $1::uuid', [who])).toEqual(
      [],
    );
  });

  describe('a conversation', () => {
    const answersTo = async (who: string, said: string): Promise<string[]> => {
      const replyToken = platforms.replyToken();
      await byLine(lineText(who, said, { replyToken }));
      await expect.poll(() => arrived(replyToken), SLOW).not.toEqual([]);
      return arrived(replyToken);
    };

    it('is left alone once it was handed to a person, until it is given back', async () => {
      const who = person();
      await settings({ outgoingUrl: `${platforms.address}/workspace` });
      // Live chat is restarted just now.
      platforms.webhookMoods = { handoff: [503] };
      await rule('qq agent', { type: 'handoff', template: await template('wait', 'Somebody comes') });
      expect(await answersTo(who, 'qq agent')).toEqual(['Somebody comes']);
      await byLine(lineText(who, 'qq hello'));
      await isAtRest();
      expect(arrived(who)).toEqual([]);
      const { id, answeredBy } = await profileOf(who);
      expect(answeredBy).toBe('livechat');
      const told = () => platforms.asked.filter(({ body }) => body['event'] === 'handoff');
      await expect.poll(() => told().map(({ status }) => status), SLOW).toEqual([503, 200]);
      const handoff = { id: expect.any(String), team: null, text: 'qq agent', person: { externalId: who } };
      expect(told().map(({ body }) => body)).toMatchObject([handoff, handoff]);
      expect(told()[0]?.body['id']).toBe(told()[1]?.body['id']);
      await settings({ outgoingUrl: undefined });
      expect((await admin('POST', `/api/v1/audiences/${id}/give-to-bot`, {})).status).toBe(200);
      expect(await answersTo(who, 'qq hello')).toHaveLength(1);
      expect((await messagesOf(who)).find(({ handoff }) => handoff)).toMatchObject({ source: 'BOT' });
    });

    it('remembers what rules set, and tags its person', async () => {
      const who = person();
      await rule('qq blue', { type: 'set', variable: 'colour', value: 'blue', tag: 'likes-blue' });
      await rule('qq blue', { type: 'template', template: await template('ok', 'Noted') });
      await rule('qq which', {
        type: 'template',
        template: await template('which', 'It is {{colour}}'),
      }).catch(() => undefined);
      expect(await answersTo(who, 'qq blue')).toEqual(['Noted']);
      expect(await answersTo(who, 'qq which')).toEqual(['It is blue']);
      await expect.poll(async () => (await profileOf(who))['userTags'], SLOW).toEqual(['likes-blue']);
    });

    it('knows quick replies by their words and taps by their action', async () => {
      const who = person();
      const offer = await template('offer', 'Tea or coffee?', {
        quickReply: {
          items: [
            { id: `tea${number}`, type: 'template_action', label: 'Tea', templateName: templates['hello'] },
          ],
        },
      });
      await rule('qq drinks', { type: 'template', template: offer });
      await answersTo(who, 'qq drinks');
      expect(await answersTo(who, 'tea')).toEqual([expect.stringMatching(/^Hello/)]);
      const { body } = await admin('GET', `/api/v1/templates/${offer}`);
      const { id } = (body['quickReply'] as { items: { id: string }[] }).items[0] ?? { id: '' };
      await byLine(lineEvent(who, { type: 'postback', postback: { data: `action:${id}` } }));
      await expect.poll(() => arrived(who), SLOW).toEqual([expect.stringMatching(/^Hello/)]);
      await expect
        .poll(async () => (await messagesOf(who)).find(({ type }) => type === 'postback'), SLOW)
        .toMatchObject({
          ...{ source: 'USER', action: id, template: offer },
        });
    });

    it('knows the button of an old template, however many came after it, and from before it was indexed', async () => {
      const { db, product } = services;
      const item = { id: `old${number}`, type: 'template_action', label: 'Old' };
      const old = await template('old', 'Still here?', {
        quickReply: { items: [{ ...item, templateName: templates['hello'] }] },
      });
      const { body } = await admin('GET', `/api/v1/templates/${old}`);
      const { id } = (body['quickReply'] as { items: { id: string }[] }).items[0] ?? { id: '' };
      const taps = (): Promise<unknown[]> =>
        Promise.all(
          [id, `${id}x`, 'x'.repeat(5_000)].map((one) => actionOf(services.services, `action:${one}`)),
        );
      const known = [expect.objectContaining({ entity: 'template', record: old }), undefined, undefined];
      expect(await taps()).toEqual(known);
      await db.exec(`INSERT INTO entity_template (id, data)
        SELECT gen_random_uuid(), jsonb_build_object('name', 'many ' || n) FROM generate_series(1, 10001) AS n`);
      expect(await taps()).toEqual(known);
      await db.exec(`DELETE FROM entity_template WHERE data->>'name' LIKE 'many %';
        DELETE FROM record_reference; DELETE FROM record_upkeep WHERE what = 'references'`);
      expect(await taps()).toEqual([undefined, undefined, undefined]);
      await migrate(db, product.entities);
      expect(await taps()).toEqual(known);
    });

    it('answers taps on rich menus, and counts them by area', async () => {
      const who = person();
      const picture = { create: { width: 2500, height: 843, channels: 3 as const, background: '#0b6a78' } };
      const image = await uploadTo(services.app, '/api/v1/files?entity=rich-menu&field=image', {
        content: await sharp(picture).png().toBuffer(),
        name: 'menu.png',
        token: await services.tokenOf('owner'),
      });
      const areas = [{ action: { type: 'template_action', label: 'Hi', templateName: templates['hello'] } }];
      const menu = await admin('POST', '/api/v1/richmenus', {
        ...{ name: `Menu ${number}`, size: 'compact', pattern: 'C5', image: String(image.body['id']), areas },
      });
      expect(menu.status).toBe(201);
      const [{ action }] = menu.body['areas'] as [{ action: { id: string } }];
      const tap = { type: 'postback', postback: { data: `action:${action.id}` } };
      for (const answered of [1, 2]) {
        await byLine(lineEvent(who, tap));
        await expect.poll(() => arrived(who).length, SLOW).toBe(answered);
      }
      const day = 86_400_000;
      const range = [Date.now() - day, Date.now() + day].map((at) => new Date(at).toISOString());
      const asked = new URLSearchParams({
        ...{ from: range[0] ?? '', to: range[1] ?? '', per: 'all', by: 'action', action: action.id },
      });
      await expect
        .poll(
          async () => (await admin('GET', `/api/v1/messages/rollups/tapped-actions?${asked}`)).body['rows'],
          SLOW,
        )
        .toMatchObject([{ by: { action: action.id }, count: 2, distinct: { profile: 1 } }]);
    });

    it('follows the settings of the workspace: place, delay, webhooks, who answers first', async () => {
      const who = person();
      const place = await template('place', 'You are at {{where}}, {{tier}}');
      platforms.webhooks = {
        enrich: { attributes: { tier: 'gold' } },
        template: { variables: { where: 'home' } },
      };
      await settings({
        globalDelay: 0.4,
        locationAction: { type: 'template', template: place },
        enrichUrl: `${platforms.address}/workspace`,
        templateUrl: `${platforms.address}/workspace`,
        outgoingUrl: `${platforms.address}/workspace`,
        signingKey: 'a-key-of-more-than-16',
      });
      const begun = Date.now();
      await byLine(
        lineEvent(who, { message: { type: 'location', id: '1', address: 'x', latitude: 1, longitude: 2 } }),
      );
      await expect.poll(() => arrived(who), SLOW).toEqual(['You are at home, gold']);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(400);
      await expect
        .poll(
          () => platforms.asked.filter(({ url }) => url === '/workspace').map(({ body }) => body['event']),
          SLOW,
        )
        .toEqual(['enrich', 'template', 'outgoing']);
      const { id } = await profileOf(who);
      expect((await admin('GET', `/api/v1/audiences/${id}`)).body['customFields']).toEqual({ tier: 'gold' });
      await settings({ defaultMode: 'LIVECHAT' });
      await byLine(lineText(who, 'qq hello'));
      await isAtRest();
      expect(arrived(who)).toHaveLength(1);
      await settings({});
    });

    it('ends with blocking, which is told at the profile', async () => {
      const who = person();
      await byLine(lineText(who, 'hello'), lineEvent(who, { type: 'unfollow', timestamp: Date.now() + 5 }));
      await expect.poll(async () => (await profileOf(who))['followState'], SLOW).toBe('blocked');
      await byLine(lineEvent(who, { type: 'follow', timestamp: Date.now() + 10 }));
      await expect.poll(async () => (await profileOf(who))['followState'], SLOW).toBe('following');
    });

    it('on a channel that is not active is stored and not answered', async () => {
      const who = person();
      await admin('POST', `/api/v1/channels/${channels.line}/deactivate`, {});
      await byLine(lineText(who, 'qq hello'));
      await isAtRest();
      await admin('POST', `/api/v1/channels/${channels.line}/activate`, {});
      expect(await messagesOf(who)).toHaveLength(1);
      expect(platforms.arrived.size).toBe(0);
    });

    it('goes with its person', async () => {
      const who = person();
      await answersTo(who, 'qq hello');
      const { id } = await profileOf(who);
      await isAtRest();
      expect((await admin('DELETE', `/api/v1/audiences/${id}`)).status).toBe(200);
      expect(await services.db.query('SELECT 1 FROM conversation WHERE profile = $1::uuid', [id])).toEqual(
        [],
      );
      expect(await answersTo(who, 'qq hello')).toHaveLength(1);
      expect((await profileOf(who)).id).not.toBe(id);
    });
  });

  it('secrets and what people say are in no log', () => {
    const all = services.logs.join('\n');
    for (const secret of [
      LINE_TOKEN,
      LINE_SECRET,
      PAGE.token,
      PAGE.secret,
      ...Object.values(keys),
      'qq hello',
    ])
      expect(all).not.toContain(secret);
  });
});
