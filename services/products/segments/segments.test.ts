import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../../schemas/testProduct.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Condition, ConditionOrGroup, Conditions } from '../../../schemas/segments/conditions.ts';
import { type PersonActivity, meetsConditions } from '../../../schemas/segments/meetsConditions.ts';
import { events } from '../../engine/resources/events/events.ts';
import { SecretBox } from '../../engine/resources/secretBox.ts';
import { createServices, type Services } from '../../engine/resources/services.ts';
import { Store } from '../../engine/resources/write/store.ts';
import type { Database } from '../../engine/storage/database.ts';
import { migrate } from '../../engine/storage/migrate.ts';
import { Parameters } from '../../engine/storage/matchSql.ts';
import { productEngines } from '../../engine/storage/testEngines.ts';
import {
  estimateMembers,
  countEachCondition,
  countByChannel,
  countSegments,
  peopleQuery,
  peopleSources,
  sampleMembers,
} from './members.ts';
import { conditionsSql } from './conditionsSql.ts';
import { findSegmentsOfPerson } from './segmentsOfPerson.ts';
import { SEGMENT_TABLES } from './tables.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-20T10:00:00.000Z');
const ago = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
const id = (kind: number, at: number): string =>
  `0190000${kind}-0000-7000-8000-${String(at).padStart(12, '0')}`;
const channels = [id(1, 1), id(1, 2)];
const templates = [id(2, 1), id(2, 2)];
const campaigns = [id(3, 1), id(3, 2)];

// Few values, so that people and conditions often meet.
const tag = fc.constantFrom('vip', 'new', 'ขายส่ง');
const text = fc.constantFrom(
  ...[
    'เชียงใหม่',
    'Chiang Mai',
    'mai',
    '10',
    '9.5',
    '-3',
    '1e3',
    '010',
    '',
    '2026-11-01',
    '2026-11-0',
    '%',
    '\\',
  ],
);
const name = fc.constantFrom('city', 'points', 'a/b', 'a.b', "o'clock", '__proto__', 'nothing');
const days = fc.constantFrom(1, 7, 30);
const date = fc.constantFrom('2026-10-21', '2026-11-13', '2026-11-20');
const seen = fc.constantFrom(ago(0.02), ago(1), ago(6.9), ago(7), ago(30.1), '2026-11-12T17:00:00.000Z');
const state = fc.constantFrom('following', 'blocked', 'unknown');
const language = fc.constantFrom('th', 'en', 'other');
const list = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(of, { minLength: 1, maxLength: 2 });

