import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import sharp from 'sharp';
import { CAPACITY } from '../../services/products/conversations/capacity.ts';
import { NOTIFY_SQL } from '../../services/products/conversations/leases.ts';
import { findAction } from '../../services/products/conversations/actionIndex.ts';
import { rollup } from '../../services/engine/resources/events/rollups.ts';
import { migrate } from '../../services/engine/storage/migrate.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { signWebhook } from '../../services/engine/outbound/webhooks/signature.ts';
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

describe.each(productEngines())('on the $name engine', (engine) => {
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
    await services.app.startModules();
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
  beforeEach(() => platforms.reset());

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
      expect(platforms.requests.filter(({ url }) => url.endsWith('/push'))).toEqual([]);
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
      const userMessages = (await messagesOf(people[0] ?? '')).filter(({ source }) => source === 'USER');
      expect(userMessages.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, (_, at) => `zz${at}`));
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
        platforms.nextFailures.push(...moods);
        await byLine(lineText(who, 'qq hello', { replyToken }));
        const there = way === 'reply' ? replyToken : who;
        await expect.poll(() => arrived(there), SLOW).toHaveLength(count);
        await expect.poll(async () => (await messagesOf(who)).length, SLOW).toBe(2);
        expect([...arrived(who), ...arrived(replyToken)]).toHaveLength(1);
        const keys = platforms.requests
          .filter(({ url }) => url.endsWith('/push'))
          .map(({ headers }) => headers['x-line-retry-key']);
        expect(new Set(keys).size).toBe(way === 'push' ? 1 : 0);
        expect((await messagesOf(who))[1]).toMatchObject({ source: 'BOT', kind: 'message' });
      },
      40_000,
    );

    it('that LINE refuses is noted as not delivered', async () => {
      const who = person();
      platforms.nextFailures.push(400);
      await byLine(lineText(who, 'qq hello', { replyToken: platforms.replyToken() }));
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect((await messagesOf(who))[1]).toMatchObject({
        ...{ kind: 'undelivered', source: 'BOT', note: 'LINE refused it: Bad request' },
      });
    });

    it.each(['reply', 'push'] as const)(
      'of which LINE refuses one message arrives without it (%s)',
      async (way) => {
        const who = person();
        const replyToken = platforms.replyToken();
        const texts = ['first', 'wrong', 'last'].map((text) => `${text} by ${way}`);
        const messages = texts.map((text) => ({ type: 'text', text }));
        const three = await template(`line_${way}`, '', { messages });
        await rule(`qq line ${way}`, { type: 'template', template: three });
        platforms.refusedTexts.add(texts[1] ?? '');
        if (way === 'push') platforms.nextFailures.push('refuse the token');
        await byLine(lineText(who, `qq line ${way}`, { replyToken }));
        await expect.poll(() => messagesOf(who), SLOW).toHaveLength(4);
        expect(arrived(way === 'reply' ? replyToken : who)).toEqual([texts[0], texts[2]]);
        const why = 'LINE refused it: The request body has errors: May not be this';
        expect((await messagesOf(who)).slice(1).map(({ kind, note }) => [kind, note])).toEqual([
          ['message', undefined],
          ['undelivered', why],
          ['message', undefined],
        ]);
      },
      40_000,
    );
  });

  describe('on Facebook', () => {
    const said = (who: string, text: string, own: Json = {}) =>
      send(
        facebookCall(channels.facebook, [facebookItem(who, { message: { mid: eventKey(), text }, ...own })]),
      );

    it('the handshake requires the verify token of the channel', async () => {
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

    it('each attachment of a message is one, in order, once however often it comes', async () => {
      const who = person();
      const pictures = ['1', '2', '3'].map((name) => `https://cdn.example/${name}.jpg`);
      const attachments = [
        ...pictures.map((url) => ({ type: 'image', payload: { url } })),
        { type: 'fallback', payload: { url: 'https://shop.example', title: 'The preview of a link' } },
      ];
      const message = { mid: eventKey(), text: 'qq hello', attachments };
      await said(who, '', { message });
      await said(who, '', { message });
      const own = async () => {
        const { body } = await admin('GET', `/api/v1/audiences/${(await profileOf(who)).id}/conversation`);
        return (body as unknown as Json[]).filter(({ source }) => source === 'USER').toReversed();
      };
      expect(
        (await own()).map(({ type, text, content }) => [type, text ?? (content as Json | null)?.['url']]),
      ).toEqual([['text', 'qq hello'], ...pictures.map((url) => ['image', url])]);
      await isAtRest();
      expect(await own()).toHaveLength(4);
      expect(arrived(who).filter((text) => text.startsWith('Hello'))).toHaveLength(1);
    });

    it('a tapped quick reply is a tap, and its typed words lead where the tap does', async () => {
      const items = [{ id: `red${++number}`, type: 'message', label: 'Red', text: 'qq hello' }];
      const offer = await template('colours', 'Which colour?', { quickReply: { items } });
      await rule('qq colours', { type: 'template', template: offer });
      const { body } = await admin('GET', `/api/v1/templates/${offer}`);
      const { id } = (body['quickReply'] as { items: { id: string }[] }).items[0] ?? { id: '' };
      const tap = { mid: eventKey(), text: 'Red', quick_reply: { payload: `action:${id}` } };
      for (const reply of [tap, { mid: eventKey(), text: 'red' }]) {
        const who = person();
        await said(who, 'qq colours');
        await expect.poll(() => arrived(who), SLOW).toEqual(['Which colour?']);
        await said(who, '', { message: reply });
        await expect
          .poll(() => arrived(who), SLOW)
          .toEqual(['Which colour?', expect.stringMatching(/^Hello/)]);
        const own = (await messagesOf(who)).filter(({ text }) => String(text).toLowerCase() === 'red');
        expect(own.map(({ type, action }) => [type, action])).toEqual([
          reply === tap ? ['postback', id] : ['text', undefined],
        ]);
      }
    });

    it('a call of which nothing came back is noted and never repeated', async () => {
      const who = person();
      platforms.nextFailures.push('hang up');
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
      platforms.meta.nextFailures = [trouble];
      await said(who, 'qq hello');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      await isAtRest();
      const [, answer] = await messagesOf(who);
      expect(answer).toMatchObject({ source: 'BOT', kind });
      expect(String(answer?.['note'] ?? '')).toMatch(note);
      expect(arrived(who)).toHaveLength(times);
      expect(platforms.requests.filter(({ url }) => url.endsWith('/messages'))).toHaveLength(calls);
    });

    it('a message that is refused takes nothing of the answer with it, who cannot be reached all', async () => {
      const messages = ['one', 'two', 'three'].map((text) => ({ type: 'text', text }));
      const three = await template('three', '', { messages });
      await rule('qq three', { type: 'template', template: three });
      const [who, gone] = [person(), person()];
      platforms.meta.nextFailures = [{ code: 100, message: 'No', on: ({ text }) => text === 'two' }];
      await said(who, 'qq three');
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(4);
      expect(arrived(who)).toEqual(['one', 'three']);
      expect((await messagesOf(who)).map(({ kind, note }) => [kind, note])).toEqual([
        ['message', undefined],
        ['message', undefined],
        ['undelivered', 'Facebook refused the message: No'],
        ['message', undefined],
      ]);
      platforms.meta.unknownIds.add(gone);
      await said(gone, 'qq three');
      await expect.poll(() => messagesOf(gone), SLOW).toHaveLength(4);
      expect(
        platforms.requests.filter(({ body }) => (body['recipient'] as Json)?.['id'] === gone),
      ).toHaveLength(1);
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
      await services.db.query(
        `INSERT INTO conversation_outbound (id, profile, bodies, about, due_at)
         VALUES ($1::uuid, $2::uuid, '[{"text": "too late"}]', '{"source": "AGENT"}', clock_timestamp())`,
        [randomUUID(), id],
      );
      await services.db.query(
        `UPDATE conversation SET arrivals = arrivals + 1, due_at = clock_timestamp() WHERE profile = $1::uuid`,
        [id],
      );
      await services.db.query(`SELECT ${NOTIFY_SQL}`);
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
      platforms.nextFailures.push(503, 'hang up');
      const answer = await send(call([event, event]));
      expect(JSON.parse(answer.body)).toEqual({ stored: 1, repeated: 1, refused: 0 });
      await expect.poll(() => arrived(who), SLOW).toEqual(['Hello มานี']);
      await expect.poll(() => messagesOf(who), SLOW).toHaveLength(2);
      expect(arrived(who)).toHaveLength(1);
      const hooks = platforms.requests.filter(({ url }) => url === '/hook');
      expect(new Set(hooks.map(({ headers }) => headers['x-retry-key'])).size).toBe(1);
      for (const { headers, body } of hooks)
        expect(headers['x-signature']).toBe(
          signWebhook(keys[way], String(headers['x-timestamp']), JSON.stringify(body)),
        );
    }, 40_000);

    it('a picture of the platform is stored until the team uploads one, which stays', async () => {
      const who = person();
      const writes = async (pictureUrl: string, count: number): Promise<void> => {
        const platformProfile = { id: who, displayName: 'มานี', pictureUrl };
        await send(call([{ id: eventKey(), at: Date.now(), person: platformProfile, text: 'qq hello' }]));
        await expect.poll(() => messagesOf(who), SLOW).toHaveLength(count);
      };
      await writes('http://pictures.example/1.jpg', 2);
      expect(await profileOf(who)).toMatchObject({ pictureUrl: 'http://pictures.example/1.jpg' });
      await writes('http://pictures.example/2.jpg', 4);
      const told = await profileOf(who);
      expect(told).toMatchObject({ pictureUrl: 'http://pictures.example/2.jpg' });
      const face = { create: { width: 20, height: 20, channels: 3 as const, background: '#0b6a78' } };
      const { body } = await uploadTo(services.app, '/api/v1/files?entity=profile&field=pictureUrl', {
        ...{
          content: await sharp(face).png().toBuffer(),
          name: 'face.png',
          token: await services.tokenOf('owner'),
        },
      });
      const pictureUrl = String(body['url']);
      const saved = await admin('PUT', `/api/v1/audiences/${told.id}`, { ...told, pictureUrl });
      expect(saved).toMatchObject({ status: 200, body: { pictureUrl } });
      await writes('http://pictures.example/3.jpg', 6);
      expect(await profileOf(who)).toMatchObject({ pictureUrl });
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

    it('errors are reported to its sender', async () => {
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

    it('an event is its id, whatever its time; what could be confused is refused', async () => {
      const who = person();
      const event = { id: 'i'.repeat(200), at: '2026-11-20T08:00:00+07:00', person: { id: who }, text: 'hi' };
      expect(JSON.parse((await send(call([event]))).body)).toEqual({ stored: 1, repeated: 0, refused: 0 });
      const later = { ...event, at: '2026-11-20T09:00:00.5Z' };
      expect(JSON.parse((await send(call([later, event]))).body)).toEqual({
        stored: 0,
        repeated: 2,
        refused: 0,
      });
      expect(await messagesOf(who)).toMatchObject([{ at: '2026-11-20T01:00:00.000Z' }]);
      const long = 'i'.repeat(201);
      const { status, body } = await send(
        call([
          { ...event, id: long, person: { id: long } },
          { ...event, id: 'a\uD800' },
          ...['2026-11-20T01:00:00', 'Nov 24, 2026 01:00', '2026-11-20', '2026-02-30T01:00:00Z', '1'].map(
            (at) => ({
              ...{ ...event, id: eventKey(), at },
            }),
          ),
        ]),
      );
      expect(status).toBe(422);
      expect(Object.keys((JSON.parse(body) as { fields: object }).fields).toSorted()).toEqual(
        ['0/id', '0/person/id', '1/id', '2/at', '3/at', '4/at', '5/at', '6/at'].map((at) => `/events/${at}`),
      );
    });

    it('an answer stands behind what it answers where the clock of the platform is ahead', async () => {
      const who = person();
      const at = Date.now() + 3_000;
      const says = (text: string, ms: number) => ({ id: eventKey(), at: at + ms, person: { id: who }, text });
      await send(call([says('second', 5), says('qq hello', 0)]));
      await expect.poll(() => arrived(who).length, SLOW).toBeGreaterThanOrEqual(1);
      await isAtRest();
      const said = await messagesOf(who);
      expect(said.slice(0, 2).map(({ text }) => text)).toEqual(['qq hello', 'second']);
      expect(said[2]).toMatchObject({ source: 'BOT', text: expect.stringMatching(/^Hello/) });
      expect(said.slice(2).every(({ source }) => source === 'BOT')).toBe(true);
      // A clock that is hours ahead is no clock: it happened when it came in.
      const other = { id: eventKey(), at: at + 3_600_000, person: { id: person() }, text: 'hi' };
      await send(call([other]));
      expect(Date.parse(String((await profileOf(other.person.id))['firstSeen']))).toBeLessThan(at);
    });

    it('a person is new by the first that they did, however late it arrives', async () => {
      const newcomers = async (from: string): Promise<number> => {
        const read = { from: new Date(from), to: new Date(Date.parse(from) + 3_600_000), by: ['channel'] };
        const rows = await rollup(services.services, 'message', 'newcomers').read(read);
        return rows.find(({ by }) => by['channel'] === channels[way])?.count ?? 0;
      };
      const [late, agents, ahead] = [person(), person(), person()];
      const says = (id: string, at: string, own: Json = {}) =>
        send(call([{ id: eventKey(), at, person: { id }, text: 'hi', ...own }]));
      const [first, second, third] = ['2026-04-01T01:00:00Z', '2026-04-01T03:00:00Z', '2026-04-01T05:00:00Z'];
      await says(late, third);
      expect([await newcomers(third), await newcomers(first)]).toEqual([1, 0]);
      await says(late, first);
      await says(late, second);
      expect([await newcomers(third), await newcomers(second), await newcomers(first)]).toEqual([0, 0, 1]);
      expect((await messagesOf(late)).map(({ newcomer }) => newcomer ?? false)).toEqual([true, false, false]);
      expect((await profileOf(late))['firstSeen']).toBe(new Date(first).toISOString());

      await says(agents, first, { from: 'agent' });
      expect((await profileOf(agents))['firstSeen']).toBeUndefined();
      await says(agents, second);
      expect([await newcomers(second), await newcomers(first)]).toEqual([1, 1]);
      expect((await profileOf(agents))['firstSeen']).toBe(new Date(second).toISOString());

      const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString();
      expect(JSON.parse((await says(ahead, tomorrow)).body)).toEqual({ stored: 0, repeated: 0, refused: 1 });
      await says(ahead, second);
      expect(await newcomers(second)).toBe(2);
      expect((await profileOf(ahead))['firstSeen']).toBe(new Date(second).toISOString());
    });

    it('a message of an agent is stored and not answered', async () => {
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
    platforms.nextFailures.push(500);
    const token = String((await ask('POST', 'sessions', '', {}))['token']);
    const readReplies = async () =>
      ((await ask('GET', 'messages', token))['messages'] as { from: string }[]).filter(
        ({ from }) => from === 'bot',
      );
    const hooks = () => platforms.requests.filter(({ url }) => url === '/hook').map(({ status }) => status);
    await ask('POST', 'messages', token, { id: 'said-on-the-page', text: 'qq hello' });
    await expect.poll(readReplies, SLOW).toMatchObject([{ message: { type: 'text' } }]);
    await expect.poll(hooks, SLOW).toEqual([500]);
    await ask('POST', 'messages', token, { id: 'said-once-more', text: 'qq hello' });
    await expect.poll(readReplies, SLOW).toHaveLength(2);
    await expect.poll(hooks, SLOW).toEqual([500, 200]);
  });

  it('one channel whose partner keeps everybody waiting takes only its share of the conversations', async () => {
    const { perChannel } = CAPACITY[services.db.engine];
    let held = 0;
    let letGo = (): void => {};
    const released = new Promise<void>((done) => (letGo = done));
    const release = (): void => {
      platforms.onSending = () => undefined;
      letGo();
    };
    // However this ends, what comes after it is answered.
    onTestFinished(release);
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
    release();
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
      platforms.webhookFailures = { handoff: [503] };
      await rule('qq agent', { type: 'handoff', template: await template('wait', 'Somebody comes') });
      expect(await answersTo(who, 'qq agent')).toEqual(['Somebody comes']);
      await byLine(lineText(who, 'qq hello'));
      await isAtRest();
      expect(arrived(who)).toEqual([]);
      const { id, answeredBy } = await profileOf(who);
      expect(answeredBy).toBe('livechat');
      const told = () => platforms.requests.filter(({ body }) => body['event'] === 'handoff');
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
          [id, `${id}x`, 'x'.repeat(5_000)].map((one) => findAction(services.services, `action:${one}`)),
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
          () => platforms.requests.filter(({ url }) => url === '/workspace').map(({ body }) => body['event']),
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

    it('ends with blocking, which is shown at the profile', async () => {
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

  describe('the same events on all channels', () => {
    type Way = keyof typeof channels;
    interface Happening {
      text?: string;
      /** Payload of the button that is tapped. */
      tap?: string;
      picture?: boolean;
    }
    const url = 'https://cdn.example/p.jpg';
    const CALLS: Record<Way, (who: string, at: number, what: Happening) => SignedCall> = {
      line: (who, timestamp, { text, tap, picture }) =>
        lineCall(channels.line, [
          lineEvent(who, {
            timestamp,
            ...(tap && { type: 'postback', postback: { data: tap } }),
            ...(text && !tap && { message: { id: eventKey(), type: 'text', text } }),
            ...(picture && { message: { id: eventKey(), type: 'image' } }),
          }),
        ]),
      facebook: (who, timestamp, { text, tap, picture }) =>
        facebookCall(channels.facebook, [
          facebookItem(who, {
            timestamp,
            message: {
              mid: eventKey(),
              ...(text && { text }),
              ...(tap && { quick_reply: { payload: tap } }),
              ...(picture && { attachments: [{ type: 'image', payload: { url } }] }),
            },
          }),
        ]),
      custom: (who, at, what) => ownCall('custom', who, at, what),
      webchat: (who, at, what) => ownCall('webchat', who, at, what),
    };
    const ownCall = (way: 'custom' | 'webchat', who: string, at: number, { text, tap, picture }: Happening) =>
      customCall(
        channels[way],
        [
          {
            ...{ id: eventKey(), at, person: { id: who }, text },
            ...(tap && { type: 'postback', payload: tap }),
            ...(picture && { type: 'image', url }),
          },
        ],
        keys[way],
        Date.now(),
        way,
      );

    /** Messages by who said them, and people who were new. */
    const countsOf = async (way: Way): Promise<Record<string, number>> => {
      const range = { from: new Date(Date.now() - 40 * 3_600_000), to: new Date(Date.now() + 3_600_000) };
      const where = [{ channel: channels[way] }];
      const counts: Record<string, number> = {};
      for (const { by, count } of await rollup(services.services, 'message', 'messages').read({
        ...range,
        ...{ by: ['source'], where },
      }))
        counts[String(by['source'])] = (counts[String(by['source'])] ?? 0) + count;
      const newcomers = await rollup(services.services, 'message', 'newcomers').read({ ...range, where });
      return { ...counts, newcomers: newcomers.reduce((sum, { count }) => sum + count, 0) };
    };

    /** Who taps, who types what could be tapped, and who says nothing more, on a platform whose clock is ahead. */
    async function figuresOf(way: Way): Promise<Json> {
      const offer = await template(`offer_${way}`, 'Tea or coffee?', {
        quickReply: {
          items: [
            { id: `tea${++number}`, type: 'template_action', label: 'Tea', templateName: templates['hello'] },
          ],
        },
      });
      await rule(`qq offer ${way}`, { type: 'template', template: offer });
      const { body: made } = await admin('GET', `/api/v1/templates/${offer}`);
      const { id } = (made['quickReply'] as { items: { id: string }[] }).items[0] ?? { id: '' };
      const before = await countsOf(way);
      const [tapper, typist, silent] = [person(), person(), person()];
      /** Everything comes twice, and is answered `answers` times in all. */
      const does = async (who: string, at: number, what: Happening, answers: number): Promise<void> => {
        const call = CALLS[way](who, at, what);
        for (const { status } of [await send(call), await send(call)]) expect(status).toBe(200);
        await expect.poll(() => arrived(who).length, SLOW).toBe(answers);
        await isAtRest();
      };
      const ahead = () => Date.now() + 3_000;
      for (const who of [tapper, typist, silent]) await does(who, ahead(), { text: `qq offer ${way}` }, 1);
      await does(tapper, ahead(), { text: 'Tea', tap: `action:${id}` }, 2);
      await does(typist, ahead(), { text: 'tea' }, 2);
      // What happened first arrives last, too late to be answered.
      await does(silent, Date.now() - 30 * 3_600_000, { picture: true }, 1);
      const counts = Object.fromEntries(
        Object.entries(await countsOf(way)).map(([name, count]) => [name, count - (before[name] ?? 0)]),
      );
      const range = {
        startIsoStringDate: new Date(Date.now() - 3_600_000).toISOString(),
        endIsoStringDate: new Date(Date.now() + 3_600_000).toISOString(),
      };
      const asked = new URLSearchParams({ ...range, unitId: offer });
      const { body: journey } = await admin('GET', `/api/v1/dashboard/user-journeys?${asked}`);
      const { next, stages } = journey as { next?: unknown; stages?: unknown };
      const named = (rows: unknown) => (rows as Json[]).map(({ name, count }) => [name, count]);
      const clicked = { field: 'clicked-template', is: 'is', template: offer };
      const { body: segment } = await admin('POST', '/api/v1/segments/preview', {
        who: { match: 'all', conditions: [clicked] },
      });
      const orders = await Promise.all(
        [tapper, typist, silent].map(async (who) =>
          (await messagesOf(who)).map(({ source }) => source).join(),
        ),
      );
      return { counts, next: named(next), stages: named(stages), clicked: segment['count'], orders };
    }

    it.each(['line', 'facebook', 'custom', 'webchat'] as const)(
      'give equal figures: %s',
      async (way) => {
        expect(await figuresOf(way)).toMatchObject({
          counts: { USER: 6, BOT: 5, newcomers: 3 },
          next: [
            [expect.stringMatching(/^hello/), 2],
            ['Left', 1],
          ],
          stages: [
            ['Tapped an action', 1],
            ['Wrote back', 1],
            ['Asked for a person', 0],
            ['Nothing more', 1],
          ],
          clicked: 1,
          orders: ['USER,BOT,USER,BOT', 'USER,BOT,USER,BOT', 'USER,USER,BOT'],
        });
      },
      60_000,
    );
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
