import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOf } from '../../services/channels/webchat/chat.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

interface StoredMessage {
  seq: number;
  id: string;
  from: string;
  message: Record<string, unknown>;
}

describe.each(productEngines())('web chat on the $name engine', ({ settings }) => {
  let services: TestServices;
  let admin: Call;
  let remove: () => Promise<void>;
  let channel: string;
  let number = 0;

  beforeAll(async () => {
    const own = await settings();
    remove = own.remove;
    services = await startServices(own.env);
    await services.app.startModules();
    admin = await services.as('owner');
    const { body } = await admin('GET', '/api/v1/channels?type=WEBCHAT');
    channel = String(body[0]?.['id']);
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
  });

  /** As a page on another site asks. */
  const ask = async (method: 'GET' | 'POST' | 'OPTIONS', path: string, token?: string, body?: unknown) => {
    const response = await services.app.inject({
      method,
      url: `/api/v1/webchat/${path}`,
      headers: {
        origin: 'https://shop.example',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const json = response.body.startsWith('{') ? response.json<Record<string, unknown>>() : {};
    return { status: response.statusCode, headers: response.headers, body: json };
  };
  const open = async (of = channel): Promise<string> => {
    const { status, body } = await ask('POST', `${of}/sessions`, undefined, { language: 'th' });
    expect(status).toBe(201);
    return String(body['token']);
  };
  const say = (token: string, said: object, id = `said-by-the-page-${++number}`) =>
    ask('POST', `${channel}/messages`, token, { id, ...said });
  const hear = async (token: string, query = ''): Promise<StoredMessage[]> => {
    const { status, body } = await ask('GET', `${channel}/messages${query}`, token);
    expect(status).toBe(200);
    return body['messages'] as StoredMessage[];
  };
  const until = { timeout: 30_000, interval: 100 };
  const make = async (values: object = {}): Promise<string> => {
    const { body } = await admin('POST', '/api/v1/channels', {
      name: `Chat ${++number}`,
      type: 'WEBCHAT',
      ...values,
    });
    return String(body['id']);
  };

  it('begins for a page of any site, without cookies, and returns its name', async () => {
    const { status, body, headers } = await ask('POST', `${channel}/sessions`, undefined, {});
    expect({ status, body }).toEqual({
      status: 201,
      body: { name: 'Website chat', token: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['set-cookie']).toBeUndefined();
    const asked = await ask('OPTIONS', `${channel}/messages`);
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
      },
    });
  });

  it('stores a message once, however often it is sent, in order', async () => {
    const token = await open();
    const id = 'the-same-message';
    const answers = await Promise.all([1, 2, 3].map(() => say(token, { text: ' สวัสดีค่ะ ' }, id)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await say(token, { tap: { action: 'a1', label: 'Sizes', value: '2026-12-01' } });
    const own = (await hear(token)).filter(({ from }) => from === 'person');
    expect(own.map(({ message }) => message)).toEqual([
      { text: 'สวัสดีค่ะ' },
      { tap: { action: 'a1', label: 'Sizes', value: '2026-12-01' } },
    ]);
    const [first, second] = own;
    expect((await hear(token, `?after=${first?.seq}`)).find(({ from }) => from === 'person')).toEqual(second);
  });

  it('reports that a page missed more than 200 messages, and returns the others on request', async () => {
    const token = await open();
    await say(token, { text: 'before' });
    const [session] = await services.db.query<{ id: string }>(
      'SELECT id FROM webchat_session ORDER BY used_at DESC LIMIT 1',
    );
    const missed = Array.from({ length: 260 }, (_, index) => ({
      ...{ id: `missed-${index}`, own: false, message: { type: 'text', text: `${index}` } },
    }));
    await chatOf(services.db).sessions.append(session?.id ?? '', missed, channel);
    const read = async (query: string) => {
      const { status, body } = await ask('GET', `${channel}/messages?${query}`, token);
      const missedMessages = (body['messages'] as StoredMessage[] | undefined)?.filter(({ id }) =>
        id.startsWith('missed-'),
      );
      return { status, more: body['more'], kept: missedMessages ?? [] };
    };
    const last = await read('after=1');
    expect(last).toMatchObject({ status: 200, more: true });
    const [first] = last.kept;
    const earlier = await read(`before=${first?.seq}`);
    expect(earlier).toMatchObject({ status: 200, more: false });
    expect([...earlier.kept, ...last.kept].map(({ id }) => id)).toEqual(missed.map(({ id }) => id));
    expect((await read('before=x')).status).toBe(400);
  });

  it('answers a question for news as soon as there is some, or after a while without', async () => {
    const token = await open();
    const news = hear(token, '?after=0&wait=25');
    await say(token, { text: 'ข่าว' });
    expect(await news).toMatchObject([{ from: 'person', message: { text: 'ข่าว' } }]);
    expect(await hear(token, '?after=900000&wait=1')).toEqual([]);
  });

  it('is answered by the bot, once, and the person is in the audience with the whole conversation', async () => {
    const quickReply = { items: [{ type: 'message', label: 'Again', text: 'ask-for-it' }] };
    const made = await admin('POST', '/api/v1/templates', {
      name: 'asked_for',
      platform: 'WEBCHAT',
      messages: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: 'Again?', quickReply },
      ],
    });
    const reply = JSON.stringify({ type: 'template', template: made.body['id'] });
    await admin('POST', '/api/v1/chatlogics', {
      ...{ name: 'Asked for', active: true },
      when: { event: 'message', match: 'exact', keywords: ['ask-for-it'] },
      ...(JSON.parse(`{"then":${reply}}`) as object),
    });
    const token = await open();
    await Promise.all([1, 2].map(() => say(token, { text: 'ask-for-it' }, 'said-to-the-bot')));
    const readMessages = async (after = 0): Promise<StoredMessage[]> => {
      const all = await hear(token, `?after=${after}&wait=5`);
      return all.filter(({ from }) => from === 'bot');
    };
    await expect.poll(async () => (await readMessages()).length, until).toBe(2);
    const [hello, again] = await readMessages();
    expect(hello?.message).toEqual({ type: 'text', text: 'Hello' });
    expect(again?.message).toMatchObject({ text: 'Again?', quickReply: { items: [{ label: 'Again' }] } });
    await say(token, { text: 'ask-for-it' });
    await expect.poll(async () => (await readMessages(again?.seq)).length, until).toBe(2);
    const [session] = await services.db.query<{ id: string }>(
      'SELECT id FROM webchat_session ORDER BY used_at DESC LIMIT 1',
    );
    const { body } = await admin('GET', `/api/v1/audiences?channel=${channel}&keyword=${session?.id}`);
    expect(body).toMatchObject([{ externalId: session?.id, language: 'th' }]);
    const events = async () =>
      (await admin('GET', `/api/v1/messages?profile=${String(body[0]?.['id'])}&take=100`))
        .body as unknown as {
        source: string;
      }[];
    await expect.poll(async () => (await events()).length, until).toBe(6);
    expect((await events()).filter(({ source }) => source === 'USER')).toHaveLength(2);
  });

  it('carries out what is tapped', async () => {
    const { body: stored } = await admin('GET', '/api/v1/templates?name=goodbye');
    const tap = { type: 'template_action', label: 'Bye', templateName: String(stored[0]?.['id']) };
    const made = await admin('POST', '/api/v1/templates', {
      name: 'with_a_tap',
      platform: 'WEBCHAT',
      messages: [{ type: 'buttons', altText: 'a', text: 'Well?', actions: [tap] }],
    });
    const [{ actions } = { actions: [] }] = made.body['messages'] as { actions: { id: string }[] }[];
    const token = await open();
    await say(token, { tap: { action: actions[0]?.id, label: 'Bye' } });
    const heard = async () => (await hear(token, '?wait=5')).filter(({ from }) => from === 'bot');
    await expect.poll(async () => (await heard()).length, until).toBe(2);
  });

  it('is nobody else’s: a token is good for its own conversation on its own channel', async () => {
    const [one, other] = [await open(), await open()];
    await say(one, { text: 'secret' });
    expect(await hear(other)).toEqual([]);
    const elsewhere = await make();
    for (const [path, token] of [
      [`${elsewhere}/messages`, one],
      [`${channel}/messages`, 'x'.repeat(43)],
      [`${channel}/messages`, 'nonsense'],
    ] as const)
      expect((await ask('GET', path, token)).status).toBe(401);
    expect((await ask('GET', `${channel}/messages`)).status).toBe(401);
    const stored = await services.db.query('SELECT token::text FROM webchat_session');
    expect(JSON.stringify(stored)).not.toContain(one);
  });

  it('is refused in words where there is none, or where it is switched off', async () => {
    const off = await make({ active: false });
    const line = await make({ type: 'LINE' });
    for (const [id, status, message] of [
      [off, 403, 'This chat is closed at the moment'],
      [line, 404, 'There is no such chat'],
      ['nonsense', 404, 'There is no such chat'],
    ] as const)
      expect(await ask('POST', `${id}/sessions`, undefined, {})).toMatchObject({
        status,
        headers: { 'access-control-allow-origin': '*' },
        body: { message },
      });
  });

  it('is refused in the language of the page', async () => {
    const off = await make({ active: false });
    const headers = { 'accept-language': 'th' };
    const answer = await services.app.inject({
      method: 'POST',
      url: `/api/v1/webchat/${off}/sessions`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{}',
    });
    const { message } = answer.json<{ message: string }>();
    expect(message).toMatch(/^[\u0e00-\u0e7f ]+$/);
    const page = await services.app.inject({ url: `/webchat/${off}`, headers });
    expect(page.body).toContain('<html lang="th">');
    expect(page.body).toContain('<title>แชต</title>');
    expect(page.body).toContain(`<p>${message}</p>`);
  });

  it.each([
    [{}, '/text', 'A text or a tap is expected'],
    [{ text: '  ' }, '/text', 'A message has 1 to 2000 characters'],
    [{ text: 'x'.repeat(2001) }, '/text', 'A message has 1 to 2000 characters'],
    [{ text: 'a', tap: { action: 'a', label: 'b' } }, '/text', 'A text or a tap is expected'],
    [{ tap: { action: 'a' } }, '/tap/label', 'A label has 1 to 300 characters'],
    [{ text: 'a', from: 'bot' }, '/from', 'Unknown field "from"'],
  ])('takes no %j', async (said, pointer, message) => {
    const answer = await say(await open(), said);
    expect(answer).toMatchObject({ status: 422, body: { fields: { [pointer]: message } } });
  });

  it('limits the size and the rate of messages', async () => {
    const token = await open();
    expect((await say(token, { text: 'x'.repeat(20_000) })).status).toBe(413);
    const statuses = [];
    for (let count = 0; count < 45; count += 1) statuses.push((await say(token, { text: 'again' })).status);
    expect(statuses.filter((status) => status === 202).length).toBeLessThan(45);
    expect(await say(token, { text: 'more' })).toMatchObject({
      status: 429,
      body: { message: 'Too many messages at once. Please wait a moment.' },
    });
  });

  it('forgets conversations that nobody came back to', async () => {
    const token = await open();
    await services.db.query(
      "UPDATE webchat_session SET used_at = clock_timestamp() - interval '31 days' WHERE last = 0",
    );
    expect((await ask('GET', `${channel}/messages`, token)).status).toBe(401);
  });

  it('has a page of its own, which runs nothing but the chat', async () => {
    const page = async (id: string) =>
      services.app.inject({ url: `/webchat/${id}`, headers: { accept: 'text/html' } });
    const named = await make({ name: 'ร้าน สยาม' });
    const { statusCode, body, headers } = await page(named);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>ร้าน สยาม</title>');
    expect(body).toContain(`<script src="/webchat.js" data-channel="${named}" data-page async></script>`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toContain('unsafe');
    // Named, or a browser asks for one that is not there.
    expect(body).toContain('<link rel="icon" href="/favicon.svg"');
    expect(policy).toContain("img-src 'self'");
    const gone = await page('%3Cscript%3E');
    expect(gone.statusCode).toBe(404);
    expect(gone.body).toContain('There is no such chat');
    expect(gone.body).not.toContain('<script>');
  });
});
