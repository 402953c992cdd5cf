import { escapePointer } from '../../../../../schemas/model/pointer.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { ContentSchema } from '../contentSchema.ts';
import { type JsonNode, readJson, type TextRange } from '../jsonTree.ts';

/** An entry of the outline: an object of the value. */
export interface OutlineNode extends TextRange {
  pointer: string;
  /** Depth, from 1. */
  level: number;
  /** Its property name, or the title of its schema: "body", "text". */
  name: string;
  /** Distinguishes it from others of its name: the text that it shows. */
  label: string;
  hasChildren: boolean;
}

/**
 * Builds the outline of a JSON text, in document order: the objects whose schema has `x-outline`, which names the
 * property of their label.
 */
export function buildOutline(text: string, root: JsonSchema): OutlineNode[] {
  const schema = new ContentSchema(root);
  const found: OutlineNode[] = [];
  /** Returns how many entries the node adds to its parent. */
  const walk = (node: JsonNode, level: number, pointer: string): number => {
    const nodeSchema = node.kind === 'object' ? schema.schemaOf(node) : undefined;
    const labelPath = nodeSchema?.['x-outline'];
    const part: OutlineNode | undefined =
      typeof labelPath === 'string'
        ? {
            ...{ pointer, level, from: node.key?.from ?? node.from, to: node.to, hasChildren: false },
            name: node.key?.name ?? String(nodeSchema?.['title'] ?? ''),
            label: textAt(node, labelPath),
          }
        : undefined;
    if (part) found.push(part);
    let inside = 0;
    for (const child of node.children)
      inside += walk(
        child,
        level + (part ? 1 : 0),
        `${pointer}/${escapePointer(child.key?.name ?? child.index ?? 0)}`,
      );
    if (!part) return inside;
    part.hasChildren = inside > 0;
    return 1;
  };
  const tree = readJson(text);
  if (tree) walk(tree, 1, '');
  return found;
}

/** The innermost entry at an offset of the text. */
export const outlineNodeAt = (outline: readonly OutlineNode[], offset: number): OutlineNode | undefined =>
  outline.findLast(({ from, to }) => from <= offset && offset <= to);

function textAt(node: JsonNode, path: string): string {
  if (path === '') return '';
  const last = path
    .split('.')
    .reduce<JsonNode | undefined>(
      (inner, name) => inner?.children.find(({ key }) => key?.name === name),
      node,
    );
  return last?.kind === 'string' || last?.kind === 'literal' ? String(last.value) : '';
}
