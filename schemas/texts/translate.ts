/** What stands in a text's places: what is missing, or false, leaves nothing there. */
export type TextValues = Record<string, string | number | false | null | undefined>;

/** Finds a text by its English in the language that holds now: a page has one, the services one for each request. */
export type FindText = (english: string) => string | undefined;

let findText: FindText | undefined;
let languageCode: () => string = () => 'en';

/**
 * Says where texts are found; nothing for English, which needs no catalogue.
 * @param code which language holds, as `Intl` knows it
 */
export const setTexts = (texts: FindText | undefined, code: () => string = () => 'en'): void => {
  findText = texts;
  languageCode = code;
};

/** A number as the language that holds now writes it: `1,234`. */
export const numberText = (value: number): string => value.toLocaleString(languageCode());

/** Whether texts are looked up at all. */
export const isTranslated = (): boolean => findText !== undefined;

const THAI = /^[\u0E00-\u0E7F]$/;
const LATIN = /^[A-Za-z0-9]$/;
/** Whether a Thai text and a Latin value touch. */
const isThaiBesideLatin = (text: string | undefined, value: string | undefined): boolean =>
  THAI.test(text ?? '') && LATIN.test(value ?? '');

/**
 * Fills the places of a text. Thai parts Latin letters and numerals from its own with a blank: one stands where a value
 * and the text around it would meet without.
 * @param place finds places, with their name as its group
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

/** A text with its places filled: `%{name}`. */
export const fill = (text: string, values: TextValues): string =>
  fillPlaces(text, /%\{(\w+)\}/g, (name) => {
    const value = values[name];
    return value === undefined || value === null || value === false ? '' : String(value);
  });

/**
 * A text that people read, in their language. Its key is the text in English, so that code stays readable; `%{name}` is
 * filled in, as polyglot does. A text that no catalogue has stays English.
 * @param values those of its places; `context` is where one English word has two meanings: `Open|choice` is looked up
 * before `Open`
 */
export const t = (english: string, values?: TextValues): string => {
  const text =
    (values?.['context'] && findText?.(`${english}|${values['context']}`)) || findText?.(english) || english;
  return values ? fill(text, values) : text;
};

/** Marks a text for the catalogue where it stands before anybody's language is known; whoever shows it calls `t`. */
export const message = <Text extends string>(english: Text): Text => english;

/** As `message`, of a whole table. */
export const messages = <Texts extends Record<string, string>>(english: Texts): Texts => english;

/** The context of labels of choices. */
export const CHOICE_CONTEXT = 'choice';
