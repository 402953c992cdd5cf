import { parentOf, type Distribution } from '../../services/distribution.ts';
import { findConditions, type Conditions } from './conditions.ts';
import { as, isTree, several, walk, type Tree } from './tree.ts';

/** What one statement asks of a database on several nodes. */
export interface Verdict {
  /** Tables of ours that it is about. */
  tables: string[];
  /** Divided tables of which it does not say which rows, so that every node is asked. */
  unnamed: string[];
  /** What it brings together that is divided by different keys, or is divided beside what lies apart: `day, person`. */
  mixed: string | undefined;
}

/** A table in one FROM, under the name that conditions call it by. */
interface Relation {
  alias: string;
  table: string;
  distribution: Distribution | undefined;
}

type Known = ReadonlyMap<string, Distribution>;

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const;

/**
 * Judges a parsed statement: each divided table in it must be compared, in the query that names it, with values of one of its
 * columns of distribution, or be joined by that column to rows that are known. A subquery is a query of its own; one branch
 * of an OR that names none leaves the table unnamed.
 */
export function judge(statement: unknown, known: Known): Verdict {
  const found = { tables: new Set<string>(), unnamed: new Set<string>() };
  judgeQuery(statement, known, new Set(), new Set(), found);
  const kinds = new Set<string>();
  for (const table of found.tables) {
    const own = known.get(table);
    if (own && 'by' in own) kinds.add(own.by);
    if (own && 'apart' in own) kinds.add(`apart`);
  }
  return {
    tables: [...found.tables].sort(),
    unnamed: [...found.unnamed].sort(),
    mixed: kinds.size > 1 ? [...kinds].sort().join(', ') : undefined,
  };
}

interface Found {
  tables: Set<string>;
  unnamed: Set<string>;
}

/** @param withs names of WITH that hide tables; @param outer names outside of a subquery whose rows are known */
function judgeQuery(
  node: unknown,
  known: Known,
  withs: ReadonlySet<string>,
  outer: ReadonlySet<string>,
  found: Found,
): void {
  for (const kind of QUERIES) {
    const query = as(kind, node);
    if (query) return judgeOne(kind, query, known, withs, outer, found);
  }
  // DECLARE, EXPLAIN and the like hold one.
  for (const nested of nestedQueries(node)) judgeQuery(nested, known, withs, outer, found);
}

function judgeOne(
  kind: string,
  query: Tree,
  known: Known,
  outerWiths: ReadonlySet<string>,
  outer: ReadonlySet<string>,
  found: Found,
): void {
  const withs = new Set(outerWiths);
  const clause = isTree(query['withClause']) ? query['withClause'] : undefined;
  for (const one of several(clause, 'ctes')) {
    const cte = as('CommonTableExpr', one);
    if (!cte) continue;
    if (clause?.['recursive'] === true) withs.add(String(cte['ctename']));
    judgeQuery(cte['ctequery'], known, withs, outer, found);
    withs.add(String(cte['ctename']));
  }
  for (const side of ['larg', 'rarg'])
    if (isTree(query[side])) judgeOne(kind, query[side], known, withs, outer, found);

  const relations = relationsOf(query, known, withs);
  for (const { table, distribution } of relations) if (distribution) found.tables.add(table);
  const divided = relations.filter(({ distribution }) => distribution && 'by' in distribution);
  const { bound, links } = findConditions(query, {
    aliases: relations.map(({ alias }) => alias),
    columnsOf: (alias) => keyOf(relations, alias),
    outer,
  });
  if (kind === 'InsertStmt') bound.add(aliasOf(query['relation']));
  spread(bound, links, relations);
  for (const { alias, table } of divided) if (!bound.has(alias)) found.unnamed.add(table);

  const inner = new Set([
    ...outer,
    ...relations.filter((one) => !divided.includes(one) || bound.has(one.alias)).map(({ alias }) => alias),
  ]);
  const { withClause: _, larg: __, rarg: ___, ...rest } = query;
  for (const nested of nestedQueries(rest)) judgeQuery(nested, known, withs, inner, found);
}

/** What is joined by its key to rows that are known is known. */
function spread(bound: Set<string>, links: Conditions['links'], relations: readonly Relation[]): void {
  for (const { alias, distribution } of relations)
    if (!distribution || !('by' in distribution)) bound.add(alias);
  for (let grown = true; grown;) {
    grown = false;
    for (const { alias, to } of links) {
      if (bound.has(alias) || !to.every((one) => bound.has(one))) continue;
      bound.add(alias);
      grown = true;
    }
  }
}

function keyOf(
  relations: readonly Relation[],
  alias: string,
): { columns: readonly string[]; ranged: boolean } {
  const own = relations.find((one) => one.alias === alias)?.distribution;
  if (!own || !('by' in own)) return { columns: [], ranged: false };
  return { columns: own.columns, ranged: own.by === 'day' };
}

const aliasOf = (relation: unknown): string => {
  if (!isTree(relation)) return '';
  const alias = relation['alias'];
  return String((isTree(alias) ? alias['aliasname'] : undefined) ?? relation['relname'] ?? '');
};

/** Everything that the query's own FROM and target name, subqueries and functions among them. */
function relationsOf(query: Tree, known: Known, withs: ReadonlySet<string>): Relation[] {
  const relations: Relation[] = [];
  const add = (relation: Tree): void => {
    const table = parentOf(String(relation['relname'] ?? ''));
    const distribution = withs.has(table) ? undefined : known.get(table);
    relations.push({ alias: aliasOf(relation), table, distribution });
  };
  if (isTree(query['relation'])) add(query['relation']);
  const from = [...several(query, 'fromClause'), ...several(query, 'usingClause')];
  walk(from, (node) => {
    const table = as('RangeVar', node);
    if (table) add(table);
    const other = as('RangeSubselect', node) ?? as('RangeFunction', node);
    if (other) relations.push({ alias: aliasOf(other), table: '', distribution: undefined });
    return !table && !other && !QUERIES.some((kind) => as(kind, node));
  });
  return relations;
}

/** Queries in a node, not those in them. */
function nestedQueries(node: unknown): Tree[] {
  const nested: Tree[] = [];
  walk(node, (one) => {
    const isQuery = QUERIES.some((kind) => as(kind, one));
    if (isQuery) nested.push(one);
    return !isQuery;
  });
  return nested;
}
