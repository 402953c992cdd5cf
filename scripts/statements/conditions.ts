import { contentOfKind, withoutCasts, isTree, nodeList, stringValues, walk, type Tree } from './tree.ts';

/** Effect of a query's conditions on its tables, by alias. */
export interface Conditions {
  /** Tables whose rows are selected by their key: a key column is compared with known values. */
  bound: Set<string>;
  /** Tables whose key is compared with columns of others: bound once all of `to` are. */
  links: { alias: string; to: string[] }[];
}

interface Scope {
  aliases: readonly string[];
  /** Columns of a table's key; `ranged` where a stretch of values is named too. */
  columnsOf(alias: string): { columns: readonly string[]; ranged: boolean };
  /** Names outside of the query whose rows are bound. */
  outer: ReadonlySet<string>;
}

const RANGE_OPERATORS = new Set(['<', '<=', '>', '>=']);

/** Reads the conditions of a query's WHERE and joins. */
export function findConditions(query: Tree, scope: Scope): Conditions {
  const all = nodeList(query, 'whereClause').map((one) => conditionsOfExpression(one, scope));
  const from = [...nodeList(query, 'fromClause'), ...nodeList(query, 'usingClause')];
  walk(from, (node) => {
    const join = contentOfKind('JoinExpr', node);
    if (join) {
      const joinConditions = [conditionsOfUsing(join, scope)];
      if (join['quals'] !== undefined) joinConditions.push(conditionsOfExpression(join['quals'], scope));
      all.push(conditionsOfJoin(join, mergeConditions(joinConditions), scope));
    }
    return !contentOfKind('RangeSubselect', node) && !contentOfKind('SubLink', node);
  });
  return mergeConditions(all);
}

/** Of an outer join the condition chooses rows of the side alone that is left empty where nothing fits. */
function conditionsOfJoin(join: Tree, { bound, links }: Conditions, scope: Scope): Conditions {
  const side = { JOIN_LEFT: 'rarg', JOIN_RIGHT: 'larg' }[String(join['jointype'])];
  if (join['jointype'] === 'JOIN_FULL') return noConditions();
  if (side === undefined) return { bound, links };
  const chosen = aliasesOfSide(join[side], scope);
  return {
    bound: new Set([...bound].filter((alias) => chosen.includes(alias))),
    links: links.filter(({ alias }) => chosen.includes(alias)),
  };
}

/** Comparisons of which a value is one of those that are named. */
const EQUALITY_KINDS = new Set([
  'AEXPR_OP',
  'AEXPR_OP_ANY',
  'AEXPR_IN',
  'AEXPR_NOT_DISTINCT',
  'AEXPR_BETWEEN',
]);

const mergeConditions = (all: readonly Conditions[]): Conditions => ({
  bound: new Set(all.flatMap(({ bound }) => [...bound])),
  links: all.flatMap(({ links }) => links),
});

const noConditions = (): Conditions => ({ bound: new Set(), links: [] });

function conditionsOfExpression(node: unknown, scope: Scope): Conditions {
  const logic = contentOfKind('BoolExpr', node);
  if (logic) {
    const parts = nodeList(logic, 'args').map((one) => conditionsOfExpression(one, scope));
    if (logic['boolop'] === 'AND_EXPR') return mergeConditions(parts);
    if (logic['boolop'] !== 'OR_EXPR') return noConditions();
    const [first, ...rest] = parts;
    const shared = [...(first?.bound ?? [])].filter((alias) => rest.every(({ bound }) => bound.has(alias)));
    return { bound: new Set(shared), links: [] };
  }
  const among = contentOfKind('SubLink', node);
  const compares = stringValues(nodeList(among ?? {}, 'operName'));
  if (among?.['subLinkType'] === 'ANY_SUBLINK' && compares.every((one) => one === '='))
    return mergeConditions(
      rowItems(among['testexpr']).map((one) => conditionsOfComparison(one, [], false, scope)),
    );
  const comparison = contentOfKind('A_Expr', node);
  if (!comparison) return noConditions();
  const [operator = ''] = stringValues(nodeList(comparison, 'name'));
  const kind = comparison['kind'];
  const isRange = kind === 'AEXPR_BETWEEN' || RANGE_OPERATORS.has(operator);
  if (!EQUALITY_KINDS.has(String(kind)) || (!isRange && operator !== '=')) return noConditions();
  const [left, right] = [comparison['lexpr'], comparison['rexpr']];
  // Of rows that are compared in an order the first column says where.
  return mergeConditions([
    ...rowItems(left, !isRange).map((one) => conditionsOfComparison(one, right, isRange, scope)),
    ...rowItems(right, !isRange).map((one) => conditionsOfComparison(one, left, isRange, scope)),
  ]);
}

