import { nearestWord } from './didYouMean.ts';
import { escapePointer } from './pointer.ts';
import type { Json, JsonObject, JsonSchema } from './types.ts';
import { textOf } from './text.ts';
import { orText } from './listText.ts';
import { messages, t } from '../texts/translate.ts';

/** What is wrong inside a JSON value. */
interface ContentFault {
  /** JSON pointer from the value. */
  pointer: string;
  /** A sentence without its place. */
  text: string;
}

/** The keywords of JSON Schema that these schemas are made of. */
export const CONTENT_SCHEMA_KEYWORDS = [
  ...['$schema', '$defs', '$ref', 'title', 'description', 'type', 'const', 'enum', 'discriminator', 'oneOf'],
  ...['anyOf', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  ...[
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'examples',
    'x-maxBytes',
    'x-outline',
    'x-inputs',
    'x-group',
  ],
];

/** Faults that are told at most; who mends these sees the next. */
const MOST = 20;
/** Values may lie this deep in each other. */
const MAX_DEPTH = 60;

/**
 * What is wrong with a JSON value by a schema of `schemas/contents`, in words for people; in the order in which it
 * stands there. Schemas say it with the words of JSON Schema below; `description` is how a `pattern` is told,
 * `x-maxBytes` bounds a value as UTF-8. Texts with a variable in them are not judged by their form. Editors offer
 * `examples` beside the words of an `enum`, and outline the values with an `x-outline`, the property that tells one of
 * them from another. Properties that `x-inputs` names can be typed without the JSON around them, those of each value with
 * `x-group` for themselves.
 */
export function contentFaults(schema: JsonSchema, value: unknown): ContentFault[] {
  const reader = new ContentReader(schema);
  reader.read(schema, value, '', 0);
  return reader.faults.slice(0, MOST);
}

type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
const CALLED: Record<Kind, string> = messages({
  object: 'an object in { }',
  array: 'a list in [ ]',
  string: 'a text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
});

const said = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const short = (value: unknown): string =>
  said(value).length > 40 ? `${said(value).slice(0, 39)}…` : said(value);
const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
/** What a variable will hold is not known yet. */
const isOpen = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

function hasKind(value: unknown, kind: Kind): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}

class ContentReader {
  readonly faults: ContentFault[] = [];
  private readonly root: JsonSchema;
  constructor(root: JsonSchema) {
    this.root = root;
  }

  private say(pointer: string, text: string): void {
    const place = placeText(pointer);
    this.faults.push({ pointer, text: place === '' ? text : `${place}: ${text}` });
  }

  read(stated: JsonSchema, value: unknown, pointer: string, depth: number): void {
    if (this.faults.length >= MOST) return;
    const schema = this.resolve(stated);
    if (depth > MAX_DEPTH) return this.say(pointer, t('lies too deep inside others'));
    const kind = schema['type'] as Kind | undefined;
    if (kind && !hasKind(value, kind))
      return this.say(
        pointer,
        t('must be %{called}, not %{value}', { called: t(CALLED[kind]), value: short(value) }),
      );
    const { enum: choices, const: constant } = schema;
    if (constant !== undefined && value !== constant)
      return this.say(pointer, t('must be %{constant}', { constant: said(constant) }));
    if (Array.isArray(choices) && !choices.includes(value as Json) && !isOpen(value))
      return this.say(pointer, notOneOf(value, choices.map(String)));
    if (schema['oneOf']) return this.variant(schema, value as JsonObject, pointer, depth);
    this.size(schema, value, pointer);
    if (isObject(value)) return this.object(schema, value, pointer, depth);
    if (Array.isArray(value)) return this.items(schema, value, pointer, depth);
    return this.plain(schema, value, pointer);
  }

  private resolve(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const defs = this.root['$defs'] as Record<string, JsonSchema>;
    return defs[reference.slice('#/$defs/'.length)] ?? {};
  }

  private size({ 'x-maxBytes': most }: JsonSchema, value: unknown, pointer: string): void {
    if (typeof most !== 'number') return;
    const bytes = new TextEncoder().encode(said(value)).length;
    if (bytes > most)
      this.say(
        pointer,
        t('is too large: %{bytes} kB, at most %{most} kB', {
          bytes: Math.ceil(bytes / 1024),
          most: Math.floor(most / 1024),
        }),
      );
  }

