import { fillPlaces, t, type TextValues } from './translate.ts';
import { PLACEHOLDER } from '../model/placeholders.ts';
import { numberText } from '../texts/translate.ts';

/** A value of a stored text: a literal, a nested stored text, a formatted number, or a list. */
type StoredValue = string | number | StoredText | StoredNumber | StoredList;
type StoredNumber = [number];
type StoredList = [null, ...StoredValue[]];
/** The English text, its values, and 1 if it starts in lower case within a sentence. */
type StoredText = [english: string, values: Record<string, StoredValue>, lower?: 1];

/** Unicode noncharacters: they never occur in what people write. */
const START = '\uFDD0';
const PAYLOAD = '\uFDD1';
const END = '\uFDD2';
const SPAN = /\uFDD0([^\uFDD0-\uFDD2]*)\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2/g;
const WHOLE_SPAN = /^\uFDD0[^\uFDD0-\uFDD2]*\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2$/;
const MARKS = /[\uFDD0-\uFDD2]/g;
/** Escaped as inside the quotes of a JSON string. */
const SPAN_IN_JSON = /\uFDD0[^\uFDD0-\uFDD2]*\uFDD1[^\uFDD0-\uFDD2]*\uFDD2/g;

/**
 * Encodes a text that is stored now and read later in any language: its English, followed by its key and values, from
 * which `translateStored` renders it. Values may be stored texts, and stored texts may be embedded in other text.
 */
export const storedText = (english: string, values: TextValues = {}): string => encodeText(english, values);

/** As `storedText`, for a name within a sentence: lower case in English. */
export const storedLower = (english: string): string => encodeText(english, {}, true);

/** Encodes a comma-separated list of texts. */
export const storedList = (texts: readonly string[]): string =>
  encodeSpan([null, ...texts.map(toStoredValue)], texts.map(inEnglish).join(', '));

/** Encodes a number, formatted in the reader's language: `1,234`. */
export const storedNumber = (value: number): string => {
  const payload: StoredNumber = [value];
  return encodeSpan(payload, render(payload));
};

function encodeText(english: string, values: TextValues, lower = false): string {
  const entries = Object.entries(values).flatMap(([name, value]): [string, StoredValue][] =>
    value === undefined || value === null || value === false ? [] : [[name, toStoredValue(value)]],
  );
  const payloadValues = Object.fromEntries(entries);
  const payload: StoredText = lower ? [english, payloadValues, 1] : [english, payloadValues];
  return encodeSpan(payload, render(payload));
}

const encodeSpan = (payload: StoredValue, english: string): string =>
  START + english.replaceAll(MARKS, '') + PAYLOAD + escapeMarks(JSON.stringify(payload)) + END;

function toStoredValue(value: string | number): StoredValue {
  const payloadJson = typeof value === 'string' ? WHOLE_SPAN.exec(value)?.[1] : undefined;
  if (payloadJson === undefined) return value;
  try {
    const storedPayload: unknown = JSON.parse(payloadJson);
    if (isPayload(storedPayload)) return storedPayload;
  } catch {
    // As below.
  }
  // Marks written by somebody: treated as plain text.
  return String(value).replaceAll(MARKS, '');
}

function isPayload(value: unknown): value is StoredText | StoredNumber | StoredList {
  if (!Array.isArray(value)) return false;
  const isValue = (one: unknown): boolean =>
    typeof one === 'string' || typeof one === 'number' || isPayload(one);
  const [first, values] = value as unknown[];
  if (first === null) return value.slice(1).every(isValue);
  if (typeof first === 'number') return value.length === 1;
  const isNamed = values !== null && typeof values === 'object' && !Array.isArray(values);
  return typeof first === 'string' && isNamed && Object.values(values).every(isValue);
}

const escapeMarks = (json: string): string =>
  json.replaceAll(MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

/** Renders a payload. @param translate `t`, or undefined for English */
function render(payload: StoredValue, translate?: typeof t): string {
  if (typeof payload === 'string') return translate ? translateStored(payload) : inEnglish(payload);
  if (typeof payload === 'number') return String(payload);
  const [first] = payload;
  if (first === null)
    return (payload as StoredValue[])
      .slice(1)
      .map((one) => render(one, translate))
      .join(translate?.(', ') ?? ', ');
  if (typeof first === 'number') return translate ? numberText(first) : first.toLocaleString('en');
  const [english, values, lower] = payload;
  const text = translate?.(english) ?? english;
  const valueOf = (name: string): string => {
    const value = values[name.trim()];
    return value === undefined ? '' : render(value, translate);
  };
  // Schema texts have `{{name}}` placeholders, and collapse the blanks around empty ones.
  const filled = english.includes('%{')
    ? fillPlaces(text, /%\{(\w+)\}/g, valueOf)
    : fillPlaces(text, PLACEHOLDER, valueOf).replaceAll(/ {2,}/g, ' ');
  return (lower && text === english ? filled.toLowerCase() : filled).trim();
}

/** Whether a text contains a stored text. */
export const hasStored = (text: string): boolean => text.includes(START);

/** Renders all stored texts in a text in the current language; other parts stay. */
export const translateStored = (text: string): string =>
  hasStored(text)
    ? text.replaceAll(SPAN, (_, english: string, kept: string) => renderPayload(kept, english))
    : text;

function renderPayload(payloadJson: string, english: string, translate: typeof t = t): string {
  try {
    return render(JSON.parse(payloadJson) as StoredValue, translate);
  } catch {
    // Marks written by somebody: the English part is used.
    return english;
  }
}

/** Renders all stored texts in English. */
export const inEnglish = (text: string): string =>
  hasStored(text)
    ? text.replaceAll(
        SPAN,
        (_, english: string, kept: string) => english || renderPayload(kept, english, (text) => text),
      )
    : text;

/** Truncates a text; a stored text that is too long keeps its English only. */
export const cutStored = (text: string, max: number): string => {
  const english = inEnglish(text);
  return english.length <= max ? text : english.slice(0, max);
};

/** Renders all stored texts anywhere in a value in the current language. */
export const translateStoredValue = <Value>(value: Value): Value => {
  const json = JSON.stringify(value) as string | undefined;
  return json !== undefined && hasStored(json) ? (JSON.parse(translateStoredJson(json)) as Value) : value;
};

/** Renders all stored texts in serialized JSON in the current language. */
export const translateStoredJson = (json: string): string => mapJsonSpans(json, translateStored);

/** Renders all stored texts in serialized JSON in English, as for logs. */
export const inEnglishJson = (json: string): string => mapJsonSpans(json, inEnglish);

const mapJsonSpans = (json: string, render: (text: string) => string): string =>
  hasStored(json)
    ? json.replaceAll(SPAN_IN_JSON, (span) => toJsonContent(render(fromJsonContent(span))))
    : json;

const toJsonContent = (text: string): string => JSON.stringify(text).slice(1, -1);

function fromJsonContent(span: string): string {
  try {
    return JSON.parse(`"${span}"`) as string;
  } catch {
    // Marks written by somebody outside a JSON string.
    return inEnglish(span);
  }
}

/**
 * SQL of a stored text, whose English is made as it is read.
 * @param kept SQL of its JSON: `jsonb_build_array(english, values)`, as a `KeptText`
 */
export const storedSql = (kept: string): string => `'${START}${PAYLOAD}' || (${kept})::text || '${END}'`;