/** The items of a row, or the expression itself. */
function rowItems(node: unknown, all = true): unknown[] {
  const row = contentOfKind('RowExpr', node);
  if (!row) return [node];
  const items = nodeList(row, 'args');
  return all ? [...items] : items.slice(0, 1);
}

/** What `column = other` says of the table of the column. */
function conditionsOfComparison(column: unknown, other: unknown, isRange: boolean, scope: Scope): Conditions {
  const found = noConditions();
  for (const alias of tablesWithKeyColumn(column, scope)) {
    if (isRange && !scope.columnsOf(alias).ranged) continue;
    const to = referencedTables(other, alias, scope);
    if (to === undefined) continue;
    if (to.length === 0) found.bound.add(alias);
    else found.links.push({ alias, to });
  }
  return found;
}

/** The tables whose key has this column. */
function tablesWithKeyColumn(node: unknown, scope: Scope): string[] {
  const reference = contentOfKind('ColumnRef', withoutCasts(node));
  if (!reference) return [];
  const names = stringValues(nodeList(reference, 'fields'));
  const column = names.at(-1) ?? '';
  const alias = names.length > 1 ? names.at(-2) : undefined;
  return scope.aliases.filter(
    (one) => (alias === undefined || one === alias) && scope.columnsOf(one).columns.includes(column),
  );
}

/** Tables of the query that an expression is about; undefined where it is about rows that nobody knows. */
function referencedTables(node: unknown, own: string, scope: Scope): string[] | undefined {
  const names = new Set<string>();
  let isKnown = true;
  walk(node, (one) => {
    // A subquery is analyzed by itself; its rows are values here.
    if (contentOfKind('SubLink', one)) return false;
    const reference = contentOfKind('ColumnRef', one);
    if (!reference) return true;
    const fields = stringValues(nodeList(reference, 'fields'));
    const alias = fields.length > 1 ? fields.at(-2) : undefined;
    // Without a name it is a column of whatever else is there, or of its own table.
    const others = scope.aliases.filter((other) => other !== own);
    if (alias === undefined && others.length === 0 && scope.outer.size === 0) isKnown = false;
    else if (alias === undefined) others.forEach((other) => names.add(other));
    else if (alias === own) isKnown = false;
    else if (scope.aliases.includes(alias)) names.add(alias);
    else if (!scope.outer.has(alias)) isKnown = false;
    return false;
  });
  return isKnown ? [...names] : undefined;
}

/** `JOIN … USING (column)`: both sides are compared with each other. */
function conditionsOfUsing(join: Tree, scope: Scope): Conditions {
  const columns = stringValues(nodeList(join, 'usingClause'));
  const [left, right] = [join['larg'], join['rarg']].map((side) => aliasesOfSide(side, scope));
  const links = columns.flatMap((column) => {
    const has = (alias: string): boolean => scope.columnsOf(alias).columns.includes(column);
    const pairs = (from: string[], to: string[]): Conditions['links'] =>
      from.filter(has).flatMap((alias) => to.map((other) => ({ alias, to: [other] })));
    return [...pairs(left ?? [], right ?? []), ...pairs(right ?? [], left ?? [])];
  });
  return { bound: new Set(), links };
}

function aliasesOfSide(side: unknown, { aliases }: Scope): string[] {
  const names: string[] = [];
  walk(side, (node) => {
    const one =
      contentOfKind('RangeVar', node) ??
      contentOfKind('RangeSubselect', node) ??
      contentOfKind('RangeFunction', node);
    if (!one) return true;
    const alias = isTree(one['alias']) ? one['alias']['aliasname'] : one['relname'];
    if (typeof alias === 'string' && aliases.includes(alias)) names.push(alias);
    return false;
  });
  return names;
}
