import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordMissed } from '../../services/products/chatbot/index.ts';
import { deleteOldMissed } from '../../services/products/chatbot/learning/retention.ts';
import { suggestName } from '../../services/products/chatbot/learning/guesses.ts';
import type { Training } from '../../schemas/understanding/training.ts';
import type { BotTestResult } from '../../schemas/understanding/botTest.ts';
import type { Context } from '../../services/engine/modules/module.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import { startServices, type Call, type TestServices } from './support/services.ts';

const until = { timeout: 60_000, interval: 100 };
const PATH = '/api/v1/missed-sentences';

describe.each(productEngines())('what the bot did not understand, on the $name engine', ({ settings }) => {
  let services: TestServices;
  let admin: Call;
  let editor: Call;
  let remove: () => Promise<void>;
  let channel: string;
  let number = 0;

  const train = async (): Promise<Training> => {
    await admin('POST', '/api/v1/intents/train', {});
    return vi.waitFor(async () => {
      const { body } = await admin('GET', '/api/v1/intents/training');
      const training = body as unknown as Training;
      expect(training.classifiers.map(({ state }) => state)).toEqual(['trained', 'trained', 'trained']);
      return training;
    }, until);
  };

  beforeAll(async () => {
    const own = await settings();
    remove = own.remove;
    services = await startServices(own.env);
    await services.db.query('DELETE FROM entity_missed_sentence');
    admin = await services.as('chatbot.admin');
    editor = await services.as('chatbot.editor');
    const owner = await services.as('owner');
    channel = String((await owner('GET', '/api/v1/channels?type=WEBCHAT')).body[0]?.['id']);
    await services.app.startModules();
    await services.jobs.start();
    await train();
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
  });

  const ask = async (path: string, token?: string, body?: unknown) => {
    const response = await services.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1/webchat/${path}`,
      headers: {
        origin: 'https://shop.example',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return response.json<Record<string, unknown>>();
  };
  const visitor = async (): Promise<string> =>
    String((await ask(`${channel}/sessions`, undefined, { language: 'en' }))['token']);
  /** Says something and waits for the bot's answer. */
  const say = async (token: string, text: string): Promise<void> => {
    const countMissed = async (): Promise<number> => {
      const { messages } = await ask(`${channel}/messages`, token);
      return (messages as { from: string }[]).filter(({ from }) => from !== 'person').length;
    };
    const before = await countMissed();
    await ask(`${channel}/messages`, token, { id: `said-${++number}-${channel}`, text });
    await vi.waitFor(async () => expect(await countMissed()).toBeGreaterThan(before), until);
  };
  const rows = async (query: string) =>
    (await admin('GET', `${PATH}?${query}`)).body as unknown as Record<string, unknown>[];
  const found = (sentence: string, expected: object) =>
    vi.waitFor(async () => {
      const [row] = await rows(`keyword=${encodeURIComponent(sentence)}`);
      expect(row).toMatchObject(expected);
      return row as { id: string } & Record<string, unknown>;
    }, until);
  const intentId = async (name: string): Promise<string> =>
    String((await admin('GET', `/api/v1/intents?name=${name}`)).body[0]?.['id']);

  it('a sentence that ends in the fail action is a row, and counts on when others write nearly the same', async () => {
    await say(await visitor(), 'Do you lend umbrellas?');
    const row = await found('umbrellas', {
      sentence: 'Do you lend umbrellas?',
      count: 1,
      why: 'unsure',
      status: 'open',
      channel,
    });
    expect(row['thought']).toMatch(/^\w+ 0\.\d\d/);
    expect(row['firstAt']).toBe(row['lastAt']);
    await say(await visitor(), 'do you lend   umbrellasss!!!');
    const again = await found('umbrellas', { count: 2, sentence: 'Do you lend umbrellas?' });
    expect(Date.parse(String(again['lastAt']))).toBeGreaterThan(Date.parse(String(row['lastAt'])));
    // What is understood is no row.
    await say(await visitor(), 'where is my parcel');
    expect(await rows('keyword=parcel')).toEqual([]);
  });

  it('is a share of the answers on the dashboard, with the training that went live', async () => {
    const [start, end] = [Date.now() - 3_600_000, Date.now() + 3_600_000].map((at) =>
      new Date(at).toISOString(),
    );
    const asked = `startIsoStringDate=${start}&endIsoStringDate=${end}&interval=hour&channels=${channel}`;
    await vi.waitFor(async () => {
      const { status, body } = await admin('GET', `/api/v1/dashboard/understanding/chart?${asked}`);
      expect(status).toBe(200);
      const { rows: points, trainings } = body as unknown as {
        rows: { understood: number; missed: number }[];
        trainings: { at: string }[];
      };
      const sum = (name: 'understood' | 'missed') => points.reduce((all, point) => all + point[name], 0);
      expect({ understood: sum('understood'), missed: sum('missed') }).toEqual({ understood: 1, missed: 2 });
      expect(trainings.length).toBeGreaterThanOrEqual(1);
    }, until);
  });

  it('masks addresses and long numbers, so that equal questions are one; no person is stored', async () => {
    await say(await visitor(), 'umbrella voucher 0812345678 nok@example.com');
    const row = await found('voucher', { sentence: 'umbrella voucher ••• •••' });
    await say(await visitor(), 'umbrella voucher 099-888-7777 lek@example.com');
    await found('voucher', { count: 2 });
    expect(Object.keys(row)).not.toContain('profile');
  });

  it('a sentence before the request for a person is one, though it was answered', async () => {
    const rule = await admin('POST', '/api/v1/chatlogics', {
      name: 'Wants a person',
      when: { event: 'message', match: 'exact', keywords: ['a human please'] },
      ...(JSON.parse('{ "then": { "type": "handoff" } }') as object),
    });
    const token = await visitor();
    await say(token, 'where is my parcel');
    await ask(`${channel}/messages`, token, { id: `said-${++number}-${channel}`, text: 'a human please' });
    expect({ rule: rule.status, body: rule.body }).toMatchObject({ rule: 201 });
    await found('parcel', { sentence: 'where is my parcel', why: 'person', count: 1 });
  });

  it('two processes that count the same sentence at once lose none', async () => {
    const now = Date.now();
    const missed = (at: number) => ({
      ...{ channel, text: 'Can I rent a kayak', at: new Date(now + at), why: 'unsure' as const },
      scores: [],
    });
    const other = { ...services.services, db: Object.create(services.db) as typeof services.db };
    const all = Array.from({ length: 20 }, (_, at) =>
      recordMissed(() => (at % 2 === 0 ? services.services : other), missed(at)),
    );
    await Promise.all(all);
    await found('kayak', { count: 20 });
    expect(await rows('keyword=kayak')).toHaveLength(1);
  });

  it('what somebody chose for it stays, though others write the same at once', async () => {
    const missed = {
      channel,
      text: 'Can I rent a sledge',
      at: new Date(),
      why: 'unsure' as const,
      scores: [],
    };
    await Promise.all(
      [missed, { ...missed, chosen: 'opening_hours' }, missed].map((one) =>
        recordMissed(() => services.services, one),
      ),
    );
    const row = await found('sledge', {});
    expect(row).toMatchObject({ count: 2, chosen: 'opening_hours' });
  });

  it('one that is too long for a sample is named where it is taught', async () => {
    const text = `Can I rent a toboggan ${'and then one more of them '.repeat(4)}please`;
    const missed = { channel, text, at: new Date(), why: 'unsure' as const, scores: [] };
    await recordMissed(() => services.services, missed);
    const { id } = await found('toboggan', { sentence: text });
    const refused = await editor('POST', `${PATH}/${id}/teach`, {
      to: 'existing',
      intent: await intentId('opening_hours'),
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { '/intent': expect.stringContaining(`“${text}”`) } },
    });
    // Shortened it is taught, and the row says what was written.
    const intent = {
      ...(JSON.parse('{ "to": "new" }') as object),
      name: 'toboggans',
      more: 'toboggan for rent',
    };
    const still = await editor('POST', `${PATH}/${id}/teach`, { ...intent, text });
    expect(still).toMatchObject({
      status: 422,
      body: { fields: { '/text': 'Sample must be less than 100 characters' } },
    });
    const taught = await editor('POST', `${PATH}/${id}/teach`, {
      ...intent,
      text: 'Can I rent\n a toboggan',
    });
    expect(taught).toMatchObject({ status: 200, body: { status: 'taught', sentence: text } });
    const made = (await admin('GET', '/api/v1/intents?name=toboggans')).body[0];
    expect(made?.['samples']).toEqual(['Can I rent a toboggan', 'toboggan for rent']);
    await admin('DELETE', `/api/v1/intents/${String(made?.['id'])}`);
  });

  it('offers the nearest intents, a name for a new one, and what is alike', async () => {
    const { id } = await found('umbrellas', {});
    await say(await visitor(), 'do you sell umbrellas');
    await found('sell umbrellas', { count: 1 });
    const answer = await editor('POST', `${PATH}/guesses`, { ids: [id] });
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'lend_umbrellas', alike: [{ sentence: 'do you sell umbrellas', count: 1 }] },
    });
    const { intents } = answer.body as unknown as { intents: { name: string; score: number }[] };
    expect(intents).toHaveLength(3);
    expect(intents[0]?.score).toBeGreaterThanOrEqual(intents[2]?.score ?? 1);
    expect(await editor('POST', `${PATH}/guesses`, { ids: 'all' })).toMatchObject({
      status: 422,
      body: { fields: { '/ids': 'A list of 1 to 100 ids is expected' } },
    });
  });

  it('taught to a new intent it leaves the list, and the next training understands it', async () => {
    const { id } = await found('lend umbrellas', {});
    const alone = await editor('POST', `${PATH}/${id}/teach`, { to: 'new', name: 'umbrellas' });
    expect(alone).toMatchObject({ status: 422, body: { fields: { '/more': expect.stringContaining('2') } } });
    const both = await found('sell umbrellas', {});
    const taught = await editor('POST', `${PATH}/bulk/teach`, {
      ids: [id, both.id],
      input: { to: 'new', name: 'umbrellas', more: 'umbrella for rent\nI need an umbrella\n\n' },
    });
    expect(taught).toMatchObject({ status: 200, body: { done: [id, both.id], failed: {} } });
    const [intent] = (await admin('GET', '/api/v1/intents?name=umbrellas')).body as unknown as {
      id: string;
      samples: string[];
    }[];
    expect(intent?.samples).toEqual([
      'Do you lend umbrellas?',
      'do you sell umbrellas',
      'umbrella for rent',
      'I need an umbrella',
    ]);
    expect(await rows('status=open&keyword=umbrellas')).toEqual([]);
    expect(await rows('status=taught&keyword=umbrellas')).toMatchObject([
      { taughtTo: intent?.id },
      { taughtTo: intent?.id },
    ]);
    const { report } = await train();
    await vi.waitFor(async () => {
      const { body } = await admin('GET', '/api/v1/intents/training');
      expect((body as unknown as Training).report?.taught).toEqual({ understood: 2, taught: 2 });
    }, until);
    expect(report).not.toBeNull();
    await found('lend umbrellas', { status: 'taught', understood: true });
    const trial = (await admin('POST', '/api/v1/intents/try', { text: 'do you lend umbrellas' }))
      .body as unknown as BotTestResult;
    expect(trial.intent).toBe('umbrellas');
  });

  it('refuses what another intent has, with the agreed text, and changes nothing', async () => {
    const { id } = await found('kayak', {});
    const opening = await intentId('opening_hours');
    const added = await admin('POST', '/api/v1/intents', {
      name: 'kayaks',
      samples: ['Can I rent a kayak', 'kayak for rent'],
    });
    expect(added.status).toBe(201);
    const refused = await editor('POST', `${PATH}/${id}/teach`, { to: 'existing', intent: opening });
    expect(refused).toMatchObject({
      status: 409,
      body: { fields: { '/intent': 'Do not use the same samples: “Can I rent a kayak”' } },
    });
    expect(await rows('keyword=kayak')).toMatchObject([{ status: 'open' }]);
    // The intent that has it already may be named: it is taught, and nothing is added twice.
    const done = await editor('POST', `${PATH}/${id}/teach`, { to: 'existing', intent: added.body['id'] });
    expect(done).toMatchObject({ status: 200, body: { status: 'taught', taughtTo: added.body['id'] } });
    const intent = await admin('GET', `/api/v1/intents/${String(added.body['id'])}`);
    expect(intent.body['samples']).toEqual(['Can I rent a kayak', 'kayak for rent']);
    const gone = await editor('POST', `${PATH}/${(await found('voucher', {})).id}/teach`, {
      to: 'existing',
      intent: crypto.randomUUID(),
    });
    expect(gone).toMatchObject({
      status: 422,
      body: { fields: { '/intent': 'This intent no longer exists' } },
    });
  });

  it('opened again, the sample that it was taught as is taken back, where it is as it was taught', async () => {
    const at = new Date();
    const write = async (text: string) => {
      await recordMissed(() => services.services, { ...{ channel, text, at, scores: [] }, why: 'unsure' });
      return (await found(text, {})).id;
    };
    const [one, two, three] = [
      await write('Is there a sauna'),
      await write('sauna opening times'),
      await write('warm sauna please'),
    ];
    const added = await admin('POST', '/api/v1/intents', {
      name: 'sauna',
      samples: ['sauna', 'book the sauna', 'sauna opening times'],
    });
    const path = `/api/v1/intents/${String(added.body['id'])}`;
    const samples = async () => (await admin('GET', path)).body['samples'] as string[];
    const teach = (id: string) =>
      editor('POST', `${PATH}/${id}/teach`, { to: 'existing', intent: added.body['id'] });
    const open = async (id: string) => (await editor('POST', `${PATH}/${id}/reopen`, {})).body;
    for (const id of [one, two, three]) expect((await teach(id)).status).toBe(200);
    expect((await found('Is there a sauna', {}))['taughtAs']).toBe('Is there a sauna');
    // Taught and untouched since.
    const taken = await open(one);
    expect(taken).toMatchObject({ status: 'open' });
    expect(taken['stays']).toBeUndefined();
    expect(await samples()).toEqual(['sauna', 'book the sauna', 'sauna opening times', 'warm sauna please']);
    // The intent had it.
    // Each reader is told in their own language, whoever opened it again.
    expect(await open(two)).toMatchObject({ stays: 'sauna had its sample before, which stays' });
    const inThai = await services.app.inject({
      url: `${PATH}/${two}`,
      headers: {
        authorization: `Bearer ${await services.tokenOf('chatbot.admin')}`,
        'accept-language': 'th',
      },
    });
    expect(inThai.json<{ stays: string }>().stays).toMatch(/[\u0e00-\u0e7f]/);
    // Somebody changed it.
    const { body: intent } = await admin('GET', path);
    await admin('PUT', path, {
      ...intent,
      samples: ['sauna', 'book the sauna', 'sauna opening times', 'warm [sauna](product) please'],
    });
    expect(await open(three)).toMatchObject({
      stays: 'Its sample in sauna was changed since, and is left as it is',
    });
    expect(await samples()).toHaveLength(4);
    // Taught anew, nothing stays to be said.
    expect((await teach(two)).body['stays']).toBeUndefined();
    await admin('DELETE', path);
  });

  it('opened again, a sample stays that another sentence is taught by, or that its intent cannot do without', async () => {
    const at = new Date();
    const write = async (text: string) => {
      await recordMissed(() => services.services, { ...{ channel, text, at, scores: [] }, why: 'unsure' });
      return (await found(text, {})).id;
    };
    const [one, two] = [await write('any steam room'), await write('where to steam')];
    const taught = await editor('POST', `${PATH}/${one}/teach`, {
      ...{ to: 'new', name: 'steam', more: 'steam bath' },
    });
    const intent = String(taught.body['taughtTo']);
    const same = await editor('POST', `${PATH}/${two}/teach`, {
      ...{ to: 'existing', intent, text: 'Any steam room' },
    });
    expect(same).toMatchObject({ status: 200 });
    const open = async (id: string) => (await editor('POST', `${PATH}/${id}/reopen`, {})).body;
    expect(await open(one)).toMatchObject({
      stays: 'Its sample stays in steam, where another sentence is taught by it',
    });
    expect(await open(two)).toMatchObject({ stays: 'Its sample stays in steam, which needs at least 2' });
    await editor('POST', `${PATH}/${one}/teach`, { to: 'existing', intent });
    const path = `/api/v1/intents/${intent}`;
    await admin('PUT', path, { name: 'steam', samples: ['any steam room', 'steam bath', 'steam cabin'] });
    await admin('DELETE', path);
  });

  it('is ignored and opened again; what it had been taught to is forgotten then', async () => {
    const { id } = await found('voucher', {});
    expect((await editor('POST', `${PATH}/${id}/ignore`, {})).body).toMatchObject({ status: 'ignored' });
    expect(await rows('status=open&keyword=voucher')).toEqual([]);
    expect((await editor('POST', `${PATH}/${id}/reopen`, {})).body).toMatchObject({ status: 'open' });
    const kayak = await found('kayak', { status: 'taught' });
    const open = await editor('POST', `${PATH}/${kayak.id}/reopen`, {});
    expect(open.body).toMatchObject({ status: 'open' });
    expect(open.body['taughtTo']).toBeUndefined();
  });

  it('is read by whoever reads intents, and taught by whoever writes them', async () => {
    const moderator = await services.as('chatbot.moderator');
    const { id } = await found('voucher', {});
    expect((await moderator('GET', `${PATH}/${id}`)).status).toBe(200);
    for (const verb of ['teach', 'ignore']) {
      const answer = await moderator('POST', `${PATH}/${id}/${verb}`, { to: 'new', name: 'voucher' });
      expect({ verb, status: answer.status }).toEqual({ verb, status: 403 });
    }
    expect((await (await services.as('campaign.admin'))('GET', PATH)).status).toBe(403);
    expect((await admin('POST', PATH, { sentence: 'made up' })).status).toBe(403);
  });

  it('beyond the limit the least frequent ones are deleted, the oldest first, and none that was taught', async () => {
    const other = String(
      ((await (await services.as('owner'))('GET', '/api/v1/channels?type=LINE')).body[0] ?? {})['id'],
    );
    const write = (text: string, minute: number, times = 1) =>
      Promise.all(
        Array.from({ length: times }, () =>
          recordMissed(() => services.services, {
            ...{ channel: other, text, scores: [], why: 'unsure' },
            at: new Date(Date.UTC(2026, 9, 1, 9, minute)),
          }),
        ),
      );
    await write('pottery twice', 0, 2);
    for (const [minute, word] of ['oldest', 'older', 'newer', 'newest'].entries())
      await write(`pottery ${word}`, minute);
    const names = async () => (await rows('keyword=pottery&sort=lastAt')).map(({ sentence }) => sentence);
    expect(await names()).toHaveLength(5);
    const { id } = await found('pottery oldest', {});
    const taught = await editor('POST', `${PATH}/${id}/teach`, {
      ...{ to: 'new', name: 'pottery', more: 'clay and pottery' },
    });
    expect(taught.status).toBe(200);
    const context = {
      services: () => services.services,
      db: services.db,
      settings: { missedSentencesDays: 0, missedSentencesMax: 3 },
    } as unknown as Context;
    // What is new has a week to be said once more.
    await deleteOldMissed(context, new AbortController().signal);
    expect(await names()).toHaveLength(5);
    await services.db.query(
      `UPDATE entity_missed_sentence SET created_at = created_at - interval '8 days' WHERE data ->> 'sentence' LIKE 'pottery%'`,
    );
    await deleteOldMissed(context, new AbortController().signal);
    expect((await names()).toSorted()).toEqual([
      'pottery newer',
      'pottery newest',
      'pottery oldest',
      'pottery twice',
    ]);
    await admin('DELETE', `/api/v1/intents/${String(taught.body['taughtTo'])}`);
  });

  it('old ones go', async () => {
    const { id } = await found('voucher', {});
    await services.db.query(
      `UPDATE entity_missed_sentence_facts SET facts = facts || '{"lastAt": "2020-01-01T00:00:00.000Z"}' WHERE id = $1::uuid`,
      [id],
    );
    await services.db.transaction((tx) => services.jobs.enqueue(tx, 'bot.missed-retention', {}));
    await vi.waitFor(async () => expect(await rows('keyword=voucher')).toEqual([]), until);
    expect(await rows('keyword=kayak')).toHaveLength(1);
  });
});

it.each([
  [['How can I pay by credit card?'], 'how_pay_by_credit'],
  [['pay by card', 'can I pay with card', 'do you take card to pay'], 'pay_card'],
  [['???'], 'new_intent'],
])('a name for %j is %j', (sentences, name) => {
  expect(suggestName(sentences)).toBe(name);
});
