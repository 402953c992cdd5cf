import { readFileSync } from 'node:fs';

interface Keyword {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Keyword[];
  oneOf?: Keyword[];
  items?: Keyword;
  required?: string[];
  properties?: Record<string, Keyword>;
  $defs?: Record<string, Keyword>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(`schemas/vocabulary/${name}.schema.json`, 'utf8')) as Keyword;

/** Reference of every keyword, from the sentences that the vocabulary's schemas say about them. */
export function vocabularyPage(): string {
  const entity = read('entity');
  const field = read('field');
  const form = read('form');
  const sections = [
    section('An entity: `schemas/<name>.schema.json`', entity),
    section('`x-entity`: where it lives and how it is shown', entity.$defs?.['x-entity']),
    section('A property: plain JSON Schema', field.$defs?.['property']),
    section('`x-field`: how a field looks and behaves', field.$defs?.['x-field']),
    section('A form that is no entity: `schemas/forms/<name>.schema.json`', form),
    ...Object.entries(read('product').$defs ?? {}).map(([name, part]) => section(`\`${name}.json\``, part)),
  ];
  return `# Vocabulary

Every word that a schema may use. Made from \`schemas/vocabulary/\` by \`npm run generate\`: change those, not this page.

${sections.join('\n\n')}
`;
}

function section(title: string, part: Keyword = {}): string {
  const lines = rows(part).map((cells) => `| ${cells.map(escape).join(' | ')} |`);
  const intro = part.description ? `${part.description}\n\n` : '';
  return `## ${title}\n\n${intro}| keyword | value | meaning | default | example |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}`;
}

/** One row per keyword, those of nested objects below it as `list.tabs.by`. */
function rows(part: Keyword, prefix = ''): string[][] {
  return Object.entries(part.properties ?? {}).flatMap(([name, keyword]) => {
    const path = prefix + name;
    const shown = part.required?.includes(name) ? `\`${path}\` (required)` : `\`${path}\``;
    const examples = (keyword.examples ?? []).map(code).join(' ');
    const nested = [keyword, ...(keyword.anyOf ?? [])];
    return [
      [shown, valueOf(keyword), keyword.description ?? '', defaultOf(keyword), examples],
      ...nested.flatMap((inner) => rows(inner, `${path}.`)),
      ...(keyword.items ? rows(keyword.items, `${path}[].`) : []),
    ];
  });
}

function valueOf(keyword: Keyword): string {
  const alternatives = keyword.anyOf ?? keyword.oneOf;
  if (alternatives) return alternatives.map(valueOf).join(' or ');
  if (keyword.$ref) return keyword.$ref.split('/').at(-1)?.replace('.schema.json', '') ?? '';
  if (keyword.enum) return keyword.enum.map(code).join(', ');
  if (keyword.const !== undefined) return code(keyword.const);
  if (keyword.items) return `list of ${valueOf(keyword.items) || 'anything'}`;
  return [keyword.type ?? ''].flat().join(' or ');
}

/** A text default that reads as a sentence is said, not quoted. */
const defaultOf = ({ default: value }: Keyword) =>
  value === undefined ? '' : typeof value === 'string' && value.includes(' ') ? value : code(value);
const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const escape = (cell: string) => cell.replaceAll('|', '\\|');
