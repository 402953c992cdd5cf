import { CHOICE_CONTEXT } from '../../schemas/texts/translate.ts';

/** What is wrong with a language's catalogue. */
export interface CatalogueProblems {
  /** Texts that it lacks. */
  missing: string[];
  /** Texts of it that nothing shows any more. */
  unused: string[];
  /** Texts whose places for values are not those of the English. */
  places: string[];
}

/** `%{name}` of code, `{{name}}` and `[…]` of schemas, `{name}` of messages. */
const PLACEHOLDER = /%\{\w+\}|\{\{\$?[\w.]+\}\}|\{\w+\}/g;

/** Between the forms of a text for one and for many, of which a language has as many as it needs. */
const FORMS = ' |||| ';

const findPlaceholders = (text: string): Set<string> => new Set(text.match(PLACEHOLDER));

/** Whether a translation has no other places than the English, and each that all forms of the English have. */
function hasSamePlaceholders(english: string, text: string): boolean {
  const [first = new Set<string>(), ...others] = english.split(FORMS).map(findPlaceholders);
  const inAll = [...first].filter((place) => others.every((form) => form.has(place)));
  const known = findPlaceholders(english);
  const places = findPlaceholders(text);
  return [...places].every((place) => known.has(place)) && inAll.every((place) => places.has(place));
}

type Texts = ReadonlySet<string> | ReadonlyMap<string, unknown>;

/** `Open|choice` of `Open`: a catalogue has it where its language has two words. */
const isOfContext = (text: string, texts: Texts): boolean => {
  const end = `|${CHOICE_CONTEXT}`;
  return text.endsWith(end) && texts.has(text.slice(0, -end.length));
};

/**
 * Compares a catalogue with the texts that it has to have.
 * @param others texts that it may have besides
 */
export const compareCatalogue = (
  catalogue: Record<string, string>,
  texts: Texts,
  others: Texts = new Set(),
): CatalogueProblems => ({
  missing: [...texts.keys()].filter((text) => !catalogue[text]),
  unused: Object.keys(catalogue).filter(
    (text) => !texts.has(text) && !others.has(text) && !isOfContext(text, texts),
  ),
  places: Object.entries(catalogue)
    .filter(([english, text]) => text && !hasSamePlaceholders(english.replace(/\|\w+$/, ''), text))
    .map(([english, text]) => `${english} → ${text}`),
});
