import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { translateStoredValue } from '../../schemas/texts/stored.ts';
import { webhookPolicy } from '../../services/engine/outbound/webhookPolicy.ts';
import { callWebhook } from '../../services/engine/outbound/webhooks/call.ts';
import { signWebhook } from '../../services/engine/outbound/webhooks/signature.ts';
import type { Training } from '../../schemas/understanding/training.ts';
import type { BotTestResult } from '../../schemas/understanding/botTest.ts';
import { storeLive } from '../../services/products/chatbot/training/trainings.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const until = { timeout: 60_000, interval: 50 };
let services: TestServices;
let admin: Call;
let moderator: Call;

const training = async () => (await admin('GET', '/api/v1/intents/training')).body as unknown as Training;
const states = async () => (await training()).classifiers.map(({ state }) => state);
const trained = () =>
  vi.waitFor(async () => expect(await states()).toEqual(['trained', 'trained', 'trained']), until);
const tryIt = async (text: string, more: object = {}) => {
  const answer = await admin('POST', '/api/v1/intents/try', { text, ...more });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as unknown as BotTestResult;
};

beforeAll(async () => {
  services = await startServices({ LOG_LEVEL: 'error' });
  admin = await services.as('chatbot.admin');
  moderator = await services.as('chatbot.moderator');
}, 180_000);
afterAll(() => services.stop());

describe('before any training', () => {
  it('every classifier is changed, and the bot falls back', async () => {
    expect(await states()).toEqual(['changed', 'changed', 'changed']);
    const answer = await tryIt('where is my parcel');
    expect(answer).toMatchObject({
      intent: null,
      score: 0,
      mapper: null,
      template: 'fallback',
      failed: true,
    });
  });

  it('is requested by people who may train, and recorded with their name', async () => {
    expect((await (await services.as('chatbot.editor'))('POST', '/api/v1/intents/train', {})).status).toBe(
      403,
    );
    const wrong = await moderator('POST', '/api/v1/intents/train', { classifiers: ['vecto'] });
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { '/classifiers': expect.stringContaining('did you mean "vector"?') } },
    });
  });
});

