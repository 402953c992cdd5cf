import { variantOf } from './fields.ts';
import { joinTexts, splitTexts } from './cellTexts.ts';
import { parseDateCell, parseDateTimeCell } from './cellTimes.ts';
import type { FieldModel, FieldType, Json } from './types.ts';
import { toWallTime } from './zonedTime.ts';
import { textOf } from './text.ts';
import { CHOICE_CONTEXT, t } from '../texts/translate.ts';

/**
 * The content of one cell of a file. A time has its local text, and the same local time written as if it were UTC, for
 * formats with a type for times.
 */
export type Cell = string | number | { localAsUtc: string; localText: string; dateOnly: boolean };

/** What a cell is written and read with. */
export interface CellTools {
  /** Zone that was asked for: `+07:00` or an IANA name; a field may have one of its own. */
  zone: string;
  /** Written for people alone: yes and no in words, times with their seconds. */
  readable?: boolean;
  /** The title of a record that is referred to, where it is known. */
  titleOf?: (entity: string, id: string) => string | undefined;
  /** The id of a record from its title or its id; undefined where there is none, or more than one. */
  idOf?: (entity: string, text: string) => string | undefined;
}

/** A value that a cell stands for, or what is wrong with the cell. */
type CellValue = { value: Json | undefined } | { fault: string };

interface CellForm {
  write: (value: Json, field: FieldModel, tools: CellTools) => Cell;
  /** Of a text that is not blank. What is no value of the type comes back as it is where `validate` refuses it. */
  read: (text: string, field: FieldModel, tools: CellTools) => CellValue;
}

const plain = (value: Json): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const TEXT: CellForm = { write: plain, read: (value) => ({ value }) };

const zoneOf = (field: FieldModel, { zone }: CellTools): string => {
  const own = field.options['timeZone'];
  return typeof own === 'string' ? own : zone;
};

const choiceLabel = (label: string): string => t(label, { context: CHOICE_CONTEXT });

/** A choice by its label, whatever the case, or by its value. */
const CHOICE: CellForm = {
  write: (value, { choices }) =>
    choiceLabel(choices?.find((choice) => choice.value === value)?.label ?? '') || plain(value),
  read: (text, { choices = [] }) => {
    const folded = text.toLowerCase();
    const found =
      choices.find((choice) => String(choice.value) === text) ??
      choices.find(({ value, label }) =>
        [String(value), label, choiceLabel(label)].some((one) => one.toLowerCase() === folded),
      );
    const labels = choices.map(({ label }) => choiceLabel(label)).join(', ');
    return found ? { value: found.value } : { fault: t('“%{text}” is none of: %{labels}', { text, labels }) };
  },
};

const YES = new Set(['true', 'yes', 'y', '1', 'on', 'ใช่']);
const NO = new Set(['false', 'no', 'n', '0', 'off', 'ไม่', 'ไม่ใช่']);

const BOOLEAN: CellForm = {
  write: (value, field, { readable }) => {
    if (field.choices?.length) return textOf(CHOICE.write(value, field, NONE));
    return readable && typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : plain(value);
  },
  read: (text, field, tools) => {
    const word = text.toLowerCase();
    if (YES.has(word) || NO.has(word)) return { value: YES.has(word) };
    return field.choices?.length
      ? CHOICE.read(text, field, tools)
      : { fault: t('“%{text}” is not yes or no', { text }) };
  },
};
const NONE: CellTools = { zone: 'UTC' };

const NUMBER: CellForm = {
  write: (value) => (typeof value === 'number' ? value : plain(value)),
  read: (text) => {
    const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
    const digits = grouped ? text.replaceAll(',', '') : text;
    const value = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits) ? Number(digits) : Number.NaN;
    return Number.isFinite(value) ? { value } : { fault: t('“%{text}” is not a number', { text }) };
  },
};

const DATE: CellForm = {
  write: (value) => {
    const day = plain(value);
    return /^\d{4}-\d{2}-\d{2}$/.test(day)
      ? { localAsUtc: `${day}T00:00:00.000Z`, localText: day, dateOnly: true }
      : day;
  },
  read: (text) => {
    const value = parseDateCell(text);
    return value ? { value } : { fault: t('“%{text}” is not a date such as 2026-01-31', { text }) };
  },
};

