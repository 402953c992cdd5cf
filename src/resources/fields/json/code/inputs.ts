import type { Json, JsonSchema } from '../../../../../schemas/model/types.ts';
import { t } from '../../../../../schemas/texts/translate.ts';
import { type Path, pointerOf } from '../../../fieldKit/pointers.ts';
import { withValueAt } from '../../../fieldKit/withValueAt.ts';
import { ContentSchema } from '../contentSchema.ts';
import { type JsonNode, readJson } from '../jsonTree.ts';

/** One text of a value that can be typed without knowing how the value is written. */
export interface ContentInput {
  path: Path;
  pointer: string;
  label: string;
  value: string;
}
/** A part of a value with the texts in it that people see or follow. */
export interface ContentPart {
  pointer: string;
  /** What it is: "text", "button". */
  name: string;
  inputs: ContentInput[];
}

/** What properties are called beside an input. */
const LABELS: Record<string, string> = {
  text: t('Text'),
  label: t('Label'),
  uri: t('Link'),
  url: t('Image URL'),
};

/**
 * The texts of a JSON text that `x-inputs` of its schema names, part by part: the first one of a part, and those of the
 * others that the value has; parts of the same thing side by side stand in one group. Empty where the text is no JSON or
 * its schema names none.
 */
export function inputsOf(text: string, root: JsonSchema): ContentPart[][] {
  const schema = new ContentSchema(root);
  const groups: ContentPart[][] = [[]];
  const walk = (node: JsonNode, path: Path): void => {
    const own = node.kind === 'object' ? schema.of(node) : undefined;
    if (own?.['x-group'] === true) groups.push([]);
    const inputs = ((own?.['x-inputs'] ?? []) as string[]).flatMap((stated, at): ContentInput[] => {
      const names = stated.split('.');
      const held = nodeAt(node, names);
      if (held ? held.kind !== 'string' : at > 0) return [];
      const place = [...path, ...names];
      const label = LABELS[names.at(-1) ?? ''] ?? stated;
      return [{ path: place, pointer: pointerOf(place), label, value: String(held?.value ?? '') }];
    });
    if (inputs.length > 0)
      groups.at(-1)?.push({ pointer: pointerOf(path), name: String(own?.['title'] ?? ''), inputs });
    for (const child of node.children) walk(child, [...path, child.key?.name ?? child.index ?? 0]);
  };
  const tree = isJson(text) ? readJson(text) : undefined;
  if (tree) walk(tree, []);
  return groups.filter((parts) => parts.length > 0);
}

/**
 * A JSON text with another text at a place of its value. A text that stood there is replaced where it stands, so that
 * nothing else of what somebody wrote changes, numbers beyond what JavaScript holds among it; the whole is written anew
 * only where there was none.
 */
export function withInput(text: string, root: JsonSchema, path: Path, value: string): string {
  const held = nodeAt(readJson(text), path);
  if (held?.kind === 'string') return text.slice(0, held.from) + JSON.stringify(value) + text.slice(held.to);
  const changed = withValueAt(JSON.parse(text), path, value) as Json;
  return JSON.stringify(new ContentSchema(root).inOrder(changed), null, 2);
}

/** Of two values with the same name, the last is the one that counts. */
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
