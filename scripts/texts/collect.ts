import { readFileSync, readdirSync } from 'node:fs';
import english from 'ra-language-english';
import { parseSync } from 'vite';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import { mapTexts } from '../../schemas/texts/translateModel.ts';

/** Where texts are found, by the text in English. */
export type FoundTexts = Map<string, string[]>;

export interface Collected {
  texts: FoundTexts;
  /** Texts that people see past the catalogue: file, line and text. */
  bare: string[];
}

const FOLDERS = ['schemas', 'services', 'src'];
const CODE = /\.tsx?$/;
const LEFT_OUT =
  /\.test\.tsx?$|\.d\.ts$|^schemas\/(?:generated|vocabulary|texts)\/|^src\/vendor\/|\/testing\/|\/test[A-Z][^/]*$/;
const TRANSLATE = /\/texts\/(?:translate|stored)\.ts$/;
const HAS_WORD = /\p{L}{2}/u;

/** Attributes whose value is read or read out. */
const SAID = new Set(['alt', 'aria-label', 'confirmLabel', 'label', 'placeholder', 'title', 'text']);
/** What makes an answer to people in the services, and which of its arguments has the text. */
const REFUSALS = new Map([
  ...['invalid', 'malformed', 'forbidden', 'notFound'].map((name) => [name, 0] as const),
  ['ApiError', 2],
]);
/** Names that are the same in all languages. */
const NAMES = new Set(['Messaging Console', 'Aa', 'UTC', 'https://']);

/** Every text of the product for people: of its schemas, its code and its libraries. */
export function collectTexts(): Collected {
  const all = [textsOfSchemas('schemas'), ...FOLDERS.map((folder) => textsOfCode(folder))];
  const collected: Collected = { texts: new Map(), bare: all.flatMap(({ bare }) => bare) };
  for (const text of textsOfLibrary()) add(collected.texts, text, 'ra-language-english');
  for (const { texts } of all)
    for (const [text, places] of texts) for (const place of places) add(collected.texts, text, place);
  return collected;
}

/** Every text for people in a folder of schemas. */
export function textsOfSchemas(folder: string): Collected {
  const texts: FoundTexts = new Map();
  mapTexts(withoutSchemas(loadProduct(folder)), (text) => {
    if (HAS_WORD.test(text)) add(texts, text, folder);
    return text;
  });
  return { texts, bare: [] };
}

/** Every text for people in a folder of code, where it goes through `t`, `message` or `messages`. */
export function textsOfCode(folder: string): Collected {
  const collected: Collected = { texts: new Map(), bare: [] };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = `${folder}/${name}`;
    if (CODE.test(file) && !LEFT_OUT.test(file)) collectIn(file, readFileSync(file, 'utf8'), collected);
  }
  return collected;
}

/** What react-admin says by itself, where there are words in it; the console gives it out through the catalogue. */
function textsOfLibrary(texts: object = english): string[] {
  return Object.values(texts).flatMap((text: string | object) => {
    if (typeof text === 'object') return textsOfLibrary(text);
    return HAS_WORD.test(text.replace(/%\{\w+\}/g, '')) ? [text] : [];
  });
}

/** JSON Schemas stand beside the models that are compiled from them. */
const withoutSchemas = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSchemas);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      name === 'schema' ? [] : [[name, withoutSchemas(inner)]],
    ),
  );
};

function add(texts: FoundTexts, text: string, where: string): void {
  if (text === '') return;
  const found = texts.get(text);
  if (!found) texts.set(text, [where]);
  else if (!found.includes(where)) found.push(where);
}

type Node = Record<string, unknown> & { type: string; start: number };

/** Collects the texts of one file. */
export function collectIn(file: string, code: string, { texts, bare }: Collected): void {
  const names = new Set<string>();
  const line = ({ start }: Node): number => code.slice(0, start).split('\n').length;
  visit(parseSync(file, code).program, (node) => {
    if (node.type === 'ImportDeclaration' && TRANSLATE.test(literal(node['source']) ?? '')) {
      for (const { local } of node['specifiers'] as { local: { name: string } }[]) names.add(local.name);
    }
    if (node.type === 'CallExpression' && names.has((node['callee'] as { name?: string }).name ?? '')) {
      const [english, values] = node['arguments'] as Node[];
      const context = contextIn(values);
      for (const text of textsIn(english)) add(texts, context ? `${text}|${context}` : text, file);
    }
    for (const text of bareTexts(node))
      if (HAS_WORD.test(text) && !NAMES.has(text)) bare.push(`${file}:${line(node)}: ${text}`);
  });
}

/** A text, either of two, or all of a table. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  const text = literal(node);
  if (text !== undefined) return [text];
  if (node.type === 'ConditionalExpression')
    return [...textsIn(node['consequent']), ...textsIn(node['alternate'])];
  if (node.type === 'LogicalExpression') return [...textsIn(node['left']), ...textsIn(node['right'])];
  if (node.type === 'ObjectExpression') {
    return (node['properties'] as Node[]).flatMap(({ value }) => textsIn(value));
  }
  return [];
}

/** Of `t('Open', { context: 'state' })`. */
const contextIn = (values: unknown): string | undefined =>
  isNode(values) && values.type === 'ObjectExpression'
    ? (values['properties'] as Node[])
        .filter(({ key }) => isNode(key) && key['name'] === 'context')
        .map(({ value }) => literal(value))[0]
    : undefined;

/** What stands as it is in JSX, or in what the services refuse something with. */
function bareTexts(node: Node): string[] {
  const inJsx = textInJsx(node);
  if (inJsx !== undefined) return [inJsx];
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const at = REFUSALS.get((node['callee'] as { name?: string }).name ?? '');
  return at === undefined ? [] : writtenIn((node['arguments'] as Node[])[at]);
}

/** As `textsIn`, with those that values are written into. */
const writtenIn = (node: unknown): string[] => {
  if (!isNode(node)) return [];
  if (node.type === 'TemplateLiteral')
    return [(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')];
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).flatMap(({ value }) => writtenIn(value));
  if (node.type === 'ConditionalExpression')
    return [...writtenIn(node['consequent']), ...writtenIn(node['alternate'])];
  return textsIn(node);
};

function textInJsx(node: Node): string | undefined {
  if (node.type === 'JSXText')
    return String(node['value']).replace(/&\w+;/g, ' ').trim().replace(/\s+/g, ' ');
  if (node.type !== 'JSXAttribute') return undefined;
  const { name } = node['name'] as { name: unknown };
  return typeof name === 'string' && SAID.has(name) ? literal(node['value']) : undefined;
}

const literal = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  const { quasis, expressions } = node as {
    quasis?: { value: { cooked: string } }[];
    expressions?: unknown[];
  };
  return quasis && expressions?.length === 0 ? quasis[0]?.value.cooked : undefined;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function visit(value: unknown, seen: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, seen);
  } else if (isNode(value)) {
    seen(value);
    for (const inner of Object.values(value)) if (typeof inner === 'object') visit(inner, seen);
  }
}