const MOMENT: CellForm = {
  write: (value, field, tools) => {
    const moment = plain(value);
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

const TAGS: CellForm = {
  write: (value) => (Array.isArray(value) ? joinTexts(value.map(plain)) : plain(value)),
  read: (text) => ({ value: splitTexts(text) }),
};

const titled = (field: FieldModel, id: Json, { titleOf }: CellTools): string =>
  titleOf?.(field.reference?.entity ?? '', plain(id)) ?? plain(id);

const identified = (text: string, field: FieldModel, { idOf }: CellTools): CellValue => {
  const entity = field.reference?.entity ?? '';
  const value = idOf ? idOf(entity, text) : text;
  return value === undefined
    ? { fault: t('There is no %{entity} “%{text}”', { entity: entity.replaceAll('-', ' '), text }) }
    : { value };
};

const REFERENCE: CellForm = { write: (value, field, tools) => titled(field, value, tools), read: identified };

const REFERENCES: CellForm = {
  write: (value, field, tools) =>
    Array.isArray(value) ? joinTexts(value.map((id) => titled(field, id, tools))) : plain(value),
  read: (text, field, tools) => {
    const ids: Json[] = [];
    for (const part of splitTexts(text)) {
      const found = identified(part, field, tools);
      if ('fault' in found) return found;
      ids.push(found.value ?? null);
    }
    return { value: ids };
  },
};

/** Nested values are told to people; only JSON says all of one, so that is what is taken back. */
const readJson = (text: string): CellValue => {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { fault: t('This cell must hold JSON') };
  }
};

const groupText = (value: Json, fields: FieldModel[], tools: CellTools): string =>
  fields
    .flatMap((field) => {
      const inner =
        value !== null && typeof value === 'object' && !Array.isArray(value) ? value[field.name] : undefined;
      const text = field.constant === undefined ? cellText(writeCell(inner, field, tools)) : '';
      return text === '' ? [] : [`${field.title}: ${text}`];
    })
    .join(' · ');

const OBJECT: CellForm = {
  write: (value, field, tools) => groupText(value, field.fields ?? [], tools),
  read: readJson,
};

const LIST: CellForm = {
  write: (value, { item }, tools) =>
    Array.isArray(value) && item
      ? value.map((one) => cellText(writeCell(one, item, tools))).join('; ')
      : plain(value),
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

const VARIANTS: CellForm = {
  write: (value, field, tools) => {
    const variant = variantOf(field, value);
    if (!variant) return '';
    return [variant.title, groupText(value, variant.fields, tools)].filter(Boolean).join(' – ');
  },
  read: readJson,
};

const FORMS: Readonly<Record<FieldType, CellForm>> = {
  text: TEXT,
  'long-text': TEXT,
  number: NUMBER,
  boolean: BOOLEAN,
  enum: CHOICE,
  date: DATE,
  'date-time': MOMENT,
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
  json: { write: plain, read: readJson },
  image: TEXT,
  file: {
    write: (value) => {
      const { name } = (value ?? {}) as { name?: unknown };
      return typeof name === 'string' ? name : plain(value);
    },
    read: TEXT.read,
  },
};

const isBlank = (value: Json | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === '';

/** A value as a cell of a file holds it: choices by label, references by title, times on the person's clock. */
export const writeCell = (value: Json | undefined, field: FieldModel, tools: CellTools): Cell =>
  isBlank(value) || field.secret ? '' : FORMS[field.type].write(value, field, tools);

/** A cell as text. */
export const cellText = (cell: Cell): string => (typeof cell === 'object' ? cell.localText : String(cell));

/**
 * The value that a cell stands for: what `writeCell` wrote, or what people write; nothing for a blank one. What is
 * read is not judged: `validate` does that.
 */
export function readCell(text: string, field: FieldModel, tools: CellTools): CellValue {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  const form = FORMS[field.type];
  return form.read(form === TEXT ? text : trimmed, field, tools);
}
