import { pointerSegments } from '../../../../schemas/model/pointer.ts';

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
  from: number;
  to: number;
}

/** A value of a JSON text with its place. */
export interface JsonNode extends TextRange {
  /** `missing`: a name has no value yet; from its colon to whatever comes next. */
  kind: 'object' | 'list' | 'string' | 'literal' | 'missing';
  /** A string's or literal's value, as far as it can be told. */
  value?: unknown;
  /** Its name, of values in objects; with the quotes. */
  key?: TextRange & { name: string };
  /** Its place, of values in lists. */
  index?: number;
  parent?: JsonNode;
  children: JsonNode[];
  /** Objects and lists: the bracket that ends it is there. */
  isClosed?: boolean;
}

/**
 * Reads a JSON text as far as it goes: one that is being written is full of holes, and what stands around them keeps its
 * place. Nothing is judged here.
 */
export function readJson(text: string): JsonNode | undefined {
  return new TolerantReader(text).value();
}

/** Values may lie this deep in each other, as far as this reader goes. */
const MAX_DEPTH = 500;
const STRING = /"(?:[^"\\\n]|\\.)*"?/y;
const WORD = /[^\s"{}[\],:]+/y;

class TolerantReader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** The next sign that is no blank. */
  private next(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
    return this.text[this.at] ?? '';
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  value(parent?: JsonNode): JsonNode | undefined {
    const sign = this.next();
    const from = this.at;
    if (sign === '{' || sign === '[') return this.inside(sign, parent);
    const text = this.take(sign === '"' ? STRING : WORD);
    if (text === undefined) return undefined;
    const kind = sign === '"' ? 'string' : 'literal';
    return { kind, from, to: this.at, value: valueOf(text), parent, children: [] };
  }

  private inside(bracket: '{' | '[', parent?: JsonNode): JsonNode {
    const isObject = bracket === '{';
    const node: JsonNode = {
      ...{ kind: isObject ? 'object' : 'list', from: this.at, to: 0, parent, children: [] },
    };
    this.at = this.depth < MAX_DEPTH ? this.at + 1 : this.text.length;
    this.depth += 1;
    for (;;) {
      const sign = this.next();
      if (sign === '' || sign === '}' || sign === ']') {
        // What ends something else ends this as well.
        node.isClosed = sign === (isObject ? '}' : ']');
        if (node.isClosed) this.at += 1;
        break;
      }
      const start = this.at;
      const child = isObject ? this.member(node) : this.value(node);
      if (child) {
        if (!isObject) child.index = node.children.length;
        node.children.push(child);
      }
      // A comma, or a sign that has no business here.
      if (this.at === start) this.at += 1;
    }
    this.depth -= 1;
    node.to = this.at;
    return node;
  }

  private member(parent: JsonNode): JsonNode | undefined {
    const from = this.at;
    const name = this.take(this.text[this.at] === '"' ? STRING : WORD);
    if (name === undefined) return undefined;
    const key = { name: textOf(valueOf(name)), from, to: this.at };
    if (this.next() !== ':') return { kind: 'missing', from: key.to, to: key.to, key, parent, children: [] };
    this.at += 1;
    const after = this.at;
    const value = this.value(parent);
    if (value) return Object.assign(value, { key });
    return { kind: 'missing', from: after, to: this.at, key, parent, children: [] };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.replaceAll(/^"|"$/g, '');
  }
}

/** The value at a pointer, or the innermost around it that is there. */
export function nodeAtPointer(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const segment of pointerSegments(pointer)) {
    const inner = node.children.find(({ key, index }) => (key?.name ?? String(index)) === segment);
    if (!inner) break;
    node = inner;
  }
  return node;
}

/** The innermost object or list that a place in the text lies in. */
export function holderAt(root: JsonNode, place: number): JsonNode | undefined {
  const isInside = (node: JsonNode): boolean =>
    (node.kind === 'object' || node.kind === 'list') &&
    node.from < place &&
    (node.isClosed ? place < node.to : place <= node.to);
  let found: JsonNode | undefined;
  for (let node: JsonNode | undefined = isInside(root) ? root : undefined; node;) {
    found = node;
    node = node.children.find(isInside);
  }
  return found;
}

/** The line, from 1, on which the value at a pointer begins; of what is not there, the line of what would hold it. */
export function lineAt(text: string, pointer: string): number {
  const root = readJson(text);
  const node = root && nodeAtPointer(root, pointer);
  return text.slice(0, node?.key?.from ?? node?.from ?? 0).split('\n').length;
}
