import { nearestWord } from './didYouMean.ts';
import { escapePointer } from './pointer.ts';
import type { Json, JsonObject, JsonSchema } from './types.ts';
import { textOf } from './text.ts';
import { orText } from './listText.ts';
import { messages, t } from '../texts/translate.ts';

/** An error inside a JSON value. */
interface ContentFault {
  /** JSON pointer into the value. */
  pointer: string;
  /** A sentence, preceded by the path. */
  text: string;
}

/** JSON Schema keywords that schemas of `schemas/contents` may use. */
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

/** Faults reported per value. */
const MAX_FAULTS = 20;
/** Levels of nesting. */
const MAX_DEPTH = 60;

/**
 * Validates a JSON value against a schema of `schemas/contents` and explains its errors to people, in document order.
 * In these schemas, `description` explains a `pattern`, and `x-maxBytes` limits a value's size in UTF-8. Texts with a
 * variable are not checked against patterns and choices. Editors suggest `examples` besides an `enum`; they outline
 * values with `x-outline` (the property that names them), and offer inputs for the properties in `x-inputs`, grouped by
 * values with `x-group`.
 */
export function contentFaults(schema: JsonSchema, value: unknown): ContentFault[] {
  const checker = new ContentChecker(schema);
  checker.check(schema, value, '', 0);
  return checker.faults.slice(0, MAX_FAULTS);
}

type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
const KIND_LABELS: Record<Kind, string> = messages({
  object: 'an object in { }',
  array: 'a list in [ ]',
  string: 'a text in quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
});

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const toShortJson = (value: unknown): string =>
  toJson(value).length > 40 ? `${toJson(value).slice(0, 39)}…` : toJson(value);
const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
/** A variable's value is unknown until the message is sent. */
const hasVariable = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'array') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}

class ContentChecker {
  readonly faults: ContentFault[] = [];
  private readonly root: JsonSchema;
  constructor(root: JsonSchema) {
    this.root = root;
  }

  private addFault(pointer: string, text: string): void {
    const place = formatPath(pointer);
    this.faults.push({ pointer, text: place === '' ? text : `${place}: ${text}` });
  }

