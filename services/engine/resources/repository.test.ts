import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityModel, EntityRecord, SortModel } from '../../../schemas/model/types.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { testEngines } from '../storage/testEngines.ts';
import { choices, field, model } from '../storage/testModels.ts';
import { Store } from './write/store.ts';
import { MAX_RECORD_CHARACTERS } from './recordShape.ts';
import { listHistory } from './repositoryHistory.ts';

const variable: EntityModel = model(
  'variable',
  [
    field('name', { unique: true, maxLength: 100 }),
    field('value'),
    field('scope', { ...choices('bot', 'environment'), default: 'bot' }),
    field('priority', { type: 'number' }),
    field('active', { type: 'boolean' }),
    field('tags', { type: 'tags' }),
    field('parent', { type: 'reference', reference: { entity: 'variable', create: false } }),
  ],
  {
    list: {
      sort: { field: 'name', order: 'ASC' },
      search: ['name', 'value', 'tags'],
      filters: ['scope', 'tags'],
    },
  },
);
const document = model('document', [field('name'), field('body', { type: 'long-text' })], {
  list: { columns: ['name'] },
});
const MB = 1024 * 1024;
const someone = { id: 'u1', name: 'Somchai' };

describe.each(testEngines())('Repository on the $name engine', ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let variables: Store;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, [variable, document]);
    variables = new Store(db, variable);
  }, 240_000);
  afterAll(() => remove());
  beforeEach(() => db.exec('DELETE FROM entity_variable; DELETE FROM record_history'));

  const names = (records: EntityRecord[]): unknown[] => records.map((record) => record['name']);

  it('returns a created record with its system fields', async () => {
    const created = await variables.create({ name: 'a', value: 'x' }, someone);
    expect(created).toMatchObject({
      name: 'a',
      value: 'x',
      version: 1,
      createdBy: 'u1',
      updatedBy: 'u1',
    });
    expect(created.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(await variables.get(created.id)).toEqual(created);
    expect(await variables.getMany([created.id, 'nonsense'])).toEqual([created]);
  });

  it('reads a page of the largest records within bounded memory', async () => {
    await db.query(
      `INSERT INTO entity_document (id, data) SELECT gen_random_uuid(), jsonb_build_object('name', 'n' || n, 'body', repeat(md5(n::text), $1))
       FROM generate_series(1, 101) AS n`,
      [(MAX_RECORD_CHARACTERS - 1024) / 32],
    );
    const documents = new Store(db, document);
    const page = async (brief: boolean): Promise<{ characters: number; memory: number }> => {
      const before = process.memoryUsage().rss;
      const rows = await documents.list({ take: 101, brief });
      expect(rows).toHaveLength(101);
      const memory = process.memoryUsage().rss - before;
      return { characters: JSON.stringify(rows).length, memory };
    };
    const shown = await page(true);
    expect(shown.characters).toBeLessThan(50_000);
    expect(shown.memory).toBeLessThan(150 * MB);
    const whole = await page(false);
    expect(whole.characters).toBeLessThan(60 * MB);
    expect(whole.memory).toBeLessThan(600 * MB);
    await db.exec('DELETE FROM entity_document');
  });

  it('throws NOT_FOUND for unknown ids', async () => {
    await expect(variables.get('nonsense')).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    const id = '01234567-0123-7123-8123-0123456789ab';
    await expect(variables.update(id, {}, 1)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(variables.remove(id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  it('rejects a stale write with the current record', async () => {
    const { id } = await variables.create({ name: 'a' });
    const second = await variables.update(id, { name: 'b' }, 1);
    expect(second.version).toBe(2);
    await expect(variables.update(id, { name: 'c' }, 1)).rejects.toMatchObject({
      kind: 'STALE',
      detail: { current: second },
    });
    await expect(variables.remove(id, someone, { version: 1 })).rejects.toMatchObject({ kind: 'STALE' });
  });

  it('lets one of many simultaneous writers win', async () => {
    const { id } = await variables.create({ name: 'a', value: '0' });
    const writes = Array.from({ length: 8 }, (_, index) =>
      variables.update(id, { name: 'a', value: `${index}` }, 1),
    );
    const results = await Promise.allSettled(writes);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await variables.get(id)).version).toBe(2);
    expect(await listHistory(db, variable, id)).toHaveLength(2);
  });

  it('lets one of many simultaneous creations have a unique name', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => variables.create({ name: 'same' })),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(7);
    expect(refused[0]?.reason).toMatchObject({
      kind: 'DUPLICATE',
      detail: { fields: { '/name': 'name exists' } },
    });
    await expect(variables.create({ value: 'no name' })).resolves.toBeDefined();
    await expect(variables.create({ value: 'none either' })).resolves.toBeDefined();
  });

  it('returns every text unchanged', async () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts), async (value, tags) => {
        const { id } = await variables.create({ value, tags });
        expect(await variables.get(id)).toMatchObject({ value, tags });
      }),
      { numRuns: 60 },
    );
    const odd = { value: `'"\\%_$1 {{name}} <b>\u2028\r\n\t\u0001 ำ 👩‍👩‍👧 ${'x'.repeat(100_000)}` };
    expect(await variables.create(odd)).toMatchObject(odd);
  });

  it('rejects unstorable values, with their pointers', async () => {
    const refused = variables.create({ name: 'a\0', value: '\ud800', tags: ['fine', 'x\0'] });
    await expect(refused).rejects.toMatchObject({ kind: 'UNSTORABLE' });
    const fields = await refused.catch((error: { detail: { fields: object } }) =>
      Object.keys(error.detail.fields),
    );
    expect(fields).toEqual(['/name', '/value', '/tags/1']);
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) deep = [deep];
    await expect(variables.create({ value: deep })).rejects.toMatchObject({ kind: 'UNSTORABLE' });
    expect(await variables.list({ keyword: '\0' })).toEqual([]);
    expect(await variables.list({ where: [{ name: 'a\0' }] })).toEqual([]);
  });

  it('distinguishes a cleared field from one that is newer than its row', async () => {
    const cleared = await variables.create({ name: 'cleared' });
    expect(cleared['scope']).toBeUndefined();
    await db.query(`UPDATE entity_variable SET data = data - 'scope'`);
    expect((await variables.get(cleared.id))['scope']).toBe('bot');
    expect(names(await variables.list({ where: [{ scope: 'bot' }] }))).toEqual(['cleared']);
  });

  it('finds what contains the keyword, whatever its case', async () => {
    await variables.create({ name: 'Éclair', value: 'สวัสดีครับ' });
    await variables.create({ name: 'fifty', value: '50% off_' });
    await variables.create({ name: 'tagged', tags: ['Vip "gold"'] });
    expect(names(await variables.list({ keyword: 'éCLA' }))).toEqual(['Éclair']);
    expect(names(await variables.list({ keyword: 'สดี' }))).toEqual(['Éclair']);
    expect(names(await variables.list({ keyword: '0% o' }))).toEqual(['fifty']);
    expect(names(await variables.list({ keyword: 'f_' }))).toEqual(['fifty']);
    expect(names(await variables.list({ keyword: '"GOLD' }))).toEqual(['tagged']);
    expect(await variables.list({ keyword: '%' })).toHaveLength(1);
  });

  it('counts by choice', async () => {
    for (const scope of ['bot', 'bot', 'environment']) await variables.create({ scope });
    expect(await variables.counts('scope')).toEqual({ all: 3, bot: 2, environment: 1 });
    expect(await variables.counts('scope', { where: [{ scope: 'bot' }] })).toEqual({
      all: 2,
      bot: 2,
      environment: 0,
    });
    await expect(variables.counts('name')).rejects.toMatchObject({ kind: 'MALFORMED' });
  });

  it('rejects an unknown cursor', async () => {
    await expect(variables.list({ cursorId: 'x' })).rejects.toMatchObject({ kind: 'UNKNOWN_CURSOR' });
    const id = '01234567-0123-7123-8123-0123456789ab';
    await expect(variables.list({ cursorId: id, skip: 1 })).rejects.toMatchObject({ kind: 'UNKNOWN_CURSOR' });
    const last = await variables.create({ name: 'only' });
    expect(await variables.list({ cursorId: last.id, skip: 1 })).toEqual([]);
  });

  it('continues after a cursor that no longer matches', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await variables.create({ name, scope: 'bot' });
    const where = [{ scope: 'bot' }];
    const [, second] = await variables.list({ take: 2, where });
    await variables.update(second?.id ?? '', { ...second, scope: 'environment' }, 1);
    expect(names(await variables.list({ take: 2, skip: 1, cursorId: second?.id, where }))).toEqual([
      'c',
      'd',
    ]);
    expect(names(await variables.list({ take: 2, cursorId: second?.id, where }))).toEqual(['c', 'd']);
  });

  const sorts: SortModel[] = [
    'name',
    'value',
    'scope',
    'priority',
    'active',
    'createdAt',
    'updatedAt',
  ].flatMap((name) => [
    { field: name, order: 'ASC' as const },
    { field: name, order: 'DESC' as const },
  ]);
  it.each(sorts)('walks all pages by $field $order without losing or repeating a row', async (sort) => {
    for (let index = 0; index < 40; index++) {
      const value = index % 3 === 0 ? undefined : ['b', 'A', 'ก', 'Ä'][index % 4];
      const own = { name: `n${(index * 7) % 40}`, value, scope: index % 2 ? 'bot' : 'environment' };
      const more = {
        priority: index % 5 ? index % 4 : undefined,
        active: index % 3 ? index % 2 === 0 : undefined,
      };
      await variables.create({ ...own, ...more }, undefined, {
        createdAt: new Date(1e12 + (index % 6) * 1000).toISOString(),
      });
    }
    const whole = await variables.list({ sort, take: 100 });
    expect(whole).toHaveLength(40);
    for (const take of [1, 7, 39]) {
      const walked: EntityRecord[] = await variables.list({ sort, take });
      for (let page = walked; page.length === take;) {
        page = await variables.list({ sort, take, skip: 1, cursorId: walked.at(-1)?.id });
        walked.push(...page);
      }
      expect(names(walked)).toEqual(names(whole));
    }
  });

  it('never repeats a row while others insert and delete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(99), { minLength: 12, maxLength: 24 }), async (changes) => {
        await db.exec('DELETE FROM entity_variable');
        for (let index = 0; index < 20; index++)
          await variables.create({ name: `m${index}`, priority: index % 4 });
        const sort: SortModel = { field: 'priority', order: 'DESC' };
        const seen = await variables.list({ sort, take: 4 });
        for (const change of changes.slice(0, 8)) {
          const last = seen.at(-1)?.id ?? '';
          const everyone = (await variables.list({ take: 100 })).filter((record) => record.id !== last);
          const victim = everyone[change % Math.max(1, everyone.length)];
          if (change % 2 && victim) await variables.remove(victim.id);
          else await variables.create({ name: `i${Math.random()}`, priority: change % 4 });
          seen.push(...(await variables.list({ sort, take: 4, skip: 1, cursorId: last })));
        }
        expect(new Set(seen.map((record) => record.id)).size).toBe(seen.length);
      }),
      { numRuns: 5 },
    );
  });

  it('records authors in the history, and restores', async () => {
    const { id } = await variables.create({ name: 'a', scope: 'bot' }, someone);
    await variables.update(id, { name: 'b' }, 1, { id: 'u2', name: 'Ploy' });
    await variables.remove(id, someone);
    const history = await listHistory(db, variable, id);
    expect(history.map(({ operation, version, user }) => [operation, version, user?.name])).toEqual([
      ['delete', 2, 'Somchai'],
      ['update', 2, 'Ploy'],
      ['create', 1, 'Somchai'],
    ]);
    expect(history[1]).toMatchObject({ before: { name: 'a', scope: 'bot' }, after: { name: 'b' } });
    expect(history[0]?.after).toBeNull();
    expect(await listHistory(db, variable, id, { take: 1, skip: 1, cursorId: history[0]?.id })).toEqual([
      history[1],
    ]);
    const back = await variables.create(history[0]?.before ?? {}, someone, { id, operation: 'restore' });
    expect(back).toMatchObject({ id, name: 'b' });
    const older = await variables.update(id, history[1]?.before ?? {}, back.version, someone, {
      operation: 'restore',
    });
    expect(older).toMatchObject({ name: 'a', version: back.version + 1 });
    expect((await listHistory(db, variable, id))[0]?.operation).toBe('restore');
  });

  it('writes within a transaction', async () => {
    const failing = db.transaction(async (tx) => {
      await variables.within(tx).create({ name: 'lost' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await variables.list()).toEqual([]);
  });
});
