/** Values of a text's placeholders; a missing or false one is empty. */
export type TextValues = Record<string, string | number | false | null | undefined>;

/** Looks up a translation in the current language: that of the page, or of the request in the services. */
export type FindText = (english: string) => string | undefined;

let findText: FindText | undefined;
let languageCode: () => string = () => 'en';

/**
 * Sets the lookup of translations; undefined for English.
 * @param code language code for `Intl`
 */
export const setTexts = (texts: FindText | undefined, code: () => string = () => 'en'): void => {
  findText = texts;
  languageCode = code;
};

/** Formats a number in the current language: `1,234`. */
export const numberText = (value: number): string => value.toLocaleString(languageCode());

/** Whether there is a translation lookup. */
export const isTranslated = (): boolean => findText !== undefined;

const THAI = /^[\u0E00-\u0E7F]$/;
const LATIN = /^[A-Za-z0-9]$/;
/** Whether a Thai and a Latin character touch. */
const isThaiBesideLatin = (text: string | undefined, value: string | undefined): boolean =>
  THAI.test(text ?? '') && LATIN.test(value ?? '');

/**
 * Fills placeholders. Thai separates Latin letters and digits by a blank: one is added where a value would touch Thai
 * text.
 * @param place matches placeholders, with the name as its group
 */
export const fillPlaces = (
  text: string,
  place: RegExp,
  valueOf: (name: string, whole: string) => string,
): string =>
  text.replaceAll(place, (whole: string, name: string, at: number) => {
    const value = valueOf(name, whole);
    const before = isThaiBesideLatin(text[at - 1], value[0]) ? ' ' : '';
    return before + value + (isThaiBesideLatin(text[at + whole.length], value.at(-1)) ? ' ' : '');
  });

/** Fills `%{name}` placeholders. */
export const fill = (text: string, values: TextValues): string =>
  fillPlaces(text, /%\{(\w+)\}/g, (name) => {
    const value = values[name];
    return value === undefined || value === null || value === false ? '' : String(value);
  });

/**
 * Translates a text for people. The key is the English text; `%{name}` placeholders are filled in. A text without a
 * translation stays English.
 * @param values values of placeholders; `context` disambiguates an English word: `Open|choice` is looked up before
 *   `Open`
 */
export const t = (english: string, values?: TextValues): string => {
  const text =
    (values?.['context'] && findText?.(`${english}|${values['context']}`)) || findText?.(english) || english;
  return values ? fill(text, values) : text;
};

/** Marks a text for the catalogue where the language is not known yet; `t` translates it when it is shown. */
export const message = <Text extends string>(english: Text): Text => english;

/** As `message`, for the values of an object. */
export const messages = <Texts extends Record<string, string>>(english: Texts): Texts => english;

/** `context` of choice labels. */
export const CHOICE_CONTEXT = 'choice';
