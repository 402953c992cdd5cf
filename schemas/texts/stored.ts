import { fillPlaces, t, type TextValues } from './translate.ts';
import { PLACEHOLDER } from '../model/placeholders.ts';
import { numberText } from '../texts/translate.ts';

/** A value of a stored text: what is said as it is, a text of its own, a number that is grouped, or several. */
type StoredValue = string | number | StoredText | StoredNumber | StoredList;
type StoredNumber = [number];
type StoredList = [null, ...StoredValue[]];
/** The text in English, its values, and 1 where it stands in the middle of a sentence. */
type StoredText = [english: string, values: Record<string, StoredValue>, lower?: 1];

/** Characters that Unicode leaves to programs: nothing that people write has them. */
const START = '\uFDD0';
const PAYLOAD = '\uFDD1';
const END = '\uFDD2';
const SPAN = /\uFDD0([^\uFDD0-\uFDD2]*)\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2/g;
const WHOLE_SPAN = /^\uFDD0[^\uFDD0-\uFDD2]*\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2$/;
const MARKS = /[\uFDD0-\uFDD2]/g;
/** As it stands between the quotes of a JSON text. */
const SPAN_IN_JSON = /\uFDD0[^\uFDD0-\uFDD2]*\uFDD1[^\uFDD0-\uFDD2]*\uFDD2/g;

/**
 * A text that is stored and read later, by people of any language: its English, and after it its key and values, by
 * which `translateStored` says it anew. Stored texts may stand in the values of others, and beside other words.
 */
export const storedText = (english: string, values: TextValues = {}): string => encodeText(english, values);

/** As `stored`, of a name in the middle of a sentence: English begins it with a small letter. */
export const storedLower = (english: string): string => encodeText(english, {}, true);

/** Several texts, one after the other with commas between. */
export const storedList = (texts: readonly string[]): string =>
  encodeSpan([null, ...texts.map(toStoredValue)], texts.map(inEnglish).join(', '));

/** A number, as the language of whoever reads it writes it: `1,234`. */
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
    const kept: unknown = JSON.parse(payloadJson);
    if (isPayload(kept)) return kept;
  } catch {
    // As below.
  }
  // Somebody wrote the marks: what stands between them is a text as any other.
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

/** @param translate how a text is found: `t`, or nothing for English */
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
  // Texts of schemas name their places with two braces, and lose the blanks around those that are empty.
  const filled = english.includes('%{')
    ? fillPlaces(text, /%\{(\w+)\}/g, valueOf)
    : fillPlaces(text, PLACEHOLDER, valueOf).replaceAll(/ {2,}/g, ' ');
  return (lower && text === english ? filled.toLowerCase() : filled).trim();
}

/** Whether something stored in it is to be told. */
export const hasStored = (text: string): boolean => text.includes(START);

/** A text with all that is stored in it said in the language that holds now. What was stored as it is stays so. */
export const translateStored = (text: string): string =>
  hasStored(text)
    ? text.replaceAll(SPAN, (_, english: string, kept: string) => renderPayload(kept, english))
    : text;

function renderPayload(payloadJson: string, english: string, translate: typeof t = t): string {
  try {
    return render(JSON.parse(payloadJson) as StoredValue, translate);
  } catch {
    // Somebody wrote the marks: the text is as good as any other.
    return english;
  }
}

/** The same in English, whatever language holds. */
export const inEnglish = (text: string): string =>
  hasStored(text)
    ? text.replaceAll(
        SPAN,
        (_, english: string, kept: string) => english || renderPayload(kept, english, (text) => text),
      )
    : text;

/** Cuts a text to so many characters; a stored one that is longer is kept in English alone. */
export const cutStored = (text: string, max: number): string => {
  const english = inEnglish(text);
  return english.length <= max ? text : english.slice(0, max);
};

/** As it was read in the language that holds now: texts anywhere in it are said. */
export const translateStoredValue = <Value>(value: Value): Value => {
  const json = JSON.stringify(value) as string | undefined;
  return json !== undefined && hasStored(json) ? (JSON.parse(translateStoredJson(json)) as Value) : value;
};

/** A JSON text, as it is sent, with all stored texts in it said in the language that holds now. */
export const translateStoredJson = (json: string): string => mapJsonSpans(json, translateStored);

/** The same in English, whatever language holds, as logs are. */
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
    // Somebody wrote the marks where no text of JSON is.
    return inEnglish(span);
  }
}

/**
 * SQL of a stored text, whose English is made as it is read.
 * @param kept SQL of its JSON: `jsonb_build_array(english, values)`, as a `KeptText`
 */
export const storedSql = (kept: string): string => `'${START}${PAYLOAD}' || (${kept})::text || '${END}'`;
