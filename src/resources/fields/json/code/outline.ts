import { escapePointer } from '../../../../../schemas/model/pointer.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { ContentSchema } from '../contentSchema.ts';
import { type JsonNode, readJson, type TextRange } from '../jsonTree.ts';

/** A part of a value that is shown in its outline. */
export interface OutlineNode extends TextRange {
  /** From the value. */
  pointer: string;
  /** Depth, from 1. */
  level: number;
  /** Its name in what holds it, or what it is: "body", "text". */
  name: string;
  /** What tells it from others of its kind: the text that it shows. */
  label: string;
  hasChildren: boolean;
}

/**
 * The parts of a JSON text in their order, those inside after what holds them. Which values are parts is said by
 * `x-outline` in the schema, with the property whose value tells one from another; empty where none does.
 */
export function outlineOf(text: string, root: JsonSchema): OutlineNode[] {
  const schema = new ContentSchema(root);
  const found: OutlineNode[] = [];
  /** How many parts the node is or holds. */
  const walk = (node: JsonNode, level: number, pointer: string): number => {
    const own = node.kind === 'object' ? schema.of(node) : undefined;
    const told = own?.['x-outline'];
    const part: OutlineNode | undefined =
      typeof told === 'string'
        ? {
            ...{ pointer, level, from: node.key?.from ?? node.from, to: node.to, hasChildren: false },
            name: node.key?.name ?? String(own?.['title'] ?? ''),
            label: textAt(node, told),
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

/** The innermost part at a place. */
export const partAt = (outline: readonly OutlineNode[], place: number): OutlineNode | undefined =>
  outline.findLast(({ from, to }) => from <= place && place <= to);

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
