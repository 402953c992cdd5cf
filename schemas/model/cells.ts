import { variantOf } from './fields.ts';
import { joinTexts, splitTexts } from './cellTexts.ts';
import { parseDateCell, parseDateTimeCell } from './cellTimes.ts';
import type { FieldModel, FieldType, Json } from './types.ts';
import { toWallTime } from './zonedTime.ts';
import { textOf } from './text.ts';
import { CHOICE_CONTEXT, t } from '../texts/translate.ts';

/**
 * The content of one cell of a file. A time has its local text, and the same local time written as if it were UTC, for
 * file formats that have a type for times.
 */
export type Cell = string | number | { localAsUtc: string; localText: string; dateOnly: boolean };

/** How cells are written and read. */
export interface CellOptions {
  /** The file's time zone, `+07:00` or an IANA name; a field may have its own. */
  zone: string;
  /** For people rather than for import: yes and no in words, times with seconds. */
  readable?: boolean;
  /** Title of a referenced record; undefined where it is unknown. */
  titleOf?: (entity: string, id: string) => string | undefined;
  /** Id of a record by its title or id; undefined where none or several match. */
  idOf?: (entity: string, text: string) => string | undefined;
}

/** A cell's value, or its error. */
type CellValue = { value: Json | undefined } | { fault: string };

interface CellFormat {
  write: (value: Json, field: FieldModel, tools: CellOptions) => Cell;
  /** Parses a text that is not blank. Returns an invalid value unchanged where `validate` will reject it. */
  read: (text: string, field: FieldModel, tools: CellOptions) => CellValue;
}

const toPlainText = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const TEXT: CellFormat = { write: toPlainText, read: (value) => ({ value }) };

const zoneOf = (field: FieldModel, { zone }: CellOptions): string => {
  const fieldZone = field.options['timeZone'];
  return typeof fieldZone === 'string' ? fieldZone : zone;
};

const choiceLabel = (label: string): string => t(label, { context: CHOICE_CONTEXT });

/** A choice by its label in any case, or by its value. */
const CHOICE: CellFormat = {
  write: (value, { choices }) =>
    choiceLabel(choices?.find((choice) => choice.value === value)?.label ?? '') || toPlainText(value),
  read: (text, { choices = [] }) => {
    const lowerCase = text.toLowerCase();
    const found =
      choices.find((choice) => String(choice.value) === text) ??
      choices.find(({ value, label }) =>
        [String(value), label, choiceLabel(label)].some((name) => name.toLowerCase() === lowerCase),
      );
    const labels = choices.map(({ label }) => choiceLabel(label)).join(', ');
    return found ? { value: found.value } : { fault: t('“%{text}” is none of: %{labels}', { text, labels }) };
  },
};

const YES = new Set(['true', 'yes', 'y', '1', 'on', 'ใช่']);
const NO = new Set(['false', 'no', 'n', '0', 'off', 'ไม่', 'ไม่ใช่']);

const BOOLEAN: CellFormat = {
  write: (value, field, { readable }) => {
    if (field.choices?.length) return textOf(CHOICE.write(value, field, NO_LOOKUPS));
    return readable && typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : toPlainText(value);
  },
  read: (text, field, tools) => {
    const word = text.toLowerCase();
    if (YES.has(word) || NO.has(word)) return { value: YES.has(word) };
    return field.choices?.length
      ? CHOICE.read(text, field, tools)
      : { fault: t('“%{text}” is not yes or no', { text }) };
  },
};
const NO_LOOKUPS: CellOptions = { zone: 'UTC' };

const NUMBER: CellFormat = {
  write: (value) => (typeof value === 'number' ? value : toPlainText(value)),
  read: (text) => {
    const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
    const digits = grouped ? text.replaceAll(',', '') : text;
    const value = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : Number.NaN;
    return Number.isFinite(value) ? { value } : { fault: t('“%{text}” is not a number', { text }) };
  },
};

const DATE: CellFormat = {
  write: (value) => {
    const day = toPlainText(value);
    return /^\d{4}-\d{2}-\d{2}$/.test(day)
      ? { localAsUtc: `${day}T00:00:00.000Z`, localText: day, dateOnly: true }
      : day;
  },
  read: (text) => {
    const value = parseDateCell(text);
    return value ? { value } : { fault: t('“%{text}” is not a date such as 2026-01-31', { text }) };
  },
};

const DATE_TIME: CellFormat = {
  write: (value, field, tools) => {
    const moment = toPlainText(value);
    const wall = toWallTime(moment, zoneOf(field, tools));
    if (wall === '') return moment;
    const seconds = tools.readable ? new Date(moment).toISOString().slice(16, 19) : '';
    return {
      ...{ localAsUtc: `${wall}${seconds || ':00'}.000Z`, dateOnly: false },
      localText: `${wall.replace('T', ' ')}${seconds}`,
    };
  },
  read: (text, field, tools) => {
    const value = parseDateTimeCell(text, zoneOf(field, tools));
    return value ? { value } : { fault: t('“%{text}” is not a time such as 2026-01-31 09:30', { text }) };
  },
};

