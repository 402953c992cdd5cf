import { fillPlaces, t, type TextValues } from './translate.ts';
import { PLACEHOLDER } from '../model/placeholders.ts';
import { numberText } from '../texts/translate.ts';

/** A value of a stored text: what is said as it is, a text of its own, a number that is grouped, or several. */
type KeptValue = string | number | KeptText | KeptNumber | KeptList;
type KeptNumber = [number];
type KeptList = [null, ...KeptValue[]];
/** The text in English, its values, and 1 where it stands in the middle of a sentence. */
type KeptText = [english: string, values: Record<string, KeptValue>, lower?: 1];

/** Characters that Unicode leaves to programs: nothing that people write has them. */
const START = '\uFDD0';
const KEPT = '\uFDD1';
const END = '\uFDD2';
const SPAN = /\uFDD0([^\uFDD0-\uFDD2]*)\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2/g;
const ONE_SPAN = /^\uFDD0[^\uFDD0-\uFDD2]*\uFDD1([^\uFDD0-\uFDD2]*)\uFDD2$/;
const MARKS = /[\uFDD0-\uFDD2]/g;
/** As it stands between the quotes of a JSON text. */
const IN_JSON = /\uFDD0[^\uFDD0-\uFDD2]*\uFDD1[^\uFDD0-\uFDD2]*\uFDD2/g;

/**
 * A text that is stored and read later, by people of any language: its English, and after it its key and values, by
 * which `translateStored` says it anew. Stored texts may stand in the values of others, and beside other words.
 */
export const storedText = (english: string, values: TextValues = {}): string => keep(english, values);

/** As `stored`, of a name in the middle of a sentence: English begins it with a small letter. */
export const storedLower = (english: string): string => keep(english, {}, true);

/** Several texts, one after the other with commas between. */
export const storedList = (texts: readonly string[]): string =>
  wrapped([null, ...texts.map(keptValue)], texts.map(inEnglish).join(', '));

/** A number, as the language of whoever reads it writes it: `1,234`. */
export const storedNumber = (value: number): string => {
  const kept: KeptNumber = [value];
  return wrapped(kept, say(kept));
};

function keep(english: string, values: TextValues, lower = false): string {
  const given = Object.entries(values).flatMap(([name, value]): [string, KeptValue][] =>
    value === undefined || value === null || value === false ? [] : [[name, keptValue(value)]],
  );
  const named = Object.fromEntries(given);
  const kept: KeptText = lower ? [english, named, 1] : [english, named];
  return wrapped(kept, say(kept));
}

const wrapped = (kept: KeptValue, english: string): string =>
  START + english.replaceAll(MARKS, '') + KEPT + escaped(JSON.stringify(kept)) + END;

function keptValue(value: string | number): KeptValue {
  const whole = typeof value === 'string' ? ONE_SPAN.exec(value)?.[1] : undefined;
  if (whole === undefined) return value;
  try {
    const kept: unknown = JSON.parse(whole);
    if (isKept(kept)) return kept;
  } catch {
    // As below.
  }
  // Somebody wrote the marks: what stands between them is a text as any other.
  return String(value).replaceAll(MARKS, '');
}

function isKept(value: unknown): value is KeptText | KeptNumber | KeptList {
  if (!Array.isArray(value)) return false;
  const isValue = (one: unknown): boolean =>
    typeof one === 'string' || typeof one === 'number' || isKept(one);
  const [first, values] = value as unknown[];
  if (first === null) return value.slice(1).every(isValue);
  if (typeof first === 'number') return value.length === 1;
  const isNamed = values !== null && typeof values === 'object' && !Array.isArray(values);
  return typeof first === 'string' && isNamed && Object.values(values).every(isValue);
}

const escaped = (json: string): string =>
  json.replaceAll(MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

/** @param look how a text is found: `t`, or nothing for English */
function say(kept: KeptValue, look?: typeof t): string {
  if (typeof kept === 'string') return look ? translateStored(kept) : inEnglish(kept);
  if (typeof kept === 'number') return String(kept);
  const [first] = kept;
  if (first === null)
    return (kept as KeptValue[])
      .slice(1)
      .map((one) => say(one, look))
      .join(look?.(', ') ?? ', ');
  if (typeof first === 'number') return look ? numberText(first) : first.toLocaleString('en');
  const [english, values, lower] = kept;
  const text = look?.(english) ?? english;
  const valueOf = (name: string): string => {
    const value = values[name.trim()];
    return value === undefined ? '' : say(value, look);
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
    ? text.replaceAll(SPAN, (_, english: string, kept: string) => sayKept(kept, english))
    : text;

function sayKept(kept: string, english: string, look: typeof t = t): string {
  try {
    return say(JSON.parse(kept) as KeptValue, look);
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
        (_, english: string, kept: string) => english || sayKept(kept, english, (text) => text),
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
export const translateStoredJson = (json: string): string => sayJson(json, translateStored);

/** The same in English, whatever language holds, as logs are. */
export const inEnglishJson = (json: string): string => sayJson(json, inEnglish);

const sayJson = (json: string, tell: (text: string) => string): string =>
  hasStored(json) ? json.replaceAll(IN_JSON, (span) => inQuotes(tell(outOfQuotes(span)))) : json;

const inQuotes = (text: string): string => JSON.stringify(text).slice(1, -1);

function outOfQuotes(span: string): string {
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
export const storedSql = (kept: string): string => `'${START}${KEPT}' || (${kept})::text || '${END}'`;
