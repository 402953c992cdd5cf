import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIXED_WORDS } from '../../../schemas/model/testThaiWords.ts';
import { textSortKey } from '../../../schemas/model/thaiOrder.ts';
import type { SortModel } from '../../../schemas/model/types.ts';
import { type Database, UNPREPARED } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { testEngines } from '../storage/testEngines.ts';
import { field, model } from '../storage/testModels.ts';
import type { ListQuery } from './repositoryList.ts';
import { Store } from './write/store.ts';

const word = model('word', [field('name'), field('note')], { list: { search: ['name', 'note'] } });
const ASCENDING: SortModel = { field: 'name', order: 'ASC' };
const DESCENDING: SortModel = { field: 'name', order: 'DESC' };

describe.each(testEngines())('Thai on the $name engine', { timeout: 120_000 }, ({ open }) => {
  let db: Database;
  let remove: () => Promise<void>;
  let words: Store;
  beforeAll(async () => {
    ({ db, remove } = await open());
    await migrate(db, [word]);
    words = new Store(db, word);
    for (const name of MIXED_WORDS.toReversed()) await words.create({ name });
  }, 240_000);
  afterAll(() => remove());

  const paged = async (sort: SortModel): Promise<unknown[]> => {
    const names: unknown[] = [];
    let page = await words.list({ sort, take: 7 });
    while (page.length > 0) {
      names.push(...page.map((row) => row['name']));
      page = await words.list({ sort, take: 7, cursorId: page.at(-1)?.id, skip: 1 });
    }
    return names;
  };

  it('is sorted as in a dictionary, page by page and in both directions', async () => {
    expect(await paged(ASCENDING)).toEqual(MIXED_WORDS);
    expect(await paged(DESCENDING)).toEqual(MIXED_WORDS.toReversed());
  });

  it.each([
    ...MIXED_WORDS,
    ...[
      'Straße',
      'É',
      '',
      '中文 ก่',
      '๏',
      'มาๆ',
      'ก\nเก่า',
      'น\u0e49\u0e4d\u0e32',
      'ท\u0e48\u0e35',
      'เเก',
      'เ',
      'กฺ',
    ],
    ...['แก่ๆ'.repeat(60), 'x'.repeat(250), `${'ก'.repeat(199)}เก่า`, '😀เก่า'.repeat(70)],
  ])('%j has the same sort key as in the console', async (text) => {
    const [row] = await db.query<{ key: string }>(`SELECT "left"(record_order($1::text), 200) AS key`, [
      text,
    ]);
    expect(row?.key).toBe(textSortKey(text));
  });

  it('is found, whatever the order in which its marks are stored', async () => {
    const stored = ['ท\u0e48\u0e35รัก', 'ห\u0e49\u0e4d\u0e32ม', 'เเฟนเเล้ว'];
    for (const note of stored) await words.create({ name: 'typed otherwise', note });
    for (const [at, keyword] of ['ที่รัก', 'ห้ำม', 'แฟนแล้ว'].entries())
      expect(await words.list({ keyword })).toMatchObject([{ note: stored[at] }]);
    // Texts are stored unchanged.
    expect(await words.list({ keyword: 'typed otherwise' })).toHaveLength(stored.length);
  });

  it('is sorted and found by an index', async () => {
    const planOf = async (query: ListQuery, settings: string): Promise<string> => {
      const plan: { 'QUERY PLAN': string }[] = [];
      const explaining = {
        query: async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
          await db.transaction(async (tx) => {
            for (const setting of settings.split(' ')) await tx.query(`SET LOCAL ${setting} = off`);
            plan.push(...(await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values, UNPREPARED)));
          });
          return [];
        },
      };
      await new Store(explaining, word).list(query);
      return plan.map((line) => line['QUERY PLAN']).join('\n');
    };
    const listed = await planOf({ sort: ASCENDING }, 'enable_seqscan enable_sort');
    expect(listed).toMatch(/Index Scan using entity_word_[0-9a-f]{16}/);
    expect(listed).not.toContain('Sort');
    const found = await planOf({ keyword: 'สวัสดี' }, 'enable_seqscan enable_indexscan');
    expect(found).toMatch(/Bitmap Index Scan on entity_word_[0-9a-f]{16}/);
  });
});
