import { readFileSync, readdirSync } from 'node:fs';
import english from 'ra-language-english';
import { parseSync } from 'vite';
import { loadProduct } from '../../schemas/loadSchemas.ts';
import { mapTexts } from '../../schemas/texts/translateModel.ts';

/** Where texts are found, by the text in English. */
export type FoundTexts = Map<string, string[]>;

export interface CollectedTexts {
  texts: FoundTexts;
  /** Texts for people that bypass the catalogue: file, line and text. */
  uncatalogued: string[];
}

const FOLDERS = ['schemas', 'services', 'src'];
const CODE = /\.tsx?$/;
const EXCLUDED =
  /\.test\.tsx?$|\.d\.ts$|^schemas\/(?:generated|vocabulary|texts)\/|^src\/vendor\/|\/testing\/|\/test[A-Z][^/]*$/;
const TRANSLATE = /\/texts\/(?:translate|stored)\.ts$/;
const HAS_WORD = /\p{L}{2}/u;

/** JSX attributes with texts for people. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'confirmLabel',
  'label',
  'placeholder',
  'title',
  'text',
]);
/** Calls in the services that create errors for people, with the index of the argument with the text. */
const ERROR_CALLS = new Map([
  ...['invalid', 'malformed', 'forbidden', 'notFound'].map((name) => [name, 0] as const),
  ['ApiError', 2],
]);

const UNTRANSLATED_NAMES = new Set(['Messaging Console', 'Aa', 'UTC', 'https://']);

/** Every text of the product for people: of its schemas, its code and its libraries. */
export function collectTexts(): CollectedTexts {
  const all = [collectSchemaTexts('schemas'), ...FOLDERS.map((folder) => collectCodeTexts(folder))];
  const collected: CollectedTexts = {
    texts: new Map(),
    uncatalogued: all.flatMap(({ uncatalogued: bare }) => bare),
  };
  for (const text of collectLibraryTexts()) add(collected.texts, text, 'ra-language-english');
  for (const { texts } of all)
    for (const [text, places] of texts) for (const place of places) add(collected.texts, text, place);
  return collected;
}

/** Every text for people in a folder of schemas. */
export function collectSchemaTexts(folder: string): CollectedTexts {
  const texts: FoundTexts = new Map();
  mapTexts(withoutSchemas(loadProduct(folder)), (text) => {
    if (HAS_WORD.test(text)) add(texts, text, folder);
    return text;
  });
  return { texts, uncatalogued: [] };
}

/** Every text for people in a folder of code, where it goes through `t`, `message` or `messages`. */
export function collectCodeTexts(folder: string): CollectedTexts {
  const collected: CollectedTexts = { texts: new Map(), uncatalogued: [] };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = `${folder}/${name}`;
    if (CODE.test(file) && !EXCLUDED.test(file)) collectFromFile(file, readFileSync(file, 'utf8'), collected);
  }
  return collected;
}

/** React-admin's own texts, which the console translates by the catalogue. */
function collectLibraryTexts(texts: object = english): string[] {
  return Object.values(texts).flatMap((text: string | object) => {
    if (typeof text === 'object') return collectLibraryTexts(text);
    return HAS_WORD.test(text.replace(/%\{\w+\}/g, '')) ? [text] : [];
  });
}

/** Without the JSON Schemas inside the models. */
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
export function collectFromFile(
  file: string,
  code: string,
  { texts, uncatalogued: bare }: CollectedTexts,
): void {
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
    for (const text of uncataloguedTexts(node))
      if (HAS_WORD.test(text) && !UNTRANSLATED_NAMES.has(text)) bare.push(`${file}:${line(node)}: ${text}`);
  });
}

/** Literal texts of an expression: of both branches, or of all properties of an object. */
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

/** Literal texts in JSX, or in calls that create errors. */
function uncataloguedTexts(node: Node): string[] {
  const inJsx = textInJsx(node);
  if (inJsx !== undefined) return [inJsx];
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const at = ERROR_CALLS.get((node['callee'] as { name?: string }).name ?? '');
  return at === undefined ? [] : templateTextsIn((node['arguments'] as Node[])[at]);
}

/** As `textsIn`, including template literals. */
const templateTextsIn = (node: unknown): string[] => {
  if (!isNode(node)) return [];
  if (node.type === 'TemplateLiteral')
    return [(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')];
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).flatMap(({ value }) => templateTextsIn(value));
  if (node.type === 'ConditionalExpression')
    return [...templateTextsIn(node['consequent']), ...templateTextsIn(node['alternate'])];
  return textsIn(node);
};

function textInJsx(node: Node): string | undefined {
  if (node.type === 'JSXText')
    return String(node['value']).replace(/&\w+;/g, ' ').trim().replace(/\s+/g, ' ');
  if (node.type !== 'JSXAttribute') return undefined;
  const { name } = node['name'] as { name: unknown };
  return typeof name === 'string' && TEXT_ATTRIBUTES.has(name) ? literal(node['value']) : undefined;
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
