import { fileId } from './files.ts';
import { hasFormat } from './formats.ts';
import { parseDay, parseMoment } from './moments.ts';
import type { FieldType, Json, JsonObject } from './types.ts';
import { textOf } from './text.ts';
import { message } from '../texts/translate.ts';

/** A field's type in JSON: tables, comparisons and the translation of conditions follow from it. */
type StoredKind = 'text' | 'number' | 'boolean' | 'texts' | 'list' | 'object';

/** Properties of a field type that the model, the services and the console need. */
interface FieldTypeTraits {
  stored: StoredKind;
  /** Lists can be sorted by it. */
  sortable: boolean;
  /** Lists can be filtered by it. */
  filterable: boolean;
  /** Lists can be filtered by a range of it. */
  rangeFilterable: boolean;
  /** `keyword` can search in it. */
  searchable: boolean;
  /** Sorted without regard to case. */
  caseInsensitive: boolean;
  /** A text with a required format; one without may take over the value of another text field. */
  hasFormat: boolean;
  /** Typed by hand, so that its text is kept when a variant is switched and the field becomes another typed one. */
  typedByHand: boolean;
  /** Line breaks and control characters are rejected. */
  singleLine: boolean;
  /** Its values describe the object, unlike switches, ids and URLs. */
  descriptive: boolean;
  /** A single value that a record's title may contain. */
  usableInTitle: boolean;
  /** Left out of list rows unless a column or line names it. */
  omittedInRows: boolean;
  align: 'left' | 'right';
  /** Converts a value to the form that is stored; an invalid one stays. */
  canonicalize?: (value: unknown) => unknown;
  /** Parses a text of a filter or a file's cell; undefined for an invalid one. Of a list: one item. */
  parse: (text: string) => Json | undefined;
  /** What `parse` accepts, for its error message; a text of the catalogue. */
  expectedFormat: string;
  /** JSON Schema of a value in a query, for OpenAPI. */
  jsonSchema: JsonObject;
}

const TEXT: FieldTypeTraits = {
  stored: 'text',
  sortable: true,
  filterable: true,
  rangeFilterable: false,
  searchable: true,
  caseInsensitive: true,
  hasFormat: true,
  typedByHand: true,
  singleLine: true,
  descriptive: true,
  usableInTitle: true,
  omittedInRows: false,
  align: 'left',
  parse: (text) => text,
  expectedFormat: message('a text'),
  jsonSchema: { type: 'string' },
};

/** A text that is chosen or generated, not typed or searched. */
const CHOSEN_TEXT: FieldTypeTraits = {
  ...TEXT,
  ...{ searchable: false, caseInsensitive: false, typedByHand: false, singleLine: false, descriptive: false },
};

/** Values that lists can neither sort nor filter by. */
const OPAQUE = { sortable: false, filterable: false, searchable: false, naming: false } as const;

const TEXTS: FieldTypeTraits = {
  ...CHOSEN_TEXT,
  stored: 'texts',
  hasFormat: false,
  sortable: false,
  usableInTitle: false,
};
const LIST: FieldTypeTraits = { ...TEXTS, ...OPAQUE, stored: 'list', omittedInRows: true };
const OBJECT: FieldTypeTraits = { ...LIST, stored: 'object' };

/**
 * The field types. All code that depends on a type reads this table; services and console extend it with
 * `Record<FieldType, …>` tables, so that a missing type fails the type check.
 */
export const FIELD_TYPES: Readonly<Record<FieldType, FieldTypeTraits>> = {
  text: { ...TEXT, hasFormat: false },
  'long-text': { ...TEXT, hasFormat: false, singleLine: false, omittedInRows: true },
  number: {
    ...CHOSEN_TEXT,
    ...{
      stored: 'number',
      rangeFilterable: true,
      hasFormat: false,
      descriptive: true,
      align: 'right',
      parse: parseNumber,
    },
    ...{ expectedFormat: message('a number'), jsonSchema: { type: 'number' } },
  },
  boolean: {
    ...CHOSEN_TEXT,
    ...{
      stored: 'boolean',
      hasFormat: false,
      expectedFormat: message('true or false'),
      jsonSchema: { type: 'boolean' },
    },
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  },
  enum: { ...CHOSEN_TEXT, searchable: true, descriptive: true },
  date: {
    ...CHOSEN_TEXT,
    ...{ rangeFilterable: true, parse: parseDay, expectedFormat: message('a date, as 2026-01-31') },
    jsonSchema: { type: 'string', format: 'date' },
  },
  'date-time': {
    ...CHOSEN_TEXT,
    ...{
      rangeFilterable: true,
      parse: parseMoment,
      expectedFormat: message('a date or a time, as 2026-01-31 or 2026-01-31T09:30:00Z'),
    },
    jsonSchema: { type: 'string', format: 'date-time' },
    canonicalize: (value) =>
      typeof value === 'string' && hasFormat('date-time', value) ? new Date(value).toISOString() : value,
  },
  tags: { ...TEXTS, searchable: true },
  email: TEXT,
  phone: TEXT,
  url: { ...TEXT, descriptive: false },
  secret: { ...TEXT, ...OPAQUE, hasFormat: false, singleLine: false, typedByHand: false, descriptive: false },
  reference: { ...CHOSEN_TEXT, singleLine: true },
  references: TEXTS,
  list: LIST,
  object: OBJECT,
  variants: OBJECT,
  json: OBJECT,
  image: { ...CHOSEN_TEXT, ...OPAQUE, singleLine: true, typedByHand: true },
  // A `StoredFile` as the API returns it is replaced by its id.
  file: { ...CHOSEN_TEXT, ...OPAQUE, canonicalize: (value) => fileId(value) ?? value },
};

/** The traits of a field's type. */
export function traitsOf(field: { type: FieldType }): FieldTypeTraits {
  return FIELD_TYPES[field.type];
}

/** Parses a text as a value of a field, in any case where the field allows it; undefined for an invalid text. */
export function parseValue(
  field: { type: FieldType; anyCase?: boolean; choices?: { value: Json }[] },
  text: string,
): Json | undefined {
  if (!field.choices) return traitsOf(field).parse(text);
  return field.choices.find(({ value }) => isSameChoice(field, textOf(value), text))?.value;
}

/** Whether a text names a choice of the field. */
export function isSameChoice(field: { anyCase?: boolean }, choice: string, text: string): boolean {
  return field.anyCase ? choice.toLowerCase() === text.toLowerCase() : choice === text;
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function parseNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
