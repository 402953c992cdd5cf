import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MISSED_AFTER_MS, MAX_BROADCASTS_PER_HOUR } from '../../schemas/campaigns/hourlyLimit.ts';
import { formatTime } from '../../schemas/campaigns/formatTime.ts';
import { listMembersAfter } from '../../services/products/campaigns/audience.ts';
import { deleteRecipients } from '../../services/products/campaigns/deleteRecipients.ts';
import { CAMPAIGN_TABLES } from '../../services/products/campaigns/tables.ts';
import { Jobs } from '../../services/engine/jobs/index.ts';
import { newId } from '../../services/engine/resources/ids.ts';
import { seedRecords } from '../../services/engine/resources/write/seed.ts';
import { readSettings } from '../../services/engine/settings/settings.ts';
import { openDatabase } from '../../services/engine/storage/open.ts';
import { addressesOf, productEngines } from '../../services/engine/storage/testEngines.ts';
import { chatOf } from '../../services/channels/webchat/chat.ts';
import { confirmed } from './support/confirmed.ts';
import { startPlatforms, type Platforms } from './support/platforms.ts';
import { credentialsOf, startScheduled, createRecordId, seedPeople } from './support/records.ts';
import { startServices, type Answer, type Call, type TestServices } from './support/services.ts';

type Json = Record<string, unknown>;
const CAMPAIGNS = '/api/v1/campaigns';
/** On a busy machine it takes a while. */
const SLOW = { timeout: 60_000, interval: 50 };
const TEXT = [{ type: 'text', text: 'Loy Krathong' }];
const HOUR = 3_600_000;
const ADMIN = 'campaign.admin';
/** The day of UTC+7 at a moment. */
const sayDay = (at: number): string => new Date(at + 7 * HOUR_MS).toISOString().slice(0, 10);
const EDITOR = 'campaign.editor';
const MODERATOR = 'campaign.moderator';
const ROLES = [ADMIN, EDITOR, MODERATOR, 'chatbot.admin'];
const STATES = ['scheduled', 'executing', 'executed', 'failed', 'draft'];

/** As people would write it down, on purpose not read from the schema. */
const TRANSITIONS: Record<string, { roles: string[]; from: string[]; to: string; own?: Json; input?: Json }> =
  {
    send: { roles: [ADMIN], from: ['draft'], to: 'scheduled' },
    approve: { roles: [ADMIN, MODERATOR], from: ['draft'], to: 'scheduled', own: { approval: 'asked' } },
    cancel: { roles: [ADMIN, MODERATOR], from: ['scheduled'], to: 'draft' },
    stop: { roles: [ADMIN, MODERATOR], from: ['executing'], to: 'failed' },
    retry: { roles: [ADMIN], from: ['failed', 'executed'], to: 'executing', own: { failed: 1 } },
    'request-approval': { roles: [ADMIN, EDITOR], from: ['draft'], to: 'draft' },
    return: {
      ...{ roles: [ADMIN, MODERATOR], from: ['draft'], to: 'draft' },
      ...{ own: { approval: 'asked' }, input: { approvalComment: 'Not in the morning' } },
    },
  };