describe('a training', () => {
  beforeAll(async () => {
    const answer = await moderator('POST', '/api/v1/intents/train', {});
    expect(services.logs).toEqual([]);
    expect(answer.body['classifiers']).toMatchObject([
      { kind: 'vector', state: 'training' },
      { kind: 'text', state: 'training' },
      { kind: 'custom', state: 'training', configured: false },
    ]);
    await services.jobs.start();
    await trained();
  }, 90_000);

  it('reports how well intents are distinguished, and which samples are alike', async () => {
    const { report, changed, classifiers } = await training();
    expect(changed).toEqual([]);
    expect(classifiers[0]?.trainedAt).toMatch(/Z$/);
    expect(report?.samples).toBeGreaterThanOrEqual(300);
    expect(report?.intents.length).toBeGreaterThanOrEqual(20);
    // Chance is 0.04.
    expect(report?.accuracy).toBeGreaterThan(0.5);
    await vi.waitFor(async () => {
      const { regression = { passed: 0, failed: 9 } } = (await training()).report ?? {};
      expect(regression.passed).toBeGreaterThan(regression.failed * 3);
    }, until);
  });

  it.each([
    ['where is my parcel', 'track_order', 'order_status'],
    ['สวัสดีค่ะ', 'greeting', 'welcome'],
    ['ร้านเปิดกี่โมง', 'opening_hours', 'faq_opening_hours'],
    ['opening hours of Mega Bangna', 'opening_hours', 'stores'],
  ])('%j is answered', async (text, intent, template) => {
    const answer = await tryIt(text);
    expect(answer).toMatchObject({ intent, template, rule: null, failed: false });
    expect(answer.score).toBeGreaterThanOrEqual(0.6);
    expect(answer.scores[0]).toMatchObject({ intent, score: answer.score });
    expect(answer.mapper).toMatch(new RegExp(`^${intent}`));
    expect(answer.messages.length).toBeGreaterThan(0);
  });

  it('finds what somebody speaks of, and the mapper that fits it best', async () => {
    const answer = await tryIt('track my parcel SL-204518');
    expect(answer).toMatchObject({ mapper: 'track_order + order_number', template: 'receipt' });
    expect(answer.entities).toMatchObject([{ entity: 'order_number', value: 'SL-204518' }]);
  });

  it.each([
    ['l;ylfu8iy[', 'สวัสดีครับ', 'greeting'],
    ['ไ้ำพำ รห ทั ยฟพแำส', 'where is my parcel', 'track_order'],
  ])('%j is read as it was meant: %j', async (typed, meant, intent) => {
    const answer = await tryIt(typed);
    expect(answer).toMatchObject({ intent, failed: false });
    expect(answer.steps).toContainEqual({
      step: 'reading',
      text: `Read as “${meant}”, with the other keyboard layout`,
    });
  });

  it.each(['where is my parcel', 'ร้านเปิดกี่โมง', 'asdf qwer', 'ฟหกด'])(
    '%j is read as it was typed',
    async (text) => {
      const { steps } = await tryIt(text);
      expect(steps.map(({ step }) => step)).not.toContain('reading');
    },
  );

  it('asks for what is missing, and goes on with the answer', async () => {
    const asked = await tryIt('Which provinces do you deliver to?', { channel: 'LINE' });
    expect(asked).toMatchObject({ intent: 'delivery_area', template: null });
    expect(asked.messages[0]).toMatchObject({ type: 'text', text: expect.stringContaining('province') });
    const answer = await tryIt('เชียงใหม่ค่ะ', { expecting: asked.expecting });
    expect(answer).toMatchObject({
      mapper: 'delivery_area + city',
      template: 'faq_delivery_time',
      entities: [{ entity: 'city', value: 'Chiang Mai' }],
    });
  });

  it('lets rules come first, and says so', async () => {
    expect(await tryIt('krathong26')).toMatchObject({
      rule: 'Coupon word',
      template: 'loy_krathong',
      scores: [],
    });
    expect(await tryIt('this is a SCAM, fraud')).toMatchObject({ handoff: {}, template: 'handoff' });
    expect(await tryIt('staff please', { tags: ['vip'] })).toMatchObject({ rule: 'VIP asks for staff' });
    expect(await tryIt('x', { event: 'follow' })).toMatchObject({ rule: 'First hello', template: 'welcome' });
    const goesOn = await tryIt('where is my parcel catalogue');
    expect(goesOn).toMatchObject({ rule: 'Wants a catalogue', sets: [{ tag: 'สนใจโปร' }] });
    expect(goesOn.scores.length).toBeGreaterThan(0);
  });

  it('gives what each platform would be sent', async () => {
    const { messages, payloads } = await tryIt('where are your stores', { channel: 'LINE' });
    expect(messages).toEqual(payloads['LINE']?.messages);
    expect(payloads['FACEBOOK']?.messages.length).toBeGreaterThan(0);
    const wrong = await admin('POST', '/api/v1/intents/try', { text: 'hi', channel: 'nosuch' });
    expect(wrong).toMatchObject({
      status: 422,
      body: { fields: { '/channel': 'There is no such channel' } },
    });
  });

  it('is out of date once an intent or an entity changes, and says which', async () => {
    const [intent] = (await admin('GET', '/api/v1/intents?name=goodbye')).body as unknown as { id: string }[];
    const url = `/api/v1/intents/${intent?.id}`;
    const stored = (await admin('GET', url)).body as unknown as { samples: string[] };
    await admin('PUT', url, { ...stored, samples: [...stored.samples, 'where is my order'] });
    expect(await states()).toEqual(['changed', 'changed', 'changed']);
    expect((await training()).changed).toMatchObject([{ name: 'goodbye', change: 'changed' }]);
    // Until it is trained again the bot answers as before.
    expect((await tryIt('where is my parcel')).intent).toBe('track_order');

    await admin('POST', '/api/v1/intents/train', { classifiers: ['vector'] });
    await vi.waitFor(async () => expect(await states()).toEqual(['trained', 'changed', 'changed']), until);
    const { report } = await training();
    expect(report?.changed).toMatchObject([{ name: 'goodbye' }]);
    expect(report?.before).toMatchObject({ accuracy: expect.any(Number) });
    expect(report?.duplicates).toContainEqual(expect.objectContaining({ score: 1 }));
  }, 60_000);

  it('has tried the sentences, and shows what came of each', async () => {
    const { body } = await admin('GET', '/api/v1/test-sentences?sentence=tell%20me%20a%20joke');
    expect(body[0]).toMatchObject({ result: 'passed', got: expect.stringMatching(/^No intent, Template /) });
  });
});

