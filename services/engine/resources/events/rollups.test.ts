import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOf } from '../../../../schemas/model/spans.ts';
import type { Granularity } from '../../../../schemas/model/types.ts';
import { visitProduct } from '../../../../tests/contract/support/visitProduct.ts';
import type { Visit } from '../../../../tests/contract/support/visitSchema.ts';
import { Random } from '../../modules/random.ts';
import { exportBackup, importBackup } from '../../storage/backup.ts';
import type { Database } from '../../storage/database.ts';
import { backfillRollups, isBackfilling } from '../../storage/events/backfillRollups.ts';
import { buildBitmaps } from '../../storage/events/buildBitmaps.ts';
import { applyEventRetention } from '../../storage/events/retain.ts';
import { indexesOf } from '../../storage/indexes.ts';
import { listIndexes } from '../../storage/migrations/buildIndex.ts';
import { listPartitions } from '../../storage/events/table.ts';
import { migrate } from '../../storage/migrate.ts';
import { testEngines, testFolder } from '../../storage/testEngines.ts';
import { type Visits, visitsOn } from './testVisits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = startOf('hour', Date.now());
const people = Array.from({ length: 12 }, (_, n) => `018f0000-0000-7000-8000-0000000000${10 + n}`);

/** Visits of the last forty days: enough for full hours, days and months, and for partial ones. */
function randomVisits(count: number, seed: number): Visit[] {
  const random = new Random(seed);
  const oneOf = <T>(values: T[]): T => values[Math.floor(random.next() * values.length)] as T;
  return Array.from({ length: count }, (_, n) => ({
    at: new Date(NOW - Math.floor(random.next() * 40 * DAY)).toISOString(),
    code: `${seed}-${n}`,
    source: oneOf(['web', 'app'] as const satisfies Visit['source'][]),
    ...(random.next() < 0.8 && { channel: oneOf(['line', 'web', '']) }),
    ...(random.next() < 0.8 && { person: oneOf(people) }),
    ...(random.next() < 0.8 && { size: oneOf([0.1, 0.2, 3, 1e9]) }),
    ...(random.next() < 0.5 && { vip: random.next() < 0.5 }),
  }));
}

/** The expected rows of `hourly`, counted in plain code. */
function countPlainly(
  visits: Visit[],
  from: number,
  to: number,
  per: Granularity | 'all',
  by: string[],
  channel?: string,
): unknown[] {
  const groups = new Map<
    string,
    { row: Record<string, unknown>; persons: Set<string>; count: number; size: number }
  >();
  for (const visit of visits) {
    const at = Date.parse(visit.at);
    if (at < from || at >= to || (channel !== undefined && visit.channel !== channel)) continue;
    const bucket = per === 'all' ? undefined : new Date(startOf(per, at)).toISOString();
    const values = Object.fromEntries(
      by.map((name) => [name, visit[name] === '' ? null : (visit[name] ?? null)]),
    );
    const key = JSON.stringify([bucket, values]);
    const group = groups.get(key) ?? {
      row: { ...(bucket !== undefined && { at: bucket }), by: values },
      persons: new Set<string>(),
      count: 0,
      size: 0,
    };
    groups.set(key, group);
    group.count++;
    // In tenths, which are exact.
    group.size += Math.round((visit.size ?? 0) * 10);
    if (visit.person !== undefined) group.persons.add(visit.person);
  }
  return [...groups.values()].map(({ row, count, size, persons }) => ({
    ...row,
    count,
    sum: { size: size / 10 },
    distinct: { person: persons.size },
  }));
}
const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

