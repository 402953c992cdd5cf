import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedProduct } from '../../../schemas/testProduct.ts';
import { listMigrations } from '../modules/migrations.ts';
import { MODULES } from '../../modules.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { testEngines } from '../storage/testEngines.ts';
import { filterFields, isRanged, createListQueryParser, type RawQuery } from './listQuery.ts';
import { Repository } from './repository.ts';

const product = cachedProduct();
const model = product.entities.find(({ name }) => name === 'profile')!;
const everything = { holds: () => true };
const read = (query: RawQuery) => createListQueryParser(model).list(query, everything);
const refusal = (query: RawQuery): ApiError => {
  try {
    read(query);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(query)} was accepted`);
};

describe('times in filters', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.123+07:00', '2026-01-31T02:30:00.123Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is read as %s', (text, time) => {
    expect(read({ 'createdAt.gte': text }).where).toEqual({ createdAt: { gte: time } });
  });

  it.each([
    '99999',
    '+099999-01-01T00:00:00.000Z',
    '-000001-01-01',
    '-infinity',
    'infinity',
    'now',
    'epoch',
    'NaN',
    '1',
    '2026',
    '2026-13-01',
    '2026-02-30',
    '2026-01-31T25:00',
    '2026-01-31T09:30:00 07:00',
    '9999-12-31T23:59:59-14:00',
    '0001-01-01T00:00:00+14:00',
    '0000-01-01',
    '0001-01-01 BC',
    '01/31/2026',
    'Sat Jan 31 2026',
    '',
  ])('%j is rejected, naming the parameter', (text) => {
    expect(refusal({ 'createdAt.gte': text })).toMatchObject({
      status: 400,
      message: 'createdAt must be a date or a time, as 2026-01-31 or 2026-01-31T09:30:00Z',
    });
  });
});

describe('the size of a query', () => {
  it('is limited in the values of one filter', () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(index));
    expect(read({ id: ids.slice(1) }).where).toEqual({ id: ids.slice(1) });
    expect(refusal({ id: ids })).toMatchObject({ status: 400, message: 'id may be given at most 100 times' });
  });

  it('is limited in the rows that are skipped', () => {
    expect(read({ skip: '10000' }).skip).toBe(10_000);
    expect(refusal({ skip: '10001' })).toMatchObject({
      status: 400,
      message: 'skip must be a whole number from 0 to 10000',
    });
  });

  it('repeats no long unknown word in its error', () => {
    expect(refusal({ ['x'.repeat(5000)]: '1' }).message.length).toBeLessThan(1000);
  });
});

const HOSTILE = [
  ...[
    '',
    ' ',
    '0',
    '-0',
    '1',
    '-1',
    '1.5',
    '1e3',
    '1e308',
    '-1e308',
    '1e400',
    '1e-400',
    '5e-324',
    '0x10',
    '1n',
    '1_0',
  ],
  ...[
    '9007199254740993',
    '9'.repeat(30),
    '9'.repeat(400),
    `0.${'1'.repeat(400)}`,
    'NaN',
    'Infinity',
    '-Infinity',
  ],
  ...['infinity', '-infinity', 'now', 'epoch', 'today', 'allballs', '99999', '-99999', '2026', '2026-02-30'],
  ...['0000-01-01', '0001-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31', '9999-12-31T23:59:59-14:00'],
  ...[
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '0001-01-01 BC',
    '294277-01-01',
    '2026-01-31T09:30:00Z',
  ],
  ...[
    'true',
    'false',
    'null',
    'undefined',
    '$now',
    '$user.id',
    '$5 off',
    '{}',
    '[]',
    '"',
    "'",
    "';--",
    '\\',
    '%',
    '_',
  ],
  ...['\0', 'a\ud800', '\u202e', '\r\n', '{1,2}', '{"a":1}', '\\x00', 'x'.repeat(500), '🙂', 'ก็้'],
  ...[
    '018f0000-0000-7000-8000-000000000000',
    '018F0000-0000-7000-8000-000000000000',
    '{018f0000-0000-7000-8000-000000000000}',
  ],
];
const OPERATORS = ['', '.gte', '.lte', '.gt', '.lt'];
/** The size of the server engine's pool. */
const CONNECTIONS = 10;

describe.each(testEngines())('hostile filters on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, product.entities, listMigrations(MODULES));
  }, 120_000);
  afterAll(() => remove());

  it.each(product.entities)(
    'of $path are all answered, or rejected with 400',
    async (entity) => {
      const reader = createListQueryParser(entity);
      const repository = new Repository(db, entity);
      const faults: string[] = [];
      const attempt = async (query: RawQuery): Promise<void> => {
        try {
          const { where, ...page } = reader.list(query, everything);
          await repository.list({ ...page, take: 1, where: [where], context: {} });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 400))
            faults.push(`${JSON.stringify(query)}: ${String(error)}`);
        }
      };
      // As many at a time as there are connections: one that waits for a connection fails by that, on a busy machine.
      const attemptAll = async (queries: RawQuery[]): Promise<void> => {
        for (let from = 0; from < queries.length; from += CONNECTIONS)
          await Promise.all(queries.slice(from, from + CONNECTIONS).map(attempt));
      };
      for (const field of filterFields(entity))
        for (const operator of isRanged(field) ? OPERATORS : ['']) {
          const key = `${field.name}${operator}`;
          await attemptAll(HOSTILE.map((value) => ({ [key]: value })));
          await attemptAll(HOSTILE.map((value) => ({ [key]: [value, 'x'] })));
        }
      await attemptAll(HOSTILE.flatMap((value) => [{ keyword: value }, { sort: value }]));
      expect(faults.join('\n')).toBe('');
    },
    120_000,
  );
});