describe('models of trainings', () => {
  const WORDS = 'blorf quibba wernik';
  const kept = async () => (await training()).kept.map(({ number, state }) => ({ number, state }));
  const understood = async () => (await tryIt(WORDS)).intent;
  const put = async (name: string, change: (samples: string[]) => string[]) => {
    const [intent] = (await admin('GET', `/api/v1/intents?name=${name}`)).body as unknown as {
      id: string;
      samples: string[];
    }[];
    const url = `/api/v1/intents/${intent?.id}`;
    const answer = await admin('PUT', url, { ...intent, samples: change(intent?.samples ?? []) });
    expect(answer.status).toBe(200);
    return intent?.id ?? '';
  };
  const newest = () => vi.waitFor(async () => (await training()).kept[0]?.number ?? 0, until);
  /** Trains, and waits for the training to be stored. */
  const train = async (state: 'live' | 'waiting') => {
    const before = await newest();
    await moderator('POST', '/api/v1/intents/train', {});
    await vi.waitFor(async () => {
      const [last] = (await training()).kept;
      expect(last?.number).toBeGreaterThan(before);
      expect(last?.state).toBe(state);
    }, until);
    const [last] = (await training()).kept;
    return last;
  };

  it('one that makes the regression set worse waits, and the bot answers as before', async () => {
    const intent = await put('complaint', (samples) => [...samples, WORDS, `${WORDS} please`]);
    await admin('POST', '/api/v1/test-sentences', { sentence: WORDS, expects: 'intent', intent });
    const better = await train('live');
    expect(better?.regression).toMatchObject({
      worse: 0,
      better: 1,
      sentences: [{ sentence: WORDS, passed: true }],
    });
    expect(await understood()).toBe('complaint');

    await put('complaint', (samples) => samples.filter((sample) => !sample.includes(WORDS)));
    await put('goodbye', (samples) => [...samples, WORDS, `${WORDS} please`]);
    const worse = await train('waiting');
    expect(worse?.regression).toMatchObject({ worse: 1, better: 0 });
    expect(worse?.regression?.sentences).toMatchObject([
      { sentence: WORDS, passed: false, before: expect.stringMatching(/^complaint/) },
    ]);
    expect(await understood()).toBe('complaint');
    // The training is stored a moment before its job ends.
    await vi.waitFor(async () => expect(await states()).toEqual(['changed', 'changed', 'changed']), until);

    // Whoever may train decides.
    const body = { number: worse?.number };
    const editor = await services.as('chatbot.editor');
    expect((await editor('POST', '/api/v1/intents/use-training', body)).status).toBe(403);
    expect((await moderator('POST', '/api/v1/intents/drop-training', body)).status).toBe(200);
    expect((await kept()).map(({ state }) => state)).not.toContain('waiting');
    expect((await moderator('POST', '/api/v1/intents/use-training', body)).status).toBe(404);
  }, 180_000);

  it('is used all the same when somebody says so, and the one before is taken back', async () => {
    const worse = await train('waiting');
    const old = (await kept()).find(({ state }) => state === 'live');
    const answer = await moderator('POST', '/api/v1/intents/use-training', { number: worse?.number });
    expect(answer).toMatchObject({ status: 200 });
    expect(await understood()).toBe('goodbye');
    expect((await moderator('POST', '/api/v1/intents/use-training', { number: worse?.number })).status).toBe(
      409,
    );
    const result = async () =>
      (await admin('GET', `/api/v1/test-sentences?sentence=${encodeURIComponent(WORDS)}`)).body[0]?.[
        'result'
      ];
    await vi.waitFor(async () => expect(await result()).toBe('failed'), until);

    await moderator('POST', '/api/v1/intents/use-training', { number: old?.number });
    expect(await understood()).toBe('complaint');
    await vi.waitFor(async () => expect(await result()).toBe('passed'), until);
    expect((await kept()).length).toBeLessThanOrEqual(6);
    expect(await moderator('POST', '/api/v1/intents/use-training', { number: 'x' })).toMatchObject({
      status: 422,
      body: { fields: { '/number': 'The number of a training is expected' } },
    });
  }, 180_000);

  it('the custom classifier is taught only what is used', async () => {
    const events: string[] = [];
    const custom = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        events.push((JSON.parse(Buffer.concat(parts).toString()) as { event: string }).event);
        response.end('{"scores":[]}');
      });
    });
    await new Promise<void>((done) => {
      custom.listen(0, '127.0.0.1', done);
    });
    const taught = () => events.filter((event) => event === 'train').length;
    const address = `http://127.0.0.1:${(custom.address() as AddressInfo).port}/`;
    const owner = await services.as('owner');
    const setUrl = async (classifierUrl: string | undefined) => {
      const { body } = await owner('GET', '/api/v1/networks/current');
      expect(await owner('PUT', '/api/v1/networks/current', { ...body, classifierUrl })).toMatchObject({
        status: 200,
      });
    };
    await setUrl(address);
    const dropped = await train('waiting');
    await moderator('POST', '/api/v1/intents/drop-training', { number: dropped?.number });
    expect(taught()).toBe(0);
    const used = await train('waiting');
    expect(taught()).toBe(0);
    await moderator('POST', '/api/v1/intents/use-training', { number: used?.number });
    await vi.waitFor(() => expect(taught()).toBe(1), until);
    await trained();
    await moderator('POST', '/api/v1/intents/train', {});
    await vi.waitFor(() => expect(taught()).toBe(2), until);
    await trained();
    await setUrl(undefined);
    custom.closeAllConnections();
    custom.close();
  }, 180_000);

  it('one that ends after somebody chose another model is not used', async () => {
    const before = await kept();
    const training = {
      ...{ snapshot: { intents: {}, entities: {} }, by: null, includesCustom: false },
      candidates: [{ kind: 'text' as const, model: 'unused', report: null }],
      regression: { passed: 0, failed: 0, changed: 0 },
    };
    const liveBefore = before.find(({ state }) => state === 'kept')?.number;
    expect(await storeLive(services.db, { ...training, liveBefore })).toBe(false);
    expect(await kept()).toEqual(before);
  });
});