  check(schemaOrRef: JsonSchema, value: unknown, pointer: string, depth: number): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const schema = this.resolveRef(schemaOrRef);
    if (depth > MAX_DEPTH) return this.addFault(pointer, t('lies too deep inside others'));
    const kind = schema['type'] as Kind | undefined;
    if (kind && !isOfKind(value, kind))
      return this.addFault(
        pointer,
        t('must be %{called}, not %{value}', { called: t(KIND_LABELS[kind]), value: toShortJson(value) }),
      );
    const { enum: choices, const: constant } = schema;
    if (constant !== undefined && value !== constant)
      return this.addFault(pointer, t('must be %{constant}', { constant: toJson(constant) }));
    if (Array.isArray(choices) && !choices.includes(value as Json) && !hasVariable(value))
      return this.addFault(pointer, notOneOfText(value, choices.map(String)));
    if (schema['oneOf']) return this.checkVariant(schema, value as JsonObject, pointer, depth);
    this.checkSize(schema, value, pointer);
    if (isObject(value)) return this.checkObject(schema, value, pointer, depth);
    if (Array.isArray(value)) return this.checkItems(schema, value, pointer, depth);
    return this.checkPlainValue(schema, value, pointer);
  }

  private resolveRef(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const defs = this.root['$defs'] as Record<string, JsonSchema>;
    return defs[reference.slice('#/$defs/'.length)] ?? {};
  }

  private checkSize({ 'x-maxBytes': most }: JsonSchema, value: unknown, pointer: string): void {
    if (typeof most !== 'number') return;
    const bytes = new TextEncoder().encode(toJson(value)).length;
    if (bytes > most)
      this.addFault(
        pointer,
        t('is too large: %{bytes} kB, at most %{most} kB', {
          bytes: Math.ceil(bytes / 1024),
          most: Math.floor(most / 1024),
        }),
      );
  }

  /** Checks the value against the option that the discriminator selects. */
  private checkVariant(schema: JsonSchema, value: JsonObject, pointer: string, depth: number): void {
    const { propertyName } = schema['discriminator'] as { propertyName: string };
    const options = (schema['oneOf'] as JsonSchema[]).map((option) => this.resolveRef(option));
    const tagOf = (option: JsonSchema): Json | undefined =>
      (option['properties'] as Record<string, JsonSchema>)[propertyName]?.['const'];
    const tag = value[propertyName];
    const option = options.find((one) => tagOf(one) === tag);
    if (option) return this.check(option, value, pointer, depth + 1);
    const tags = options.map((one) => textOf(tagOf(one)));
    if (tag === undefined)
      return this.addFault(
        pointer,
        t('"%{propertyName}" is missing: %{tags}', { propertyName, tags: orText(tags) }),
      );
    return this.addFault(`${pointer}/${propertyName}`, notOneOfText(tag, tags));
  }

  private checkObject(schema: JsonSchema, value: JsonObject, pointer: string, depth: number): void {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    for (const name of (schema['required'] ?? []) as string[])
      if (!Object.hasOwn(value, name)) this.addFault(pointer, t('"%{name}" is missing', { name }));
    const either = ((schema['anyOf'] ?? []) as { required: string[] }[]).flatMap(({ required }) => required);
    if (either.length > 0 && !either.some((name) => Object.hasOwn(value, name)))
      this.addFault(
        pointer,
        t('%{either} is missing', { either: orText(either.map((name) => `"${name}"`)) }),
      );
    for (const [name, inner] of Object.entries(value)) {
      const at = `${pointer}/${escapePointer(name)}`;
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known) this.check(known, inner, at, depth + 1);
      else if (schema['additionalProperties'] === false) {
        const near = nearestWord(name.slice(0, 60), Object.keys(properties));
        const within = typeof schema['title'] === 'string' ? schema['title'] : undefined;
        this.addFault(at, unknownPropertyText(name, within, near));
      }
    }
  }

  private checkItems(schema: JsonSchema, value: Json[], pointer: string, depth: number): void {
    const { minItems, maxItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems)
      this.addFault(pointer, t('needs at least %{minItems}', { minItems }));
    if (typeof maxItems === 'number' && value.length > maxItems)
      this.addFault(
        pointer,
        t('has %{count}, at most %{maxItems} are taken', { count: value.length, maxItems }),
      );
    if (items)
      value.forEach((one, index) => this.check(items as JsonSchema, one, `${pointer}/${index}`, depth + 1));
  }

  private checkPlainValue(schema: JsonSchema, value: unknown, pointer: string): void {
    const { minimum, maximum } = schema;
    if (typeof minimum === 'number' && Number(value) < minimum)
      this.addFault(pointer, t('must be at least %{minimum}', { minimum }));
    if (typeof maximum === 'number' && Number(value) > maximum)
      this.addFault(pointer, t('must be at most %{maximum}', { maximum }));
    if (typeof value === 'string' && !hasVariable(value)) this.checkText(schema, value, pointer);
  }

  private checkText(schema: JsonSchema, value: string, pointer: string): void {
    const { minLength, maxLength, pattern, description } = schema;
    if (typeof minLength === 'number' && value.length < minLength)
      this.addFault(pointer, t('must not be empty'));
    if (typeof maxLength === 'number' && value.length > maxLength)
      this.addFault(
        pointer,
        t('has %{count} characters, at most %{maxLength} are taken', { count: value.length, maxLength }),
      );
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
      this.addFault(
        pointer,
        t('must be %{description}, not %{value}', {
          description: typeof description === 'string' ? description : pattern,
          value: toShortJson(value),
        }),
      );
  }
}

function notOneOfText(value: unknown, words: string[]): string {
  const near = typeof value === 'string' ? nearestWord(value.slice(0, 60), words) : undefined;
  return near === undefined
    ? t('must be %{words}, not %{value}', { words: orText(words), value: toShortJson(value) })
    : t('is %{value}; did you mean "%{near}"?', { value: toShortJson(value), near });
}

/** @param within title of the object's schema, if it has one */
function unknownPropertyText(name: string, within: string | undefined, near: string | undefined): string {
  if (within === undefined)
    return near === undefined
      ? t('there is no "%{name}"', { name })
      : t('there is no "%{name}"; did you mean "%{near}"?', { name, near });
  return near === undefined
    ? t('there is no "%{name}" in a %{schema}', { name, schema: within })
    : t('there is no "%{name}" in a %{schema}; did you mean "%{near}"?', { name, schema: within, near });
}

/** Formats a JSON pointer for people: `body.contents[1]`. */
export const formatPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce(
      (text, part) => text + (/^\d+$/.test(part) ? `[${part}]` : `${text === '' ? '' : '.'}${part}`),
      '',
    );
