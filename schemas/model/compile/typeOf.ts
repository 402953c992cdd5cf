import type { FieldType, JsonSchema } from '../types.ts';

/** The keywords that tell what a field is. */
type Own = JsonSchema;
type Suits = (schema: JsonSchema, own: Own) => boolean;

/** Of addresses, those that an upload may fill in. */
export const UPLOADABLE = ['media-uri', 'picture-uri'];
const ADDRESSES = ['uri', 'https-uri', 'action-uri', ...UPLOADABLE];
export const isUploadable = ({ format }: { format?: unknown }): boolean =>
  UPLOADABLE.some((one) => one === format);

const isArray = (schema: JsonSchema): boolean => schema['type'] === 'array';
const itemsOf = (schema: JsonSchema): JsonSchema => (schema['items'] ?? {}) as JsonSchema;
const hasFormat =
  (...formats: string[]): Suits =>
  (schema) =>
    formats.includes(schema['format'] as string);

/** Which JSON Schemas make a field of a type: the first one that suits, in this order. */
const SUITS: Record<FieldType, Suits> = {
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
  url: hasFormat(...ADDRESSES),
  text: (schema) => schema['type'] === 'string' || schema['const'] !== undefined,
  json: () => true,
};
const IN_ORDER = Object.entries(SUITS) as [FieldType, Suits][];

/**
 * The type of a property, and the name under which the console draws it. A type of the product's own is stored, judged, sorted and filtered like that other one; only its editor and its cell are its own.
 */
export function typeOf(
  schema: JsonSchema,
  known: ReadonlyMap<string, { 'x-like'?: FieldType }>,
): { type: FieldType; shownAs: string } {
  const own = (schema['x-field'] ?? {}) as Own;
  const stated = own['type'];
  if (typeof stated === 'string')
    return { type: known.get(stated)?.['x-like'] ?? (stated as FieldType), shownAs: stated };
  const type = IN_ORDER.find(([, suits]) => suits(schema, own))?.[0] ?? 'json';
  return { type, shownAs: type };
}
