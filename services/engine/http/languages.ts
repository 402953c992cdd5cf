import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { readCatalogues } from '../../../schemas/texts/catalogues.ts';
import { hasStored, translateStoredJson } from '../../../schemas/texts/stored.ts';
import { setTexts } from '../../../schemas/texts/translate.ts';

type Catalogue = ReadonlyMap<string, string>;
interface Language {
  code: string;
  texts: Catalogue;
}

/** The language of texts in code and schemas; it needs no catalogue. */
const SOURCE_LANGUAGE = 'en';
const languages = new Map<string, Catalogue>();
const languageStorage = new AsyncLocalStorage<Language | undefined>();

/** Reads the catalogues `texts/<language>.json` of folders, once at the start. */
export function readLanguages(folders: readonly string[]): void {
  for (const [code, texts] of readCatalogues(folders)) languages.set(code, texts);
  if (languages.size > 0)
    setTexts((english) => languageStorage.getStore()?.texts.get(english), currentLanguage);
}

/** The language of the current request, or of the person on whose behalf the current job runs. */
export const currentLanguage = (): string => languageStorage.getStore()?.code ?? SOURCE_LANGUAGE;

/** Whether a predicate holds in English or in any language with a catalogue. */
export const isTrueInSomeLanguage = (isTrue: () => boolean): boolean =>
  [undefined, ...languages.keys()].some((code) => inLanguage(code, isTrue));

/** Runs a function in a language; in English where there is no catalogue of it. */
export function inLanguage<Result>(code: string | undefined, run: () => Result): Result {
  const texts = code === undefined ? undefined : languages.get(code);
  return languageStorage.run(code !== undefined && texts ? { code, texts } : undefined, run);
}

/** The preferred language of `Accept-Language` that has a catalogue; undefined for English. */
export function languageOf(header = ''): string | undefined {
  const preferred = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [range = '', quality = '1'] = part.trim().split(/ ?; ?q=/i, 2);
      return { code: (range.split('-')[0] ?? '').toLowerCase(), quality: Number(quality) };
    })
    .filter(({ code, quality }) => quality > 0 && (code === SOURCE_LANGUAGE || languages.has(code)))
    .toSorted((one, other) => other.quality - one.quality)[0]?.code;
  return preferred === SOURCE_LANGUAGE ? undefined : preferred;
}

/** Handles each request in the language that it asks for. Stored texts, which hold no language, are translated in `onSend`. */
export function registerLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _, done) => {
    inLanguage(languageOf(headers['accept-language']), done);
  });
  // Once a body was read, the context of the first hook is lost.
  app.addHook('preValidation', ({ headers }, _, done) => {
    inLanguage(languageOf(headers['accept-language']), done);
  });
  app.addHook('onSend', ({ headers }, reply, payload, done) => {
    if (typeof payload !== 'string' || !hasStored(payload)) return done(null, payload);
    const language = languageOf(headers['accept-language']);
    void reply.header('content-language', language ?? SOURCE_LANGUAGE).header('vary', 'accept-language');
    inLanguage(language, () => done(null, translateStoredJson(payload)));
  });
}
