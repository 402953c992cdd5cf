import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Granularity } from '../../schemas/model/types.ts';
import { Random } from '../../services/engine/modules/random.ts';
import { events } from '../../services/engine/resources/events/events.ts';
import { buildBitmaps } from '../../services/engine/storage/events/buildBitmaps.ts';
import { updateJourneys } from '../../services/products/dashboard/journey/updateJourneys.ts';
import { findSources } from '../../services/products/dashboard/journey/spans.ts';
import type { CountRow } from '../../services/products/dashboard/journey/journeyRollup.ts';
import { type JourneyRow, journeyStatement } from '../../services/products/dashboard/journey/statement.ts';
import { productEngines } from '../../services/engine/storage/testEngines.ts';
import {
  type ReferenceQuery,
  type ReferenceMessage,
  countReferenceFigures,
  countReferenceJourney,
} from './support/dashboardReference.ts';
import { type Answer, type Call, startServices, type TestServices } from './support/services.ts';

const BASE = '/api/v1/dashboard';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.now();
const PERSONS = Array.from({ length: 14 }, (_, n) => `018f0000-0000-7000-8000-0000000000${10 + n}`);
const ADS = ['018f0000-0000-7000-8000-000000000101', '018f0000-0000-7000-8000-000000000102'];
const INTERVALS: Granularity[] = ['hour', 'day', 'week', 'month'];

/** Conversations of the last hundred days: pauses of seconds, of exactly and of more than half an hour, of days. */
function talk(channels: string[], templates: string[], random: Random): ReferenceMessage[] {
  return PERSONS.flatMap((profile, person) => {
    let at = NOW - 100 * DAY + person * HOUR;
    const messages: ReferenceMessage[] = [];
    while (at < NOW - DAY) {
      const chance = random.next();
      at +=
        chance < 0.75
          ? random.integer(1, 20 * 60_000)
          : chance < 0.82
            ? 30 * MINUTE
            : chance < 0.88
              ? 30 * MINUTE + 1
              : random.integer(1, 9 * DAY);
      if (at >= NOW) break;
      const source = random.pick(['USER', 'USER', 'BOT', 'BOT', 'BOT', 'AGENT', 'BROADCAST'] as const);
      const isStep = source === 'BOT' && random.chance(0.8);
      messages.push({
        at: new Date(at).toISOString(),
        key: `${person}-${messages.length}`,
        channel: random.pick(channels),
        profile,
        source,
        kind: random.chance(0.06) ? 'follow' : 'message',
        type: random.chance(0.4) ? 'postback' : 'text',
        ...(messages.length === 0 && { newcomer: true }),
        ...(isStep && { template: random.pick(templates), place: random.pick([0, 0, 0, 1]) }),
        ...(source === 'USER' && random.chance(0.3) && { template: random.pick(templates) }),
        ...(source === 'BROADCAST' && random.chance(0.5) && { campaign: random.pick(['loy', 'songkran']) }),
        ...(source === 'BOT' && random.chance(0.1) && { handoff: true }),
        ...(source === 'BOT' && random.chance(0.15) && { chatAd: random.pick(ADS) }),
      });
    }
    return messages;
  });
}

