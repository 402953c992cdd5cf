import { parentTable, type Distribution } from '../../services/distribution.ts';
import { findConditions, type Conditions } from './conditions.ts';
import { contentOfKind, isTree, nodeList, walk, type Tree } from './tree.ts';

/** What one statement asks of a database on several nodes. */
export interface StatementAnalysis {
  /** Tables of ours that it is about. */
  tables: string[];
  /** Distributed tables of which it does not say which rows, so that every node is asked. */
  allShardTables: string[];
  /** The keys of what it joins, where they differ, or where some of it lies on a single node: `day, person`. */
  crossKeyJoin: string | undefined;
}

/** A table in one FROM, under the name that conditions call it by. */
interface Relation {
  alias: string;
  table: string;
  distribution: Distribution | undefined;
}

type Distributions = ReadonlyMap<string, Distribution>;

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const;

/**
 * Analyzes a parsed statement: each distributed table in it must be compared, in the query that names it, with values of one
 * of its columns of distribution, or be joined by that column to rows that are bound. A subquery is a query of its own; one
 * branch of an OR that names none leaves the table unbound.
 */
export function analyzeStatement(statement: unknown, distributions: Distributions): StatementAnalysis {
  const found = { tables: new Set<string>(), allShardTables: new Set<string>() };
  analyzeQuery(statement, distributions, new Set(), new Set(), found);
  const kinds = new Set<string>();
  for (const table of found.tables) {
    const own = distributions.get(table);
    if (own && 'by' in own) kinds.add(own.by);
    if (own && 'singleNode' in own) kinds.add('single node');
  }
  return {
    tables: [...found.tables].sort(),
    allShardTables: [...found.allShardTables].sort(),
    crossKeyJoin: kinds.size > 1 ? [...kinds].sort().join(', ') : undefined,
  };
}

interface Found {
  tables: Set<string>;
  allShardTables: Set<string>;
}

/** @param withs names of WITH that hide tables; @param outer names outside of a subquery whose rows are bound */
function analyzeQuery(
  node: unknown,
  distributions: Distributions,
  withs: ReadonlySet<string>,
  outer: ReadonlySet<string>,
  found: Found,
): void {
  for (const kind of QUERIES) {
    const query = contentOfKind(kind, node);
    if (query) return analyzeSingleQuery(kind, query, distributions, withs, outer, found);
  }
  // DECLARE, EXPLAIN and the like hold one.
  for (const nested of nestedQueries(node)) analyzeQuery(nested, distributions, withs, outer, found);
}

function analyzeSingleQuery(
  kind: string,
  query: Tree,
  distributions: Distributions,
  outerWiths: ReadonlySet<string>,
  outer: ReadonlySet<string>,
  found: Found,
): void {
  const withs = new Set(outerWiths);
  const clause = isTree(query['withClause']) ? query['withClause'] : undefined;
  for (const one of nodeList(clause, 'ctes')) {
    const cte = contentOfKind('CommonTableExpr', one);
    if (!cte) continue;
    if (clause?.['recursive'] === true) withs.add(String(cte['ctename']));
    analyzeQuery(cte['ctequery'], distributions, withs, outer, found);
    withs.add(String(cte['ctename']));
  }
  for (const side of ['larg', 'rarg'])
    if (isTree(query[side])) analyzeSingleQuery(kind, query[side], distributions, withs, outer, found);

  const relations = listRelations(query, distributions, withs);
  for (const { table, distribution } of relations) if (distribution) found.tables.add(table);
  const distributed = relations.filter(({ distribution }) => distribution && 'by' in distribution);
  const { bound, links } = findConditions(query, {
    aliases: relations.map(({ alias }) => alias),
    columnsOf: (alias) => distributionKey(relations, alias),
    outer,
  });
  if (kind === 'InsertStmt') bound.add(relationAlias(query['relation']));
  propagateBindings(bound, links, relations);
  for (const { alias, table } of distributed) if (!bound.has(alias)) found.allShardTables.add(table);

  const inner = new Set([
    ...outer,
    ...relations
      .filter((one) => !distributed.includes(one) || bound.has(one.alias))
      .map(({ alias }) => alias),
  ]);
  const { withClause: _, larg: __, rarg: ___, ...rest } = query;
  for (const nested of nestedQueries(rest)) analyzeQuery(nested, distributions, withs, inner, found);
}

/** What is joined by its key to rows that are bound is bound. */
function propagateBindings(
  bound: Set<string>,
  links: Conditions['links'],
  relations: readonly Relation[],
): void {
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

function distributionKey(
  relations: readonly Relation[],
  alias: string,
): { columns: readonly string[]; ranged: boolean } {
  const own = relations.find((one) => one.alias === alias)?.distribution;
  if (!own || !('by' in own)) return { columns: [], ranged: false };
  return { columns: own.columns, ranged: own.by === 'day' };
}

const relationAlias = (relation: unknown): string => {
  if (!isTree(relation)) return '';
  const alias = relation['alias'];
  return String((isTree(alias) ? alias['aliasname'] : undefined) ?? relation['relname'] ?? '');
};

/** Everything that the query's own FROM and target name, subqueries and functions among them. */
function listRelations(query: Tree, distributions: Distributions, withs: ReadonlySet<string>): Relation[] {
  const relations: Relation[] = [];
  const add = (relation: Tree): void => {
    const table = parentTable(String(relation['relname'] ?? ''));
    const distribution = withs.has(table) ? undefined : distributions.get(table);
    relations.push({ alias: relationAlias(relation), table, distribution });
  };
  if (isTree(query['relation'])) add(query['relation']);
  const from = [...nodeList(query, 'fromClause'), ...nodeList(query, 'usingClause')];
  walk(from, (node) => {
    const table = contentOfKind('RangeVar', node);
    if (table) add(table);
    const other = contentOfKind('RangeSubselect', node) ?? contentOfKind('RangeFunction', node);
    if (other) relations.push({ alias: relationAlias(other), table: '', distribution: undefined });
    return !table && !other && !QUERIES.some((kind) => contentOfKind(kind, node));
  });
  return relations;
}

/** Queries in a node, not those in them. */
function nestedQueries(node: unknown): Tree[] {
  const nested: Tree[] = [];
  walk(node, (one) => {
    const isQuery = QUERIES.some((kind) => contentOfKind(kind, one));
    if (isQuery) nested.push(one);
    return !isQuery;
  });
  return nested;
}