describe('a webhook', () => {
  let server: Server;
  let url: string;
  const webhookCalls: { signature: string; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (request.url === '/slow') return;
        const body = Buffer.concat(parts).toString();
        const timestamp = String(request.headers['x-timestamp']);
        webhookCalls.push({ signature: String(request.headers['x-signature']), body });
        expect(request.headers['x-signature']).toBe(signWebhook('a key of sixteen', timestamp, body));
        response.statusCode = request.url === '/broken' ? 500 : 200;
        response.end(request.url === '/words' ? 'hello' : '{"scores":[]}');
      });
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const policy = webhookPolicy({ host: '127.0.0.1', webhookNetworks: [] });
  const call = async (path: string, timeoutMs?: number) =>
    translateStoredValue(
      await callWebhook({
        url: url + path,
        policy,
        body: { event: 'classify' },
        key: 'a key of sixteen',
        timeoutMs,
      }),
    );

  it('is signed, bounded in time, and never in the way', async () => {
    expect(await call('/')).toEqual({ json: { scores: [] } });
    expect(webhookCalls[0]?.body).toBe('{"event":"classify"}');
    expect(await call('/broken')).toEqual({ fault: 'It answered 500' });
    expect(await call('/words')).toEqual({ fault: 'It answered no JSON' });
    expect(await call('/slow', 50)).toEqual({ fault: 'It did not answer within 0.05 s' });
    expect(translateStoredValue(await callWebhook({ url: 'http://127.0.0.1:1/', policy, body: {} }))).toEqual(
      {
        fault: 'It cannot be reached',
      },
    );
  });
});
