import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { testEngines } from '../storage/testEngines.ts';
import { choices, field, model } from '../storage/testModels.ts';
import { isTooShortForIndex, MAX_ROWS_SCANNED } from './search.ts';
import { Store } from './write/store.ts';

const thing = model(
  'thing',
  [field('name', { unique: true }), field('note'), field('kind', choices('even', 'odd'))],
  { list: { search: ['name'], filters: ['note', 'kind'], sort: { field: 'name', order: 'ASC' } } },
);

it.each([
  ['a', true],
  ['ab', true],
  ['ก็', true],
  ['a-b c', true],
  ['---', true],
  ['abc', false],
  ['ab abc', false],
  ['ทดส', false],
  ['  ', false],
])('%j has no three letters in a row: %s', (keyword, short) => {
  expect(isTooShortForIndex(keyword)).toBe(short);
});

describe.each(testEngines())('lists on the $name engine', { timeout: 120_000 }, ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let things: Store;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, [thing]);
    things = new Store(db, thing);
    // In the order of names: as many `m…` as are scanned for a short keyword, then `z…`.
    await db.query(
      `INSERT INTO entity_thing (id, data) SELECT gen_random_uuid(), jsonb_build_object('name', 'm' || lpad(n::text, 6, '0'),
         'kind', CASE n % 2 WHEN 0 THEN 'even' ELSE 'odd' END) FROM generate_series(1, $1::int) AS n`,
      [MAX_ROWS_SCANNED],
    );
    await things.create({ name: 'zq last', kind: 'odd', note: 'rare' });
    await db.exec('ANALYZE entity_thing');
  }, 240_000);
  afterAll(() => remove());

  const names = (rows: { [name: string]: unknown }[]): unknown[] => rows.map((row) => row['name']);

  it('search a short keyword in the first rows only, and a longer one everywhere', async () => {
    expect(await things.list({ keyword: 'zq' })).toEqual([]);
    expect(names(await things.list({ keyword: 'zq', sort: { field: 'name', order: 'DESC' } }))).toEqual([
      'zq last',
    ]);
    expect(names(await things.list({ keyword: 'zq', where: [{ note: 'rare' }] }))).toEqual(['zq last']);
    expect(names(await things.list({ keyword: 'q last' }))).toEqual(['zq last']);
  });

  it('page through the results of a short keyword', async () => {
    const all = names(await things.list({ keyword: '77', take: 60 }));
    const paged: unknown[] = [];
    let page = await things.list({ keyword: '77', take: 20 });
    while (paged.length < 60) {
      paged.push(...names(page));
      page = await things.list({ keyword: '77', take: 20, cursorId: page.at(-1)?.id, skip: 1 });
    }
    expect(paged).toEqual(all);
  });

  it('count the results of a short keyword', async () => {
    expect(await things.counts('kind', { keyword: '00' })).toEqual({ all: 1000, even: 1000, odd: 1000 });
    expect(await things.counts('kind', { keyword: '99', where: [{ name: { lt: 'm000200' } }] })).toEqual({
      all: 2,
      even: 0,
      odd: 2,
    });
  });

  it('find Thai, whatever the order in which its marks are typed', async () => {
    await things.create({ name: 'ที่สั่งน้ำหอมไว้แล้ว' });
    for (const typed of ['ท\u0e48\u0e35สั่ง', 'น\u0e49\u0e4d\u0e32หอม', 'ไว้เเล้ว'])
      expect(names(await things.list({ keyword: typed }))).toEqual(['ที่สั่งน้ำหอมไว้แล้ว']);
  });

  it('store texts longer than an index entry, enforce their uniqueness and find them', async () => {
    // Random, as indexes compress texts.
    const long = `\\ ' ${randomBytes(60_000).toString('base64')}`;
    const record = await things.create({ name: long, note: long });
    await things.create({ name: `${long}!`, note: long });
    await expect(things.create({ name: long })).rejects.toMatchObject({ kind: 'DUPLICATE' });
    expect(await things.list({ where: [{ name: long }] })).toEqual([record]);
    expect(await things.list({ where: [{ note: [long, 'other'] }] })).toHaveLength(2);
    expect(names(await things.list({ where: [{ name: ['zq last', 'no'] }] }))).toEqual(['zq last']);
  });

  it('find equal texts by the index', async () => {
    const plan: { 'QUERY PLAN': string }[] = [];
    await new Store(
      {
        query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
          plan.push(
            ...(await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values, { prepare: false })),
          );
          return [];
        },
      },
      thing,
    ).list({ where: [{ name: 'm000077' }] });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Scan.*\n +Index Cond: .*sha256/);
  });
});
