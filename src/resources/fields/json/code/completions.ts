import type { Json, JsonSchema } from '../../../../../schemas/model/types.ts';
import { ContentSchema } from '../contentSchema.ts';
import { holderAt, type JsonNode, readJson, type TextRange } from '../jsonTree.ts';

/** Something that can be written at a place. */
export interface Suggestion {
  /** What it is called in the list: a name or a value, without quotes. */
  label: string;
  /** What it is. */
  info?: string;
  /** What is written, with `${}` where the cursor goes, as CodeMirror's snippets have it. */
  snippet: string;
  kind: 'property' | 'value' | 'shape';
}

export interface Suggestions extends TextRange {
  suggestions: Suggestion[];
  /** Where a comma is missing before what is written. */
  commaAt?: number;
}

const wordsOf = (schema: JsonSchema, word: string): Json[] => (schema[word] ?? []) as Json[];
const infoOf = (schema: JsonSchema): string | undefined =>
  typeof schema['description'] === 'string' ? schema['description'] : undefined;
/** In a snippet a brace after `$` or `#` would be a place for the cursor. */
const quoted = (value: Json | undefined): string =>
  JSON.stringify(value ?? '').replaceAll(/([$#])\{/g, '$1\\{');

/** What may be written at a place of a JSON text that keeps to a schema of `schemas/contents`; nothing where nobody knows. */
export function suggestionsAt(text: string, place: number, root: JsonSchema): Suggestions | undefined {
  const schema = new ContentSchema(root);
  const tree = readJson(text);
  const holder = tree && holderAt(tree, place);
  if (!tree || (!holder && tree.kind === 'literal')) {
    const range = { from: tree?.from ?? place, to: tree?.to ?? place };
    return { ...range, suggestions: new Writer(schema).valuesOf(root) };
  }
  const around = holder && schema.of(holder);
  if (!holder || !around) return undefined;
  const writer = new Writer(schema);
  return holder.kind === 'object'
    ? inObject(writer, text, place, holder, around)
    : inList(writer, text, place, holder, around);
}

const touches = (range: TextRange, place: number): boolean => range.from <= place && place <= range.to;

function inObject(
  writer: Writer,
  text: string,
  place: number,
  holder: JsonNode,
  around: JsonSchema,
): Suggestions | undefined {
  const { schema } = writer;
  const member = holder.children.find(({ key }) => key && touches(key, place));
  const others = holder.children.filter((child) => child !== member).map(({ key }) => key?.name);
  const names = schema.namesOf(around).filter((name) => !others.includes(name));
  if (member?.key) {
    // A name that has its value already is only renamed.
    const hasColon = /^\s*:/.test(text.slice(member.key.to));
    return {
      from: member.key.from,
      to: member.key.to,
      suggestions: names.map((name) =>
        writer.property(around, name, hasColon ? '' : commaAfter(text, member.key?.to ?? place), hasColon),
      ),
      ...missingComma(text, member.key.from),
    };
  }
  const value = holder.children.find((child) => touches(child, place) && child.kind !== 'missing');
  const missing = holder.children.find((child) => touches(child, place) && child.kind === 'missing');
  const valued = value ?? missing;
  if (valued?.key) {
    const stated = schema.property(around, valued.key.name);
    if (!stated || value?.kind === 'object' || value?.kind === 'list') return undefined;
    const range = value ? { from: value.from, to: value.to } : { from: place, to: place };
    const comma = value ? '' : commaAfter(text, place);
    return { ...range, suggestions: writer.valuesOf(stated, comma) };
  }
  return {
    from: place,
    to: place,
    suggestions: names.map((name) => writer.property(around, name, commaAfter(text, place), false)),
    ...missingComma(text, place),
  };
}

function inList(
  writer: Writer,
  text: string,
  place: number,
  holder: JsonNode,
  around: JsonSchema,
): Suggestions | undefined {
  const items = around['items'] as JsonSchema | undefined;
  const item = holder.children.find((child) => touches(child, place));
  if (!items || (item && item.kind !== 'literal' && item.kind !== 'string')) return undefined;
  const range = item ? { from: item.from, to: item.to } : { from: place, to: place };
  return {
    ...range,
    suggestions: writer.valuesOf(items, item ? '' : commaAfter(text, place)),
    ...missingComma(text, range.from),
  };
}

/** A comma, where something follows in the same object or list. */
const commaAfter = (text: string, place: number): string =>
  /^\s*["{[\d]/.test(text.slice(place)) ? ',' : '';

/** Where something comes before without a comma. */
function missingComma(text: string, place: number): Pick<Suggestions, 'commaAt'> {
  const before = text.slice(0, place).trimEnd();
  return /[^,{[:]$/.test(before) ? { commaAt: before.length } : {};
}

/** Writes what a schema asks for. */
class Writer {
  readonly schema: ContentSchema;
  constructor(schema: ContentSchema) {
    this.schema = schema;
  }

  property(around: JsonSchema, name: string, comma: string, hasValue: boolean): Suggestion {
    const stated = this.schema.property(around, name) ?? {};
    const resolved = this.schema.resolve(stated);
    const rest = hasValue ? '' : `: ${this.skeleton(stated, '')}${comma}`;
    return { label: name, info: infoOf(resolved), kind: 'property', snippet: `${quoted(name)}${rest}` };
  }

  /** The values that are known: shapes, words, examples. */
  valuesOf(stated: JsonSchema, comma = ''): Suggestion[] {
    const schema = this.schema.resolve(stated);
    if (schema['type'] === 'object' || schema['oneOf']) {
      return this.schema.optionsOf(schema).map((option) => ({
        label: String(option['title'] ?? 'object'),
        info: infoOf(option),
        kind: 'shape',
        snippet: this.skeleton(option, '') + comma,
      }));
    }
    const info = infoOf(schema);
    return knownValues(schema).map((value) => ({
      label: typeof value === 'string' ? value : JSON.stringify(value),
      ...(info !== undefined && { info }),
      kind: 'value',
      snippet: `${quoted(value)}${comma}`,
    }));
  }

  /** The least that a value needs, a line for each property. */
  private skeleton(stated: JsonSchema, indent: string): string {
    const schema = this.schema.resolve(stated);
    if (schema['const'] !== undefined) return quoted(schema['const']);
    if (schema['oneOf']) return '{${}}';
    const [first] = wordsOf(schema, 'enum');
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
    const either = (wordsOf(schema, 'anyOf')[0] as { required?: string[] } | undefined)?.required ?? [];
    const names = [...(wordsOf(schema, 'required') as string[]), ...either];
    if (names.length === 0) return '{${}}';
    const deeper = `${indent}\t`;
    const lines = names.map((name) => {
      const inner = this.schema.property(schema, name) ?? {};
      return `${deeper}${quoted(name)}: ${this.skeleton(inner, deeper)}`;
    });
    // The type alone is not what somebody wanted to write.
    const more = names.length === 1 && lines[0]?.endsWith('"') ? `,\n${deeper}\${}` : '';
    const hasPlaces = lines.some((line) => line.includes('${'));
    return `{\n${lines.join(',\n')}${hasPlaces ? '' : more}\n${indent}}`;
  }
}

function knownValues(schema: JsonSchema): Json[] {
  if (schema['const'] !== undefined) return [schema['const']];
  if (schema['type'] === 'boolean') return [true, false];
  return [...wordsOf(schema, 'enum'), ...wordsOf(schema, 'examples')];
}
