import type { Json, JsonSchema } from '../../../../../schemas/model/types.ts';
import { ContentSchema } from '../contentSchema.ts';
import { containerAt, type JsonNode, readJson, type TextRange } from '../jsonTree.ts';

/** A completion at a position. */
export interface Suggestion {
  /** Label in the list: a name or a value, without quotes. */
  label: string;
  /** Description. */
  info?: string;
  /** CodeMirror snippet, with `${}` for cursor positions. */
  snippet: string;
  kind: 'property' | 'value' | 'shape';
}

export interface Suggestions extends TextRange {
  suggestions: Suggestion[];
  /** Position of a missing comma before it. */
  commaAt?: number;
}

const readKeyword = (schema: JsonSchema, word: string): Json[] => (schema[word] ?? []) as Json[];
const readDescription = (schema: JsonSchema): string | undefined =>
  typeof schema['description'] === 'string' ? schema['description'] : undefined;
/** Escapes `${` and `#{`, which are cursor positions in snippets. */
const quoteForSnippet = (value: Json | undefined): string =>
  JSON.stringify(value ?? '').replaceAll(/([$#])\{/g, '$1\\{');

/**
 * Completions at a position of a JSON text with a schema of `schemas/contents`; undefined where there are none.
 */
export function findSuggestions(text: string, place: number, root: JsonSchema): Suggestions | undefined {
  const schema = new ContentSchema(root);
  const tree = readJson(text);
  const container = tree && containerAt(tree, place);
  if (!tree || (!container && tree.kind === 'literal')) {
    const range = { from: tree?.from ?? place, to: tree?.to ?? place };
    return { ...range, suggestions: new SnippetWriter(schema).valuesOf(root) };
  }
  const containerSchema = container && schema.schemaOf(container);
  if (!container || !containerSchema) return undefined;
  const writer = new SnippetWriter(schema);
  return container.kind === 'object'
    ? suggestInObject(writer, text, place, container, containerSchema)
    : suggestInList(writer, text, place, container, containerSchema);
}

const touches = (range: TextRange, place: number): boolean => range.from <= place && place <= range.to;

function suggestInObject(
  writer: SnippetWriter,
  text: string,
  place: number,
  container: JsonNode,
  containerSchema: JsonSchema,
): Suggestions | undefined {
  const { schema } = writer;
  const member = container.children.find(({ key }) => key && touches(key, place));
  const others = container.children.filter((child) => child !== member).map(({ key }) => key?.name);
  const names = schema.propertyNames(containerSchema).filter((name) => !others.includes(name));
  if (member?.key) {
    // With an existing value only the name is completed.
    const hasColon = /^\s*:/.test(text.slice(member.key.to));
    return {
      from: member.key.from,
      to: member.key.to,
      suggestions: names.map((name) =>
        writer.property(
          containerSchema,
          name,
          hasColon ? '' : commaAfter(text, member.key?.to ?? place),
          hasColon,
        ),
      ),
      ...missingComma(text, member.key.from),
    };
  }
  const value = container.children.find((child) => touches(child, place) && child.kind !== 'missing');
  const missing = container.children.find((child) => touches(child, place) && child.kind === 'missing');
  const valued = value ?? missing;
  if (valued?.key) {
    const stated = schema.propertySchema(containerSchema, valued.key.name);
    if (!stated || value?.kind === 'object' || value?.kind === 'list') return undefined;
    const range = value ? { from: value.from, to: value.to } : { from: place, to: place };
    const comma = value ? '' : commaAfter(text, place);
    return { ...range, suggestions: writer.valuesOf(stated, comma) };
  }
  return {
    from: place,
    to: place,
    suggestions: names.map((name) => writer.property(containerSchema, name, commaAfter(text, place), false)),
    ...missingComma(text, place),
  };
}

function suggestInList(
  writer: SnippetWriter,
  text: string,
  place: number,
  container: JsonNode,
  containerSchema: JsonSchema,
): Suggestions | undefined {
  const items = containerSchema['items'] as JsonSchema | undefined;
  const item = container.children.find((child) => touches(child, place));
  if (!items || (item && item.kind !== 'literal' && item.kind !== 'string')) return undefined;
  const range = item ? { from: item.from, to: item.to } : { from: place, to: place };
  return {
    ...range,
    suggestions: writer.valuesOf(items, item ? '' : commaAfter(text, place)),
    ...missingComma(text, range.from),
  };
}

/** A comma if another entry follows. */
const commaAfter = (text: string, place: number): string =>
  /^\s*["{[\d]/.test(text.slice(place)) ? ',' : '';

/** Finds a missing comma before the position. */
function missingComma(text: string, place: number): Pick<Suggestions, 'commaAt'> {
  const before = text.slice(0, place).trimEnd();
  return /[^,{[:]$/.test(before) ? { commaAt: before.length } : {};
}

/** Creates snippets from a schema. */
class SnippetWriter {
  readonly schema: ContentSchema;
  constructor(schema: ContentSchema) {
    this.schema = schema;
  }

  property(containerSchema: JsonSchema, name: string, comma: string, hasValue: boolean): Suggestion {
    const stated = this.schema.propertySchema(containerSchema, name) ?? {};
    const resolved = this.schema.resolve(stated);
    const rest = hasValue ? '' : `: ${this.skeleton(stated, '')}${comma}`;
    return {
      label: name,
      info: readDescription(resolved),
      kind: 'property',
      snippet: `${quoteForSnippet(name)}${rest}`,
    };
  }

  /** Known values: variants, enum values and examples. */
  valuesOf(stated: JsonSchema, comma = ''): Suggestion[] {
    const schema = this.schema.resolve(stated);
    if (schema['type'] === 'object' || schema['oneOf']) {
      return this.schema.shapesOf(schema).map((option) => ({
        label: String(option['title'] ?? 'object'),
        info: readDescription(option),
        kind: 'shape',
        snippet: this.skeleton(option, '') + comma,
      }));
    }
    const info = readDescription(schema);
    return knownValues(schema).map((value) => ({
      label: typeof value === 'string' ? value : JSON.stringify(value),
      ...(info !== undefined && { info }),
      kind: 'value',
      snippet: `${quoteForSnippet(value)}${comma}`,
    }));
  }

  /** The required properties of a value, one per line. */
  private skeleton(stated: JsonSchema, indent: string): string {
    const schema = this.schema.resolve(stated);
    if (schema['const'] !== undefined) return quoteForSnippet(schema['const']);
    if (schema['oneOf']) return '{${}}';
    const [first] = readKeyword(schema, 'enum');
    if (typeof first === 'string') return `"\${${first}}"`;
    switch (schema['type']) {
      case 'object':
        return this.object(schema, indent);
      case 'array':
        return '[${}]';
      case 'boolean':
        return '${true}';
      case 'integer':
      case 'number':
        return '${0}';
      default:
        return '"${}"';
    }
  }

  private object(schema: JsonSchema, indent: string): string {
    const either = (readKeyword(schema, 'anyOf')[0] as { required?: string[] } | undefined)?.required ?? [];
    const names = [...(readKeyword(schema, 'required') as string[]), ...either];
    if (names.length === 0) return '{${}}';
    const deeper = `${indent}\t`;
    const lines = names.map((name) => {
      const inner = this.schema.propertySchema(schema, name) ?? {};
      return `${deeper}${quoteForSnippet(name)}: ${this.skeleton(inner, deeper)}`;
    });
    // Adds a cursor position where only the type is required.
    const more = names.length === 1 && lines[0]?.endsWith('"') ? `,\n${deeper}\${}` : '';
    const hasPlaces = lines.some((line) => line.includes('${'));
    return `{\n${lines.join(',\n')}${hasPlaces ? '' : more}\n${indent}}`;
  }
}

function knownValues(schema: JsonSchema): Json[] {
  if (schema['const'] !== undefined) return [schema['const']];
  if (schema['type'] === 'boolean') return [true, false];
  return [...readKeyword(schema, 'enum'), ...readKeyword(schema, 'examples')];
}
