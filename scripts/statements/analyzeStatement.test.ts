import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../services/distribution.ts';
import { analyzeStatement, type StatementAnalysis } from './analyzeStatement.ts';
import { parse } from './parser.ts';
import { compareWithExceptions } from './report.ts';
import { nodeList, isTree } from './tree.ts';

const DISTRIBUTIONS = new Map<string, Distribution>([
  ['person', { by: 'person', columns: ['id'], why: '' }],
  ['fact', { by: 'person', columns: ['id'], why: '' }],
  ['said', { by: 'day', columns: ['created_at'], why: '' }],
  ['setting', { referenceTable: '' }],
  ['queue', { singleNode: '' }],
]);

async function analyze(text: string): Promise<StatementAnalysis> {
  const parsed = await parse(text);
  const [first] = nodeList(isTree(parsed) ? parsed : undefined, 'stmts');
  return analyzeStatement(isTree(first) ? first['stmt'] : undefined, DISTRIBUTIONS);
}

describe('a statement on several nodes', () => {
  it.each([
    ['a row by its key', 'SELECT * FROM person WHERE id = $1::uuid AND name = $2'],
    ['rows by their keys', 'SELECT * FROM person AS p WHERE p.id = ANY($1::uuid[])'],
    ['a join by the key', 'SELECT * FROM person AS p JOIN fact AS f USING (id) WHERE p.id = $1'],
    [
      'what is joined to rows that were given',
      'UPDATE fact SET x = told.x FROM unnest($1::uuid[]) AS told(id) WHERE fact.id = told.id',
    ],
    ['rows found by a subquery', `DELETE FROM person WHERE id IN (SELECT id FROM setting)`],
    ['a stretch of days', 'SELECT count(*) FROM said WHERE created_at >= $1 AND created_at < $2'],
    [
      'a page behind a cursor',
      'SELECT * FROM said WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC LIMIT 20',
    ],
    ['a month of its own', 'SELECT * FROM said_p202601 WHERE created_at BETWEEN $1 AND $2'],
    [
      'a new row',
      'INSERT INTO person (id, name) SELECT id, name FROM unnest($1::uuid[], $2::text[]) AS row(id, name)',
    ],
    [
      'the row outside of a subquery',
      'SELECT (SELECT x FROM fact WHERE fact.id = p.id) FROM person AS p WHERE p.id = $1',
    ],
    ['one of two keys', 'SELECT 1 FROM person WHERE id = $1 OR id = $2'],
    ['a name of WITH that is no table', 'WITH person AS (SELECT 1 AS id) SELECT * FROM person'],
    ['what lies on every node', 'SELECT * FROM setting'],
    ['what lies on one node', 'SELECT * FROM queue ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED'],
  ])('names its key: %s', async (_, text) => {
    expect(await analyze(text)).toMatchObject({ allShardTables: [], crossKeyJoin: undefined });
  });

  it.each([
    ['everything', 'SELECT count(*) FROM person', ['person']],
    ['another column', `SELECT * FROM person WHERE data ->> 'channel' = $1`, ['person']],
    [
      'another column of the same name elsewhere',
      'SELECT * FROM person AS p, setting AS s WHERE s.id = $1',
      ['person'],
    ],
    [
      'a join of everything',
      'SELECT * FROM person AS p JOIN fact AS f USING (id) WHERE name = $1',
      ['fact', 'person'],
    ],
    ['a stretch of ids', 'SELECT * FROM person WHERE id > $1 ORDER BY id LIMIT 500', ['person']],
    ['one branch of two', 'SELECT * FROM person WHERE id = $1 OR name = $2', ['person']],
    ['all but one', 'SELECT * FROM person WHERE NOT id = $1', ['person']],
    ['its own column', 'SELECT * FROM person AS p WHERE p.id = p.parent', ['person']],
    ['its own column without a name', 'SELECT * FROM person WHERE id = parent', ['person']],
    ['all but one, said otherwise', 'SELECT * FROM person WHERE id IS DISTINCT FROM $1', ['person']],
    ['all below some', 'SELECT * FROM person WHERE id < ANY (SELECT id FROM setting)', ['person']],
    [
      'the kept side of an outer join',
      'SELECT * FROM person AS p LEFT JOIN fact AS f ON f.id = p.id AND p.id = $1',
      ['fact', 'person'],
    ],
    ['a subquery', 'SELECT * FROM setting WHERE id IN (SELECT id FROM person)', ['person']],
    ['a cursor on everything', 'DECLARE c CURSOR FOR SELECT * FROM person', ['person']],
    [
      'rows outside that nobody knows',
      'SELECT (SELECT x FROM fact WHERE fact.id = p.id) FROM person AS p',
      ['fact', 'person'],
    ],
  ])('asks every node: %s', async (_, text, tables) => {
    expect((await analyze(text)).allShardTables).toEqual(tables);
  });

  it('joins what is distributed by different keys', async () => {
    const both = 'SELECT * FROM person WHERE id IN (SELECT who FROM said WHERE created_at > $1)';
    expect(await analyze(both)).toMatchObject({ allShardTables: [], crossKeyJoin: 'day, person' });
    expect((await analyze('SELECT * FROM queue JOIN person ON person.id = queue.who')).crossKeyJoin).toBe(
      'person, single node',
    );
  });
});

describe('the list of what may cross nodes', () => {
  const crossing = {
    origin: 'services/a.ts',
    allShardTables: ['person'],
    crossKeyJoin: undefined,
    statements: ['SELECT 1'],
  };
  const met = { statements: 3, named: 2, crossings: [crossing], unread: [] };

  it('excuses what is listed for the same file and table', () => {
    const { lines, isFine } = compareWithExceptions(met, [
      { from: 'services/a.ts', allShardTables: ['person'], why: 'A list.' },
    ]);
    expect(lines).toEqual([
      '3 statements about our tables: 2 name their key, 1 may cross nodes for a listed reason.',
    ]);
    expect(isFine).toBe(true);
  });

  it('tells what is not listed, and where', () => {
    const { lines, isFine } = compareWithExceptions(met, [
      { from: 'services/b.ts', allShardTables: ['person'], why: 'A list.' },
    ]);
    expect(isFine).toBe(false);
    expect(lines[1]).toContain('services/a.ts: does not say which rows of person.');
    expect(lines.at(-1)).toBe('Listed but not met: services/b.ts: person. Take it out.');
  });

  it('asks for no other kinds of keys than those that are listed', () => {
    const crossKeyJoin = {
      ...met,
      crossings: [{ ...crossing, allShardTables: [], crossKeyJoin: 'day, person' }],
    };
    const listed = (kinds: string) =>
      compareWithExceptions(crossKeyJoin, [{ from: 'services/a.ts', crossKeyJoin: kinds, why: '' }]).isFine;
    expect([listed('day, person'), listed('broadcast, day, person'), listed('channel, person')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
