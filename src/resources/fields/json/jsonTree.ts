import { pointerSegments } from '../../../../schemas/model/pointer.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  from: number;
  to: number;
}

/** A value of a JSON text with its range. */
export interface JsonNode extends TextRange {
  /** `missing`: the name has no value yet; its range runs from the colon to the next token. */
  kind: 'object' | 'list' | 'string' | 'literal' | 'missing';
  /** Of strings and literals. */
  value?: unknown;
  /** Of values in objects; its range includes the quotes. */
  key?: TextRange & { name: string };
  /** Of values in lists. */
  index?: number;
  parent?: JsonNode;
  children: JsonNode[];
  /** Of objects and lists: the closing bracket is there. */
  isClosed?: boolean;
}

/**
 * Parses a JSON text tolerantly, for a text that is being typed: missing values and brackets do not stop it. It
 * reports no errors; see `findJsonError`.
 */
export function readJson(text: string): JsonNode | undefined {
  return new TolerantReader(text).value();
}

/** Deeper nesting is not read. */
const MAX_DEPTH = 500;
const STRING = /"(?:[^"\\\n]|\\.)*"?/y;
const WORD = /[^\s"{}[\],:]+/y;

class TolerantReader {
  private offset = 0;
  private depth = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is no whitespace; empty at the end. */
  private peek(): string {
    while (/\s/.test(this.text[this.offset] ?? '')) this.offset += 1;
    return this.text[this.offset] ?? '';
  }

  private consume(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    this.offset += found?.length ?? 0;
    return found;
  }

  value(parent?: JsonNode): JsonNode | undefined {
    const char = this.peek();
    const from = this.offset;
    if (char === '{' || char === '[') return this.container(char, parent);
    const text = this.consume(char === '"' ? STRING : WORD);
    if (text === undefined) return undefined;
    const kind = char === '"' ? 'string' : 'literal';
    return { kind, from, to: this.offset, value: parseScalar(text), parent, children: [] };
  }

  private container(bracket: '{' | '[', parent?: JsonNode): JsonNode {
    const isObject = bracket === '{';
    const node: JsonNode = {
      ...{ kind: isObject ? 'object' : 'list', from: this.offset, to: 0, parent, children: [] },
    };
    this.offset = this.depth < MAX_DEPTH ? this.offset + 1 : this.text.length;
    this.depth += 1;
    for (;;) {
      const char = this.peek();
      if (char === '' || char === '}' || char === ']') {
        // Another closing bracket ends it as well.
        node.isClosed = char === (isObject ? '}' : ']');
        if (node.isClosed) this.offset += 1;
        break;
      }
      const start = this.offset;
      const child = isObject ? this.member(node) : this.value(node);
      if (child) {
        if (!isObject) child.index = node.children.length;
        node.children.push(child);
      }
      // A comma, or an unexpected character.
      if (this.offset === start) this.offset += 1;
    }
    this.depth -= 1;
    node.to = this.offset;
    return node;
  }

  private member(parent: JsonNode): JsonNode | undefined {
    const from = this.offset;
    const name = this.consume(this.text[this.offset] === '"' ? STRING : WORD);
    if (name === undefined) return undefined;
    const key = { name: asString(parseScalar(name)), from, to: this.offset };
    if (this.peek() !== ':') return { kind: 'missing', from: key.to, to: key.to, key, parent, children: [] };
    this.offset += 1;
    const valueStart = this.offset;
    const value = this.value(parent);
    if (value) return Object.assign(value, { key });
    return { kind: 'missing', from: valueStart, to: this.offset, key, parent, children: [] };
  }
}

const asString = (value: unknown): string => (typeof value === 'string' ? value : '');

function parseScalar(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.replaceAll(/^"|"$/g, '');
  }
}

/** The value at a pointer, or its innermost existing ancestor. */
export function nodeAtPointer(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const segment of pointerSegments(pointer)) {
    const inner = node.children.find(({ key, index }) => (key?.name ?? String(index)) === segment);
    if (!inner) break;
    node = inner;
  }
  return node;
}

/** The innermost object or list around an offset of the text. */
export function containerAt(root: JsonNode, place: number): JsonNode | undefined {
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

/** The line, from 1, of the value at a pointer, or of its innermost existing ancestor. */
export function findLine(text: string, pointer: string): number {
  const root = readJson(text);
  const node = root && nodeAtPointer(root, pointer);
  return text.slice(0, node?.key?.from ?? node?.from ?? 0).split('\n').length;
}