describe.each(testEngines())('roll-ups on the $name engine', { timeout: 120_000 }, ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let visits: Visits;
  const stored = randomVisits(400, 1);
  beforeAll(async () => {
    ({ db, remove } = await open());
    visits = await visitsOn(db);
  }, 240_000);
  afterAll(() => remove());

  it('count every event once, whoever appends what at the same time', async () => {
    const parts = Array.from({ length: 20 }, (_, n) => stored.slice(n * 20, n * 20 + 30));
    const backwards = parts.map((part) => [...part].reverse());
    const results = await Promise.all([...parts, ...backwards].map((part) => visits.events.append(part)));
    expect(results.reduce((sum, { stored: count }) => sum + count, 0)).toBe(400);
    const whole = { from: new Date(NOW - 50 * DAY), to: new Date(NOW + HOUR) };
    const [all] = await visits.rollup('hourly').read({ ...whole, per: 'all' });
    expect([all]).toEqual(countPlainly(stored, 0, Infinity, 'all', []));
    const web = await visits.rollup('web').read({ ...whole, per: 'all' });
    expect(web).toMatchObject([{ count: stored.filter(({ source }) => source === 'web').length }]);
  });

  it('equal plain counting for any time, span, group and condition', async () => {
    const random = new Random(7);
    const spans: (Granularity | 'all')[] = ['hour', 'day', 'week', 'month', 'all'];
    for (let n = 0; n < 40; n++) {
      const from = NOW - Math.floor(random.next() * 41 * DAY);
      const to = from + 1 + Math.floor(random.next() * (n % 3 === 0 ? 2 * HOUR : 30 * DAY));
      const [start, end] = n % 4 === 0 ? [startOf('day', from), startOf('day', to) + DAY] : [from, to];
      const per = spans[n % 5] ?? 'all';
      const by = [[], ['source'], ['channel'], ['source', 'channel']][Math.floor(random.next() * 4)] ?? [];
      const channel = n % 5 === 0 ? 'line' : undefined;
      const query = {
        from: new Date(start),
        to: new Date(end),
        per,
        by,
        where: channel === undefined ? [] : [{ channel }],
      };
      const read = await visits.rollup('hourly').read(query);
      const expected = countPlainly(stored, start, end, per, by, channel);
      const none = per === 'all' && by.length === 0 && expected.length === 0;
      expect([n, sorted(none ? read.filter(({ count }) => count > 0) : read)]).toEqual([n, sorted(expected)]);
    }
    // Distinct people stay the same once days are packed into bitmaps, also for partial days and late events.
    const whole = { from: new Date(NOW - 39 * DAY + 1), to: new Date(NOW - 5 * HOUR - 7) };
    const reads = spans.slice(1).map((per) => ({ ...whole, per }));
    const peopleOf = () => Promise.all(reads.map((query) => visits.rollup('people').read(query)));
    const listed = await peopleOf();
    expect(await buildBitmaps(db, visits.model, { minSetSize: 1 })).toBeGreaterThan(20);
    expect(await peopleOf()).toEqual(listed);
    expect(await buildBitmaps(db, visits.model, { minSetSize: 1 })).toBe(0);
    const days = await visits
      .rollup('people')
      .read({ from: new Date(NOW - 45 * DAY), to: new Date(NOW + HOUR) });
    const [day] = days;
    const ofFirstDay = stored.filter(
      ({ at }) => new Date(startOf('day', Date.parse(at))).toISOString() === day?.at,
    );
    expect(day?.distinct).toEqual({ person: new Set(ofFirstDay.flatMap(({ person }) => person ?? [])).size });
  });

  it('count late events in the bucket of their time', async () => {
    const at = NOW - 90 * DAY;
    const late = { at: new Date(at).toISOString(), code: 'late', source: 'app' as const, person: people[0] };
    await visits.events.append([late, late]);
    await visits.events.append([late]);
    const read = { from: new Date(at), to: new Date(at + HOUR), by: ['source'] };
    expect(await visits.rollup('hourly').read(read)).toEqual([
      {
        at: new Date(at).toISOString(),
        by: { source: 'app' },
        count: 1,
        sum: { size: 0 },
        distinct: { person: 1 },
      },
    ]);
  });

  it('count what a transaction appends only after its commit', async () => {
    const visit = { at: new Date(NOW - 1).toISOString(), code: 'undone', source: 'app' as const };
    const hour = { from: new Date(NOW - HOUR), to: new Date(NOW) };
    const before = await visits.rollup('hourly').read(hour);
    const undone = db.transaction(async (tx) => {
      await visits.events.append([visit], { within: { tx } });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await visits.rollup('hourly').read(hour)).toEqual(before);
  });

  it('that are new count stored events in the background, and are exact meanwhile', async () => {
    const rollups = { ...rollupsOf(visits), sizes: { per: 'day', by: ['vip'], sum: ['size'] } };
    const properties = { note: { type: 'string', default: 'none' } };
    const filters = { filters: ['at', 'source', 'note'] };
    const next = await visitsOn(db, visitProduct({ rollups }, properties, filters));
    const indexes = await listIndexes(db);
    for (const { name } of indexesOf(next.model))
      expect([name, indexes.get(name)?.valid]).toEqual([name, true]);
    const whole = {
      from: new Date(NOW - 100 * DAY),
      to: new Date(NOW + HOUR),
      per: 'day' as const,
      by: ['vip'],
    };
    expect(await isBackfilling(db, next.model)).toBe(true);
    const first = await next.rollup('sizes').read(whole);
    expect(first.reduce((sum, { count }) => sum + count, 0)).toBe(401);
    let ranges = 0;
    const stop = new AbortController();
    await backfillRollups(db, next.model, {
      signal: stop.signal,
      onRange: () => ++ranges === 3 && stop.abort(),
    });
    expect(await isBackfilling(db, next.model)).toBe(true);
    expect(await next.rollup('sizes').read(whole)).toEqual(first);
    const more = randomVisits(40, 5);
    await Promise.all([backfillRollups(db, next.model), ...more.map((visit) => next.events.append([visit]))]);
    expect(await isBackfilling(db, next.model)).toBe(false);
    // A roll-up without longer buckets adds up the shorter ones: the results are the same.
    const months = await visits.rollup('hourly').read({ ...whole, per: 'month', by: ['source'] });
    const ones = await visitsOn(db, visitProduct({ rollups: withoutGrains(rollups) }, properties, filters));
    expect(await isBackfilling(db, ones.model)).toBe(false);
    expect(await ones.rollup('hourly').read({ ...whole, per: 'month', by: ['source'] })).toEqual(months);
    const again = await visitsOn(db, visitProduct({ rollups }, properties, filters));
    expect(await isBackfilling(db, again.model)).toBe(true);
    const controller = new AbortController();
    await backfillRollups(db, again.model, { signal: controller.signal, onRange: () => controller.abort() });
    const late = randomVisits(30, 6);
    await Promise.all([
      backfillRollups(db, again.model),
      ...late.map((visit) => again.events.append([visit])),
    ]);
    expect(await isBackfilling(db, again.model)).toBe(false);
    stored.push(...more, ...late);
    const [from, to] = [NOW - 50 * DAY, NOW + HOUR];
    for (const per of ['day', 'month', 'all'] as const) {
      const read = { from: new Date(from), to: new Date(to), per, by: ['source'] };
      const rows = await again.rollup('hourly').read(read);
      expect([per, sorted(rows)]).toEqual([per, sorted(countPlainly(stored, from, to, per, ['source']))]);
    }
    const after = await again.rollup('sizes').read(whole);
    expect(after.reduce((sum, { count }) => sum + count, 0)).toBe(471);
    const [old] = await next.services.catalog.require('visit').repository.list({ where: [{ code: 'late' }] });
    expect(old).toMatchObject({ note: 'none' });
    visits = again;
  });

  it('and events are restored from a backup, on either engine, and continue', async () => {
    const folder = testFolder();
    const file = join(folder, 'visits.gz');
    await exportBackup(db, file);
    const whole = { from: new Date(NOW - 100 * DAY), to: new Date(NOW + HOUR), by: ['source', 'channel'] };
    const query = { take: 101, skip: 0 };
    for (const engine of testEngines()) {
      const target = await engine.open();
      await importBackup(target.db, file);
      const restored = await visitsOn(target.db, visits.services.catalog.product);
      expect(await restored.rollup('hourly').read(whole)).toEqual(await visits.rollup('hourly').read(whole));
      const ever = { from: whole.from, to: whole.to, per: 'all' as const };
      const people = await visits.rollup('people').read(ever);
      expect(await restored.rollup('people').read(ever)).toEqual(people);
      expect(await buildBitmaps(target.db, restored.model, { minSetSize: 1 })).toBeGreaterThan(20);
      expect(await restored.rollup('people').read(ever)).toEqual(people);
      const [all, others] = [restored, visits].map(
        ({ services }) => services.catalog.require('visit').repository,
      );
      expect(await all?.list(query)).toEqual(await others?.list(query));
      expect(await restored.events.append(stored)).toMatchObject({ stored: 0, duplicates: 470 });
      const more = randomVisits(10, 9);
      expect(await restored.events.append(more)).toMatchObject({ stored: 10 });
      expect(await restored.rollup('hourly').read({ ...whole, per: 'all', by: [] })).toMatchObject([
        { count: 481 },
      ]);
      expect(await listPartitions(target.db, restored.model)).toEqual(await listPartitions(db, visits.model));
      await target.remove();
    }
    rmSync(folder, { recursive: true });
  });

  it('outlive their events, which are dropped by the month, for their own retention', async () => {
    const later = NOW + 380 * DAY;
    const whole = { from: new Date(NOW - 100 * DAY), to: new Date(NOW + HOUR), per: 'all' as const };
    const before = await visits.rollup('hourly').read(whole);
    const months = await listPartitions(db, visits.model);
    const dropped = months.filter(({ to }) => to <= later - 401 * DAY);
    expect(dropped.length).toBeGreaterThan(0);
    const retained = await applyEventRetention(db, visits.model, later);
    expect(retained.months).toHaveLength(dropped.length);
    expect(retained.counts).toBeGreaterThan(0);
    const remaining = await listPartitions(db, visits.model);
    expect(remaining.filter(({ to }) => to <= later - 401 * DAY)).toEqual([]);
    expect(remaining.some(({ from, to }) => from <= later + 40 * DAY && to > later + 40 * DAY)).toBe(true);
    expect(await visits.rollup('hourly').read(whole)).toEqual(before);
    const web = { from: new Date(startOf('month', NOW - 100 * DAY)), to: new Date(startOf('month', NOW)) };
    expect(await visits.rollup('web').read(web)).toEqual([]);
    const other = { ...rollupsOf(visits), hourly: { per: 'hour', by: ['vip'] } };
    await expect(migrate(db, [visitModel(other)])).rejects.toThrow(
      /roll-up "hourly" counts something else now/,
    );
    await expect(migrate(db, [visitModel({})])).rejects.toThrow(/roll-up "hourly" is gone/);
  });

  it('block migrations that would lose stored events', async () => {
    const { rollups } = visits.model.events ?? { rollups: [] };
    expect(rollups.map(({ id }) => id)).toContain('sizes');
    const model = visitModel(rollupsOf(visits), { note: { type: 'number' } });
    await expect(migrate(db, [model])).rejects.toThrow(/field "note" was stored as text, but would be/);
    await expect(migrate(db, [])).rejects.toThrow('has no schema file any more');
  });

  it('count events that are appended one by one in each matching roll-up', async () => {
    const at = NOW - 45 * DAY;
    const whole = { from: new Date(at), to: new Date(at + DAY), per: 'all' } as const;
    const some = randomVisits(12, 77).map((visit, n) => ({
      ...visit,
      at: new Date(at + n * HOUR).toISOString(),
    }));
    for (const visit of [...some, ...some.slice(0, 4)]) await visits.events.append([visit]);
    const [all] = await visits.rollup('hourly').read(whole);
    expect([all]).toEqual(countPlainly(some, at, at + DAY, 'all', []));
    const web = await visits.rollup('web').read(whole);
    expect(web).toMatchObject([{ count: some.filter(({ source }) => source === 'web').length }]);
  });
});

const visitModel = (rollups: object, properties: object = {}) => {
  const product = visitProduct({ rollups: rollups as never }, properties as never);
  const model = product.entities.find(({ name }) => name === 'visit');
  if (!model) throw new Error('no visits');
  return model;
};

/** The roll-ups of a model as a schema writes them. */
function rollupsOf({ model }: Visits): Record<string, object> {
  return Object.fromEntries(
    (model.events?.rollups ?? []).map(({ id, keep, grains, ...own }) => [
      id,
      { ...own, ...(keep && { keep: `${keep}d` }), ...(grains.length > 0 && { grains }) },
    ]),
  );
}

/** The same roll-ups without longer buckets. */
const withoutGrains = (rollups: Record<string, object>): never =>
  Object.fromEntries(
    Object.entries(rollups).map(([id, own]) => [id, { ...own, grains: undefined }]),
  ) as never;
