import { readFileSync } from 'node:fs';

interface Keyword {
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Keyword[];
  /** With `if`: the two shapes that there are. */
  then?: Keyword;
  else?: Keyword;
  oneOf?: Keyword[];
  items?: Keyword;
  required?: string[];
  properties?: Record<string, Keyword>;
  $defs?: Record<string, Keyword>;
  /** Field types that the word suits. */
  'x-types'?: string[];
  /** Settings that a widget takes. */
  'x-options'?: Record<string, Keyword>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(`schemas/vocabulary/${name}.schema.json`, 'utf8')) as Keyword;

/** Reference of every keyword and word, from the sentences that the vocabulary's schemas say about them. */
export function vocabularyPage(): string {
  const entity = read('entity');
  const field = read('field');
  const form = read('form');
  const { match, operators, tone, icon, actionIcon, variantIcon, type, widget, display } = field.$defs ?? {};
  const sections = [
    section('An entity: `schemas/<name>.schema.json`', entity),
    section('`x-entity`: where it lives and how it is shown', entity.$defs?.['x-entity']),
    section('A section of a form', entity.$defs?.['section']),
    section('A panel', entity.$defs?.['panel']),
    section("A tab of a record's page", entity.$defs?.['tab']),
    section('A roll-up of events', entity.$defs?.['rollup']),
    section('A property: plain JSON Schema', field.$defs?.['property']),
    section('`x-field`: how a field looks and behaves', field.$defs?.['x-field']),
    conditions(match, operators),
    words('Field types', type),
    words('Widgets', widget),
    section('Options of widgets', { properties: collectWidgetOptions(widget) }),
    words('Displays', display),
    words('Tones', tone),
    words('Icons of the menu', icon),
    words('Icons of actions', actionIcon),
    words('Icons of variants', variantIcon),
    section('A form that is no entity: `schemas/forms/<name>.schema.json`', form),
    ...Object.entries(read('product').$defs ?? {}).map(([name, part]) => section(`\`${name}.json\``, part)),
  ];
  return `# Vocabulary

Every word that a schema may use. Made from \`schemas/vocabulary/\` by \`npm run generate\`: change those, not this page.

${sections.join('\n\n')}
`;
}

/** How conditions are written: what combines them, and the tests of a value. */
function conditions(match: Keyword = {}, operators: Keyword = {}): string {
  const combined = Object.entries(match.properties ?? {}).map(([name, part]) => [
    code(name),
    part.description ?? '',
    (part.examples ?? []).map((example) => code({ [name]: example })).join(' '),
  ]);
  const tests = Object.entries(operators.properties ?? {}).map(([name, part]) => [
    code(name),
    part.description ?? '',
    (part.examples ?? []).map(code).join(' '),
  ]);
  const keys = (match.examples ?? []) as { match: unknown; says: string }[];
  return [
    `## Conditions (match)\n\n${match.description ?? ''}`,
    table(
      ['condition', 'holds when'],
      keys.map((one) => [code(one.match), one.says]),
    ),
    table(['word', 'meaning', 'example'], combined),
    operators.description ?? '',
    table(['operator', 'meaning', 'example'], tests),
  ].join('\n\n');
}

/** A list of words, a sentence each, with the field types that they suit. */
function words(title: string, list: Keyword = {}): string {
  const known = list.oneOf ?? [];
  const typed = known.some((word) => word['x-types']);
  const lines = known.map((word) => [
    code(word.const),
    word.description ?? '',
    ...(typed ? [(word['x-types'] ?? []).map(code).join(', ')] : []),
  ]);
  return `## ${title}\n\n${list.description ?? ''}\n\n${table(['word', 'meaning', ...(typed ? ['for fields of type'] : [])], lines)}`;
}

/** Every option of the widgets, with those that take it. */
function collectWidgetOptions({ oneOf: widgets = [] }: Keyword = {}): Record<string, Keyword> {
  const options: Record<string, Keyword & { takenBy: unknown[] }> = {};
  for (const widget of widgets) {
    for (const [name, option] of Object.entries(widget['x-options'] ?? {})) {
      options[name] ??= { ...option, takenBy: [] };
      options[name].takenBy.push(widget.const);
    }
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, { takenBy, ...option }]) => [
      name,
      { ...option, description: `${option.description ?? ''} For ${takenBy.map(code).join(', ')}.` },
    ]),
  );
}

function table(head: string[], lines: string[][]): string {
  const row = (cells: string[]): string => `| ${cells.map(escape).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

function section(title: string, part: Keyword = {}): string {
  const intro = part.description ? `${part.description}\n\n` : '';
  return `## ${title}\n\n${intro}${table(['keyword', 'value', 'meaning', 'default', 'example'], rows(part))}`;
}

/** One row per keyword, those of nested objects below it as `list.tabs.by`. */
function rows(part: Keyword, prefix = ''): string[][] {
  return Object.entries(part.properties ?? {}).flatMap(([name, keyword]) => {
    const path = prefix + name;
    const shown = part.required?.includes(name) ? `\`${path}\` (required)` : `\`${path}\``;
    const examples = (keyword.examples ?? []).map(code).join(' ');
    const nested = [keyword, ...(keyword.anyOf ?? [])];
    return [
      [shown, describeValue(keyword), keyword.description ?? '', describeDefault(keyword), examples],
      ...nested.flatMap((inner) => rows(inner, `${path}.`)),
      ...(keyword.items ? rows(keyword.items, `${path}[].`) : []),
    ];
  });
}

function describeValue(keyword: Keyword): string {
  const alternatives = keyword.anyOf ?? [keyword.else, keyword.then].filter((one) => one !== undefined);
  if (alternatives.length > 0) return alternatives.map(describeValue).join(' or ');
  if (keyword.$ref) return keyword.$ref.split('/').at(-1)?.replace('.schema.json', '') ?? '';
  if (keyword.oneOf) return keyword.oneOf.map((word) => code(word.const)).join(', ');
  if (keyword.enum) return keyword.enum.map(code).join(', ');
  if (keyword.const !== undefined) return code(keyword.const);
  if (keyword.items) return `list of ${describeValue(keyword.items) || 'anything'}`;
  return [keyword.type ?? ''].flat().join(' or ');
}

/** A text default that reads as a sentence is said, not quoted. */
const describeDefault = ({ default: value }: Keyword) =>
  value === undefined ? '' : typeof value === 'string' && value.includes(' ') ? value : code(value);
const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const escape = (cell: string) => cell.replaceAll('|', '\\|');
