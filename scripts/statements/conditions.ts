import { as, bare, isTree, several, textsOf, walk, type Tree } from './tree.ts';

/** What the conditions of one query say about the tables in it, by the names that they have there. */
export interface Conditions {
  /** Tables whose rows are named: compared by a column of their key with values that are known. */
  bound: Set<string>;
  /** Tables compared by it with columns of others: bound once all of `to` are. */
  links: { alias: string; to: string[] }[];
}

interface Scope {
  aliases: readonly string[];
  /** Columns of a table's key; `ranged` where a stretch of values is named too. */
  columnsOf(alias: string): { columns: readonly string[]; ranged: boolean };
  /** Names outside of the query whose rows are bound. */
  outer: ReadonlySet<string>;
}

const RANGES = new Set(['<', '<=', '>', '>=']);

/** Reads the conditions of a query's WHERE and joins. */
export function findConditions(query: Tree, scope: Scope): Conditions {
  const all = several(query, 'whereClause').map((one) => ofExpression(one, scope));
  const from = [...several(query, 'fromClause'), ...several(query, 'usingClause')];
  walk(from, (node) => {
    const join = as('JoinExpr', node);
    if (join) {
      const said = [ofUsing(join, scope)];
      if (join['quals'] !== undefined) said.push(ofExpression(join['quals'], scope));
      all.push(ofJoin(join, together(said), scope));
    }
    return !as('RangeSubselect', node) && !as('SubLink', node);
  });
  return together(all);
}

/** Of an outer join the condition chooses rows of the side alone that is left empty where nothing fits. */
function ofJoin(join: Tree, { bound, links }: Conditions, scope: Scope): Conditions {
  const side = { JOIN_LEFT: 'rarg', JOIN_RIGHT: 'larg' }[String(join['jointype'])];
  if (join['jointype'] === 'JOIN_FULL') return NOTHING();
  if (side === undefined) return { bound, links };
  const chosen = namesOf(join[side], scope);
  return {
    bound: new Set([...bound].filter((alias) => chosen.includes(alias))),
    links: links.filter(({ alias }) => chosen.includes(alias)),
  };
}

/** Comparisons of which a value is one of those that are named. */
const NAMING = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_NOT_DISTINCT', 'AEXPR_BETWEEN']);

const together = (all: readonly Conditions[]): Conditions => ({
  bound: new Set(all.flatMap(({ bound }) => [...bound])),
  links: all.flatMap(({ links }) => links),
});

const NOTHING = (): Conditions => ({ bound: new Set(), links: [] });

function ofExpression(node: unknown, scope: Scope): Conditions {
  const logic = as('BoolExpr', node);
  if (logic) {
    const parts = several(logic, 'args').map((one) => ofExpression(one, scope));
    if (logic['boolop'] === 'AND_EXPR') return together(parts);
    if (logic['boolop'] !== 'OR_EXPR') return NOTHING();
    const [first, ...rest] = parts;
    const shared = [...(first?.bound ?? [])].filter((alias) => rest.every(({ bound }) => bound.has(alias)));
    return { bound: new Set(shared), links: [] };
  }
  const among = as('SubLink', node);
  const compares = textsOf(several(among ?? {}, 'operName'));
  if (among?.['subLinkType'] === 'ANY_SUBLINK' && compares.every((one) => one === '='))
    return together(firsts(among['testexpr']).map((one) => compared(one, [], false, scope)));
  const comparison = as('A_Expr', node);
  if (!comparison) return NOTHING();
  const [operator = ''] = textsOf(several(comparison, 'name'));
  const kind = comparison['kind'];
  const isRange = kind === 'AEXPR_BETWEEN' || RANGES.has(operator);
  if (!NAMING.has(String(kind)) || (!isRange && operator !== '=')) return NOTHING();
  const [left, right] = [comparison['lexpr'], comparison['rexpr']];
  // Of rows that are compared in an order the first column says where.
  return together([
    ...firsts(left, !isRange).map((one) => compared(one, right, isRange, scope)),
    ...firsts(right, !isRange).map((one) => compared(one, left, isRange, scope)),
  ]);
}

/** The items of a row, or the expression itself. */
function firsts(node: unknown, all = true): unknown[] {
  const row = as('RowExpr', node);
  if (!row) return [node];
  const items = several(row, 'args');
  return all ? [...items] : items.slice(0, 1);
}

/** What `column = other` says of the table of the column. */
function compared(column: unknown, other: unknown, isRange: boolean, scope: Scope): Conditions {
  const found = NOTHING();
  for (const alias of tablesOf(column, scope)) {
    if (isRange && !scope.columnsOf(alias).ranged) continue;
    const to = namesIn(other, alias, scope);
    if (to === undefined) continue;
    if (to.length === 0) found.bound.add(alias);
    else found.links.push({ alias, to });
  }
  return found;
}

/** The tables whose key has this column. */
function tablesOf(node: unknown, scope: Scope): string[] {
  const reference = as('ColumnRef', bare(node));
  if (!reference) return [];
  const names = textsOf(several(reference, 'fields'));
  const column = names.at(-1) ?? '';
  const alias = names.length > 1 ? names.at(-2) : undefined;
  return scope.aliases.filter(
    (one) => (alias === undefined || one === alias) && scope.columnsOf(one).columns.includes(column),
  );
}

/** Tables of the query that an expression is about; undefined where it is about rows that nobody knows. */
function namesIn(node: unknown, own: string, scope: Scope): string[] | undefined {
  const names = new Set<string>();
  let isKnown = true;
  walk(node, (one) => {
    // A subquery is analyzed by itself; its rows are values here.
    if (as('SubLink', one)) return false;
    const reference = as('ColumnRef', one);
    if (!reference) return true;
    const fields = textsOf(several(reference, 'fields'));
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
function ofUsing(join: Tree, scope: Scope): Conditions {
  const columns = textsOf(several(join, 'usingClause'));
  const [left, right] = [join['larg'], join['rarg']].map((side) => namesOf(side, scope));
  const links = columns.flatMap((column) => {
    const has = (alias: string): boolean => scope.columnsOf(alias).columns.includes(column);
    const pairs = (from: string[], to: string[]): Conditions['links'] =>
      from.filter(has).flatMap((alias) => to.map((other) => ({ alias, to: [other] })));
    return [...pairs(left ?? [], right ?? []), ...pairs(right ?? [], left ?? [])];
  });
  return { bound: new Set(), links };
}

function namesOf(side: unknown, { aliases }: Scope): string[] {
  const names: string[] = [];
  walk(side, (node) => {
    const one = as('RangeVar', node) ?? as('RangeSubselect', node) ?? as('RangeFunction', node);
    if (!one) return true;
    const alias = isTree(one['alias']) ? one['alias']['aliasname'] : one['relname'];
    if (typeof alias === 'string' && aliases.includes(alias)) names.push(alias);
    return false;
  });
  return names;
}
