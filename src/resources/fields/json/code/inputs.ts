import type { Json, JsonSchema } from '../../../../../schemas/model/types.ts';
import { t } from '../../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../../../fieldKit/pointers.ts';
import { withValueAt } from '../../../fieldKit/withValueAt.ts';
import { ContentSchema } from '../contentSchema.ts';
import { type JsonNode, readJson } from '../jsonTree.ts';

/** A text inside a JSON value that is edited as a plain input. */
export interface ContentInput {
  path: Path;
  pointer: string;
  label: string;
  value: string;
}
/** The inputs of one object of the value, such as a button. */
export interface ContentPart {
  pointer: string;
  /** Title of the object's schema: "text", "button". */
  name: string;
  inputs: ContentInput[];
}

/** Labels of inputs by property. */
const LABELS: Record<string, string> = {
  text: t('Text'),
  label: t('Label'),
  uri: t('Link'),
  url: t('Image URL'),
};

/**
 * Finds the inputs that `x-inputs` of the schema names, by object, in groups that start at each `x-group`. The first
 * input of an object is always there, the others where the value has them. Empty where the text is no JSON.
 */
export function findContentInputs(text: string, root: JsonSchema): ContentPart[][] {
  const schema = new ContentSchema(root);
  const groups: ContentPart[][] = [[]];
  const walk = (node: JsonNode, path: Path): void => {
    const nodeSchema = node.kind === 'object' ? schema.schemaOf(node) : undefined;
    if (nodeSchema?.['x-group'] === true) groups.push([]);
    const inputs = ((nodeSchema?.['x-inputs'] ?? []) as string[]).flatMap(
      (dottedPath, at): ContentInput[] => {
        const names = dottedPath.split('.');
        const inner = nodeAt(node, names);
        if (inner ? inner.kind !== 'string' : at > 0) return [];
        const inputPath = [...path, ...names];
        const label = LABELS[names.at(-1) ?? ''] ?? dottedPath;
        return [{ path: inputPath, pointer: pointerOf(inputPath), label, value: String(inner?.value ?? '') }];
      },
    );
    if (inputs.length > 0)
      groups.at(-1)?.push({ pointer: pointerOf(path), name: String(nodeSchema?.['title'] ?? ''), inputs });
    for (const child of node.children) walk(child, [...path, child.key?.name ?? child.index ?? 0]);
  };
  const tree = isJson(text) ? readJson(text) : undefined;
  if (tree) walk(tree, []);
  return groups.filter((parts) => parts.length > 0);
}

/**
 * Replaces one string of a JSON text in place, so that nothing else changes: not its whitespace, nor numbers beyond
 * JavaScript's precision. Where there is no string yet, the whole text is serialised anew.
 */
export function replaceInput(text: string, root: JsonSchema, path: Path, value: string): string {
  const node = nodeAt(readJson(text), path);
  if (node?.kind === 'string') return text.slice(0, node.from) + JSON.stringify(value) + text.slice(node.to);
  const changed = withValueAt(JSON.parse(text), path, value) as Json;
  return JSON.stringify(new ContentSchema(root).sortProperties(changed), null, 2);
}

/** Of repeated names the last one counts, as in `JSON.parse`. */
const nodeAt = (node: JsonNode | undefined, path: Path): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>(
    (inner, step) => inner?.children.findLast(({ key, index }) => (key?.name ?? index) === step),
    node,
  );

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