  /** The option that the discriminator names. */
  private variant(schema: JsonSchema, value: JsonObject, pointer: string, depth: number): void {
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    const options = (schema['oneOf'] as JsonSchema[]).map((option) => this.resolve(option));
    const tagOf = (option: JsonSchema): Json | undefined =>
      (option['properties'] as Record<string, JsonSchema>)[propertyName]?.['const'];
    const tag = value[propertyName];
    const option = options.find((one) => tagOf(one) === tag);
    if (option) return this.read(option, value, pointer, depth + 1);
    const tags = options.map((one) => textOf(tagOf(one)));
    if (tag === undefined)
      return this.say(
        pointer,
        t('"%{propertyName}" is missing: %{tags}', { propertyName, tags: orText(tags) }),
      );
    return this.say(`${pointer}/${propertyName}`, notOneOf(tag, tags));
  }

  private object(schema: JsonSchema, value: JsonObject, pointer: string, depth: number): void {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    for (const name of (schema['required'] ?? []) as string[])
      if (!Object.hasOwn(value, name)) this.say(pointer, t('"%{name}" is missing', { name }));
    const either = ((schema['anyOf'] ?? []) as { required: string[] }[]).flatMap(({ required }) => required);
    if (either.length > 0 && !either.some((name) => Object.hasOwn(value, name)))
      this.say(pointer, t('%{either} is missing', { either: orText(either.map((name) => `"${name}"`)) }));
    for (const [name, inner] of Object.entries(value)) {
      const at = `${pointer}/${escapePointer(name)}`;
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known) this.read(known, inner, at, depth + 1);
      else if (schema['additionalProperties'] === false) {
        const near = nearestWord(name.slice(0, 60), Object.keys(properties));
        const within = typeof schema['title'] === 'string' ? schema['title'] : undefined;
        this.say(at, unknownText(name, within, near));
      }
    }
  }

  private items(schema: JsonSchema, value: Json[], pointer: string, depth: number): void {
    const { minItems, maxItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems)
      this.say(pointer, t('needs at least %{minItems}', { minItems }));
    if (typeof maxItems === 'number' && value.length > maxItems)
      this.say(pointer, t('has %{count}, at most %{maxItems} are taken', { count: value.length, maxItems }));
    if (items)
      value.forEach((one, index) => this.read(items as JsonSchema, one, `${pointer}/${index}`, depth + 1));
  }

  private plain(schema: JsonSchema, value: unknown, pointer: string): void {
    const { minimum, maximum } = schema;
    if (typeof minimum === 'number' && Number(value) < minimum)
      this.say(pointer, t('must be at least %{minimum}', { minimum }));
    if (typeof maximum === 'number' && Number(value) > maximum)
      this.say(pointer, t('must be at most %{maximum}', { maximum }));
    if (typeof value === 'string' && !isOpen(value)) this.text(schema, value, pointer);
  }

  private text(schema: JsonSchema, value: string, pointer: string): void {
    const { minLength, maxLength, pattern, description } = schema;
    if (typeof minLength === 'number' && value.length < minLength) this.say(pointer, t('must not be empty'));
    if (typeof maxLength === 'number' && value.length > maxLength)
      this.say(
        pointer,
        t('has %{count} characters, at most %{maxLength} are taken', { count: value.length, maxLength }),
      );
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
      this.say(
        pointer,
        t('must be %{description}, not %{value}', {
          description: typeof description === 'string' ? description : pattern,
          value: short(value),
        }),
      );
  }
}

function notOneOf(value: unknown, words: string[]): string {
  const near = typeof value === 'string' ? nearestWord(value.slice(0, 60), words) : undefined;
  return near === undefined
    ? t('must be %{words}, not %{value}', { words: orText(words), value: short(value) })
    : t('is %{value}; did you mean "%{near}"?', { value: short(value), near });
}

/** @param within what the object is, where its schema says it */
function unknownText(name: string, within: string | undefined, near: string | undefined): string {
  if (within === undefined)
    return near === undefined
      ? t('there is no "%{name}"', { name })
      : t('there is no "%{name}"; did you mean "%{near}"?', { name, near });
  return near === undefined
    ? t('there is no "%{name}" in a %{schema}', { name, schema: within })
    : t('there is no "%{name}" in a %{schema}; did you mean "%{near}"?', { name, schema: within, near });
}

/** A place inside a value as people write it: `body.contents[1]`. */
export const placeText = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce(
      (text, part) => text + (/^\d+$/.test(part) ? `[${part}]` : `${text === '' ? '' : '.'}${part}`),
      '',
    );
