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
const PLACE = /%\{\w+\}|\{\{\$?[\w.]+\}\}|\{\w+\}/g;

const placesOf = (text: string): string => [...new Set(text.match(PLACE) ?? [])].toSorted().join(' ');

/** Compares a catalogue with the texts there are. */
export const problemsOf = (
  catalogue: Record<string, string>,
  texts: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): CatalogueProblems => ({
  missing: [...texts.keys()].filter((text) => !catalogue[text]),
  unused: Object.keys(catalogue).filter((text) => !texts.has(text)),
  places: Object.entries(catalogue)
    .filter(([english, text]) => text && placesOf(english) !== placesOf(text))
    .map(([english, text]) => `${english} → ${text}`),
});
