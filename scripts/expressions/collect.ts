import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A regular expression of the repository, where the check can read it. */
export interface FoundExpression {
  file: string;
  line: number;
  /** As the file has it. */
  text: string;
  /** Undefined where it is put together while the program runs. */
  source?: string;
  flags: string;
}

const FOLDERS = ['schemas', 'services', 'src', 'scripts'];
const CODE = /\.(?:ts|tsx|mjs)$/;
const EXCLUDED = /\.test\.tsx?$|\.d\.ts$|^schemas\/generated\//;

/** Every regular expression of the sources, and every `pattern` of the schemas. */
export function collectExpressions(root: string): FoundExpression[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files.flatMap((file) => {
    if (EXCLUDED.test(file)) return [];
    const read = (): string => readFileSync(join(root, file), 'utf8');
    if (CODE.test(file)) return expressionsInCode(file, read());
    return file.endsWith('.json') ? patternsInSchema(file, read()) : [];
  });
}

export function expressionsInCode(file: string, code: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  visit(parseSync(file, code).program, (node) => {
    const expression = parseLiteral(node) ?? parseConstructorCall(node);
    if (!expression || typeof node['start'] !== 'number' || typeof node['end'] !== 'number') return;
    const text = code.slice(node['start'], node['end']);
    const line = code.slice(0, node['start']).split('\n').length;
    found.push({ file, line, text, ...expression });
  });
  return found;
}

type Node = Record<string, unknown>;
type ExpressionSource = Pick<FoundExpression, 'source' | 'flags'>;

function parseLiteral({ regex }: Node): ExpressionSource | undefined {
  return isNode(regex) ? { source: String(regex['pattern']), flags: String(regex['flags']) } : undefined;
}

/** `new RegExp(…)` and `RegExp(…)`. */
function parseConstructorCall({ type, callee, arguments: given }: Node): ExpressionSource | undefined {
  if (type !== 'NewExpression' && type !== 'CallExpression') return undefined;
  if (!isNode(callee) || callee['name'] !== 'RegExp' || !Array.isArray(given)) return undefined;
  const [source, flags] = given.map(stringValue);
  return { ...(source !== undefined && { source }), flags: flags ?? '' };
}

function stringValue(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  return typeof node['value'] === 'string' ? node['value'] : undefined;
}

function patternsInSchema(file: string, json: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  visit(JSON.parse(json), ({ pattern }) => {
    if (typeof pattern !== 'string') return;
    const line = json.slice(0, json.indexOf(JSON.stringify(pattern))).split('\n').length;
    found.push({ file, line, text: pattern, source: pattern, flags: 'u' });
  });
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(value: unknown, each: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, each);
  else if (isNode(value)) {
    each(value);
    for (const child of Object.values(value)) visit(child, each);
  }
}