describe.each(productEngines())('broadcasts on the $name engine', (engine) => {
  let services: TestServices;
  let platforms: Platforms;
  let place: Awaited<ReturnType<typeof engine.settings>>;
  const calls = new Map<string, Call>();
  const as = (role: string): Call => calls.get(role) as Call;
  const channels = { line: '', facebook: '', custom: '', sandbox: '' };
  let number = 0;

  beforeAll(async () => {
    platforms = await startPlatforms();
    place = await engine.settings();
    services = await startServices({
      ...place.env,
      ...{ LINE_API_URL: platforms.address, GRAPH_API_URL: platforms.address, RATE_LIMIT: '0' },
    });
    for (const role of [...ROLES, 'owner']) calls.set(role, await services.as(role));
    const { body: network } = await as('owner')('GET', '/api/v1/networks/current');
    await as('owner')('PUT', '/api/v1/networks/current', { ...network, undoSeconds: 0 });
    await services.app.startModules();
    await services.jobs.start();
    channels.line = await made('channels', {
      ...{ name: 'Line of sends', type: 'LINE', ...credentialsOf('LINE', platforms) },
    });
    channels.facebook = await made('channels', {
      ...{ name: 'Page of sends', type: 'FACEBOOK', ...credentialsOf('FACEBOOK', platforms) },
    });
    channels.custom = await made('channels', {
      ...{ name: 'Partner of sends', type: 'CUSTOM', ...credentialsOf('CUSTOM', platforms) },
    });
    channels.sandbox = await made('channels', { name: 'Nothing of sends', type: 'LINE' });
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await place.remove();
    await platforms.close();
  });
  beforeEach(() => platforms.reset());

  const made = (path: string, body: object, role = 'owner'): Promise<string> =>
    createRecordId(as(role), path, body);
  const draft = (own: Json = {}): Promise<string> =>
    made('campaigns', {
      ...{ name: `Broadcast ${++number}`, channel: channels.line, target: 'everyone', messages: TEXT },
      ...own,
    });
  const get = async (id: string): Promise<Json> => (await as(ADMIN)('GET', `${CAMPAIGNS}/${id}`)).body;
  const act = (role: string, id: string, verb: string, input?: Json): Promise<Answer> =>
    as(role)('POST', `${CAMPAIGNS}/${id}/${verb}`, confirmed(verb, input));
  /** People of a channel, seen just now. */
  const people = (channel: string, count: number, own: (n: number) => Json = () => ({})) =>
    seedPeople(services, channel, count, (n) => ({ lastSeen: new Date().toISOString(), ...own(n) }));
  const due = (id: string, at?: number): Promise<unknown> => startScheduled(services, id, at);
  /** A broadcast whose time has come. */
  const begun = async (own: Json): Promise<string> => {
    const id = await draft(own);
    expect(await act(ADMIN, id, 'send')).toMatchObject({ status: 200, body: { status: 'scheduled' } });
    await due(id);
    return id;
  };
  const ended = async (id: string): Promise<Json> => {
    await expect.poll(async () => (await get(id))['status'], SLOW).toMatch(/executed|failed/);
    return get(id);
  };
  const manual = (all: { person: string }[]): Json => ({
    target: 'manual',
    people: all.map(({ person }) => person).join('\n'),
  });
  const countsPerPerson = (all: { person: string }[]): number[] =>
    all.map(({ person }) => platforms.arrived.get(person)?.length ?? 0);
  /** A broadcast in a state, whatever led there. */
  const stored = async (status: string, own: Json = {}): Promise<string> => {
    const id = newId();
    const values = {
      ...{ name: id, channel: channels.line, target: 'everyone', content: 'written', messages: TEXT },
      ...{ platform: 'LINE', approval: 'none', status, ...own },
    };
    const createdAt = '2026-11-21T05:00:00.000Z';
    await seedRecords(services.db, services.model('campaign'), [{ id, createdAt, values }]);
    return id;
  };
  const noPlaces = () => services.db.query('DELETE FROM broadcast_place');

  describe.each(Object.entries(TRANSITIONS))('%s', (verb, { roles, from, to, own, input }) => {
    it.each(ROLES)('as %s, from every state', async (role) => {
      for (const state of STATES) {
        const id = await stored(state, own);
        const answer = await act(role, id, verb, input);
        const isDone = roles.includes(role) && from.includes(state);
        const refused = roles.includes(role)
          ? { status: 409, body: { code: 'STATE', current: { status: state } } }
          : { status: 403, body: { code: 'FORBIDDEN' } };
        expect(answer, `${verb} from ${state}`).toMatchObject(
          isDone ? { status: 200, body: { status: to } } : refused,
        );
      }
      await noPlaces();
    });
  });

  it('an unmet condition is reported to people with the right, and the record stays', async () => {
    const unmet: [verb: string, state: string, own: Json, input?: Json][] = [
      ...['none', 'returned', 'approved'].flatMap((approval): (typeof unmet)[number][] => [
        ['approve', 'draft', { approval }],
        ['return', 'draft', { approval }, { approvalComment: 'Why?' }],
      ]),
      ['request-approval', 'draft', { approval: 'asked' }],
      ['retry', 'failed', {}],
      ['retry', 'executed', {}],
      ...['executing', 'executed', 'failed'].map((state): (typeof unmet)[number] => [
        ...(['test-send', state, {}, { testers: [newId()] }] as const),
      ]),
    ];
    for (const [verb, state, own, input] of unmet) {
      const id = await stored(state, own);
      const refused = {
        status: 409,
        body: { code: 'STATE', message: expect.stringMatching(/\S/) as string },
      };
      expect(await act(ADMIN, id, verb, input), `${verb} ${state}`).toMatchObject(refused);
      expect(await get(id)).toMatchObject({ status: state, version: 1, ...own });
    }
    // The table says all that people can do to a broadcast's state; what takes a retry back has its own tests.
    const offered = services
      .model('campaign')
      .actions.flatMap(({ id, transition }) => (transition?.by === 'system' ? [] : [id]));
    expect(new Set([...Object.keys(TRANSITIONS), 'test-send', 'undo-retry'])).toEqual(new Set(offered));
  });

  it('nobody else does any of it, and what the services do by themselves nobody may', async () => {
    const others = Object.keys(services.product.access.roles).filter((role) => !ROLES.includes(role));
    expect(others.length).toBeGreaterThan(7);
    for (const [verb, { from, own, input }] of Object.entries(TRANSITIONS)) {
      const id = await stored(String(from[0]), own);
      for (const role of others) {
        const call = await services.as(role);
        const answer = await call('POST', `${CAMPAIGNS}/${id}/${verb}`, input ?? {});
        expect([role, verb, answer.status]).toEqual([role, verb, 403]);
      }
      expect(await get(id)).toMatchObject({ status: from[0], version: 1 });
    }
    for (const verb of ['start', 'finish', 'fail'])
      for (const state of STATES) {
        const id = await stored(state);
        const answer = await act('owner', id, verb);
        expect([verb, state, answer.status]).toEqual([verb, state, 404]);
        expect(await get(id)).toMatchObject({ status: state });
      }
  });

  it('only drafts are edited, only drafts and failed ones deleted, and read-only values are preserved', async () => {
    for (const state of STATES) {
      const id = await stored(state);
      const record = await get(id);
      const edited = await as(ADMIN)('PUT', `${CAMPAIGNS}/${id}`, { ...record, name: `${id} new` });
      const isEditable = state === 'draft';
      const frozen = { status: 409, body: { message: 'Only drafts can be edited' } };
      expect(edited).toMatchObject(isEditable ? { status: 200 } : frozen);
      const deleted = await as(ADMIN)('DELETE', `${CAMPAIGNS}/${id}`);
      const isDeletable = state === 'draft' || state === 'failed';
      const why: Record<string, string> = {
        scheduled: 'A scheduled broadcast cannot be deleted. Cancel it first.',
        executing: 'A broadcast that is being sent cannot be deleted. Stop it first.',
        executed: 'A broadcast that was sent is kept',
      };
      const message = why[state];
      expect(deleted).toMatchObject(isDeletable ? { status: 200 } : { status: 409, body: { message } });
      const one = await stored(state);
      const many = await as(ADMIN)('POST', `${CAMPAIGNS}/delete`, { ids: [one] });
      expect(many.body).toMatchObject(
        isDeletable ? { deleted: [one] } : { deleted: [], failed: { [one]: { code: 'STATE', message } } },
      );
    }
    const name = `Twice ${++number}`;
    await draft({ name });
    const again = { name, channel: channels.line, target: 'everyone', messages: TEXT };
    expect(await as(ADMIN)('POST', CAMPAIGNS, again)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', fields: { '/name': 'Campaign name already exists' } },
    });
    const past = { ...again, name: `${name} b`, sendAt: new Date(Date.now() - 60_000).toISOString() };
    expect(await as(ADMIN)('POST', CAMPAIGNS, past)).toMatchObject({
      status: 422,
      body: { fields: { '/sendAt': 'You cannot choose time in the past' } },
    });
  });

  it('what was approved is what was asked about: an edit takes the question back, a copy begins anew', async () => {
    const id = await draft();
    expect(await act(EDITOR, id, 'request-approval')).toMatchObject({ body: { approval: 'asked' } });
    const edited = { ...(await get(id)), name: `Other ${++number}` };
    expect(await as(EDITOR)('PUT', `${CAMPAIGNS}/${id}`, edited)).toMatchObject({
      body: { approval: 'none' },
    });
    expect(await act(MODERATOR, id, 'approve')).toMatchObject({ status: 409 });
    await act(EDITOR, id, 'request-approval');
    expect(await act(MODERATOR, id, 'return', {})).toMatchObject({ status: 422 });
    expect(await act(MODERATOR, id, 'return', { approvalComment: 'Later' })).toMatchObject({
      body: { approval: 'returned', approvalComment: 'Later', status: 'draft' },
    });
    await act(EDITOR, id, 'request-approval');
    const approved = await act(MODERATOR, id, 'approve');
    expect(approved).toMatchObject({ body: { status: 'scheduled', approval: 'approved' } });
    const wait = Date.parse(String(approved.body['startsAt'])) - Date.now();
    expect(wait).toBeGreaterThan(280_000);
    expect(wait).toBeLessThanOrEqual(300_000);
    const { body: copy } = await act(ADMIN, id, 'duplicate');
    expect(copy).toMatchObject({ status: 'draft', approval: 'none' });
    expect(copy).not.toHaveProperty('startsAt');
    const { body: history } = await as(ADMIN)('GET', `${CAMPAIGNS}/${id}/history`);
    expect((history as unknown as Json[]).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['approve', 'return', 'request-approval', 'update', 'create']),
    );
    expect(await act(ADMIN, id, 'cancel')).toMatchObject({ body: { status: 'draft', approval: 'none' } });
  });

  it('sent without an answer, none is waited for, and a comment goes with the return that it explains', async () => {
    const asked = async (): Promise<string> => {
      const id = await draft();
      expect(await act(EDITOR, id, 'request-approval')).toMatchObject({ body: { approval: 'asked' } });
      return id;
    };
    const returned = async (): Promise<string> => {
      const id = await asked();
      const answer = await act(MODERATOR, id, 'return', { approvalComment: 'Not in the morning' });
      expect(answer).toMatchObject({ body: { approval: 'returned', approvalComment: 'Not in the morning' } });
      return id;
    };
    const waiting = async (approval: string): Promise<unknown[]> => {
      const { body } = await as(MODERATOR)('GET', `${CAMPAIGNS}?approval=${approval}&take=100`);
      return (body as unknown as Json[]).map(({ id }) => id);
    };
    for (const make of [asked, returned]) {
      const id = await make();
      const sent = await act(ADMIN, id, 'send');
      expect(sent).toMatchObject({ status: 200, body: { status: 'scheduled', approval: 'none' } });
      expect(await get(id)).not.toHaveProperty('approvalComment');
      for (const approval of ['asked', 'returned']) expect(await waiting(approval)).not.toContain(id);
      const cancelled = await act(MODERATOR, id, 'cancel');
      expect(cancelled).toMatchObject({ body: { status: 'draft', approval: 'none' } });
      expect(cancelled.body).not.toHaveProperty('approvalComment');
    }
    // Its author changes it and still sees why it came back; who asked and who returned it is told afterwards too.
    const id = await returned();
    const edited = { ...(await get(id)), name: `Later ${++number}` };
    expect(await as(EDITOR)('PUT', `${CAMPAIGNS}/${id}`, edited)).toMatchObject({
      body: { approval: 'returned', approvalComment: 'Not in the morning' },
    });
    await act(ADMIN, id, 'send');
    const { body } = await as(MODERATOR)('GET', `${CAMPAIGNS}/${id}/progress`);
    const moments = (body['timeline'] as { kind: string; note?: string }[]).map(({ kind, note }) => [
      kind,
      note,
    ]);
    expect(moments.map(([kind]) => kind)).toEqual(['created', 'request-approval', 'return', 'send']);
    expect(moments[2]).toEqual(['return', 'Not in the morning']);
    // What was scheduled with a comment before is put right when it is cancelled.
    const old = await stored('scheduled', { approval: 'returned', approvalComment: 'Not in the morning' });
    const put = await act(ADMIN, old, 'cancel');
    expect(put).toMatchObject({ body: { status: 'draft', approval: 'none' } });
    expect(put.body).not.toHaveProperty('approvalComment');
    // What was sent with one before loses it by itself.
    const comment = { approvalComment: 'Not in the morning' };
    const left = [
      await stored('executed', { approval: 'asked' }),
      await stored('failed', { approval: 'returned', ...comment }),
    ];
    const preserved = [
      await stored('executed', { approval: 'approved' }),
      await stored('draft', { approval: 'returned', ...comment }),
    ];
    const step = CAMPAIGN_TABLES.find((one) => one.id === '0007-approvals-left-behind');
    for (const statement of step?.statements ?? []) await services.db.exec(statement);
    for (const one of left) {
      expect(await get(one)).toMatchObject({ approval: 'none' });
      expect(await get(one)).not.toHaveProperty('approvalComment');
    }
    expect(await get(preserved[0] ?? '')).toMatchObject({ approval: 'approved' });
    expect(await get(preserved[1] ?? '')).toMatchObject({ approval: 'returned', ...comment });
    await noPlaces();
  });

  describe('what is written keeps to the limits of the channel that it is for', () => {
    let webchat = '';
    beforeAll(async () => {
      webchat = await made('channels', { name: 'Page of limits', type: 'WEBCHAT' });
    });
    const text = (length: number): Json[] => [{ type: 'text', text: 'a'.repeat(length) }];
    const option = (count: number): Json[] => [
      {
        ...{ type: 'buttons', altText: 'Choose', text: 'Which one?' },
        actions: Array.from({ length: count }, (_, n) => ({
          ...{ type: 'message', label: `Choice ${n}`, text: `Choice ${n}` },
        })),
      },
    ];
    /** On each channel: the most that goes, the first that does not, and what is said of it. */
    const limits = (): [channel: string, type: string, goes: Json[], not: Json[], said: RegExp][] => [
      [channels.line, 'LINE', text(5000), text(5001), /Text must be less than 5000/],
      [channels.facebook, 'FACEBOOK', text(2000), text(2001), /Text must be less than 2000/],
      [channels.line, 'LINE', option(4), option(5), /Actions can have at most 4/],
      [channels.facebook, 'FACEBOOK', option(3), option(4), /Actions can have at most 3/],
      [webchat, 'WEBCHAT', option(10), option(11), /Actions can have at most 10/],
    ];
    const put = (id: string, record: Json): Promise<Answer> =>
      as(EDITOR)('PUT', `${CAMPAIGNS}/${id}`, record);
    const refused = (answer: Answer, said: RegExp): void => {
      expect(answer.status).toBe(422);
      expect(Object.values(answer.body['fields'] as Json)).toContainEqual(expect.stringMatching(said));
    };

    it('when it is new, when a draft is changed, and when the channel changes with it', async () => {
      for (const [channel, platform, messages, tooMuch, said] of limits()) {
        const written = { name: `Limits ${++number}`, channel, target: 'everyone', messages };
        expect(await as(EDITOR)('POST', CAMPAIGNS, written)).toMatchObject({
          status: 201,
          body: { platform },
        });
        const name = `Limits ${++number}`;
        refused(await as(EDITOR)('POST', CAMPAIGNS, { ...written, name, messages: tooMuch }), said);
        for (const from of [channels.line, channels.facebook, channel]) {
          const id = await draft({ channel: from });
          const record = await get(id);
          refused(await put(id, { ...record, channel, messages: tooMuch }), said);
          expect(await get(id)).toMatchObject({ version: 1, messages: TEXT });
          expect(await put(id, { ...record, channel, messages })).toMatchObject({
            status: 200,
            body: { channel, platform, messages },
          });
        }
      }
    });

    it('a channel that takes less is refused alone too, by hand, for many, and by a restored version', async () => {
      const id = await draft({ messages: text(5000) });
      const record = await get(id);
      const said = /Text must be less than 2000/;
      refused(await put(id, { ...record, channel: channels.facebook }), said);
      const many = await as(EDITOR)('POST', `${CAMPAIGNS}/edit`, {
        ...{ records: [{ id, version: 1 }], set: { channel: channels.facebook } },
      });
      expect(many.body).toMatchObject({ changed: [], failed: { [id]: { code: 'INVALID' } } });
      expect(await get(id)).toEqual(record);
      const other = { ...record, channel: channels.facebook, messages: TEXT };
      expect(await put(id, other)).toMatchObject({ status: 200, body: { platform: 'FACEBOOK' } });
      const { body: history } = await as(EDITOR)('GET', `${CAMPAIGNS}/${id}/history`);
      const { id: historyId } = (history as unknown as { id: string; operation: string }[]).find(
        ({ operation }) => operation === 'update',
      ) as { id: string };
      const restored = await as(EDITOR)('POST', `${CAMPAIGNS}/${id}/restore`, { historyId, version: 2 });
      expect(restored).toMatchObject({ status: 200, body: { platform: 'LINE', messages: text(5000) } });
      const copy = await as(EDITOR)('POST', `${CAMPAIGNS}/${id}/duplicate`);
      expect(copy).toMatchObject({ body: { platform: 'LINE', messages: text(5000) } });
    });

    it('nobody says themselves whose limits hold', async () => {
      const own = { name: `Limits ${++number}`, channel: channels.facebook, target: 'everyone' };
      const sent = await as(EDITOR)('POST', CAMPAIGNS, { ...own, messages: text(3000), platform: 'LINE' });
      expect(sent).toMatchObject({
        status: 422,
        body: { fields: { '/platform': expect.any(String) as string } },
      });
      const id = await draft({ channel: channels.facebook });
      const changed = await put(id, { ...(await get(id)), messages: text(3000), platform: 'LINE' });
      expect(changed).toMatchObject({ status: 422 });
      const nowhere = { ...own, name: `Limits ${++number}`, channel: newId(), messages: TEXT };
      expect(await as(EDITOR)('POST', CAMPAIGNS, nowhere)).toMatchObject({
        status: 422,
        body: { fields: { '/channel': 'Channel does not exist' } },
      });
    });
  });

  /** What cancels: a process of its own over the same database, where that takes two. */
  const elsewhere = async () => {
    const url = place.env['DATABASE_URL'];
    const db = url ? await openDatabase({ dataDir: '', ...addressesOf(place.env) }) : services.db;
    const jobs = new Jobs(db, { secretBox: services.services.secretBox });
    const env = { DATA_DIR: services.dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: '0', ...place.env };
    const app = await services.another({ settings: readSettings(env), db, jobs });
    if (url) await jobs.start();
    const headers = { authorization: `Bearer ${await services.tokenOf(ADMIN)}` };
    return {
      post: async (path: string): Promise<number> =>
        (await app.inject({ method: 'POST', url: `${CAMPAIGNS}/${path}`, headers })).statusCode,
      async close(): Promise<void> {
        await app.close();
        await jobs.stop();
        if (url) await db.close();
      },
    };
  };

  it('of a cancel and starts at the same moment, in two processes, exactly one wins', async () => {
    const states: unknown[] = [];
    const other = await elsewhere();
    for (let round = 0; round < 8; round += 1) {
      const [who] = await people(channels.sandbox, 1);
      const id = await draft({ channel: channels.sandbox, ...manual(who ? [who] : []) });
      await act(ADMIN, id, 'send');
      // Two jobs: each process may have one.
      const starting = Promise.all([due(id), due(id)]);
      if (round % 2 === 0) await starting;
      const answers = await Promise.all([
        act(MODERATOR, id, 'cancel').then(({ status }) => status),
        other.post(`${id}/cancel`),
      ]);
      await starting;
      const won = answers.filter((status) => status === 200).length;
      expect(won).toBeLessThanOrEqual(1);
      expect(answers.filter((status) => status === 409)).toHaveLength(2 - won);
      const cancelled = { status: won === 1 ? 200 : 409 };
      if (cancelled.status === 409) {
        const { status, sent } = await ended(id);
        states.push([status, sent]);
      } else {
        const runs = await services.db.query('SELECT 1 FROM broadcast_run WHERE campaign = $1::uuid', [id]);
        states.push([(await get(id))['status'], runs.length]);
      }
    }
    await other.close();
    for (const state of states)
      expect([
        ['executed', 1],
        ['draft', 0],
      ]).toContainEqual(state);
    await noPlaces();
  });

  describe('at most 60 begin in an hour', () => {
    it('whoever asks, at two processes at once; the next free time is named', async () => {
      await noPlaces();
      const at = Date.now() + 3 * HOUR_MS;
      const sendAt = new Date(at).toISOString();
      const ids: string[] = [];
      for (let n = 0; n < MAX_BROADCASTS_PER_HOUR + 6; n += 1) ids.push(await stored('draft', { sendAt }));
      const settings = readSettings({ DATA_DIR: services.dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
      const other = await services.another({ settings });
      const token = await services.tokenOf(ADMIN);
      const answers = await Promise.all(
        ids.map(async (id, n) => {
          const app = n % 2 === 0 ? services.app : other;
          const { statusCode, body } = await app.inject({
            ...{ method: 'POST', url: `${CAMPAIGNS}/${id}/send`, payload: confirmed('send') },
            headers: { authorization: `Bearer ${token}` },
          });
          return { status: statusCode, body };
        }),
      );
      await other.close();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_BROADCASTS_PER_HOUR);
      const refused = answers.filter(({ status }) => status === 422);
      expect(refused).toHaveLength(6);
      const free = formatTime(new Date(at + HOUR_MS).toISOString());
      expect(refused[0]?.body).toContain(`The next free time is ${free} (UTC+7:00)`);
      const between = await stored('draft', { sendAt: new Date(at + HOUR_MS - 1).toISOString() });
      expect(await act(ADMIN, between, 'send')).toMatchObject({ status: 422 });
      const after = await stored('draft', { sendAt: new Date(at + HOUR_MS).toISOString() });
      expect(await act(ADMIN, after, 'send')).toMatchObject({ status: 200 });
      // A cancelled one gives its place back.
      const [first = ''] = ids.filter((_, n) => answers[n]?.status === 200);
      await act(ADMIN, first, 'cancel');
      expect(await act(ADMIN, first, 'send')).toMatchObject({ status: 200 });
      await noPlaces();
    });

    it('one that is due waits while the hour is full, and after 30 minutes has missed its time', async () => {
      const [who] = await people(channels.sandbox, 1);
      const late = async (ms: number): Promise<string> => {
        const id = await stored('scheduled', {
          ...{ channel: channels.sandbox, startsAt: new Date().toISOString() },
          ...manual(who ? [who] : []),
        });
        await due(id, Date.now() - ms);
        return id;
      };
      const missed = await late(MISSED_AFTER_MS + 1);
      const reason = expect.stringMatching(
        /^It missed its time, \d\d \w{3} 20\d\d \d\d : \d\d \(UTC\+7:00\)$/,
      );
      expect(await ended(missed)).toMatchObject({ status: 'failed', reason });
      const inTime = await late(MISSED_AFTER_MS - 20_000);
      expect(await ended(inTime)).toMatchObject({ status: 'executed', sent: 1 });
      await services.db.query(
        `INSERT INTO broadcast_place (campaign, at) SELECT gen_random_uuid(), clock_timestamp() - interval '1 minute'
         FROM generate_series(1, ${MAX_BROADCASTS_PER_HOUR})`,
      );
      const held = await late(MISSED_AFTER_MS - 2_000);
      expect(await ended(held)).toMatchObject({ status: 'failed', reason });
      await noPlaces();
    });

    it('one without anybody to send it to fails before it takes a place', async () => {
      const id = await begun({ target: 'manual', people: 'nobody' });
      expect(await ended(id)).toMatchObject({
        status: 'failed',
        reason: 'Nobody gets it: the audience is empty',
      });
      expect(
        await services.db.query('SELECT 1 FROM broadcast_place WHERE campaign = $1::uuid', [id]),
      ).toEqual([]);
      expect(await act(ADMIN, id, 'retry')).toMatchObject({
        body: { message: 'There is nobody to retry' },
      });
    });
  });

  it('the reach is shown before: who receives it, who does not and why, and the slots of the hour', async () => {
    const channel = await made('channels', { name: `Reach ${++number}`, type: 'LINE' });
    const all = await people(channel, 5, (n) => ({ followState: n < 2 ? 'blocked' : 'following' }));
    const [other] = await people(channels.sandbox, 1);
    const reach = async (own: Json): Promise<Json> => {
      const answer = await as(EDITOR)('POST', `${CAMPAIGNS}/reach`, { channel, ...own });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const sendAt = new Date(Date.now() + 1000 * HOUR_MS).toISOString();
    expect(await reach({ sendAt })).toMatchObject({
      reach: { people: 3, targeted: 5, blocked: 2, outsideWindow: 0, onOtherChannels: 0 },
      ...{
        batchCount: 1,
        remainingSlots: MAX_BROADCASTS_PER_HOUR,
        starts: sendAt,
        nextSlotAt: sendAt,
        quota: null,
        isConnected: false,
        unknownCount: 0,
      },
    });
    const [first, , third] = all.map(({ person }) => person);
    const list = `${first}\n${third},${third};nobody\n${other?.person}`;
    expect(await reach({ target: 'manual', people: list })).toMatchObject({
      reach: { people: 1, targeted: 3, blocked: 1, onOtherChannels: 1 },
      ...{ unknownIds: ['nobody', other?.person], duplicates: [third] },
    });
    expect(await reach({ target: 'segment', segment: newId() })).toMatchObject({
      reach: { people: 0, targeted: 0 },
    });
    const crowd = Array.from({ length: 10_001 }, (_, n) => `p${n}`).join('\n');
    const many = { channel, target: 'manual', people: crowd };
    expect(await as(EDITOR)('POST', `${CAMPAIGNS}/reach`, many)).toMatchObject({
      status: 422,
      body: { fields: { '/people': 'At most 10,000 people' } },
    });
  });

  it('a manual audience has room for as many people as it may have, by ids of LINE', async () => {
    const people = Array.from({ length: 10_000 }, (_, n) => `U${String(n).padStart(37, '0')}`).join('\n');
    const id = await draft({ target: 'manual', people });
    expect((await as(EDITOR)('GET', `${CAMPAIGNS}/${id}`)).body['people']).toBe(people);
  });

  it('the reach of a web chat counts whose conversation is there, or whoever another front end answers', async () => {
    const channel = await made('channels', { name: `Chat ${++number}`, type: 'WEBCHAT' });
    const { sessions } = chatOf(services.db);
    const opened = await Promise.all([1, 2, 3].map(() => sessions.open(channel, 'en')));
    const found = await Promise.all(opened.map((token) => sessions.find(channel, token)));
    await people(channel, 3, (n) => ({ externalId: found[n]?.id }));
    const reach = async (): Promise<unknown> =>
      (await as(EDITOR)('POST', `${CAMPAIGNS}/reach`, { channel })).body['reach'];
    expect(await reach()).toMatchObject({ people: 3, targeted: 3, ended: 0 });
    await services.db.query(
      "UPDATE webchat_session SET used_at = clock_timestamp() - interval '31 days' WHERE id = ANY($1::uuid[])",
      [[found[0]?.id]],
    );
    await sessions.deleteExpired();
    expect(await reach()).toEqual({
      people: 2,
      targeted: 3,
      blocked: 0,
      outsideWindow: 0,
      ended: 1,
      onOtherChannels: 0,
      leftOut: 0,
    });
    const [member, ...others] = await listMembersAfter(
      services.services,
      services.db,
      { channel, type: 'WEBCHAT', target: 'everyone' },
      undefined,
      10,
    );
    expect([member?.person, ...others.map(({ person }) => person)].toSorted()).toEqual(
      [found[1]?.id, found[2]?.id].toSorted(),
    );
    await services.db.query(
      `UPDATE entity_channel SET data = data || '{"webhookUrl": "https://chat.example/hook"}' WHERE id = $1::uuid`,
      [channel],
    );
    expect(await reach()).toMatchObject({ people: 3, targeted: 3, ended: 0 });
  });

  it('a segment that shrank since it was saved is reported, and a template respects the limits', async () => {
    const channel = await made('channels', { name: `Shrinks ${++number}`, type: 'LINE' });
    const mark = `tag-${++number}-${engine.name}`;
    const [first] = await people(channel, 3, () => ({ customTags: [mark] }));
    const segment = await made('segments', {
      name: `Segment ${mark}`,
      who: { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: [mark] }] },
    });
    const own = { channel, target: 'segment', segment };
    const id = await draft(own);
    const fewer = async (): Promise<unknown> =>
      (await as(EDITOR)('POST', `${CAMPAIGNS}/reach`, { ...own, campaign: id })).body['fewer'];
    expect(await fewer()).toBe(0);
    expect(await as('owner')('DELETE', `/api/v1/audiences/${first?.id}`)).toMatchObject({ status: 200 });
    expect(await fewer()).toBe(1);
    // Saved anew, it is known.
    const { body } = await as(EDITOR)('GET', `${CAMPAIGNS}/${id}`);
    await as(EDITOR)('PUT', `${CAMPAIGNS}/${id}`, { ...body, name: `${String(body['name'])} again` });
    expect(await fewer()).toBe(0);

    // It is counted beside the change: what keeps the count from coming keeps nobody from saving.
    const { body: last } = await as(EDITOR)('GET', `${CAMPAIGNS}/${id}`);
    await services.db.query('ALTER TABLE entity_profile RENAME TO entity_profile_away');
    const saved = await as(EDITOR)('PUT', `${CAMPAIGNS}/${id}`, { ...last, name: `Saved ${mark}` });
    await services.db.query('ALTER TABLE entity_profile_away RENAME TO entity_profile');
    expect(saved).toMatchObject({ status: 200, body: { name: `Saved ${mark}` } });

    const long = 'x'.repeat(2_500);
    const template = await made('message-templates', {
      name: `long_${++number}_${engine.name}`,
      ...{ platform: 'LINE', messages: [{ type: 'text', text: long }] },
    });
    const taken = { target: 'everyone', content: 'template', template, messages: undefined };
    expect(await as(EDITOR)('POST', CAMPAIGNS, { name: `To LINE ${mark}`, channel, ...taken })).toMatchObject(
      {
        status: 201,
      },
    );
    const refused = { name: `To Facebook ${mark}`, channel: channels.facebook, ...taken };
    expect(await as(EDITOR)('POST', CAMPAIGNS, refused)).toMatchObject({
      status: 422,
      body: {
        fields: { '/template': expect.stringMatching(/^It does not keep to the limits of Facebook: /) },
      },
    });
  });

  it('the free slots of a day are returned by hour', async () => {
    await noPlaces();
    const day = sayDay(Date.now() + 20 * 24 * HOUR_MS);
    const places = async (of: string): Promise<{ at: string; remainingSlots: number }[]> => {
      const answer = await as(MODERATOR)('GET', `${CAMPAIGNS}/places?day=${of}`);
      expect(answer.status).toBe(200);
      return (answer.body as { hours: { at: string; remainingSlots: number }[] }).hours;
    };
    const free = await places(day);
    expect(free.map(({ remainingSlots }) => remainingSlots)).toEqual(
      Array.from({ length: 24 }, () => MAX_BROADCASTS_PER_HOUR),
    );
    expect(free[0]?.at).toBe(new Date(`${day}T00:00:00+07:00`).toISOString());
    const sendAt = new Date(`${day}T09:30:00+07:00`).toISOString();
    expect(await act(ADMIN, await draft({ sendAt }), 'send')).toMatchObject({ status: 200 });
    const rooms = (await places(day)).map(({ remainingSlots }) => remainingSlots);
    expect(rooms[9]).toBe(MAX_BROADCASTS_PER_HOUR - 1);
    expect(rooms.filter((room) => room === MAX_BROADCASTS_PER_HOUR)).toHaveLength(23);
    expect(await places('2020-02-02')).toEqual([]);
    expect(await as(EDITOR)('GET', `${CAMPAIGNS}/places?day=soon`)).toMatchObject({ status: 400 });
    expect(await as('chatbot.admin')('GET', `${CAMPAIGNS}/places?day=${day}`)).toMatchObject({ status: 403 });
    await noPlaces();
  });

  it('what is sent can be followed, by person and by reason; a test says what came of it', async () => {
    const channel = await made('channels', {
      ...{ name: `Line ${++number}`, type: 'LINE', ...credentialsOf('LINE', platforms) },
    });
    const all = await people(channel, 3);
    const id = await draft({
      channel,
      ...manual(all),
      messages: [...TEXT, { type: 'text', text: 'Second' }],
    });
    const { name } = await get(id);
    const [tester, customer] = all;
    const profile = `/api/v1/audiences/${tester?.id}`;
    const marked = { ...(await as('owner')('GET', profile)).body, tester: true };
    const withheld = { status: 403, body: { fields: { '/tester': expect.any(String) as string } } };
    for (const role of [EDITOR, 'chatbot.admin'])
      expect(await as(role)('PUT', profile, marked)).toMatchObject(withheld);
    const own = { displayName: 'Me', channel, externalId: `me-${engine.name}`, tester: true };
    expect(await as(EDITOR)('POST', '/api/v1/audiences', own)).toMatchObject(withheld);
    expect(await as(ADMIN)('PUT', profile, marked)).toMatchObject({ status: 200, body: { tester: true } });
    const { body: testers } = await as(EDITOR)('GET', `/api/v1/audiences?tester=true&channel=${channel}`);
    expect((testers as unknown as Json[]).map((one) => one['id'])).toEqual([tester?.id]);
    const [stranger] = await people(channels.sandbox, 1, () => ({ tester: true }));
    const noTester = await act(EDITOR, id, 'test-send', { testers: [tester?.id, customer?.id] });
    expect(noTester).toMatchObject({
      status: 422,
      body: { fields: { '/testers': expect.stringMatching(/^Person 1 is no tester\. /) as string } },
    });
    // By what the channel calls the person, nobody is reached either.
    const byName = await act(EDITOR, id, 'test-send', { testers: [customer?.person] });
    expect(byName).toMatchObject({ status: 422 });
    expect(platforms.arrived).toEqual(new Map());
    const tested = await act(EDITOR, id, 'test-send', { testers: [tester?.id] });
    expect(tested.body['once']).toMatchObject({ title: 'Test send', value: 'Person 0: sent' });
    expect(platforms.arrived.get(tester?.person ?? '')).toEqual(['Loy Krathong', 'Second']);
    const refused = await act(EDITOR, id, 'test-send', { testers: [stranger?.id] });
    expect(refused).toMatchObject({ status: 422 });
    expect(await get(id)).toMatchObject({ status: 'draft', version: 1 });
    const { body: told } = await as('owner')('GET', '/api/v1/audit-entries?operation=test-send&take=100');
    const sentences = (told as unknown as Json[]).filter(({ detail }) =>
      String(detail).includes(String(name)),
    );
    expect(sentences).toEqual([
      expect.objectContaining({
        ...{ entity: 'campaign', username: EDITOR, detail: `“${String(name)}” to Person 0` },
        sentence: expect.stringMatching(/ sent a test: “/) as string,
      }),
    ]);
    const conversation = await as('owner')('GET', `${profile}/conversation`);
    expect(conversation.body).toMatchObject([{ text: 'Second' }, { text: 'Loy Krathong' }]);
    expect(conversation.body[0]?.['note']).toMatch(/^Test of “Broadcast \d+” by \S/);
    // Fifty in a day, whatever they are tests of.
    await services.db.query(
      `INSERT INTO broadcast_test (sender) SELECT sender FROM broadcast_test, generate_series(1, 49)
       WHERE id = (SELECT max(id) FROM broadcast_test)`,
    );
    platforms.reset();
    const tooMany = await act(EDITOR, id, 'test-send', { testers: [tester?.id] });
    expect(tooMany).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
    expect(platforms.arrived).toEqual(new Map());
    await act(ADMIN, id, 'send');
    platforms.defaultFailure = () => 400;
    await due(id);
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      failed: 3,
      reason: 'Nobody got it: LINE refused it: Bad request',
    });
    const verb = async (name: string): Promise<Json> =>
      (await as(MODERATOR)('GET', `${CAMPAIGNS}/${id}/${name}`)).body;
    const { counts, batches, reasons, timeline } = await verb('progress');
    expect([counts, batches, reasons]).toEqual([
      { total: 3, sent: 0, failed: 3, unknown: 0, left: 0 },
      { done: 1, total: 1 },
      [{ reason: 'LINE refused it: Bad request', state: 'failed', people: 3 }],
    ]);
    const kinds = (timeline as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(['created', 'send', 'start', 'fail']);
    expect(await verb('failures')).toHaveLength(3);
    platforms.defaultFailure = () => undefined;
    await act(ADMIN, id, 'retry');
    expect(await ended(id)).toMatchObject({ status: 'executed', sent: 3, failed: 0 });
    const outbox = (await verb('outbox')) as unknown as Json[];
    expect(outbox.map(({ state, texts }) => [state, texts])).toEqual(
      all.map(() => ['sent', ['Loy Krathong', 'Second']]),
    );
    const last = String(outbox.at(-1)?.['id']);
    expect(await verb(`outbox?after=${last}`)).toHaveLength(0);
  });

  describe('sending', () => {
    it('everyone on LINE gets it by one call, whose key stays the same; who has blocked does not count', async () => {
      await people(channels.line, 3);
      await people(channels.line, 2, () => ({ followState: 'blocked' }));
      platforms.nextFailures = [500, 'hang up'];
      const id = await begun({});
      expect(await ended(id)).toMatchObject({ status: 'executed', total: 3, sent: 3, failed: 0, left: 0 });
      expect(platforms.arrived.get('everyone')).toEqual(['Loy Krathong']);
      const asked = platforms.requests.filter(({ url }) => url.endsWith('/broadcast'));
      expect(asked.map(({ status }) => status)).toEqual([500, 200, 409]);
      expect(new Set(asked.map(({ headers }) => headers['x-line-retry-key'])).size).toBe(1);
      const { body: events } = await as(ADMIN)(
        'GET',
        `/api/v1/messages?source=BROADCAST&channel=${channels.line}`,
      );
      expect(events).toHaveLength(3);
    });

    it('a multicast that LINE rejected reached nobody, also where the process died before it recorded that', async () => {
      await people(channels.line, 2);
      platforms.nextFailures = [400];
      const id = await begun({});
      const refused = { status: 'failed', reason: expect.stringMatching(/^LINE refused it/) };
      expect(await ended(id)).toMatchObject(refused);
      // As it was between LINE's answer and the end of the broadcast.
      await services.db.transaction(async (tx) => {
        await tx.query(
          `UPDATE broadcast_run SET state = 'sending', ended_at = NULL WHERE campaign = $1::uuid`,
          [id],
        );
        await tx.query(
          `UPDATE entity_campaign SET data = data - 'reason' || '{"status": "executing"}' WHERE id = $1::uuid`,
          [id],
        );
        await services.jobs.enqueue(tx, 'broadcast.send', { id });
      });
      expect(await ended(id)).toMatchObject(refused);
      expect(platforms.arrived.get('everyone')).toBeUndefined();
      const { body } = await as(MODERATOR)('GET', `${CAMPAIGNS}/${id}/progress`);
      expect(body).toMatchObject({ counts: { sent: 0 } });
    });

    it('what LINE counts afterwards is shown: of everyone by the request, of parts by their name', async () => {
      const all = await people(channels.line, 30);
      const ids = [await begun({}), await begun(manual(all))];
      for (const id of ids) await ended(id);
      const multicast = platforms.requests.find(({ url }) => url.endsWith('/multicast'));
      expect(multicast?.body['customAggregationUnits']).toEqual([expect.stringMatching(/^[a-z0-9]{2,30}$/)]);
      await services.db.transaction((tx) => services.jobs.enqueue(tx, 'broadcast.figures', {}));
      const [everyone = '', parts = ''] = ids;
      await expect.poll(async () => (await get(parts))['opened'], SLOW).toBe(321);
      expect(await get(everyone)).toMatchObject({ delivered: 400, opened: 321 });
      // Fewer than 20 are not told.
      expect(await get(everyone)).not.toHaveProperty('clicked');
      expect(await get(parts)).not.toHaveProperty('delivered');
      const { body: copy } = await act(ADMIN, parts, 'duplicate');
      expect(copy).not.toHaveProperty('opened');
    });

    it('2,300 people in batches of 500, through every error: each once, and the counts are equal', async () => {
      const all = await people(channels.line, 2300);
      platforms.nextFailures = [500, 'hang up', 429, 503, 'hang up', 500];
      const id = await begun(manual([...all, ...all.slice(0, 5)]));
      expect(await ended(id)).toMatchObject({
        status: 'executed',
        total: 2300,
        sent: 2300,
        failed: 0,
        unknown: 0,
      });
      expect(new Set(countsPerPerson(all))).toEqual(new Set([1]));
      const asked = platforms.requests.filter(({ url }) => url.endsWith('/multicast'));
      expect(new Set(asked.map(({ headers }) => headers['x-line-retry-key'])).size).toBe(5);
      expect(Math.max(...asked.map(({ body }) => (body['to'] as string[]).length))).toBe(500);
    });

    it('people unknown to LINE are skipped and reported; everybody else receives it, once', async () => {
      const all = await people(channels.line, 60);
      const [named, another, unnamed] = [all[3], all[17], all[41]].map((one) => String(one?.person));
      platforms.unknownPeople.set(String(named), 'named').set(String(another), 'named');
      platforms.unknownPeople.set(String(unnamed), 'unnamed');
      const id = await begun(manual(all));
      const counts = { total: 60, sent: 57, failed: 3, unknown: 0, left: 0 };
      expect(await ended(id)).toMatchObject({ status: 'executed', ...counts });
      expect(countsPerPerson(all).filter((times) => times === 1)).toHaveLength(57);
      expect([named, another, unnamed].map((person) => platforms.arrived.get(String(person)))).toEqual([
        ...[undefined, undefined, undefined],
      ]);
      const { body: progress } = await as(ADMIN)('GET', `${CAMPAIGNS}/${id}/progress`);
      expect(progress['reasons']).toEqual([
        { reason: 'LINE refused it: Failed to send messages: Not found', state: 'failed', people: 2 },
        { reason: 'LINE refused it: Failed to send messages', state: 'failed', people: 1 },
      ]);
      const asked = platforms.requests.filter(({ url }) => url.endsWith('/multicast'));
      const keys = asked.map(({ headers }) => headers['x-line-retry-key']);
      expect(new Set(keys).size).toBe(keys.length);
      expect(asked[1]?.body['to']).toHaveLength(58);
      // Seven calls at most for each half that the one who is not named was in.
      expect(asked.length).toBeLessThan(16);
      // LINE knows one of them by now: retried, the other two do not keep it from her.
      platforms.unknownPeople.delete(String(unnamed));
      await act(ADMIN, id, 'retry');
      expect(await ended(id)).toMatchObject({ sent: 58, failed: 2 });
      expect(platforms.arrived.get(String(unnamed))).toEqual(['Loy Krathong']);
    });

    it('of one that was executed long ago the counts stay; who got it goes, and nobody is tried again', async () => {
      const sent = async (): Promise<string> => {
        const all = await people(channels.line, 2);
        platforms.unknownPeople.set(String(all[0]?.person), 'named');
        const id = await begun(manual(all));
        expect(await ended(id)).toMatchObject({ status: 'executed', sent: 1, failed: 1 });
        return id;
      };
      const [old, young] = [await sent(), await sent()];
      await services.db.query(
        `UPDATE broadcast_run SET ended_at = ended_at - interval '31 days' WHERE campaign = $1::uuid`,
        [old],
      );
      expect(await deleteRecipients(services.services, 30, AbortSignal.abort())).toBe(0);
      expect(await deleteRecipients(services.services, 30)).toBe(2);
      expect(await deleteRecipients(services.services, 30)).toBe(0);
      expect(await get(old)).toMatchObject({
        status: 'executed',
        sent: 1,
        failed: 1,
        recipientsRemoved: true,
      });
      const verb = async (id: string, name: string): Promise<Json> =>
        (await as(MODERATOR)('GET', `${CAMPAIGNS}/${id}/${name}`)).body;
      expect(await verb(old, 'failures')).toEqual([]);
      expect(await verb(old, 'outbox')).toEqual([]);
      expect(await verb(old, 'progress')).toMatchObject({
        counts: { total: 2, sent: 1, failed: 1 },
        reasons: [],
      });
      expect(await act(ADMIN, old, 'retry')).toMatchObject({
        status: 409,
        body: { message: 'There is nobody to retry' },
      });
      expect(await verb(young, 'outbox')).toHaveLength(2);
      expect(await act(ADMIN, young, 'retry')).toMatchObject({ status: 200 });
      await ended(young);
    });

    it('a message that LINE refuses is not tried with each of its people', async () => {
      const all = await people(channels.line, 200);
      platforms.defaultFailure = () => 400;
      const id = await begun(manual(all));
      expect(await ended(id)).toMatchObject({ status: 'failed', sent: 0, failed: 200, left: 0 });
      platforms.defaultFailure = () => undefined;
      expect(platforms.requests.filter(({ url }) => url.endsWith('/multicast')).length).toBeLessThan(80);
    });

    it('who of a segment is called by name gets a message with the own name', async () => {
      await made('variables', { name: 'display_name', value: 'you', scope: 'bot' });
      const all = await people(channels.line, 4, (n) => ({
        ...{ displayName: n < 3 ? 'Malee' : 'Somchai', customTags: ['named'] },
      }));
      const segment = await made('segments', {
        name: 'Called by name',
        who: { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: ['named'] }] },
      });
      const id = await begun({
        ...{ target: 'segment', segment },
        messages: [{ type: 'text', text: 'Hello {{display_name}}' }],
      });
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 4 });
      const texts = all.map(({ person }) => platforms.arrived.get(person));
      expect(texts).toEqual([['Hello Malee'], ['Hello Malee'], ['Hello Malee'], ['Hello Somchai']]);
      expect(platforms.requests.filter(({ url }) => url.endsWith('/multicast'))).toHaveLength(2);
    });

    it('on Facebook only within 24 hours, never twice: what nobody knows is counted', async () => {
      const all = await people(channels.facebook, 30);
      await people(channels.facebook, 4, () => ({
        lastSeen: new Date(Date.now() - 25 * HOUR).toISOString(),
      }));
      platforms.nextFailures = ['hang up', 429, 'hang up', 400];
      const two = [...TEXT, { type: 'text', text: 'Second' }];
      const id = await begun({ channel: channels.facebook, messages: two });
      expect(await ended(id)).toMatchObject({
        status: 'executed',
        total: 30,
        sent: 27,
        unknown: 2,
        failed: 1,
      });
      expect(Math.max(...countsPerPerson(all))).toBe(2);
      expect(countsPerPerson(all).filter((times) => times === 2)).toHaveLength(27);
      // The one that was refused is tried again, those that nobody knows are not.
      expect(await act(ADMIN, id, 'retry')).toMatchObject({ status: 200, body: { status: 'executing' } });
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 28, unknown: 2, failed: 0 });
      expect(countsPerPerson(all).filter((times) => times === 2)).toHaveLength(28);
    });

    it('on a custom channel signed, and what nobody knows is not repeated', async () => {
      const all = await people(channels.custom, 25);
      platforms.nextFailures = ['hang up', 500, 429];
      const id = await begun({ channel: channels.custom });
      expect(await ended(id)).toMatchObject({ status: 'executed', total: 25, sent: 23, unknown: 2 });
      expect(Math.max(...countsPerPerson(all))).toBe(1);
    });

    it('stops where the token is rejected, reports why, and continues when it is retried', async () => {
      // Two parts, of which either may be the first.
      const all = await people(channels.line, 1000);
      platforms.nextFailures = [200, 401];
      const id = await begun(manual(all));
      expect(await ended(id)).toMatchObject({
        ...{
          status: 'failed',
          reason: 'LINE does not know the access token',
          sent: 500,
          failed: 500,
          left: 0,
        },
      });
      expect(await act(ADMIN, id, 'retry')).toMatchObject({ status: 200 });
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 1000, failed: 0 });
    });

    it('between parts it can be stopped: who has it has it, the rest can be sent later', async () => {
      const all = await people(channels.line, 1100);
      platforms.nextFailures = [200, 429, 429, 429, 429, 429];
      const id = await begun(manual(all));
      await expect.poll(async () => (await get(id))['sent'], SLOW).toBe(500);
      const stopped = await act(MODERATOR, id, 'stop');
      expect(stopped).toMatchObject({ status: 200, body: { status: 'failed' } });
      expect(String(stopped.body['reason'])).toMatch(/^Stopped by .+ after 500 of 1100$/);
      expect(await get(id)).toMatchObject({ sent: 500, left: 600 });
      platforms.nextFailures = [];
      await act(ADMIN, id, 'retry');
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 1100, left: 0 });
    });

    it('nothing leaves the services for a channel without credentials', async () => {
      await people(channels.sandbox, 3);
      const kept = { name: `kept_${++number}`, platform: 'LINE', messages: [{ type: 'text', text: 'Kept' }] };
      const template = await made('message-templates', kept);
      const own = { content: 'template', template, messages: undefined };
      const id = await begun({ channel: channels.sandbox, ...own });
      expect((await ended(id))['status']).toBe('executed');
      expect(platforms.requests.filter(({ url }) => !url.includes('/insight/'))).toEqual([]);
      const { body } = await as(ADMIN)('GET', `${CAMPAIGNS}/${id}/outbox`);
      expect(body[0]?.['texts']).toEqual(['Kept']);
    });

    it('whoever is behind people that a platform keeps putting off gets it, and is not given up with them', async () => {
      const all = await people(channels.facebook, 30);
      platforms.defaultFailure = () => 429;
      const id = await begun({ channel: channels.facebook, ...manual(all) });
      // As after the eleventh try.
      const isPutOff = async (): Promise<number> =>
        (
          await services.db.query(
            `UPDATE broadcast_part SET attempts = 11 WHERE campaign = $1::uuid AND state = 'waiting' AND attempts > 0 RETURNING 1`,
            [id],
          )
        ).length;
      await expect.poll(isPutOff, SLOW).toBe(1);
      platforms.nextFailures = Array.from({ length: 20 }, () => 429);
      platforms.defaultFailure = () => undefined;
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 10, failed: 20 });
      await act(ADMIN, id, 'retry');
      expect(await ended(id)).toMatchObject({ status: 'executed', sent: 30, failed: 0 });
    });

    // The last one: nothing is sent afterwards.
    it('a process that ends makes no call beyond those that are under way', async () => {
      const all = await people(channels.facebook, 60);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      platforms.onSending = () => held;
      const id = await begun({ channel: channels.facebook, ...manual(all) });
      const sendings = () => platforms.requests.filter(({ url }) => url.endsWith('/messages')).length;
      await expect.poll(sendings, SLOW).toBe(20);
      const stopping = services.jobs.stop();
      answer();
      await stopping;
      platforms.onSending = () => undefined;
      expect(countsPerPerson(all).filter((times) => times === 1)).toHaveLength(20);
      expect(await get(id)).toMatchObject({ status: 'executing', sent: 20, left: 40 });
    });
  });
});