const TAGS: CellFormat = {
  write: (value) => (Array.isArray(value) ? joinTexts(value.map(toPlainText)) : toPlainText(value)),
  read: (text) => ({ value: splitTexts(text) }),
};

const writeReference = (field: FieldModel, id: Json, { titleOf }: CellOptions): string =>
  titleOf?.(field.reference?.entity ?? '', toPlainText(id)) ?? toPlainText(id);

const readReference = (text: string, field: FieldModel, { idOf }: CellOptions): CellValue => {
  const entity = field.reference?.entity ?? '';
  const value = idOf ? idOf(entity, text) : text;
  return value === undefined
    ? { fault: t('There is no %{entity} “%{text}”', { entity: entity.replaceAll('-', ' '), text }) }
    : { value };
};

const REFERENCE: CellFormat = {
  write: (value, field, tools) => writeReference(field, value, tools),
  read: readReference,
};

const REFERENCES: CellFormat = {
  write: (value, field, tools) =>
    Array.isArray(value)
      ? joinTexts(value.map((id) => writeReference(field, id, tools)))
      : toPlainText(value),
  read: (text, field, tools) => {
    const ids: Json[] = [];
    for (const part of splitTexts(text)) {
      const found = readReference(part, field, tools);
      if ('fault' in found) return found;
      ids.push(found.value ?? null);
    }
    return { value: ids };
  },
};

/** Nested values are written as text for people; only JSON can be read back. */
const readJson = (text: string): CellValue => {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { fault: t('This cell must hold JSON') };
  }
};

const groupText = (value: Json, fields: FieldModel[], tools: CellOptions): string =>
  fields
    .flatMap((field) => {
      const fieldValue =
        value !== null && typeof value === 'object' && !Array.isArray(value) ? value[field.name] : undefined;
      const text = field.constant === undefined ? cellText(writeCell(fieldValue, field, tools)) : '';
      return text === '' ? [] : [`${field.title}: ${text}`];
    })
    .join(' · ');

const OBJECT: CellFormat = {
  write: (value, field, tools) => groupText(value, field.fields ?? [], tools),
  read: readJson,
};

const LIST: CellFormat = {
  write: (value, { item }, tools) =>
    Array.isArray(value) && item
      ? value.map((entry) => cellText(writeCell(entry, item, tools))).join('; ')
      : toPlainText(value),
  read: (text, { item }, tools) => {
    if (/^\s*\[/.test(text) || !item || item.fields || item.variants) return readJson(text);
    const values: Json[] = [];
    for (const part of splitTexts(text)) {
      const found = readCell(part, item, tools);
      if ('fault' in found) return found;
      values.push(found.value ?? null);
    }
    return { value: values };
  },
};

const VARIANTS: CellFormat = {
  write: (value, field, tools) => {
    const variant = variantOf(field, value);
    if (!variant) return '';
    return [variant.title, groupText(value, variant.fields, tools)].filter(Boolean).join(' – ');
  },
  read: readJson,
};

const FORMATS: Readonly<Record<FieldType, CellFormat>> = {
  text: TEXT,
  'long-text': TEXT,
  number: NUMBER,
  boolean: BOOLEAN,
  enum: CHOICE,
  date: DATE,
  'date-time': DATE_TIME,
  tags: TAGS,
  email: TEXT,
  phone: TEXT,
  url: TEXT,
  secret: { write: () => '', read: TEXT.read },
  reference: REFERENCE,
  references: REFERENCES,
  list: LIST,
  object: OBJECT,
  variants: VARIANTS,
  json: { write: toPlainText, read: readJson },
  image: TEXT,
  file: {
    write: (value) => {
      const { name } = (value ?? {}) as { name?: unknown };
      return typeof name === 'string' ? name : toPlainText(value);
    },
    read: TEXT.read,
  },
};

const isBlank = (value: Json | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === '';

/** Writes a value to a cell: choices by label, references by title, times on the person's clock. */
export const writeCell = (value: Json | undefined, field: FieldModel, tools: CellOptions): Cell =>
  isBlank(value) || field.secret ? '' : FORMATS[field.type].write(value, field, tools);

/** A cell as text. */
export const cellText = (cell: Cell): string => (typeof cell === 'object' ? cell.localText : String(cell));

/** Reads a cell that `writeCell` or a person wrote; undefined for a blank one. The value is not validated. */
export function readCell(text: string, field: FieldModel, tools: CellOptions): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  const format = FORMATS[field.type];
  return format.read(format === TEXT ? text : trimmed, field, tools);
}
