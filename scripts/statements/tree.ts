/** A node of a parsed statement, as PostgreSQL's own parser gives it: an object with the node's kind as its one key. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a node of this kind; undefined for any other. */
export function contentOfKind(kind: string, node: unknown): Tree | undefined {
  const content = isTree(node) ? node[kind] : undefined;
  return isTree(content) ? content : undefined;
}

/** A field that holds several nodes; none where it is absent. */
export const nodeList = (node: Tree | undefined, field: string): readonly unknown[] => {
  const found = node?.[field];
  return Array.isArray(found) ? found : found === undefined ? [] : [found];
};

/** Names in a list of texts. */
export const stringValues = (nodes: readonly unknown[]): string[] =>
  nodes.map((node) => {
    const text = contentOfKind('String', node)?.['sval'];
    return typeof text === 'string' ? text : '';
  });

/** A node without casts around it. */
export function withoutCasts(node: unknown): unknown {
  for (let found = node; ;) {
    const cast = contentOfKind('TypeCast', found);
    if (!cast) return found;
    found = cast['arg'];
  }
}

/** Calls `visit` for a node and all nodes in it, which it leaves out when that answers false. */
export function walk(node: unknown, visit: (node: Tree) => boolean): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (!isTree(node) || !visit(node)) return;
  for (const value of Object.values(node)) walk(value, visit);
}
