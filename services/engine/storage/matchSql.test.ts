import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matches } from '../../../schemas/model/match.ts';
import type { Match, MatchContext } from '../../../schemas/model/types.ts';
import { Store } from '../resources/write/store.ts';
import type { Database } from './database.ts';
import { matchToSql, Parameters } from './matchSql.ts';
import { migrate } from './migrate.ts';
import { testEngines } from './testEngines.ts';
import { choices, field, model } from './testModels.ts';

const thing = model('thing', [
  field('name'),
  field('kind', { ...choices('a', 'b'), default: 'a' }),
  field('level', { ...choices(2, 10), default: 2 }),
  field('size', { type: 'number' }),
  field('active', { type: 'boolean' }),
  field('tags', { type: 'tags' }),
  field('inner', { type: 'json' }),
]);

// Few values, so that conditions often meet.
const text = fc.constantFrom('', 'a', 'b', 'ab', '2', 'Z', 'ก', '%', '"\\', '$5 off', '$user.id');
const number = fc.constantFrom(-1, 0, 1, 2, 2.5, 10, 1e21);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const inner = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar),
);
const record = fc.record(
  {
    name: text,
    kind: fc.constantFrom('a', 'b'),
    level: fc.constantFrom(2, 10),
    size: number,
    active: fc.boolean(),
    tags: fc.array(text, { maxLength: 3 }),
    inner,
  },
  { requiredKeys: [] },
);
const path = fc.constantFrom(
  'name',
  'kind',
  'level',
  'size',
  'active',
  'tags',
  'inner',
  'inner.x',
  '/inner/y',
  'unknown',
  'tags.0',
  '$user.roles',
  '$user.id',
  'version',
  'createdAt',
);
const value = fc.oneof(
  scalar,
  fc.constantFrom('$user.id', '$5 off', '$now'),
  fc.constantFrom('user.id', 'now', 'user.missing').map((context) => ({ context })),
);
const operators = fc.record(
  {
    exists: fc.boolean(),
    gt: value,
    gte: value,
    lt: value,
    lte: value,
    ne: value,
    in: fc.array(value, { maxLength: 3 }),
    contains: value,
  },
  { requiredKeys: [] },
);
const test = fc.oneof(value, fc.array(value, { maxLength: 3 }), operators);
const match = fc.letrec<{ match: Match; leaf: Match }>((tie) => ({
  leaf: fc.dictionary(path, test, { maxKeys: 2 }),
  match: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('match'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('match'), { maxLength: 3 }).map((any) => ({ any })),
    tie('match').map((not) => ({ not })),
  ),
})).match;

describe.each(testEngines())('matchToSql on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, [thing]);
  }, 60_000);
  afterAll(() => remove());

  it('gives the verdict of matches', async () => {
    const context: MatchContext = { user: { id: 'a', roles: ['a', 'b'] }, now: '2026-11-21T00:00:00.000Z' };
    const things = new Store(db, thing);
    const records = fc.sample(record, { numRuns: 60, seed: 7 });
    const stored = await Promise.all(records.map((own) => things.create(own)));
    await fc.assert(
      fc.asyncProperty(match, async (condition) => {
        const parameters = new Parameters();
        const where = matchToSql(thing, condition, parameters, context);
        const rows = await db.query<{ id: string }>(
          `SELECT id FROM entity_thing WHERE ${where}`,
          parameters.values,
          { prepare: false },
        );
        const expected = stored.filter((own) => matches(condition, own, context)).map((own) => own.id);
        expect(rows.map((row) => row.id).sort()).toEqual(expected.sort());
      }),
      { numRuns: 400 },
    );
  }, 30_000);
});