const person = fc.record(
  {
    firstSeen: seen,
    lastSeen: seen,
    followState: state,
    language,
    userTags: list(tag),
    customTags: list(tag),
    customFields: fc.dictionary(name, text, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);
const when = fc.record({
  is: fc.constantFrom('within', 'not-within', 'after', 'before'),
  amount: days,
  unit: fc.constantFrom('days', 'hours'),
  date,
});
const condition = fc.oneof(
  fc.record({
    field: fc.constant('channel'),
    is: fc.constantFrom('any', 'none'),
    channels: list(fc.constantFrom(...channels)),
  }),
  fc.record({ field: fc.constant('tag'), is: fc.constantFrom('any', 'every', 'none'), tags: list(tag) }),
  fc.record({
    field: fc.constant('custom-field'),
    name,
    is: fc.constantFrom(
      'any',
      'none',
      'contains',
      'at-least',
      'at-most',
      'after',
      'before',
      'known',
      'unknown',
    ),
    values: list(text.filter((one) => one !== '')),
    number: fc.constantFrom(-3, 0, 9.5, 10),
    date,
  }),
  when.map((one) => ({ field: 'first-seen', ...one })),
  when.map((one) => ({ field: 'last-seen', ...one })),
  fc.record({
    field: fc.constant('message-count'),
    is: fc.constantFrom('at-least', 'at-most'),
    count: fc.nat(3),
  }),
  fc.record({
    field: fc.constant('clicked-template'),
    is: fc.constantFrom('is', 'is-not'),
    template: fc.constantFrom(...templates),
  }),
  fc.record({
    field: fc.constant('received-campaign'),
    is: fc.constantFrom('is', 'is-not'),
    campaign: fc.constantFrom(...campaigns),
  }),
  fc.record({ field: fc.constant('follow-state'), is: fc.constantFrom('is', 'is-not'), state }),
  fc.record({
    field: fc.constant('language'),
    is: fc.constantFrom('any', 'none'),
    languages: list(language),
  }),
) as fc.Arbitrary<Condition>;
const match = fc.constantFrom('all' as const, 'any' as const);
const group = fc.record({
  field: fc.constant('group' as const),
  match,
  conditions: fc.array(condition, { maxLength: 3 }),
});
const conditions = fc.record({
  match,
  conditions: fc.array(fc.oneof({ weight: 3, arbitrary: condition }, group), { maxLength: 4 }),
}) as fc.Arbitrary<Conditions>;

const all = (...own: ConditionOrGroup[]): Conditions => ({ match: 'all', conditions: own });

describe.each(productEngines())('segments on the $name engine', ({ open }) => {
  const product = cachedProduct();
  const people: EntityRecord[] = [];
  const deeds = new Map<string, PersonActivity & { clicked: Set<string>; received: Set<string> }>();
  let db: Database;
  let remove: () => Promise<void>;
  let services: Services;

  beforeAll(async () => {
    ({ db, remove } = await open());
    const needed = product.entities.filter(({ name: entity }) => ['profile', 'message'].includes(entity));
    await migrate(db, needed);
    services = createServices({
      db,
      product,
      secretBox: new SecretBox(Buffer.alloc(32, 7)),
    });
    const store = new Store(db, services.catalog.require('profile').model);
    for (const [at, own] of fc.sample(person, { numRuns: 60, seed: 11 }).entries()) {
      const made = await store.create({
        ...own,
        displayName: `Person ${at}`,
        channel: channels[at % 2],
        externalId: `U${at}`,
      });
      people.push(made);
      deeds.set(made.id, { messages: 0, clicked: new Set(), received: new Set() });
    }
    const rows = fc
      .sample(
        fc.record({
          who: fc.nat(59),
          source: fc.constantFrom('USER' as const, 'USER' as const, 'BOT' as const, 'BROADCAST' as const),
          kind: fc.constantFrom('message' as const, 'message' as const, 'follow' as const),
          type: fc.constantFrom('text' as const, 'postback' as const),
          template: fc.option(fc.constantFrom(...templates), { nil: undefined }),
          campaign: fc.option(fc.constantFrom(...campaigns), { nil: undefined }),
          days: fc.constantFrom(0, 3, 40),
        }),
        { numRuns: 120, seed: 3 },
      )
      .map(({ who, days: since, ...own }, at) => {
        const profile = people[who]?.id ?? '';
        const deed = deeds.get(profile);
        if (deed && own.kind === 'message' && own.source === 'USER') {
          deed.messages += 1;
          if (own.type === 'postback' && own.template !== undefined) deed.clicked.add(own.template);
        }
        if (deed && own.kind === 'message' && own.source === 'BROADCAST' && own.campaign !== undefined)
          deed.received.add(own.campaign);
        return { ...own, profile, channel: channels[who % 2], key: `m${at}`, at: ago(since) };
      });
    await events(services, 'message').append(rows, { now });
  }, 120_000);
  afterAll(() => remove());

  const expectedIds = (who: Conditions): string[] =>
    people
      .filter((own) =>
        meetsConditions(
          who,
          own,
          deeds.get(own.id) ?? { messages: 0, clicked: new Set(), received: new Set() },
          now,
        ),
      )
      .map((own) => own.id)
      .sort();

  it('finds the same people by SQL and by plain code, whatever the conditions', async () => {
    await fc.assert(
      fc.asyncProperty(conditions, async (who) => {
        for (const { from, columns } of Object.values(peopleSources(services, who))) {
          const parameters = new Parameters();
          const where = conditionsSql(services, who, parameters, now, columns);
          const found = await db.query(
            `SELECT id FROM ${from} WHERE ${where} ORDER BY id`,
            parameters.values,
          );
          expect(found.map((one) => one['id'])).toEqual(expectedIds(who));
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('counts, samples and pages the same people', async () => {
    const who = all({ field: 'tag', is: 'none', tags: ['vip'] });
    const expected = expectedIds(who);
    expect(expected.length).toBeGreaterThan(20);
    const onChannel = (channel: string): number =>
      people.filter((own) => expected.includes(own.id) && own['channel'] === channel).length;
    expect(
      new Map((await countByChannel(services, who, now)).map((one) => [one.channel, one.count])),
    ).toEqual(new Map(channels.map((channel) => [channel, onChannel(channel)])));
    const sample = await sampleMembers(services, who, 10, { now });
    const others = await sampleMembers(services, who, 10, { now, skip: 10 });
    expect(new Set([...sample, ...others]).size).toBe(20);
    // The same, whichever way they are looked for.
    const known = { now, of: expected.length };
    expect(await sampleMembers(services, who, 10, { ...known, skip: 10 })).toEqual(others);
    expect(await sampleMembers(services, who, 10, { ...known, skip: expected.length })).toEqual([]);
    const times = sample.map((one) => String(people.find((own) => own.id === one)?.['lastSeen'] ?? ''));
    expect(times).toEqual(times.toSorted().toReversed());
    const alone = all(
      { field: 'tag', is: 'any', tags: ['vip'] },
      { field: 'group', match: 'any', conditions: [{ field: 'message-count', is: 'at-most', count: 0 }] },
    );
    expect(await countEachCondition(services, alone, now)).toEqual({
      of: 60,
      each: [
        60 - expected.length,
        expectedIds(all({ field: 'message-count', is: 'at-most', count: 0 })).length,
      ],
    });
  });

  it('are estimated where there are many, from people picked at random', async () => {
    const few = all({ field: 'tag', is: 'any', tags: ['vip'] });
    await db.exec('ANALYZE');
    expect(await estimateMembers(services, few, { now })).toBeUndefined();
    // Of so few people all are looked at.
    const own = { now, minPeople: 1, minMatches: 1 };
    expect(await estimateMembers(services, few, own)).toBe(expectedIds(few).length);
    const seen = all({ field: 'last-seen', is: 'within', amount: 30, unit: 'days' });
    expect(await estimateMembers(services, seen, own)).toBe(expectedIds(seen).length);
    expect(await estimateMembers(services, few, { ...own, minMatches: 61 })).toBeUndefined();
  });

  it('are counted for a list in one request; with many people they are estimated from a sample', async () => {
    const few = all({ field: 'tag', is: 'any', tags: ['vip'] });
    const seen = all({ field: 'last-seen', is: 'within', amount: 30, unit: 'days' });
    const rows = [
      { id: 'few', who: few },
      { id: 'seen', who: seen },
    ];
    await db.exec('ANALYZE');
    const values = { few: expectedIds(few).length, seen: expectedIds(seen).length };
    expect(await countSegments(services, rows, { now })).toEqual({ values, about: [] });
    const least = Math.max(values.few, values.seen);
    const rare = values.few < least ? 'few' : 'seen';
    const often = rare === 'few' ? 'seen' : 'few';
    const sampled = { now, minPeople: 1, minMatches: least };
    expect(await countSegments(services, rows, sampled)).toEqual({ values, about: [often] });
    // Without time left the one that is not estimated is left out.
    expect(await countSegments(services, rows, { ...sampled, timeMs: -1 })).toEqual({
      values: { [often]: values[often] },
      about: [often],
    });
  });

  it('lists the segments of a person', async () => {
    const segments = fc
      .sample(conditions, { numRuns: 40, seed: 5 })
      .map((who, at) => ({ name: `S${at}`, who }));
    for (const own of people.slice(0, 12)) {
      const found = await findSegmentsOfPerson(services, own, segments, now);
      expect(found.map((one) => one.name)).toEqual(
        segments.filter(({ who }) => expectedIds(who).includes(own.id)).map((one) => one.name),
      );
    }
  });

  it('has everybody without conditions, nobody with an empty alternative', async () => {
    const total = async (who: Conditions): Promise<number> =>
      (await countByChannel(services, who, now)).reduce((sum, { count }) => sum + count, 0);
    expect(await total(all())).toBe(60);
    expect(await total({ match: 'any', conditions: [] })).toBe(0);
  });

  it('reads few people by an index on their documents, many from the rows beside them', async () => {
    await db.exec(`WITH made AS (
        INSERT INTO entity_profile (id, data) SELECT gen_random_uuid(), data || jsonb_build_object('externalId', 'N' || n,
          'userTags', CASE WHEN n % 1000 = 0 THEN '["rare"]'::jsonb ELSE '["many"]' END)
        FROM (SELECT data FROM entity_profile LIMIT 1) AS one, generate_series(1, 5000) AS n RETURNING id, created_at)
      INSERT INTO entity_profile_facts (id, made_at) SELECT id, created_at FROM made`);
    await db.exec('ANALYZE');
    const from = async (tag: string): Promise<string> =>
      (await peopleQuery(services, [all({ field: 'tag', is: 'any', tags: [tag] })], now))(new Parameters())
        .source.from;
    expect(await from('rare')).toBe('"entity_profile"');
    expect(await from('many')).toBe('"entity_profile_facts"');
    for (const tag of ['rare', 'many']) {
      const who = all({ field: 'tag', is: 'any', tags: [tag] });
      expect(await countByChannel(services, who, now)).toMatchObject([{ count: tag === 'rare' ? 5 : 4995 }]);
    }
  });

  it('takes over segments from when they were lists of tags', async () => {
    const segment = services.catalog.require('segment').model;
    await migrate(db, [
      ...product.entities.filter((one) => ['profile', 'message', 'segment'].includes(one.name)),
    ]);
    const store = new Store(db, segment);
    const old = await store.create({ name: 'Old', tags: ['vip', 'new'] });
    const none = await store.create({ name: 'None', tags: [] });
    for (const statement of SEGMENT_TABLES[0]?.statements ?? []) await db.exec(statement);
    const read = async (one: EntityRecord): Promise<unknown> => (await store.find(one.id))?.['who'];
    expect(await read(old)).toEqual(all({ field: 'tag', is: 'any', tags: ['vip', 'new'] }));
    expect(await read(none)).toEqual({ match: 'any', conditions: [] });
  });
});