describe('the journey while there are no templates', () => {
  it('has no unit and counts nothing', async () => {
    const services = await startServices();
    try {
      await services.db.query('DELETE FROM entity_template');
      const reader = await services.as('livechat.agent');
      const range = 'startIsoStringDate=2026-11-01T00:00:00Z&endIsoStringDate=2026-11-02T00:00:00Z';
      const { status, body } = await reader('GET', `${BASE}/user-journeys?${range}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ unit: null, previous: [], current: { count: 0, people: 0 }, next: [] });
      expect(body['stages']).toContainEqual({ name: 'Nothing more', count: 0, percent: 0 });
    } finally {
      await services.stop();
    }
  });
});

describe.each(productEngines())('the dashboards on the $name engine', ({ settings }) => {
  let services: TestServices;
  let remove: () => Promise<void>;
  let reader: Call;
  let said: ReferenceMessage[];
  let channels: string[];
  let templates: { id: string; name: string }[];

  beforeAll(async () => {
    const engine = await settings();
    remove = engine.remove;
    services = await startServices(engine.env);
    // Dashboards are open to whoever is signed in.
    reader = await services.as('livechat.agent');
    const listed = await reader('GET', `${BASE}/channels?take=3`);
    channels = (listed.body as unknown as { id: string }[]).map(({ id }) => id);
    const all = await reader('GET', `${BASE}/user-journeys/templates?take=13`);
    templates = all.body as unknown as typeof templates;
    said = talk(
      channels,
      templates.map(({ id }) => id),
      new Random(13),
    );
    await events(services.services, 'message').append(said);
    // Those that come again, and late ones in another order, are counted once.
    await events(services.services, 'message').append(said.slice(0, 100).toReversed());
  }, 240_000);
  afterAll(async () => {
    await services.stop();
    await remove();
  });

  const ask = (
    path: string,
    query: Partial<ReferenceQuery>,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const parameters = new URLSearchParams(more);
    if (query.from !== undefined) parameters.set('startIsoStringDate', new Date(query.from).toISOString());
    if (query.to !== undefined) parameters.set('endIsoStringDate', new Date(query.to).toISOString());
    if (query.interval) parameters.set('interval', query.interval);
    for (const channel of query.channels ?? []) parameters.append('channels[]', channel);
    if (path.startsWith('messages/') && !path.endsWith('bot'))
      for (const source of query.sources ?? []) parameters.append('messageSources[]', source);
    return reader('GET', `${BASE}/${path}?${parameters.toString()}`);
  };

  it('count as plain code does: any range, interval, channels and sources', async () => {
    const random = new Random(29);
    const { db } = services;
    let packed = 0;
    for (let n = 0; n < 24; n++) {
      // With sets of people that are packed, and with some that have grown since.
      if (n === 8) packed = await buildBitmaps(db, services.model('message'), { minSetSize: 2 });
      if (n === 16) {
        const late = talk(
          channels,
          templates.map(({ id }) => id),
          new Random(41),
        ).filter((_, at) => at % 9 === 0);
        const fresh = late.map((one) => ({ ...one, key: `late ${one.key}`, newcomer: undefined }));
        await events(services.services, 'message').append(fresh);
        said.push(...fresh);
      }
      const interval = INTERVALS[n % 4] ?? 'day';
      const from = NOW - random.integer(1, 101 * DAY);
      const to = from + random.integer(1, interval === 'hour' ? 15 * DAY : 101 * DAY);
      const sources = random.sample(['USER', 'BOT', 'AGENT', 'BROADCAST'], random.integer(0, 3));
      const asked = { from, to, interval, channels: random.sample(channels, random.integer(0, 2)), sources };
      const expected = countReferenceFigures(said, asked);
      const responses = await Promise.all(Object.keys(expected).map((path) => ask(path, asked)));
      const answers = Object.fromEntries(
        Object.keys(expected).map((path, at) => [path, responses[at]?.body]),
      );
      expect({ n, asked, ...answers }).toEqual({ n, asked, ...expected });
    }
    expect(packed).toBeGreaterThan(50);
  });

  it('have a point for each stretch, in UTC+7, of which the first may begin before the range', async () => {
    const from = Date.parse('2026-09-30T18:30:00Z');
    const answer = await ask('messages/chart', { from, to: from + 2 * DAY, interval: 'day' });
    expect((answer.body['rows'] as { date: string }[]).map(({ date }) => date)).toEqual([
      '2026-09-30T17:00:00.000Z',
      '2026-10-01T17:00:00.000Z',
      '2026-10-02T17:00:00.000Z',
    ]);
    const week = await ask('users/active/chart', { from, to: from + DAY, interval: 'week' });
    expect((week.body['rows'] as { date: string }[])[0]?.date).toBe('2026-09-27T17:00:00.000Z');
  });

  it('give 400 points and no more', async () => {
    const to = Date.parse('2026-11-20T17:00:00Z');
    const most = await ask('messages/chart', { from: to - 400 * HOUR, to, interval: 'hour' });
    expect(most.body['rows']).toHaveLength(400);
    const more = await ask('messages/chart', { from: to - 400 * HOUR - 1, to, interval: 'hour' });
    expect([more.status, more.body['code']]).toEqual([400, 'MALFORMED']);
    expect(more.body['message']).toMatch(/more than 400 points/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['without a start', { startIsoStringDate: '' }, /startIsoStringDate must be a time/],
    ['with an end that is none', { endIsoStringDate: 'soon' }, /endIsoStringDate must be a time/],
    ['that ends before it begins', { endIsoStringDate: '2020-01-01T00:00:00Z' }, /must be behind/],
    ['by an interval that is none', { interval: 'year' }, /interval must be one of hour, day, week, month/],
    ['of a source that is none', { messageSources: 'ROBOT' }, /messageSources must be one of USER/],
    ['of a channel that is none', { 'channels[]': 'x' }, /"x" is no id/],
    ['with a parameter that is none', { chanels: 'x' }, /channels/],
  ])('refuse a question %s', async (_, wrong, message) => {
    const range = { startIsoStringDate: '2026-01-01T00:00:00Z', endIsoStringDate: '2026-01-02T00:00:00Z' };
    const answer = await ask('messages/chart', {}, { ...range, ...wrong });
    expect([answer.status, answer.body['message']]).toEqual([400, expect.stringMatching(message)]);
  });

  it('are for people who are signed in', async () => {
    const nobody = await services.as();
    expect((await nobody('GET', `${BASE}/channels`)).status).toBe(401);
  });

  it('follow a template through conversations as plain code does: followed before, grown since, or not', async () => {
    const random = new Random(31);
    const [{ db }, message] = [services, services.model('message')];
    const year = { from: new Date(NOW - 365 * DAY), to: new Date(NOW) };
    const readCounts = async (): Promise<number[]> => {
      const { months, days } = await findSources(db, message, year, { summed: true });
      return [months.length, days.length];
    };
    const follow = async (): Promise<void> => {
      const from = NOW - random.integer(1, 100 * DAY);
      const asked: ReferenceQuery = {
        ...{ from, to: from + random.integer(HOUR, 100 * DAY), interval: 'day', sources: [] },
        channels: random.sample(channels, random.integer(0, 2)),
      };
      const unit = random.pick(templates);
      const expected = countReferenceJourney(said, unit.id, asked);
      const { body } = await ask('user-journeys', { ...asked, interval: undefined }, { unitId: unit.id });
      const told = (steps: unknown) =>
        (steps as { id: string | null; type: string; count: number }[]).map((step) => [
          step.type === 'other' ? 'other' : `${step.type} ${step.id}`,
          step.count,
        ]);
      expect(body['unit']).toEqual(unit);
      expect(body['current']).toMatchObject({
        ...{ count: expected.count, people: expected.people, medianSeconds: expected.medianSeconds },
      });
      expect(asSteps(told(body['previous']))).toEqual(asSteps(bySize(expected.previous)));
      expect(asSteps(told(body['next']))).toEqual(asSteps(bySize(expected.next)));
      const stages = body['stages'] as { name: string; count: number; percent: number }[];
      expect(stages.map(({ name, count }) => [name, count])).toEqual(
        ['Tapped an action', 'Wrote back', 'Asked for a person', 'Nothing more'].map((name) => [
          name,
          expected.stages.get(name) ?? 0,
        ]),
      );
      for (const { count, percent } of stages)
        expect(percent).toBe(expected.count === 0 ? 0 : Math.round((count / expected.count) * 1000) / 10);
    };
    for (let n = 0; n < 8; n++) await follow();
    expect(await updateJourneys(db, message, { now: NOW })).toBeGreaterThan(60);
    expect(await updateJourneys(db, message, { now: NOW })).toBe(0);
    // A hundred days are at least two whole months and some days.
    const [months = 0, days = 0] = await readCounts();
    expect(months).toBeGreaterThanOrEqual(2);
    expect(days).toBeGreaterThan(5);
    for (let n = 0; n < 8; n++) await follow();
    const late = talk(
      channels,
      templates.map(({ id }) => id),
      new Random(43),
    ).filter((_, at) => at % 7 === 0);
    const fresh = late.map((one) => ({ ...one, key: `later ${one.key}`, newcomer: undefined }));
    await events(services.services, 'message').append(fresh);
    said.push(...fresh);
    expect((await readCounts())[0]).toBe(0);
    for (let n = 0; n < 8; n++) await follow();
    // Two processes at once; later with a clock that was put back and forth.
    await Promise.all([updateJourneys(db, message, { now: NOW }), updateJourneys(db, message, { now: NOW })]);
    expect(await readCounts()).toEqual([months, days]);
    for (let n = 0; n < 8; n++) await follow();
    await updateJourneys(db, message, { now: NOW - 3 * DAY });
    for (let n = 0; n < 4; n++) await follow();
    await updateJourneys(db, message, { now: NOW });
    expect(await readCounts()).toEqual([months, days]);
    for (let n = 0; n < 4; n++) await follow();
    // Of the day that is not over the hours are kept: what is followed now began three hours ago at most.
    const { live } = await findSources(db, message, year, { summed: true });
    expect(Math.min(...live.slice(1).map(([begin]) => begin.getTime()))).toBeGreaterThanOrEqual(
      NOW - 3 * HOUR,
    );
  });

  it('follow the last answers of a template that answered more often than is followed at once', async () => {
    const unit = templates[0]?.id ?? '';
    const range = { from: NOW - 100 * DAY, to: NOW };
    const message = services.model('message');
    const ends = { from: new Date(range.from), to: new Date(range.to) };
    const statement = journeyStatement(message, { unit, ...ends }, 5);
    const counts = await services.db.query<JourneyRow>(statement.text, statement.values);
    const of = (part: JourneyRow['part']) => counts.filter((one) => one.part === part);
    const [since] = of('since');
    const from = since?.amount ?? 0;
    const asked: ReferenceQuery = { from, to: range.to, interval: 'day', channels: [], sources: [] };
    const expected = countReferenceJourney(said, unit, asked);
    expect(expected.count).toBe(5);
    for (const part of ['previous', 'next'] as const)
      expect(
        new Map((of(part) as CountRow[]).map(({ kind, id, amount }) => [`${kind} ${id}`, amount])),
      ).toEqual(expected[part]);
    expect(of('people')).toMatchObject([{ amount: expected.people }]);
    const all = journeyStatement(message, { unit, ...ends });
    const whole = await services.db.query<JourneyRow>(all.text, all.values);
    expect(whole.filter(({ part }) => part === 'since')).toEqual([]);
    // Of days that were followed before all answers are counted, however many they are.
    await updateJourneys(services.db, message, { now: NOW });
    const kept = await findSources(services.db, message, ends, { summed: false });
    const both = journeyStatement(message, { unit, ...ends, sources: kept }, 5);
    const counted = await services.db.query<JourneyRow>(both.text, both.values);
    expect(sorted(counted)).toEqual(sorted(whole));
  });

  it('follow the template that answered most, where none is requested', async () => {
    const random = new Random(37);
    for (let n = 0; n < 4; n++) {
      const from = NOW - random.integer(20 * DAY, 100 * DAY);
      const asked = { from, to: from + random.integer(15 * DAY, 100 * DAY) };
      const counts = templates.map(
        ({ id }) =>
          countReferenceJourney(said, id, { ...asked, interval: 'day', channels: [], sources: [] }).count,
      );
      const { body } = await ask('user-journeys', asked);
      expect([n, (body['current'] as { count: number }).count]).toEqual([n, Math.max(...counts)]);
    }
    // Where nothing was sent it is the one that answered most in the year before.
    const later = { from: NOW + 2 * DAY, to: NOW + 3 * DAY };
    const year = { from: later.to - 366 * DAY, to: later.to };
    const ofYear = templates.map(
      ({ id }) =>
        countReferenceJourney(said, id, { ...year, interval: 'day', channels: [], sources: [] }).count,
    );
    const most = templates[ofYear.indexOf(Math.max(...ofYear))];
    expect((await ask('user-journeys', later)).body).toMatchObject({ unit: most, current: { count: 0 } });
    // Before anything was sent it is the first by name.
    const { body } = await ask('user-journeys', { from: NOW - 300 * DAY, to: NOW - 299 * DAY });
    expect(body).toMatchObject({ unit: templates[0], current: { count: 0 } });
  });

  it('follow only people of the requested segments', async () => {
    const owner = await services.as('owner');
    const tags = await owner('GET', '/api/v1/audiences?take=1');
    const someone = tags.body[0] as { id: string };
    const segment = await owner('POST', '/api/v1/segments', {
      name: 'Journey',
      who: { match: 'all', conditions: [{ field: 'tag', is: 'any', tags: ['only-one'] }] },
    });
    const range = { from: NOW - 2 * DAY, to: NOW };
    const unit = templates[0]?.id ?? '';
    await events(services.services, 'message').append(
      [someone.id, PERSONS[0]].map((profile, n) => ({
        at: new Date(NOW - HOUR).toISOString(),
        ...{ key: `segment ${n}`, channel: channels[0], profile, source: 'BOT' as const },
        ...{ kind: 'message' as const, type: 'text' as const, template: unit, place: 0 },
      })),
    );
    const of = async (): Promise<unknown> =>
      (await ask('user-journeys', range, { unitId: unit, 'segmentIds[]': String(segment.body['id']) })).body[
        'current'
      ];
    expect(await of()).toMatchObject({ count: 0 });
    const record = (await owner('GET', `/api/v1/audiences/${someone.id}`)).body;
    await owner('PUT', `/api/v1/audiences/${someone.id}`, { ...record, customTags: ['only-one'] });
    expect(await of()).toMatchObject({ count: 1, people: 1 });
    const unknown = await ask('user-journeys', range, { unitId: unit, segmentIds: PERSONS[0] ?? '' });
    expect(unknown.status).toBe(400);
    expect((await ask('user-journeys', range, { unitId: PERSONS[0] ?? '' })).status).toBe(404);
  });

  it('the progress of the demo’s conversations is reported until they are complete', async () => {
    const filling = async () => (await reader('GET', '/api/v1/dashboard/demo/conversations')).body;
    expect(await filling()).toEqual({ filling: null });
    const id = PERSONS[0] ?? '';
    await services.db.query(
      `INSERT INTO job_run (id, name, state, done, total, due_at)
       VALUES ($1::uuid, 'demo.traffic', 'waiting', 120, 365, now() + interval '1 day')`,
      [id],
    );
    expect(await filling()).toEqual({ filling: { done: 120, total: 365 } });
    await services.db.query(`UPDATE job_run SET state = 'done' WHERE id = $1::uuid`, [id]);
    expect(await filling()).toEqual({ filling: null });
  });

  it('tell steps whose template is gone from those that are called so', async () => {
    const [unit, gone] = templates;
    await services.db.query('DELETE FROM entity_template WHERE id = $1', [gone?.id]);
    const { body } = await ask(
      'user-journeys',
      { from: NOW - 100 * DAY, to: NOW },
      { unitId: unit?.id ?? '' },
    );
    const steps = [body['previous'], body['next']].flat() as {
      id: string | null;
      isDeleted?: true;
      name: string;
      type: string;
    }[];
    const known = steps.filter(({ type }) => type === 'template');
    expect(known.length).toBeGreaterThan(2);
    for (const { id, isDeleted, name } of known)
      expect([id, isDeleted, name === 'Deleted template']).toEqual([
        id,
        ...(id === gone?.id ? [true, true] : [undefined, false]),
      ]);
    expect(known.map(({ id }) => id)).toContain(gone?.id);
  });
});

const sorted = (counts: readonly JourneyRow[]): string[] =>
  counts.map((one) => JSON.stringify(one)).toSorted();

type Counted = [string, number];

const bySize = (counts: ReadonlyMap<string, number>): Counted[] => [...counts];

/** The ten biggest by their size, the rest of them together, and those who left. */
function asSteps(steps: (string | number)[][]): unknown {
  const all = steps as Counted[];
  const left = all.filter(([name]) => name.startsWith('left'));
  const given = all.find(([name]) => name === 'other');
  const named = all
    .filter(([name]) => !name.startsWith('left') && name !== 'other')
    .toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const rest = named.slice(10).reduce((sum, [, count]) => sum + count, given?.[1] ?? 0);
  // Of several that came equally often either may be among the ten.
  const sizes = named.slice(0, 10).map(([, count]) => count);
  return {
    sizes,
    certain: named.slice(0, 10).filter(([, count]) => count > (sizes.at(-1) ?? 0)),
    rest,
    left,
  };
}
