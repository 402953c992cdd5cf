import { fileId } from './files.ts';
import { hasFormat } from './formats.ts';
import { dayOf, momentOf } from './moments.ts';
import type { FieldType, Json, JsonObject } from './types.ts';
import { textOf } from './text.ts';
import { message } from '../texts/translate.ts';

/** What JSON holds for a field: tables, comparisons and the translation of conditions follow from it. */
type StoredKind = 'text' | 'number' | 'boolean' | 'texts' | 'list' | 'object';

/** One type of field: all that the model, the services and the console's own code have to know of it. */
interface FieldTypeTraits {
  stored: StoredKind;
  /** Lists can follow the order of its values. */
  sortable: boolean;
  /** A query can name its values. */
  filterable: boolean;
  /** A query can name the ends of a range. */
  ranged: boolean;
  /** The search can look in it. */
  searchable: boolean;
  /** A text whose case makes no difference to its place in a list. */
  folded: boolean;
  /** A text that must have a form of its own; one that is free may take over what another text held. */
  hasFormat: boolean;
  /** People type it letter by letter, so its text stays when the field becomes another one that is typed. */
  typed: boolean;
  /** A text without line breaks and control characters. */
  oneLine: boolean;
  /** Its values say what an object is about, unlike switches, ids and addresses. */
  telling: boolean;
  /** A single value that can stand in a record's title. */
  naming: boolean;
  /** Rows of lists leave it out unless something there names it. */
  bulky: boolean;
  align: 'left' | 'right';
  /** The one form in which its values are stored; what is not valid stays as it is. */
  canonical?: (value: unknown) => unknown;
  /** Its value from a text (a filter, a cell of a file); undefined for a text that is none. Of a list: one item. */
  parse: (text: string) => Json | undefined;
  /** What `parse` takes, for the message that refuses another text; a text of the catalogue. */
  expects: string;
  /** JSON Schema of such a value, for those who call the services. */
  parameter: JsonObject;
}

const TEXT: FieldTypeTraits = {
  stored: 'text',
  sortable: true,
  filterable: true,
  ranged: false,
  searchable: true,
  folded: true,
  hasFormat: true,
  typed: true,
  oneLine: true,
  telling: true,
  naming: true,
  bulky: false,
  align: 'left',
  parse: (text) => text,
  expects: message('a text'),
  parameter: { type: 'string' },
};

/** A text that is chosen or made, never typed or searched for. */
const KEY: FieldTypeTraits = {
  ...TEXT,
  ...{ searchable: false, folded: false, typed: false, oneLine: false, telling: false },
};

/** Values that neither a list's order nor a query can name. */
const OPAQUE = { sortable: false, filterable: false, searchable: false, naming: false } as const;

const TEXTS: FieldTypeTraits = {
  ...KEY,
  stored: 'texts',
  hasFormat: false,
  sortable: false,
  naming: false,
};
const LIST: FieldTypeTraits = { ...TEXTS, ...OPAQUE, stored: 'list', bulky: true };
const OBJECT: FieldTypeTraits = { ...LIST, stored: 'object' };

/**
 * The types of fields. Who needs to know something of a type asks this table; services and console extend it with
 * tables of their own over `FieldType`, so that a type that somebody forgot does not compile.
 */
export const FIELD_TYPES: Readonly<Record<FieldType, FieldTypeTraits>> = {
  text: { ...TEXT, hasFormat: false },
  'long-text': { ...TEXT, hasFormat: false, oneLine: false, bulky: true },
  number: {
    ...KEY,
    ...{
      stored: 'number',
      ranged: true,
      hasFormat: false,
      telling: true,
      align: 'right',
      parse: parseNumber,
    },
    ...{ expects: message('a number'), parameter: { type: 'number' } },
  },
  boolean: {
    ...KEY,
    ...{
      stored: 'boolean',
      hasFormat: false,
      expects: message('true or false'),
      parameter: { type: 'boolean' },
    },
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  },
  enum: { ...KEY, searchable: true, telling: true },
  date: {
    ...KEY,
    ...{ ranged: true, parse: dayOf, expects: message('a date, as 2026-01-31') },
    parameter: { type: 'string', format: 'date' },
  },
  'date-time': {
    ...KEY,
    ...{
      ranged: true,
      parse: momentOf,
      expects: message('a date or a time, as 2026-01-31 or 2026-01-31T09:30:00Z'),
    },
    parameter: { type: 'string', format: 'date-time' },
    canonical: (value) =>
      typeof value === 'string' && hasFormat('date-time', value) ? new Date(value).toISOString() : value,
  },
  tags: { ...TEXTS, searchable: true },
  email: TEXT,
  phone: TEXT,
  url: { ...TEXT, telling: false },
  secret: { ...TEXT, ...OPAQUE, hasFormat: false, oneLine: false, typed: false, telling: false },
  reference: { ...KEY, oneLine: true },
  references: TEXTS,
  list: LIST,
  object: OBJECT,
  variants: OBJECT,
  json: OBJECT,
  image: { ...KEY, ...OPAQUE, oneLine: true, typed: true },
  // What the API answered of a file stands for its id.
  file: { ...KEY, ...OPAQUE, canonical: (value) => fileId(value) ?? value },
};

/** What is known of a field's type. */
export function traitsOf(field: { type: FieldType }): FieldTypeTraits {
  return FIELD_TYPES[field.type];
}

/** The value that a text stands for in a field, in any case where the field allows it; undefined: it stands for none. */
export function parseValue(
  field: { type: FieldType; anyCase?: boolean; choices?: { value: Json }[] },
  text: string,
): Json | undefined {
  if (!field.choices) return traitsOf(field).parse(text);
  return field.choices.find(({ value }) => sameChoice(field, textOf(value), text))?.value;
}

/** Whether a text names a choice of the field. */
export function sameChoice(field: { anyCase?: boolean }, choice: string, text: string): boolean {
  return field.anyCase ? choice.toLowerCase() === text.toLowerCase() : choice === text;
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function parseNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
