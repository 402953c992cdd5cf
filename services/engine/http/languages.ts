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

/** The language that code and schemas are written in; it needs no catalogue. */
const SOURCE = 'en';
const languages = new Map<string, Catalogue>();
const held = new AsyncLocalStorage<Language | undefined>();

/** Reads the catalogues of folders, once at the start: `texts/<language>.json`. */
export function readLanguages(folders: readonly string[]): void {
  for (const [code, texts] of readCatalogues(folders)) languages.set(code, texts);
  if (languages.size > 0) setTexts((english) => held.getStore()?.texts.get(english), languageNow);
}

/** The language that is spoken where this is asked: of the request, or of the person whose job runs. */
export const languageNow = (): string => held.getStore()?.code ?? SOURCE;

/** What something gives in any language that there is: whether it is true in one of them. */
export const inSomeLanguage = (isTrue: () => boolean): boolean =>
  [undefined, ...languages.keys()].some((code) => inLanguage(code, isTrue));

/** Runs something in a language; in English where there is no catalogue of it. */
export function inLanguage<Result>(code: string | undefined, run: () => Result): Result {
  const texts = code === undefined ? undefined : languages.get(code);
  return held.run(code !== undefined && texts ? { code, texts } : undefined, run);
}

/** The first language of an `Accept-Language` that there is a catalogue of, or English, whatever comes first. */
export function languageOf(header = ''): string | undefined {
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [range = '', quality = '1'] = part.trim().split(/ ?; ?q=/i, 2);
      return { code: (range.split('-')[0] ?? '').toLowerCase(), quality: Number(quality) };
    })
    .filter(({ code, quality }) => quality > 0 && (code === SOURCE || languages.has(code)))
    .toSorted((one, other) => other.quality - one.quality)[0]?.code;
  return wanted === SOURCE ? undefined : wanted;
}

/** Answers each request in the language that it asks for; what is stored for every language is said as it leaves. */
export function speakLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _, done) => {
    inLanguage(languageOf(headers['accept-language']), done);
  });
  // What comes with the body comes from outside of what the first hook began.
  app.addHook('preValidation', ({ headers }, _, done) => {
    inLanguage(languageOf(headers['accept-language']), done);
  });
  app.addHook('onSend', ({ headers }, reply, payload, done) => {
    if (typeof payload !== 'string' || !hasStored(payload)) return done(null, payload);
    const language = languageOf(headers['accept-language']);
    void reply.header('content-language', language ?? SOURCE).header('vary', 'accept-language');
    inLanguage(language, () => done(null, translateStoredJson(payload)));
  });
}
