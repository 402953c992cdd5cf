import type { FieldType, JsonSchema } from '../types.ts';

/** `x-field` of a property. */
type FieldKeywords = JsonSchema;
type TypeTest = (schema: JsonSchema, own: FieldKeywords) => boolean;

/** Formats of URL fields that accept uploads. */
export const UPLOADABLE = ['media-uri', 'picture-uri'];
const URL_FORMATS = ['uri', 'https-uri', 'action-uri', ...UPLOADABLE];
export const isUploadable = ({ format }: { format?: unknown }): boolean =>
  UPLOADABLE.some((one) => one === format);

const isArray = (schema: JsonSchema): boolean => schema['type'] === 'array';
const itemsOf = (schema: JsonSchema): JsonSchema => (schema['items'] ?? {}) as JsonSchema;
const hasFormat =
  (...formats: string[]): TypeTest =>
  (schema) =>
    formats.includes(schema['format'] as string);

/** Tests by field type; the first that holds, in this order, is the property's type. */
const TYPE_TESTS: Record<FieldType, TypeTest> = {
  'long-text': (_, own) => own['widget'] === 'long-text',
  image: (_, own) => own['widget'] === 'image',
  file: (schema, own) => own['file'] !== undefined && !isUploadable(schema),
  secret: (_, own) => own['secret'] === true,
  references: (schema, own) => own['reference'] !== undefined && isArray(schema),
  reference: (_, own) => own['reference'] !== undefined,
  variants: (schema) => schema['oneOf'] !== undefined,
  enum: (schema) => schema['enum'] !== undefined,
  list: (schema) =>
    isArray(schema) && (itemsOf(schema)['type'] === 'object' || itemsOf(schema)['oneOf'] !== undefined),
  tags: isArray,
  object: (schema) => schema['type'] === 'object' && schema['properties'] !== undefined,
  boolean: (schema) => schema['type'] === 'boolean',
  number: (schema) => schema['type'] === 'number' || schema['type'] === 'integer',
  date: hasFormat('date'),
  'date-time': hasFormat('date-time'),
  email: hasFormat('email'),
  phone: hasFormat('phone'),
  url: hasFormat(...URL_FORMATS),
  text: (schema) => schema['type'] === 'string' || schema['const'] !== undefined,
  json: () => true,
};
const TYPE_TESTS_IN_ORDER = Object.entries(TYPE_TESTS) as [FieldType, TypeTest][];

/**
 * The type of a property, and the name under which the console draws it. A type from `words.json` is stored, validated,
 * sorted and filtered like the built-in type that it names; only its editor and cell differ.
 */
export function typeOf(
  schema: JsonSchema,
  typeWords: ReadonlyMap<string, { 'x-like'?: FieldType }>,
): { type: FieldType; shownAs: string } {
  const keywords = (schema['x-field'] ?? {}) as FieldKeywords;
  const statedType = keywords['type'];
  if (typeof statedType === 'string')
    return { type: typeWords.get(statedType)?.['x-like'] ?? (statedType as FieldType), shownAs: statedType };
  const type = TYPE_TESTS_IN_ORDER.find(([, isOfType]) => isOfType(schema, keywords))?.[0] ?? 'json';
  return { type, shownAs: type };
}
